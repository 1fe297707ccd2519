"""A list as a file, with the columns of its page."""

from tournament.exports.base import CSV, XLSX, Document, Imprint, document, imprint, printing_time
from tournament.exports.csv_files import as_csv
from tournament.exports.excel.sheets import Page, one_sheet
from tournament.lists.columns import Column, Kind, List, Value, figure_of
from tournament.models import Series, Tournament


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


def csv_of(listed: List) -> str:
    """Return the column keys, then the rows; amounts in euros."""
    rows = [
        {column.key: _cell(column, row[column.key]) for column in listed.columns}
        for row in listed.by_key()
    ]
    return as_csv([column.key for column in listed.columns], rows)


def _cell(column: Column, value: Value) -> str | int | float | None:
    figure = figure_of(value)
    if column.kind is Kind.AMOUNT and isinstance(figure, int):
        return figure / 100
    return figure
