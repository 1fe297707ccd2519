"""Lists and their headings."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from tournament.tables import ListTable

register = template.Library()


@register.simple_tag(takes_context=True)
def headings(context: dict[str, Any], table: ListTable) -> SafeString:
    """Return the headings of a list; the current sort is visible, and said to screen readers."""
    asked = dict(context["request"].GET)
    written = []
    for column in table.columns:
        order = column.order_by_alias
        words: str = column.header
        if column.orderable:
            wanted = asked | {table.prefixed_order_by_field: [order.next]}
            words = format_html('<a href="?{}">{}</a>', urlencode(wanted, doseq=True), words)
        marks = {"scope": "col"} | {name: text for name, text in column.attrs["th"].items() if text}
        if column.is_ordered:
            marks["aria-sort"] = "ascending" if order.is_ascending else "descending"
        told = [format_html(' {}="{}"', *mark) for mark in marks.items()]
        written.append(format_html("<th{}>{}</th>", mark_safe("".join(told)), words))  # noqa: S308 - escaped above
    return mark_safe("".join(written))  # noqa: S308 - every heading is escaped
