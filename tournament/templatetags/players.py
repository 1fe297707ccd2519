"""Players in templates."""

from collections.abc import Mapping

from django import template

from tournament.labels.seat_wishes import seat_wishes

register = template.Library()
register.filter("seat_wishes", seat_wishes)


@register.filter
def of_line(asked: Mapping[int, object], line: int) -> object:
    """What is asked about a line of a list; None where nothing is."""
    return asked.get(line)
