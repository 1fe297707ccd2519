"""Players in templates."""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.labels.seat_wishes import seat_wishes
from tournament.models import Tournament

register = template.Library()
register.filter("seat_wishes", seat_wishes)


@register.simple_tag
def player_link(tournament: Tournament, entry: int, name: str) -> SafeString:
    """A name that leads to the page of its player, an entry; no query."""
    return format_html(
        '<a href="{}">{}</a>', reverse("player", args=[tournament.slug, entry]), name
    )


@register.filter
def of_line(asked: Mapping[int, object], line: int) -> object:
    """What is asked about a line of a list; None where nothing is."""
    return asked.get(line)
