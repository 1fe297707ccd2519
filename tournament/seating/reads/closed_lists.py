"""The list of players as it was closed for a draw, and what has changed since.

Whoever knows the secret could, once the number is known, still choose among outcomes by changing
the list. So it is sealed before a number may be given (docs/draw-proof.md).
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
    """The list as it was closed last for a commitment, and how it differs from that of now.

    `is_stale`: seats have changed since, which a draw goes by as well.
    """

    closed_at: datetime
    seal: str
    players: int
    sit_out: int
    changes: ListChanges
    is_stale: bool

    @property
    def holds(self) -> bool:
        """Whether a draw may go by it: nothing that decides has changed since."""
        return not (self.changes or self.is_stale)


def player_list(
    tournament: Tournament, to_draw: PlayersToDraw, first: int, sit_out: int
) -> PlayerList:
    """What a draw from round `first` on goes by. Refused: `standings_incomplete`."""
    by_standings = method_from(tournament, first) in BY_STANDINGS
    return PlayerList(
        players_of(to_draw.drawn, queue=tournament.neighbours_apart),
        first_round=first,
        ranking=ranking_before(tournament, first, to_draw) if by_standings else (),
        sit_out=sit_out,
    )


def list_to_close(tournament: Tournament, to_draw: PlayersToDraw, first: int) -> PlayerList:
    """The list as it would be closed now; so many sit out as fit no tables."""
    return player_list(tournament, to_draw, first, to_draw.sit_out)


def closed_list(commitment: Commitment, listed: PlayerList) -> ClosedList | None:
    """The list closed for this commitment, held against `listed`; two queries."""
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
    """The step that closed the list for this commitment last; one query."""
    steps = SealedStep.objects.filter(
        tournament=commitment.tournament_id, step__kind="list", step__commitment=commitment.value
    )
    return steps.order_by("-number").first()
