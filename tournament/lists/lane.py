"""The tables of the totals lane, as strings: by a template 250 took most of the page's time."""

from collections.abc import Iterable
from html import escape

from django.utils.translation import gettext

from tournament.lists.html import numbered
from tournament.models import Round, Tournament
from tournament.rounds.reads.rounds import TableState

LaneRow = tuple[int, str, str]
"""A table's number, and what is written of it before and after whether its sheet is in."""


def rows_of_lane(
    tournament: Tournament, round: Round, tables: Iterable[TableState]
) -> list[LaneRow]:
    """Return every table of a round: the link to its sheet, and data for the totals lane."""
    sheet = numbered("sheet", tournament.slug, round.number)
    word = escape(gettext("Table"))
    written = []
    for table in tables:
        played = tournament.at_table(table.size)
        flags = {" data-adds-up": played.adds_up, " data-equal-parity": played.equal_parity}
        people = "".join(f"<li>{escape(player.name)}</li>" for player in table.players)
        before = (
            f'<li data-id="{table.pk}" data-table="{table.number}" data-code="{escape(table.code)}"'
            f' data-size="{table.size}" data-games="{played.planned}"'
            f"{''.join(flag for flag, is_set in flags.items() if is_set)}"
        )
        after = (
            f'><a href="{sheet(table.number)}?kind=totals">'
            f'<span class="visually-hidden">{word}</span>'
            f" {table.number}</a><ol hidden>{people}</ol></li>\n"
        )
        written.append((table.number, before, after))
    return written
