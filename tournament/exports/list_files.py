"""A list as a file, with the columns of its page; the empty list of players to be filled in."""

from django.utils.translation import gettext

from tournament.exports.base import CSV, XLSX, Document, Imprint, document, imprint, printing_time
from tournament.exports.csv_files import as_csv
from tournament.exports.excel.sheets import Page, one_sheet
from tournament.labels.fields import file_heading
from tournament.lists.columns import Column, Kind, List, figure_of
from tournament.lists.people import kind_of
from tournament.models import Series, Tournament
from tournament.shared.rules.fields import FIELDS
from tournament.shared.rules.typed import CENTS


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
