"""Lists and their headings."""

from html import escape
from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
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
        told = "".join(f' {name}="{escape(str(text))}"' for name, text in marks.items())
        written.append(f"<th{told}>{conditional_escape(words)}</th>")
    return mark_safe("".join(written))  # noqa: S308 - every heading is escaped
