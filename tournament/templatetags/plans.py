"""The plan of all rounds as plain strings, for speed: a thousand people in eight rounds."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.models import Tournament
from tournament.seating.reads.plans import PlanPlayer, PlanTable, TableInRound
from tournament.templatetags.players import player_items, player_link

register = template.Library()


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
            f'<td class="club hint">{escape(player.club)}</td>{seats}</tr>\n'
        )

    return mark_safe("".join(map(row, players)))  # noqa: S308 - every name in it is escaped


@register.simple_tag
def plan_tables(tournament: Tournament, tables: Iterable[PlanTable]) -> SafeString:
    """Return each table with its players per round."""
    heading, nobody = gettext("Table %(number)s"), escape(gettext("Not in use"))
    items: dict[int, str] = {}  # everybody occurs once in each round

    def item(player: PlanPlayer) -> str:
        if player.entry_id not in items:
            items[player.entry_id] = player_items(tournament, [player])
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
