"""Players and plans, as strings: a thousand by templates took long."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from typing import TypeVar

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from scoring.terms import FIVE_TABLE
from tournament.labels.people import affiliation_name, field_value, people_words
from tournament.labels.points import signed
from tournament.lists.html import player_link as link_to_player
from tournament.lists.people import exchange_sign, note_of, seat_wishes
from tournament.models import Entry, Tournament
from tournament.seating.reads.plans import PlanPlayer, PlanTable, TableInRound
from tournament.shared.rules.fields import Field, PlayerData
from tournament.shared.rules.places import SeatRow

Row = TypeVar("Row")

register = template.Library()
register.filter("note_of", note_of)
register.filter("seat_wishes", seat_wishes)
register.filter("people_words", people_words)


@register.filter
def told(player: PlayerData, field: Field) -> object:
    """Return a field's value in words."""
    return field_value(field, getattr(player, field.name))


@register.filter
def affiliation_heading(tournament: Tournament) -> str:
    """Return the heading of what lists name beside a player."""
    return affiliation_name(shows_teams=tournament.shows_teams)


@register.filter
def affiliation(tournament: Tournament, entry: Entry) -> str:
    """Return what lists name beside a player, the club or the team."""
    return tournament.affiliation(entry.club_short, entry.team)


@register.simple_tag
def player_link(tournament: Tournament, entry: int, name: str) -> SafeString:
    """Return a name linked to the page of its player, an entry; no query."""
    return link_to_player(tournament.slug, entry, name)


def players_with_points(
    tournament: Tournament,
    lines: Iterable[tuple[SeatRow, int | None]],
    noted: Mapping[int, Entry],
) -> SafeString:
    """Return the players of a table, each with the note and the points that are in."""
    return _each(
        lines,
        lambda line: (
            f"<span>{_link(tournament, line[0])} {note_of(noted.get(line[0].entry_id))} "
            f'<span class="points">{"" if line[1] is None else signed(line[1])}</span></span>\n'
        ),
    )


@register.simple_tag
def seat_tables(
    tournament: Tournament, seats: Iterable[SeatRow], noted: Mapping[int, Entry], swap: str = ""
) -> SafeString:
    """Return each table with its seats: notes, club or team, and the link to swap each, if any."""
    exchange, name = exchange_sign(swap), escape(gettext("Table %(number)s"))
    five = f' <span class="badge">{escape(gettext("table of five"))}</span>'

    def item(seat: SeatRow) -> str:
        return (
            f'<li><span class="line"><span>{_link(tournament, seat)} '
            f"{note_of(noted.get(seat.entry_id))}</span> "
            f'<span class="hint">{escape(seat.affiliation)}{exchange(seat)}</span></span></li>\n'
        )

    def card(of_table: tuple[int, Iterator[SeatRow]]) -> str:
        number, items = of_table[0], [*map(item, of_table[1])]
        size = five if len(items) == FIVE_TABLE else ""
        return (
            f'<li class="card game-table"><h2>{name % {"number": number}}{size}</h2>'
            f"<ol>{''.join(items)}</ol></li>\n"
        )

    return _each(groupby(seats, key=lambda seat: seat.table), card)


def _link(tournament: Tournament, seat: SeatRow | PlanPlayer) -> str:
    return player_link(tournament, seat.entry_id, seat.list_name)


def _each(rows: Iterable[Row], write: Callable[[Row], str]) -> SafeString:
    return mark_safe("".join(map(write, rows)))  # noqa: S308 - every name in it is escaped


@register.filter
def of_line(asked: Mapping[int, object], line: int) -> object:
    """Return the question about a line of a list; None without one."""
    return asked.get(line)


@register.simple_tag
def plan_rows(tournament: Tournament, players: Iterable[PlanPlayer], published: int) -> SafeString:
    """Return the rows of the plan by player; after the `published` rounds, marked unpublished."""

    def row(player: PlanPlayer) -> str:
        seats = "".join(
            f'<td class="seat{" unpublished" if at >= published else ""}">{seat or "–"}</td>'
            for at, seat in enumerate(player.seats)
        )
        name = player_link(tournament, player.entry_id, player.list_name)
        return (
            f'<tr><td class="number">{player.number}</td><th scope="row">{name}</th>'
            f'<td class="club hint">{escape(player.affiliation)}</td>{seats}</tr>\n'
        )

    return mark_safe("".join(map(row, players)))  # noqa: S308 - every name in it is escaped


@register.simple_tag
def plan_tables(tournament: Tournament, tables: Iterable[PlanTable]) -> SafeString:
    """Return each table with its players per round."""
    heading, nobody = gettext("Table %(number)s"), escape(gettext("Not in use"))
    items: dict[int, str] = {}  # everybody occurs once in each round

    def item(player: PlanPlayer) -> str:
        if player.entry_id not in items:
            items[player.entry_id] = f"<li>{_link(tournament, player)}</li>"
        return items[player.entry_id]

    def in_round(place: TableInRound) -> str:
        people = f'<p class="hint">{nobody}</p>'
        if place.players:
            people = f"<ol>{''.join(map(item, place.players))}</ol>"
        mark = "" if place.round.published_at else ' class="unpublished"'
        return f'<li class="card"><h3{mark}>{escape(str(place.round))}</h3>{people}</li>\n'

    def section(table: PlanTable) -> str:
        mark, title = f"table-{table.number}", escape(heading % {"number": table.number})
        rounds = "".join(map(in_round, table.rounds))
        return (
            f'<section class="plan-table" aria-labelledby="{mark}"><h2 id="{mark}">{title}</h2>'
            f'<ul class="plan-rounds">{rounds}</ul></section>\n'
        )

    return mark_safe("".join(map(section, tables)))  # noqa: S308 - every name in it is escaped
