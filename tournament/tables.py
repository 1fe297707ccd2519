"""Lists as pages show them: sortable by heading, 200 rows per page, offered as a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django_tables2 import RequestConfig

from tournament.lists.columns import Column, Kind, List, figure_of
from tournament.lists.html import page_row
from tournament.shared.rules.names import name_key

ROWS_PER_PAGE = 200
"""Nobody reads more rows, and they would cost a second of a phone's time."""


class ListTable(tables.Table):  # type: ignore[misc]  # it comes without types
    """A list on a page.

    key: its name in addresses where a page has several lists. look: its classes; with `stacks` each
    row becomes a block on a phone. people: the address of the page of person 0: then names link to
    pages. acts: heading for screen readers and the row's buttons. attributes: of the row. file: the
    list as a file, where that has other columns, other names or more rows.
    """

    def __init__(
        self,
        listed: List,
        caption: str,
        *,
        key: str = "",
        look: str = "stacks",
        people: str = "",
        acts: tuple[str, Callable[[Any], str]] | None = None,
        attributes: Callable[[Any], Mapping[str, object]] | None = None,
        file: Callable[[], List] | None = None,
        **kwargs: Any,
    ) -> None:
        shown = listed.without()
        columns = [(each.key, _heading(each)) for each in shown.columns]
        if acts:
            heading = {"th": {"aria-label": acts[0]}}
            columns.append(("acts", tables.Column("", orderable=False, attrs=heading)))
        orders = {each.key: partial(_sort_key, each) for each in shown.columns}
        write = page_row(
            shown,
            people,
            stacks="stacks" in look.split(),
            acts=acts[1] if acts else None,
            attributes=attributes,
        )
        super().__init__(
            [_Record(row, write, orders, {"place": at}) for at, row in enumerate(shown.rows)],
            extra_columns=columns,
            attrs={"class": look},
            prefix=f"{key}-" if key else "",
            **kwargs,
        )
        self.key, self.caption, self.file = key, caption, file or (lambda: listed)


def configured(request: HttpRequest, table: ListTable) -> ListTable:
    """Return the table sorted and paginated as the address says (`?sort=`, `?page=`)."""
    RequestConfig(request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
    return table


@dataclass(frozen=True, slots=True)
class _Record:
    """A row, rendered and compared on demand: of a thousand, 200 are on a page."""

    row: Any
    write: Callable[[Any], SafeString]
    orders: Mapping[str, Callable[[Any], Any]]
    keys: dict[str, Any] = field(repr=False)

    def __getitem__(self, key: str) -> object:
        """Return the sort key of the row in a column."""
        if key not in self.keys:
            self.keys[key] = self.orders[key](self.row)
        return self.keys[key]

    @property
    def html(self) -> SafeString:
        """The rendered row."""
        return self.write(self.row)


def _heading(column: Column) -> tables.Column:
    """Return a heading: points sort best first when pressed, a rank in the list's order."""
    spoken = {"aria-label": column.spoken} if column.spoken else {}
    return tables.Column(
        column.heading,
        orderable=None if column.sorts else False,  # None: as the whole table is
        order_by=("place" if column.key == "rank" else column.key,),
        initial_sort_descending=column.kind in (Kind.POINTS, Kind.MOVE)
        and column.key != "adjustment",
        attrs={"th": {"class": column.classes, **spoken}},
    )


def _sort_key(column: Column, row: Any) -> tuple[bool, Any]:
    """Return whether the cell is filled, then its value."""
    value = column.order(row) if column.order else figure_of(column.value(row))
    if value is None:
        return False, 0
    return True, name_key(value) if isinstance(value, str) else value
