"""Players in templates.

What stands there a thousand times is written as strings: through templates it took four times as
long.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import TypeVar

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.core.places import SeatRow
from tournament.labels.points import signed
from tournament.lists.addresses import player_link as link_to_player
from tournament.lists.people import seat_wishes
from tournament.models import Tournament
from tournament.selectors.plans import PlanPlayer

Row = TypeVar("Row")

register = template.Library()
register.filter("seat_wishes", seat_wishes)


@register.simple_tag
def player_link(tournament: Tournament, entry: int, name: str) -> SafeString:
    """A name that leads to the page of its player, an entry; no query."""
    return link_to_player(tournament.slug, entry, name)


@register.simple_tag
def player_items(tournament: Tournament, seats: Iterable[SeatRow | PlanPlayer]) -> SafeString:
    """Who sits at a table, as items of a list."""
    return _each(seats, lambda seat: f"<li>{_link(tournament, seat)}</li>")


@register.simple_tag
def players_with_points(
    tournament: Tournament, lines: Iterable[tuple[SeatRow, int | None]]
) -> SafeString:
    """Who sits at a table, each with the points that are in."""
    return _each(
        lines,
        lambda line: (
            f"<span>{_link(tournament, line[0])} "
            f'<span class="points">{"" if line[1] is None else signed(line[1])}</span></span>\n'
        ),
    )


@register.simple_tag
def seat_items(tournament: Tournament, seats: Iterable[SeatRow], swap: str = "") -> SafeString:
    """The seats of a table, with their clubs and the way to exchange each, if there is one."""
    exchange = _exchange(swap)
    return _each(
        seats,
        lambda seat: (
            f'<li><span class="line"><span>{_link(tournament, seat)}</span> '
            f'<span class="hint">{escape(seat.club)}{exchange(seat)}</span></span></li>\n'
        ),
    )


@register.simple_tag
def seat_rows(tournament: Tournament, seats: Iterable[SeatRow], swap: str = "") -> SafeString:
    """People with their seats as the rows of a table; table 0 is who sits out."""
    exchange, sits_out = _exchange(swap), escape(gettext("sits out"))

    def row(seat: SeatRow) -> str:
        place = f'<td class="number" colspan="2">{sits_out}</td>'
        if seat.table:
            place = (
                f'<td class="number"><strong>{seat.table}</strong></td>'
                f'<td class="number">{seat.seat}{exchange(seat)}</td>'
            )
        club = escape(seat.club)
        name = f'<td class="name" data-below="{club}">{_link(tournament, seat)}</td>'
        return f'<tr>{name}<td class="minor">{club}</td>{place}</tr>\n'

    return _each(seats, row)


def _link(tournament: Tournament, seat: SeatRow | PlanPlayer) -> str:
    return player_link(tournament, seat.entry_id, seat.list_name)


def _exchange(swap: str) -> Callable[[SeatRow], str]:
    """A sign that leads to the exchange of a seat; nothing where that has no address."""
    words = gettext("Exchange the seat of %(name)s")

    def sign(seat: SeatRow) -> str:
        if not swap:
            return ""
        read_out = escape(words % {"name": seat.list_name})
        return (
            f' <a class="swap" href="{swap}?one={seat.number}"><span aria-hidden="true">⇄</span>'
            f'<span class="visually-hidden">{read_out}</span></a>'
        )

    return sign


def _each(rows: Iterable[Row], write: Callable[[Row], str]) -> SafeString:
    return _safe("".join(map(write, rows)))


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 - every name in it is escaped


@register.filter
def of_line(asked: Mapping[int, object], line: int) -> object:
    """What is asked about a line of a list; None where nothing is."""
    return asked.get(line)
