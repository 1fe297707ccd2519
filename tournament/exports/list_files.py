"""A list as a file, with the columns of its page; the empty list of players to be filled in."""

import csv
import io
from collections.abc import Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext

from tournament.exports.base import CSV, XLSX, Document, Imprint, document, imprint, printing_time
from tournament.exports.excel.sheets import Page, one_sheet
from tournament.labels.people import file_heading
from tournament.lists.columns import Column, Kind, List, figure_of
from tournament.lists.people import kind_of
from tournament.lists.standings import ranking_list, standings_list
from tournament.models import Series, Tournament
from tournament.shared.rules.fields import FIELDS
from tournament.shared.rules.typed import CENTS
from tournament.standings.reads.rankings import GroupReport
from tournament.standings.reads.standings import StandingsReport

# Spreadsheets take a text that starts with one of these for a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def as_csv(headings: Sequence[str], rows: Sequence[Mapping[str, object]]) -> str:
    """Return CSV with semicolons and a byte order mark; averages in the language's decimals."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, headings, delimiter=";", restval="")
    writer.writeheader()
    for row in rows:
        cells = dict(row)
        for key, value in row.items():
            if isinstance(value, float):
                cells[key] = number_format(value, decimal_pos=2)
            elif isinstance(value, str) and value.startswith(FORMULA_SIGNS):
                cells[key] = f"'{value}"  # unlike a workbook, CSV cannot mark a cell as text
        writer.writerow(cells)
    return "\N{BYTE ORDER MARK}" + buffer.getvalue()


def standings_csv(report: StandingsReport, *, more: bool = False) -> str:
    """Return the standings by the keys of formats.md, section 5; `more` adds averages and ties."""
    listed = standings_list(report, {}, more=more)
    beside = {"tags"} if more else {"tags", "decided"}
    keys = [column.key for column in listed.columns if column.key not in beside]
    rows = zip(report.rows, listed.by_key(), strict=True)
    named = ({**row, "name": each.name, "adjustment": each.adjustment} for each, row in rows)
    return as_csv(keys, [{key: row[key] for key in keys} for row in named])


def ranking_csv(report: GroupReport) -> str:
    """Return a ranking of groups."""
    listed = ranking_list(report)
    return as_csv([column.key for column in listed.columns], listed.by_key())


def list_file(
    of: Tournament | Series | None, title: str, listed: List, *, as_workbook: bool
) -> Document:
    """Return the list as workbook or CSV, of a tournament, a series or the installation."""
    if not as_workbook:
        return document(of, title, CSV, csv_of(listed).encode())
    if isinstance(of, Tournament):
        head = imprint(of, title)
    else:
        name, season = (of.name, of.season) if of else ("Kreuzdame", "")
        head = Imprint(name, season, title, "", printing_time())
    return document(of, title, XLSX, one_sheet(title, Page(head, listed)))


def template_of_players(tournament: Tournament) -> Document:
    """Return a workbook with every heading that `imports.players` understands, and one note."""
    title = gettext("Players")
    columns = tuple(
        Column(field.name, file_heading(field), str, kind_of(field))
        for field in FIELDS
        if field.headings
    )
    content = one_sheet(title, Page(imprint(tournament, title), List(columns, ())))
    return document(tournament, gettext("template"), XLSX, content)


def csv_of(listed: List) -> str:
    """Return the column keys, then the rows; amounts in euros."""
    rows = []
    for row in listed.by_key():
        cells = {column.key: figure_of(row[column.key]) for column in listed.columns}
        for column in listed.columns:
            amount = cells[column.key]
            if column.kind is Kind.AMOUNT and isinstance(amount, int):
                cells[column.key] = amount / CENTS
        rows.append(cells)
    return as_csv([column.key for column in listed.columns], rows)
