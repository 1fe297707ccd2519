"""Tables that cannot be counted, for tests."""

from collections.abc import Sequence
from typing import Any

from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tournament.models import GameTable, SheetKind, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import close_round
from tournament.sheets.writes.sheets import Submission, submit_sheet

REASON = "Kaffee über der Liste"
LOST = ["average", "average", 0, -7]


def ruling(figures: Sequence[object] = LOST, **changed: object) -> dict[str, Any]:
    """Return a lost list: the direction's ruling on it."""
    return {"ruling": "list_lost", "reason": REASON, "figures": list(figures), **changed}


def rule_table(actor: Actor, table: GameTable, content: object, **more: Any) -> Submission:
    """Set the points of a table through the page."""
    return submit_sheet(actor, table, SheetKind.RULING, content, **more)


def rule(table: GameTable, figures: Sequence[object] = LOST, **changed: object) -> SheetVersion:
    """Set the points of a table, whichever version counts there."""
    table.refresh_from_db()
    current = table.current_version
    submission = rule_table(
        COMMAND_LINE,
        table,
        ruling(figures, **changed),
        based_on=current.number if current else None,
        reason=REASON,
    )
    table.refresh_from_db()
    return submission.version


def table_of(tournament: Tournament, round: int, number: int) -> GameTable:
    """A table of a round."""
    return GameTable.objects.get(round__tournament=tournament, round__number=round, number=number)


def make_lost_list(players: int = 8, **fields: object) -> Tournament:
    """Create three rounds, two played; the list of table 1 in round 1 is lost and ruled.

    Every other table has +6 +2 −2 −6 (0).
    """
    planned = {"rounds_planned": 3, **fields}
    tournament = make_drawn_tournament(players, published=3, **planned)
    for number in (1, 2):
        enter_round(round_number(tournament, number))
    rule(table_of(tournament, 1, 1))
    return tournament


def play_the_rest(tournament: Tournament) -> None:
    """Enter round 3, and close all."""
    enter_round(round_number(tournament, 3))
    for number in (1, 2, 3):
        close_round(COMMAND_LINE, round_number(tournament, number))
