"""The body of a list. In Python: as a template, 176 rows of standings took three times as long."""

from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django_tables2 import Table
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow

from tournament.lists.notes import progress_badge

register = template.Library()
register.filter(progress_badge)

STACKS = "stacks"
"""The class of lists whose rows become blocks on a phone, each cell with its heading before it."""


@register.simple_tag
def table_body(table: Table) -> SafeString:
    """The rows of a django-tables2 table as `<tr>` elements, every cell escaped."""
    labelled = STACKS in str(table.attrs.get("class", "")).split()
    fixed = filter(_is_fixed, table.columns)
    openings = {column.name: _opening(column, labelled=labelled) for column in fixed}
    rows = [_row(row, openings) for row in table.paginated_rows]
    return mark_safe("".join(rows))  # noqa: S308 - each cell and each attribute is escaped


def _row(row: BoundRow, openings: dict[str, str]) -> str:
    cells = [
        f"{openings.get(column.name) or _opening(column)}{conditional_escape(cell)}</td>"
        for column, cell in row.items()
    ]
    return f"<tr {row.attrs.as_html()}>{''.join(cells)}</tr>\n"


def _opening(column: BoundColumn, *, labelled: bool = False) -> str:
    label = format_html(' data-label="{}"', column.header) if labelled else ""
    return f"<td {column.attrs['td'].as_html()}{label}>"


def _is_fixed(column: BoundColumn) -> bool:
    """Whether the cells of a column all have the same attributes."""
    attributes: dict[str, Any] = column.column.attrs.get("td", {})
    return not any(callable(value) for value in attributes.values())
