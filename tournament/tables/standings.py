"""The standings and the result of one round as sortable lists."""

from collections.abc import Iterator
from typing import Any

import django_tables2 as tables

from tournament.labels.names import name_key
from tournament.lists.columns import Column, Kind, List, figure_of
from tournament.lists.html import page_rows

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
        super().__init__(list(_records(shown, people)), extra_columns=columns, **kwargs)
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


def _records(listed: List, people: str) -> Iterator[dict[str, object]]:
    """What each row is sorted by, and the row."""
    rows = zip(listed.by_key(), page_rows(listed, people), strict=True)
    for place, (row, html) in enumerate(rows):
        keys = {key: LOWEST if value is None else figure_of(value) for key, value in row.items()}
        yield {**keys, "name": name_key(str(row["name"])), "place": place, "html": html}
