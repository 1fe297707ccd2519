"""What a browser calls a page: its heading, unless it fills the block `title` itself."""

from html import unescape

from django import template
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils.html import strip_tags

register = template.Library()


@register.simple_tag(takes_context=True)
def heading_as_title(context: Context) -> str:
    """The text of the block `heading`, without links and marks."""
    heading = context.render_context[BLOCK_CONTEXT_KEY].get_block("heading")
    return " ".join(unescape(strip_tags(heading.render(context))).split())
