"""Lists as pages show them: sortable by heading, 200 rows per page, offered as a file."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from tournament.lists.columns import Column, Kind, List, figure_of
from tournament.lists.html import page_row
from tournament.shared.rules.names import name_key

ROWS_PER_PAGE = 200
"""Nobody reads more rows, and they would cost a second of a phone's time."""


class ListTable:
    """A list on a page.

    key: its name in addresses where a page has several lists. look: its classes; with `stacks` each
    row becomes a block on a phone. people: the address of the page of person 0: then names link to
    pages. acts: heading for screen readers and the row's buttons. attributes: of the row. file: the
    list as a file, where that has other columns, other names or more rows. empty_text: what stands
    there without rows. order_by: the column whose order the list has. orderable: whether headings
    sort it.
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
        empty_text: str = "",
        order_by: str = "",
        orderable: bool = True,
    ) -> None:
        shown = listed.without()
        self.key, self.caption, self.look, self.empty_text = key, caption, look, empty_text
        self.file = file or (lambda: listed)
        self.columns, self.rows, self.acts = shown.columns, list(shown.rows), acts
        self._write = page_row(
            shown,
            people,
            stacks="stacks" in look.split(),
            acts=acts[1] if acts else None,
            attributes=attributes,
        )
        self._sorting = {each.key: each for each in self.columns if orderable and each.sorts}
        self._order = order_by
        self.page: Page[Any] | None = None  # all

    @cached_property
    def page_field(self) -> str:
        """The URL parameter of the page."""
        return f"{self.key}-page" if self.key else "page"

    @cached_property
    def sort_field(self) -> str:
        """The URL parameter of the order."""
        return f"{self.key}-sort" if self.key else "sort"

    def configure(self, request: HttpRequest) -> None:
        """Sort and paginate as the address says."""
        asked = request.GET.get(self.sort_field, "")
        if column := self._sorting.get(asked.removeprefix("-")):
            self._order, is_descending = asked, asked.startswith("-")
            if column.key != "rank":
                self.rows.sort(key=lambda row: _sort_key(column, row), reverse=is_descending)
            elif is_descending:
                self.rows.reverse()
        pages = Paginator(self.rows, ROWS_PER_PAGE)
        self.page = pages.get_page(request.GET.get(self.page_field))

    def as_html(self, request: HttpRequest) -> SafeString:
        """Return the table with its headings, its further pages and the files."""
        head = [self._heading(column, request) for column in self.columns]
        if self.acts:
            head.append(format_html('<th scope="col" aria-label="{}"></th>', self.acts[0]))
        body = map(self._write, self.rows if self.page is None else self.page.object_list)
        context = {
            "table": self,
            "head": mark_safe("".join(head)),  # noqa: S308 - every heading is escaped
            "body": mark_safe("".join(body)),  # noqa: S308 - every row is escaped
        }
        return render_to_string("components/table.html", context, request)

    def _heading(self, column: Column, request: HttpRequest) -> SafeString:
        """Return a heading: points sort best first when pressed, a rank in the list's order."""
        words: str = column.heading
        is_first_down = column.kind in (Kind.POINTS, Kind.MOVE) and column.key != "adjustment"
        is_down = self._order.startswith("-")
        is_ordered = self._order.removeprefix("-") == column.key
        if column.key in self._sorting:
            goes_down = not is_down if is_ordered else is_first_down
            order = f"-{column.key}" if goes_down else column.key
            wanted = dict(request.GET) | {self.sort_field: [order]}
            words = format_html('<a href="?{}">{}</a>', urlencode(wanted, doseq=True), words)
        sort = "descending" if is_down else "ascending"
        marks = {
            "class": column.classes,
            "aria-label": column.spoken,
            "aria-sort": sort if is_ordered else "",
        }
        written = [format_html(' {}="{}"', *mark) for mark in marks.items() if mark[1]]
        return format_html('<th scope="col"{}>{}</th>', mark_safe("".join(written)), words)  # noqa: S308 - every mark is escaped


def configured(request: HttpRequest, table: ListTable) -> ListTable:
    """Return the table sorted and paginated as the address says (`?sort=`, `?page=`)."""
    table.configure(request)
    return table


def _sort_key(column: Column, row: Any) -> tuple[object, ...]:
    """Return whether the cell is filled, then its value; numbers come before texts."""
    value = column.order(row) if column.order else figure_of(column.value(row))
    if value is None:
        return (False,)
    return (True, True, name_key(value)) if isinstance(value, str) else (True, False, value)
