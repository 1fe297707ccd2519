"""Lists as pages show them: sortable by heading, 200 rows per page, offered as a file."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django_tables2 import RequestConfig
from django_tables2.data import TableListData
from django_tables2.utils import OrderBy

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
    list as a file, where that has other columns, other names or more rows. has_links: whether it is
    offered sorted and as a file, which `list_page` answers.
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
        has_links: bool = True,
        **kwargs: Any,
    ) -> None:
        shown = listed.without()
        columns = [(each.key, _heading(each)) for each in shown.columns]
        if acts:
            heading = {"th": {"aria-label": acts[0]}}
            columns.append(("acts", tables.Column("", orderable=False, attrs=heading)))
        self._write = page_row(
            shown,
            people,
            stacks="stacks" in look.split(),
            acts=acts[1] if acts else None,
            attributes=attributes,
        )
        super().__init__(
            _Rows(shown),
            extra_columns=columns,
            attrs={"class": look},
            prefix=f"{key}-" if key else "",
            **({} if has_links else {"orderable": False}),
            **kwargs,
        )
        self.key, self.caption, self.file = key, caption, file or (lambda: listed)
        self.has_links = has_links

    @property
    def body(self) -> SafeString:
        """The rendered rows of the page; by templates they took several milliseconds."""
        return SafeString("".join(map(self._write, self.paginated_rows.data)))  # rows are escaped


def configured(request: HttpRequest, table: ListTable) -> ListTable:
    """Return the table sorted and paginated as the address says (`?sort=`, `?page=`)."""
    RequestConfig(request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
    return table


class _Rows(TableListData):  # type: ignore[misc]  # it comes without types
    """The rows of a list; sorted by its columns, the rank in the list's own order."""

    def __init__(self, listed: List) -> None:
        self._listed = list(listed.rows)
        self._columns = {each.key: each for each in listed.columns}
        super().__init__(self._listed)

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort the rows by these columns, descending where the name begins with a minus."""
        places = list(range(len(self._listed)))
        for alias in map(OrderBy, reversed(aliases)):  # the first decides: sorting is stable
            column = self._columns[alias.bare]

            def key(place: int, column: Column = column) -> Any:
                return place if column.key == "rank" else _sort_key(column, self._listed[place])

            places.sort(key=key, reverse=alias.is_descending)
        self.data = [self._listed[place] for place in places]


def _heading(column: Column) -> tables.Column:
    """Return a heading: points sort best first when pressed, a rank in the list's order."""
    spoken = {"aria-label": column.spoken} if column.spoken else {}
    return tables.Column(
        column.heading,
        orderable=None if column.sorts else False,  # None: as the whole table is
        initial_sort_descending=column.kind in (Kind.POINTS, Kind.MOVE)
        and column.key != "adjustment",
        attrs={"th": {"class": column.classes, **spoken}},
    )


def _sort_key(column: Column, row: Any) -> tuple[object, ...]:
    """Return whether the cell is filled, then its value; numbers come before texts."""
    value = column.order(row) if column.order else figure_of(column.value(row))
    if value is None:
        return (False,)
    return (True, True, name_key(value)) if isinstance(value, str) else (True, False, value)
