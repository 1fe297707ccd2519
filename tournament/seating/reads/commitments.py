"""Queries before a draw: the open commitment, its settings, and the list closed for it.

Anybody who knows the secret could otherwise choose among outcomes by changing the list once the
number is known. So the list is sealed before a number may be entered (docs/draw-proof.md).
"""

from dataclasses import dataclass
from datetime import datetime

from tournament.draw import BY_STANDINGS
from tournament.draw.proof import ListChanges, PlayerList, Program, Settings, list_changes
from tournament.models import Commitment, SealedStep, Tournament
from tournament.seating.mapping import commitment_of, players_of
from tournament.seating.reads.draws import PlayersToDraw, ranking_before

BY_HAND = "manual"
"""The method without lots: the direction assigns the seats."""
WITHOUT_STANDINGS = "redraw"
"""The method of round 1 where later rounds are drawn by the standings."""


def method_from(tournament: Tournament, first: int) -> str:
    """Return the method for rounds from `first` on; round 1 has no standings to go by."""
    method = tournament.draw_method
    return WITHOUT_STANDINGS if first == 1 and method in BY_STANDINGS else method


def settings_from(tournament: Tournament, first: int) -> Settings:
    """Return the tournament's settings for the draw from round `first` on."""
    return Settings(
        tournament=tournament.slug,
        rounds=tournament.rounds_planned,
        method=method_from(tournament, first),
        neighbours_apart=tournament.neighbours_apart,
        larger_tables=tournament.has_larger_tables,
    )


def open_commitment(tournament: Tournament, first: int, program: Program) -> Commitment | None:
    """Return the published commitment for a draw from round `first` on; one or two queries.

    None if there is none, or if it was made for other settings or another version of the program.
    """
    published = Commitment.objects.filter(tournament=tournament, published_at__isnull=False)
    commitment = published.select_related("draw", "tournament").order_by("-number").first()
    if commitment is None or hasattr(commitment, "draw"):
        return None
    promised = commitment_of(commitment)
    is_good = (promised.settings, promised.program) == (settings_from(tournament, first), program)
    return commitment if is_good else None


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
