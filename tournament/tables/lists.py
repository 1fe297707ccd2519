"""Any list as a table: sorted by its headings, in pages, its rows as blocks on a phone."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString

from tournament.labels.names import name_key
from tournament.lists.columns import Column, List, figure_of, text_of

Shown = Callable[[Any], SafeString]
"""What stands in a cell, of a row."""
Order = Callable[[Any], tuple[bool, Any]]
"""Whether a row holds anything there, and by what it is sorted."""
NOTHING: Mapping[str, Shown] = {}
NO_ORDER: Mapping[str, Order] = {}


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A cell, sorted by its value; what holds nothing comes first."""

    by: tuple[bool, Any]
    html: str = field(compare=False)

    def __html__(self) -> str:
        return self.html


@dataclass(frozen=True, slots=True)
class Record:
    """A row, of which only those cells are made that are shown or sorted by."""

    cells: Mapping[str, Callable[[Any], object]]
    row: Any

    def __getitem__(self, key: str) -> object:
        return self.cells[key](self.row)


class ListTable(tables.Table):  # type: ignore[misc]  # it comes without types
    """The rows of a list.

    By the key of their column, `shown` are cells that are more than their text, `orders` what a
    column is sorted by if not by its value, `unsorted` those that are not sorted. `acts` is what
    can be done with a row, in a column of its own that is headed for whoever does not see it.
    """

    class Meta:
        attrs = {"class": "stacks"}
        row_attrs = {"class": lambda record: record["class"]}

    def __init__(
        self,
        listed: List,
        caption: str,
        *,
        shown: Mapping[str, Shown] = NOTHING,
        orders: Mapping[str, Order] = NO_ORDER,
        unsorted: Container[str] = (),
        acts: tuple[str, Shown] | None = None,
        row_class: Callable[[Any], str] = lambda row: "",
        **kwargs: Any,
    ) -> None:
        columns = [(each.key, _column(each, each.key not in unsorted)) for each in listed.columns]
        if acts:
            heading = {"th": {"aria-label": acts[0]}}
            columns.append(("acts", tables.Column("", orderable=False, attrs=heading)))
        cells = {
            **{each.key: _cell(each, shown, orders) for each in listed.columns},
            "acts": acts[1] if acts else str,
            "class": row_class,
        }
        records = [Record(cells, row) for row in listed.rows]
        super().__init__(records, extra_columns=columns, **kwargs)
        self.caption = caption


def _cell(
    column: Column, shown: Mapping[str, Shown], orders: Mapping[str, Order]
) -> Callable[[Any], Cell]:
    """How the cell of a column is made of a row."""
    show = shown.get(column.key, partial(_text, column))
    order = orders.get(column.key, partial(_order, column))
    return lambda row: Cell(order(row), str(show(row)))


def _column(column: Column, orderable: bool) -> tables.Column:
    classes = {"class": column.classes}
    # None: as the whole table is.
    sorts = None if orderable else False
    return tables.Column(column.heading, orderable=sorts, attrs={"th": classes, "td": classes})


def _text(column: Column, row: Any) -> str:
    return escape(text_of(column, column.value(row)))


def _order(column: Column, row: Any) -> tuple[bool, Any]:
    value = column.value(row)
    figure = figure_of(value)
    if column.is_text:
        return value is not None, name_key(str(figure or ""))
    return value is not None, figure or 0
