"""`{% papers "spot" %}`: the papers linked at a spot of a page, each as a link."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.exports.paper import Asked, Reader
from tournament.exports.papers import links_at
from tournament.lists.notes import progress_badge
from tournament.models import Round

register = template.Library()
register.filter(progress_badge)


@register.simple_tag(takes_context=True)
def papers(
    context: dict[str, Any],
    spot: str,
    of: Round | None = None,
    *,
    look: str = "",
    inside: str = "",
    between: str = "\n",
    is_known: bool = False,
    **given: object,
) -> SafeString:
    """Return links to papers that are permitted and possible; empty without any.

    of: the round; given: what the page adds to the addresses. look: a class; inside: the element
    around each. is_known: the page has checked that they are possible.
    """
    request = context["request"]
    if not hasattr(request, "paper_reader"):
        request.paper_reader = Reader(request.actor, context["tournament"])
    asked = Asked(request.paper_reader, of.number if of else None, given)
    links = []
    for link in links_at(spot, asked, is_known=is_known):
        classes = f"{look} primary" if link.is_main else look
        takes_long = link.paper.making and link.paper.takes_long(request.paper_reader)
        making = takes_long and format_html(
            ' data-making="{}" data-unreachable="{}"',
            link.paper.making,
            gettext("The server does not answer. Please try again."),
        )
        written = format_html(
            '<a{}{} href="{}"{}>{}</a>',
            format_html(' class="{}"', classes) if classes else "",
            "" if link.is_file else mark_safe(' target="_blank"'),
            link.address,
            making or "",
            link.words,
        )
        links.append(f"<{inside}>{written}</{inside}>" if inside else written)
    return mark_safe(between.join(links))  # noqa: S308 - format_html has made them
