"""The standings and the result of one round as sortable lists."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import django_tables2 as tables
from django.utils.safestring import SafeString

from tournament.labels.names import name_key
from tournament.lists.columns import Column, Kind, List, figure_of
from tournament.lists.html import page_row

LOWEST = -(10**6)
"""Where a missing figure is sorted: below every result."""


class ResultTable(tables.Table):  # type: ignore[misc]  # it comes without types
    """A list of results; its rows are written as a whole (`lists.html`).

    `people` is where the page of the person 0 would be: then names lead to their pages.
    """

    class Meta:
        template_name = "direction/result_rows.html"
        order_by = "rank"
        attrs = {"class": "standings"}

    def __init__(self, listed: List, caption: str, people: str = "", **kwargs: Any) -> None:
        shown = listed.without("tags")
        columns = [(column.key, _column(column)) for column in shown.columns]
        keys, show = {each.key: each for each in shown.columns}, page_row(shown, people)
        records = [_Record(row, place, keys, show) for place, row in enumerate(shown.rows)]
        super().__init__(records, extra_columns=columns, **kwargs)
        self.caption = caption


def _column(column: Column) -> tables.Column:
    """Points the best first when their heading is pressed; equal ones by their place."""
    is_points = column.kind in (Kind.POINTS, Kind.MOVE)
    spoken = {"aria-label": column.spoken} if column.spoken else {}
    return tables.Column(
        column.heading,
        orderable=column.key not in ("note", "course"),
        order_by={"rank": ("place",)}.get(column.key, (column.key, "-place")),
        initial_sort_descending=is_points and column.key != "adjustment",
        attrs={"th": {"class": column.classes, **spoken}},
    )


@dataclass(frozen=True, slots=True)
class _Record:
    """A row, written and compared only where it is seen: of a thousand 200 stand on a page."""

    row: Any
    place: int
    columns: Mapping[str, Column]
    show: Callable[[Any], SafeString]

    def __getitem__(self, key: str) -> object:
        """What the row is sorted by in a column."""
        if key == "place":
            return self.place
        value = self.columns[key].value(self.row)
        if key == "name":
            return name_key(str(value))
        return LOWEST if value is None else figure_of(value)

    @property
    def html(self) -> SafeString:
        """The row."""
        return self.show(self.row)
