"""A list as a file, with the columns of its page; the empty list of players to be filled in."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from django.utils.translation import gettext

from tournament.exports.base import CSV, XLSX, Document, Held, document, head_of, plain_imprint
from tournament.exports.excel.page import Page
from tournament.labels.people import file_heading
from tournament.labels.points import rounded_number
from tournament.lists.columns import Column, Kind, List, figure_of
from tournament.lists.people import kind_of
from tournament.lists.standings import standings_list
from tournament.models import Tournament
from tournament.shared.rules.fields import FIELDS
from tournament.shared.rules.fields import Kind as FieldKind
from tournament.shared.rules.typed import CENTS
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.counting import AS_PLAYED, Counting

# Spreadsheets take a text that starts with one of these for a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


LIST_FILES = ("csv", "xlsx")
"""The kinds of files that every list has."""


def as_csv(
    keys: Sequence[str], rows: Iterable[Mapping[str, object]], headings: Sequence[str] = ()
) -> str:
    """Return CSV with semicolons and a byte order mark; averages in the language's decimals.

    The first row has the headings, by default the keys, which are the interface of commands.
    """
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, keys, delimiter=";", restval="")
    for row in (dict(zip(keys, headings or keys, strict=True)), *rows):
        cells = dict(row)
        for key, value in row.items():
            if isinstance(value, float):
                cells[key] = rounded_number(value, 2)
            elif isinstance(value, str) and value.startswith(FORMULA_SIGNS):
                cells[key] = f"'{value}"  # unlike a workbook, CSV cannot mark a cell as text
        writer.writerow(cells)
    return "\N{BYTE ORDER MARK}" + buffer.getvalue()


def standings_csv(report: StandingsReport) -> str:
    """Return the standings by the keys of formats.md, section 5."""
    listed = standings_list(report, {}, more=False)
    columns = tuple(
        replace(each, value=attrgetter("adjustment")) if each.key == "adjustment" else each
        for each in listed.columns
        if each.key not in ("tags", "decided")
    )
    return csv_of(replace(listed, columns=columns), report.counting)


def counted_as(counting: Counting) -> dict[str, str]:
    """Return as key and words of a file what its figures are; nothing of the points played."""
    counted = {
        "table_points": counting.table_points,
        f"missed_round {counting.missed_round}": counting.missed_round is not None,
        f"scale_fives {counting.scale and counting.scale.four}": counting.scale is not None,
    }
    ranked = ", ".join(words for words, holds in counted.items() if holds)
    return {"counted_as": ranked} if ranked else {}


def list_file(of: Held | None, title: str, listed: List, kind: str) -> Document:
    """Return a page's list as a file of this kind, of whatever it belongs to.

    Its headings are in the language of the page.
    """
    if kind == "csv":
        return document(of, title, CSV, csv_of(listed, has_keys=False).encode())
    from tournament.exports.excel.plain_book import one_sheet

    if isinstance(of, Tournament):
        head = plain_imprint(of, title)
    else:
        head = head_of(of, str(of or "Kreuzdame"), title)
    return document(of, title, XLSX, one_sheet(title, Page(head, listed)))


def template_of_players(tournament: Tournament) -> Document:
    """Return a workbook with every heading that `imports.players` understands, and one note.

    The year of birth is asked for where categories follow from it.
    """
    from tournament.exports.excel.plain_book import one_sheet

    title = gettext("Players")
    columns = tuple(
        Column(field.name, file_heading(field), str, kind_of(field))
        for field in FIELDS
        if field.headings and (field.kind is not FieldKind.YEAR or tournament.age_categories)
    )
    content = one_sheet(title, Page(plain_imprint(tournament, title), List(columns, ())))
    return document(tournament, gettext("template"), XLSX, content)


def csv_of(listed: List, counting: Counting = AS_PLAYED, *, has_keys: bool = True) -> str:
    """Return headings, or the keys of the columns, then the rows; amounts in euros.

    With keys the last column has what the figures are unless they are the points played.
    """
    rows, told = [], counted_as(counting)
    for row in listed.by_key():
        cells = {column.key: figure_of(row[column.key]) for column in listed.columns}
        for column in listed.columns:
            amount = cells[column.key]
            if column.kind is Kind.AMOUNT and isinstance(amount, int):
                cells[column.key] = amount / CENTS
        rows.append({**cells, **told})
    headings = () if has_keys else [column.heading for column in listed.columns]
    return as_csv([*(column.key for column in listed.columns), *told], rows, headings)
