"""The names on the screens, as plain strings: a thousand are remade after every act."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.shared.rules.places import SeatRow

register = template.Library()


@register.simple_tag
def hall_names(seats: Iterable[SeatRow]) -> SafeString:
    """Return everybody with table and position, or that they sit out."""
    sits_out = f'<span class="place out">{escape(gettext("sits out"))}</span>'
    items = []
    for each in seats:
        place = f'<span class="place"><strong>{each.table}</strong>–{each.seat}</span>'
        name = f'<span class="name" data-fit>{escape(each.public_list_name)}</span>'
        items.append(f"<li>{name}{place if each.table else sits_out}</li>")
    return mark_safe("".join(items))  # noqa: S308 - each text is escaped
