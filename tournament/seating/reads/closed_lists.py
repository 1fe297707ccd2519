"""The list of players closed for a draw, and changes since.

Anybody who knows the secret could otherwise choose among outcomes by changing the list once the
number is known. So the list is sealed before a number may be entered (docs/draw-proof.md).
"""

from dataclasses import dataclass
from datetime import datetime

from tournament.draw import BY_STANDINGS
from tournament.draw.proof.steps import ListChanges, PlayerList, list_changes
from tournament.models import Commitment, SealedStep, Tournament
from tournament.seating.mapping import players_of
from tournament.seating.reads.commitments import method_from
from tournament.seating.reads.draws import PlayersToDraw
from tournament.seating.reads.plan_rounds import ranking_before


@dataclass(frozen=True, slots=True)
class ClosedList:
    """The list last closed for a commitment, compared with the current one.

    `is_stale`: seats, which also affect the draw, have changed since.
    """

    closed_at: datetime
    seal: str
    players: int
    sit_out: int
    changes: ListChanges
    is_stale: bool

    @property
    def holds(self) -> bool:
        """Whether it is valid for a draw: nothing relevant has changed since."""
        return not (self.changes or self.is_stale)


def player_list(
    tournament: Tournament, to_draw: PlayersToDraw, first: int, sit_out: int
) -> PlayerList:
    """Return the input of a draw from round `first` on. Refused: `standings_incomplete`."""
    by_standings = method_from(tournament, first) in BY_STANDINGS
    return PlayerList(
        players_of(to_draw.drawn, queue=tournament.neighbours_apart),
        first_round=first,
        ranking=ranking_before(tournament, first, to_draw) if by_standings else (),
        sit_out=sit_out,
    )


def list_to_close(tournament: Tournament, to_draw: PlayersToDraw, first: int) -> PlayerList:
    """Return the list as it would be closed now, with as many byes as the table sizes need."""
    return player_list(tournament, to_draw, first, to_draw.sit_out)


def closed_list(commitment: Commitment, listed: PlayerList) -> ClosedList | None:
    """Return the list closed for this commitment, compared with `listed`; two queries."""
    last = last_list(commitment)
    if last is None:
        return None
    return ClosedList(
        closed_at=last.created_at,
        seal=last.step["seal"],
        players=len(last.step["players"]),
        sit_out=last.step["sit_out"],
        changes=list_changes(last.step, listed.as_sealed()),
        is_stale=SealedStep.objects.filter(
            tournament=commitment.tournament_id, number__gt=last.number
        ).exists(),
    )


def last_list(commitment: Commitment) -> SealedStep | None:
    """Return the step that last closed the list for this commitment; one query."""
    steps = SealedStep.objects.filter(
        tournament=commitment.tournament_id, step__kind="list", step__commitment=commitment.value
    )
    return steps.order_by("-number").first()
