"""The plan of all rounds for the wall: by player, and by table."""

from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.paper import print_template
from tournament.exports.pdf.seat_lists import seed_note
from tournament.models import Tournament
from tournament.selectors.plans import PlanPlayer, PlanTable, SeatPlan, by_number, seat_plan

BY_NAME, BY_NUMBER, BY_TABLE = "name", "number", "table"
PORTRAIT_ROUNDS = 6
"""More rounds are printed in landscape."""
ROOMY_ROUNDS = 9
"""More rounds stand closer together."""
PORTRAIT_ROUNDS_BY_TABLE = 3
"""The same by table, where a column holds names."""
ROOMY_ROUNDS_BY_TABLE = 8
"""More rounds are printed smaller."""


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table on paper: one row per position, in it the player of each round or None."""

    number: int
    rows: tuple[tuple[PlanPlayer | None, ...], ...]


def plan(tournament: Tournament, by: str = BY_NAME, now: datetime | None = None) -> Document:
    """Where everybody sits in all rounds drawn, published or not; `by` "name", "number", "table".

    Anything else is by name. Refused: `unknown_round` while no round is drawn.
    """
    plan = seat_plan(tournament)
    if not plan.rounds:
        raise Refused("unknown_round", round=1)
    title = _title(by)

    def render() -> bytes:
        head = {
            "imprint": imprint(tournament, title, _status(plan), now, caution=_caution(plan)),
            "plan": plan,
            "draws": _draws(plan) if len(plan.draws) > 1 else (),
        }
        rounds = len(plan.rounds)
        if by == BY_TABLE:
            context = {
                "tables": tuple(map(table_block, plan.tables)),
                "wide": rounds > PORTRAIT_ROUNDS_BY_TABLE,
                "small": rounds > ROOMY_ROUNDS_BY_TABLE,
            }
            return print_template("pdf/plan_by_table.html", head | context)
        players = by_number(plan.players) if by == BY_NUMBER else plan.players
        context = {
            "players": players,
            "wide": rounds > PORTRAIT_ROUNDS,
            "small": rounds > ROOMY_ROUNDS,
        }
        return print_template("pdf/plan_by_player.html", head | context)

    return document(tournament, title, PDF, render)


def table_block(table: PlanTable) -> TableBlock:
    """The players of a table by position instead of by round."""
    return TableBlock(
        table.number, tuple(zip_longest(*(one_round.players for one_round in table.rounds)))
    )


def _title(by: str) -> str:
    if by == BY_TABLE:
        return gettext("Plan of all rounds by table")
    if by == BY_NUMBER:
        return gettext("Plan of all rounds by start number")
    return gettext("Plan of all rounds by name")


def _caution(plan: SeatPlan) -> str:
    """A warning with the sign that the rounds in question carry."""
    return f"{gettext('Contains rounds not published')} (*)" if plan.unpublished else ""


def _status(plan: SeatPlan) -> str:
    """The draw; with several of them their seeds would not fit the foot of a page."""
    if len(plan.draws) == 1:
        return seed_note(plan.draws[0])
    numbers = ", ".join(str(draw.number) for draw in plan.draws)
    return gettext("Draws %(numbers)s, seeds on the last page") % {"numbers": numbers}


def _draws(plan: SeatPlan) -> tuple[str, ...]:
    """Each draw with its seed and its rounds: "Draw 1, seed abc: R1, R2"."""
    return tuple(
        f"{seed_note(draw)}: "
        + ", ".join(
            gettext("R%(number)s") % {"number": round.number}
            for round in plan.rounds
            if round.draw == draw
        )
        for draw in plan.draws
    )
