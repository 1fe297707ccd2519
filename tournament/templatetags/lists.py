"""Lists and their pages."""

from typing import Any

from django import template
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from tournament.tables import ListTable

register = template.Library()


@register.simple_tag(takes_context=True)
def render_table(context: dict[str, Any], table: ListTable) -> SafeString:
    """Return the list."""
    return table.as_html(context["request"])


@register.simple_tag(takes_context=True)
def at_page(context: dict[str, Any], field: str, number: int) -> SafeString:
    """Return the address of another page; a check that was asked for is done on one alone."""
    asked = dict(context["request"].GET) | {field: [str(number)]}
    asked.pop("check", None)
    return escape("?" + urlencode(asked, doseq=True))
