"""The rows of a list as HTML.

Plain strings: through templates, cell by cell, the same rows took 15 times as long.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from tournament.labels.curves import moved_words
from tournament.labels.points import signed
from tournament.lists.columns import Column, Kind, List, Marked, Value, text_of

LONG_NAME = 60
"""More characters are printed smaller."""

Row = Mapping[str, Value]
Writers = Mapping[str, Callable[[Value], str] | None]
"""By the key of the column; None for the name, which is written from the whole row."""


def page_row(listed: List, people: str = "") -> Callable[[Any], SafeString]:
    """How a page shows a row. A phone shows club or members below the name, not beside it.

    `people` is where the page of the person 0 would be: then names lead there, and each row has
    the mark of its person.
    """
    entry_of, write = listed.entry_of, _writers(listed.columns)
    before, _zero, after = people.rpartition("/0/")

    def shown(row: Any) -> SafeString:
        values = {column.key: column.value(row) for column in listed.columns}
        if not people or entry_of is None:
            return _row(_cells(write, values, _name_on_page))
        name = partial(_name_on_page, page=f"{before}/{entry_of(row)}/{after}")
        return _row(_cells(write, values, name), f' id="player-{entry_of(row)}"')

    return shown


def _row(cells: str, mark: str = "") -> SafeString:
    return mark_safe(f"<tr{mark}>{cells}</tr>\n")  # noqa: S308 - every value is escaped


def _writers(columns: Iterable[Column]) -> Writers:
    """How each column writes a cell; the same figure, which stands in many rows, once."""
    return {
        column.key: None if column.kind is Kind.NAME else cache(partial(_cell, column))
        for column in columns
    }


def _cells(writers: Writers, row: Row, name: Callable[[Row], str]) -> SafeString:
    cells = (write(row[key]) if write else name(row) for key, write in writers.items())
    return mark_safe("".join(cells))  # noqa: S308 - every value is escaped


def _name_on_page(row: Row, page: str = "") -> str:
    below = _escaped(row.get("club") or row.get("members"))
    name = _escaped(row["name"])
    shown = f'<a href="{page}">{name}</a>' if page else name
    return f'<td class="name" data-below="{below}">{shown}</td>'


def _cell(column: Column, value: Value) -> str:
    is_long = column.kind is Kind.TEXT and len(str(value or "")) > LONG_NAME
    return f'<td class="{column.classes}{" long" if is_long else ""}">{_text(column, value)}</td>'


def _text(column: Column, value: Value) -> str:
    if column.kind is Kind.CURVE:
        return str(value or "")
    if column.kind is Kind.MOVE:
        return _move(value)
    if isinstance(value, Marked) and value.struck:
        return f"<s>{signed(value.points)}</s>"
    if isinstance(value, Marked):
        return f'{signed(value.points)}<span class="footmark">{escape(value.mark)}</span>'
    return escape(text_of(column, value))


def _move(value: Value) -> str:
    """A sign and by how many places; nothing for whoever has stayed."""
    if not isinstance(value, int) or not value:
        return ""
    sign, kind = ("▲", "up") if value > 0 else ("▼", "down")
    return (
        f'<span class="{kind}" aria-hidden="true">{sign}\N{THIN SPACE}{abs(value)}</span>'
        f'<span class="visually-hidden">{escape(moved_words(value))}</span>'
    )


def _escaped(value: Value) -> str:
    return escape(str(value or ""))
