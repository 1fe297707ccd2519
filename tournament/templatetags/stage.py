"""What the pictures of the hall are made of: names, rows page after page, the map of a draw.

Rows are strings: a thousand rendered by a template took long, and every screen asks for them.
"""

from collections.abc import Collection, Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from tournament.labels.points import signed
from tournament.models import Tournament
from tournament.seating.reads.plans import places_in_hall
from tournament.seating.rules import arranged
from tournament.shared.rules.places import SeatRow
from tournament.stage.reads import HallLine

register = template.Library()

SQUARE, GAP = 40, 6
"""A table of the map, and what is free between two."""


@register.filter
def spoken_name(name: str) -> SafeString:
    """Return a name of a list, "Franke, Änne", as it is spoken: first the first name, smaller."""
    last, first = _in_two(name)
    return mark_safe(f"<small>{first}</small> <b>{last}</b>" if first else f"<b>{last}</b>")  # noqa: S308 - escaped


def _in_two(name: str) -> tuple[str, str]:
    """Return last and first name, escaped; initials are all last name."""
    last, _comma, first = escape(name).partition(", ")
    return last, first


@register.simple_tag
def hall_names(seats: Iterable[SeatRow]) -> SafeString:
    """Return everybody with table and position, or that they sit out."""
    sits_out = f'<span class="place out">{escape(gettext("sits out"))}</span>'
    items = []
    for each in seats:
        place = f'<span class="place"><strong>{each.table}</strong>–{each.seat}</span>'
        last, first = _in_two(each.public_list_name)
        name = f"<b>{last}</b> <small>{first}</small>" if first else f"<b>{last}</b>"
        named = f'<span class="name">{name}</span>'
        items.append(f"<li>{named}{place if each.table else sits_out}</li>")
    return mark_safe("".join(items))  # noqa: S308 - each text is escaped


@register.simple_tag
def hall_ranks(lines: Iterable[HallLine], *, with_rounds: bool) -> SafeString:
    """Return everybody with rank and total; with the last round and the places gained, if any."""
    return mark_safe("".join(_rank(line, with_rounds) for line in lines))  # noqa: S308 - each text is escaped


def _rank(line: HallLine, with_rounds: bool) -> str:
    row = line.row
    rank = "–" if row.rank is None else row.rank
    name = f'<span class="name">{spoken_name(row.public_list_name)}</span>'
    rise = f'<span class="rise">{_moved(line.rise or 0)}</span>' if with_rounds else ""
    points = "–" if line.last is None else signed(line.last)
    last = f'<span class="last">{points}</span>' if with_rounds else ""
    return (
        f'<li{" class=first" if row.rank == 1 else ""}><span class="rank">{rank}</span>{rise}'
        f'{name}{last}<strong class="total">{signed(row.total)}</strong></li>'
    )


def _moved(places: int) -> str:
    if not places:
        return ""
    if places > 0:
        look, words = "up", ngettext("%(count)s place up", "%(count)s places up", places)
    else:
        look, words = "down", ngettext("%(count)s place down", "%(count)s places down", -places)
    sign = {"up": "▲", "down": "▼"}[look]
    said = escape(words % {"count": abs(places)})
    return (
        f'<span class="{look}" aria-hidden="true">{sign}</span>'
        f'<span aria-hidden="true">{abs(places)}</span>'
        f'<span class="visually-hidden"> {said}</span>'
    )


@register.inclusion_tag("stage/map.html")
def drawn_map(tournament: Tournament, tables: Collection[int]) -> dict[str, object]:
    """Return the tables where they stand, in the order in which they fill; no query."""
    spots = arranged(tables, places_in_hall(tournament))
    columns = 1 + max((spot.column for spot in spots.values()), default=0)
    rows = 1 + max((spot.row for spot in spots.values()), default=0)
    step = SQUARE + GAP
    return {
        "squares": [
            (number, spots[number].column * step, spots[number].row * step)
            for number in sorted(spots)
        ],
        "side": SQUARE,
        "middle": SQUARE // 2,
        "width": columns * step - GAP,
        "height": rows * step - GAP,
    }
