"""The head of a page: its title, and its own styles and scripts."""

from functools import cache
from html import unescape

from django import template
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.templatetags.static import static
from django.utils.html import format_html_join, strip_tags
from django.utils.safestring import SafeString

register = template.Library()

_CONTENT = ("kreuzdame", "bar", "head", "cards", "lists", "forms")
HEADS = {
    "page": (_CONTENT, ("keys", "clock", "find")),
    "fault": (_CONTENT, ()),
    "phone": (("kreuzdame", "cards", "forms", "phones"), ("clock",)),
    "door": (("screen",), ()),
    "screen": (("screen", "stage", "stage-lists", "qr"), ("stage", "clock", "clock-sound")),
}
"""The styles and scripts of each kind of page, besides those a page adds itself."""


@register.inclusion_tag("components/head.html")
def head(kind: str) -> dict[str, object]:
    """Return the styles and scripts of this kind of page; tokens.css has colours and sizes."""
    of_kind, scripts_of_kind = HEADS[kind]
    return {"links": styles("tokens", *of_kind), "scripts": scripts(*scripts_of_kind)}


@register.simple_tag(takes_context=True)
def heading_as_title(context: Context) -> str:
    """Return the plain text of the block `heading`: the title of most pages."""
    heading = context.render_context[BLOCK_CONTEXT_KEY].get_block("heading")
    return " ".join(unescape(strip_tags(heading.render(context))).split())


@register.simple_tag
@cache
def styles(*names: str) -> SafeString:
    """Return link tags for these styles."""
    files = ((static(f"tournament/{name}.css"),) for name in names)
    return format_html_join("", '<link rel="stylesheet" href="{}">', files)


@register.simple_tag
@cache
def scripts(*names: str) -> SafeString:
    """Return script tags for these scripts."""
    files = ((static(f"tournament/{name}.js"),) for name in names)
    return format_html_join("", '<script src="{}" type="module"></script>', files)
