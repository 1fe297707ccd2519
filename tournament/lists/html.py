"""The rows of a list as HTML, for page and paper.

Plain strings: through templates, cell by cell, the same rows took 15 times as long.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape

from django.utils.safestring import SafeString, mark_safe

from tournament.labels.points import signed
from tournament.lists.columns import Column, Kind, List, Marked, Value, text_of

LONG_NAME = 60
"""More characters are printed smaller."""

Row = Mapping[str, Value]


def page_rows(listed: List) -> list[SafeString]:
    """The cells of each row. A phone shows club or members below the name, not beside it."""
    return [_cells(listed.columns, row, _name_on_page) for row in listed.by_key()]


def paper_rows(listed: List) -> list[SafeString]:
    """The same for paper, where a note stands behind the name."""
    columns = listed.without("note").columns
    return [_cells(columns, row, _name_on_paper) for row in listed.by_key()]


def _cells(columns: Iterable[Column], row: Row, name: Callable[[Row], str]) -> SafeString:
    cells = (
        name(row) if column.kind is Kind.NAME else _cell(column, row[column.key])
        for column in columns
    )
    return mark_safe("".join(cells))  # noqa: S308 - every value is escaped


def _name_on_page(row: Row) -> str:
    below = row.get("club") or row.get("members")
    return f'<td class="name" data-below="{_escaped(below)}">{_escaped(row["name"])}</td>'


def _name_on_paper(row: Row) -> str:
    note = row.get("note")
    remark = f' <span class="remark">({_escaped(note)})</span>' if note else ""
    return f'<td class="name">{_escaped(row["name"])}{remark}</td>'


def _cell(column: Column, value: Value) -> str:
    is_long = column.kind is Kind.TEXT and len(str(value or "")) > LONG_NAME
    return f'<td class="{column.classes}{" long" if is_long else ""}">{_text(column, value)}</td>'


def _text(column: Column, value: Value) -> str:
    if isinstance(value, Marked) and value.struck:
        return f"<s>{signed(value.points)}</s>"
    if isinstance(value, Marked):
        return f'{signed(value.points)}<span class="footmark">{escape(value.mark)}</span>'
    return escape(text_of(column, value))


def _escaped(value: Value) -> str:
    return escape(str(value or ""))
