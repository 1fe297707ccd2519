"""`{% papers "place" %}`: the papers linked at a place of a page, each as a link."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.exports.papers import Asked, PaperLink, Reader, Spot, links_at
from tournament.models import Round

register = template.Library()


@register.simple_tag(takes_context=True)
def papers(
    context: dict[str, Any],
    place: str,
    of: Round | None = None,
    *,
    style: str = "",
    inside: str = "",
    between: str = "\n",
    is_known: bool = False,
    **given: object,
) -> SafeString:
    """Links to what this reader may have and what is possible; nothing where there is none.

    of: the round; given: what the page adds to the addresses, as far as a paper asks for it.
    style: a class; inside: the element around each; between: what stands between two.
    is_known: the page itself has seen that they are possible.
    """
    request = context["request"]
    if not hasattr(request, "paper_reader"):
        request.paper_reader = Reader(request.actor, context["tournament"])
    asked = Asked(request.paper_reader, of, given)
    links = [_written(link, style) for link in links_at(Spot(place), asked, is_known=is_known)]
    if inside:
        links = [f"<{inside}>{link}</{inside}>" for link in links]
    return mark_safe(between.join(links))  # noqa: S308 - format_html has made them


def _written(link: PaperLink, style: str) -> str:
    classes = f"{style} primary" if link.is_main else style
    making = link.paper.making and format_html(
        ' data-making="{}" data-unreachable="{}"',
        link.paper.making,
        gettext("The server does not answer: please press again."),
    )
    return format_html(
        '<a{}{} href="{}"{}>{}</a>',
        format_html(' class="{}"', classes) if classes else "",
        "" if link.is_file else mark_safe(' target="_blank"'),
        link.address,
        making,
        link.words,
    )
