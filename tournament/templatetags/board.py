"""The tiles of the missing-sheet board: `{% board_tiles tournament round tiles %}`.

The page of a round shows the same in lines. Plain strings: every open board polls for them every
few seconds, and 250 of them took most of the time when rendered by a template.
"""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from tournament.labels.rounds import BOARD_STATES, SHAPES
from tournament.lists.html import numbered
from tournament.models import Round, Tournament
from tournament.rounds.reads.board import BoardState, BoardTable
from tournament.rounds.reads.rounds import TableState
from tournament.templatetags.clock import milliseconds

register = template.Library()


@register.simple_tag
def board_tiles(
    tournament: Tournament, round: Round, tiles: Iterable[tuple[BoardTable, str]]
) -> SafeString:
    """Return a tile for each table, linked to its sheet, with its button; no query.

    The button's name says what can be noted about the paper: "here", "gone" or "" for none.
    """
    sheet = numbered("sheet", tournament.slug, round.number)
    table = gettext("Table")
    acts = {"here": capfirst(pgettext("table", "at the desk")), "gone": gettext("Not here")}
    states = {state: str(BOARD_STATES[state]) for state in BoardState}

    def written(on: BoardTable, act: str) -> str:
        number, state = on.number, on.state
        more = escape(_times(on))
        if on.awaits_direction:
            more = escape(gettext("dealt out of turn: to be confirmed"))
        elif on.is_ruled:
            more = escape(gettext("set by the direction"))
        elif on.due_since:
            more = due_for(on)
        button = (
            f'<button class="button small" form="board-papers" name="{act}" value="{number}">'
            f'{acts[act]}<span class="visually-hidden">, {table} {number}</span></button>'
            if act
            else ""
        )
        return (
            f'<li data-table="{number}"><a class="tile {state}" href="{sheet(number)}">'
            f'<span class="visually-hidden">{table}</span> <strong>{number}</strong> '
            f'<span class="tile-state"><span aria-hidden="true">{SHAPES[state]}</span> '
            f'{states[state]}</span> <span class="tile-more">{more}</span></a>'
            f"{button}</li>\n"
        )

    return mark_safe("".join(written(*each) for each in tiles))  # noqa: S308 - words of ours and figures


@register.simple_tag
def table_link(tournament: Tournament, round: Round, number: int, classes: str = "") -> SafeString:
    """Return a table's name, linked to its sheet."""
    word = gettext("Table %(number)s") % {"number": number}
    address = numbered("sheet", tournament.slug, round.number)(number)
    styled = f' class="{classes}"' if classes else ""
    return mark_safe(f'<a href="{address}"{styled}>{escape(word)}</a>')  # noqa: S308 - escaped


@register.simple_tag
def sheet_state(table: TableState, on: BoardTable) -> SafeString:
    """Return the state of a table's sheet as on the board: shape and word, then colour."""
    word = gettext("set by the direction") if on.is_ruled else str(BOARD_STATES[on.state])
    shape = f'<span aria-hidden="true">{SHAPES[on.state]}</span>'
    parts = [f'<span class="table-state {on.state}">{shape} {escape(word)}</span>']
    for is_so, look, words in (
        (table.has_exceptions, "waiting", gettext("with exception")),
        (on.awaits_direction, "action", gettext("dealt out of turn: to be confirmed")),
    ):
        if is_so:
            parts.append(f'<span class="badge {look}">{escape(words)}</span>')
    return mark_safe("\n".join(parts))  # noqa: S308 - each word is escaped


@register.simple_tag
def due_for(table: BoardTable) -> SafeString:
    """Return for how many minutes the sheet of a table is due; clock.js counts on."""
    if not table.due_since:
        return SafeString()
    due = gettext('due for <span data-minutes-since="%(since)s">%(minutes)s</span> min')
    shown = due % {"since": milliseconds(table.due_since), "minutes": table.due_minutes}
    return mark_safe(shown)  # noqa: S308 - words of ours and figures


def _times(table: BoardTable) -> str:
    """Return since when the paper is here, else the table's deviating times."""
    begun = table.received_at or (table.state is BoardState.RUNNING and table.started_at)
    words = [gettext("since %(time)s") % {"time": f"{localtime(begun):%H:%M}"}] if begun else []
    if table.state is BoardState.RUNNING and table.extra_minutes and not table.received_at:
        words.append(gettext("+%(minutes)s min") % {"minutes": table.extra_minutes})
    return " ".join(words)
