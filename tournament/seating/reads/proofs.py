"""Commitments before the draws, and their proof: all changes of seats in order.

Anybody who knows the secret of a commitment could choose among outcomes by changing the list once
the number is known. So the list is sealed before a number may be entered (docs/draw-proof.md).

Seed and secret of a draw reveal every seat it gave. So only the direction sees them until all
rounds of that draw are published; seal and commitment reveal nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.draw import BY_STANDINGS
from tournament.draw.proof import (
    ListChanges,
    PlayerList,
    Program,
    Settings,
    Step,
    broken_at,
    is_proven,
    list_changes,
)
from tournament.models import Commitment, Draw, Round, SealedStep, Tournament
from tournament.rounds.reads.rounds import rounds_of
from tournament.seating.mapping import commitment_of, players_of
from tournament.seating.reads.draws import PlayersToDraw, ranking_before
from tournament.shared.reads.prepared import Prepared

_PUBLISHED = Prepared(
    lambda tournament: (
        Commitment.objects.filter(tournament=tournament, published_at__isnull=False)
        .select_related("draw", "tournament")
        .order_by("-number")[:1]
    )
)


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One change of seats, or the closing of a list before a draw.

    The facts are read from the sealed `step` only. `draw` adds user, method and quality; None for
    seats changed without a draw (repair, swap) and for closed lists. `changes` are the differences
    where a list was closed again. `is_public`: it reveals no unpublished seats.
    """

    number: int
    created_at: datetime
    step: Step
    draw: Draw | None
    is_public: bool
    is_proven: bool
    changes: ListChanges | None

    @property
    def seal(self) -> str:
        """The seal of this step and all before it."""
        return str(self.step["seal"])

    @property
    def first(self) -> int:
        """The first round concerned."""
        return int(self.step["first_round"])

    @property
    def redraw(self) -> int:
        """The number of this redraw, 0 if it is none."""
        return self.step.get("redraw") or 0

    @property
    def reason(self) -> str:
        """The reason; empty for first draws and closed lists."""
        return str(self.step.get("reason", ""))

    @property
    def is_list(self) -> bool:
        """Whether it is the closing of a list of players."""
        return bool(self.step["kind"] == "list")

    @property
    def is_change(self) -> bool:
        """Whether it is a change of seats without lots."""
        return bool(self.step["kind"] == "change")

    @property
    def expected(self) -> int:
        """For how many people numbers are drawn at the registration desk, else 0."""
        return self.step.get("expected") or 0

    @property
    def players(self) -> int:
        """The number of players; of a list closed for the registration desk those expected."""
        return len(self.step["players"]) or self.expected

    @property
    def commitment(self) -> Commitment | None:
        """The commitment redeemed by the draw; None without one."""
        return self.draw.commitment if self.draw else None


@dataclass(frozen=True, slots=True)
class Proof:
    """All steps in order; `waiting` is the commitment of the next draw, `void` the unused ones.

    `broken_at`: the first step whose seal does not match; None: all match.
    """

    steps: tuple[ProofStep, ...]
    broken_at: int | None
    waiting: Commitment | None
    void: tuple[Commitment, ...]
    is_public: bool

    @property
    def without_draw(self) -> tuple[Commitment, ...]:
        """The commitments without a draw."""
        return (self.waiting, *self.void) if self.waiting else self.void

    @property
    def draws(self) -> tuple[ProofStep, ...]:
        """The steps with lots, by a commitment or by an own seed."""
        return tuple(step for step in self.steps if not (step.is_list or step.is_change))

    @property
    def proven(self) -> int:
        """The number of draws that are proven."""
        return sum(step.is_proven for step in self.draws)

    @property
    def seal(self) -> str:
        """The seal over all steps; empty before the first draw."""
        return self.steps[-1].seal if self.steps else ""


def proof_of(tournament: Tournament, program: Program) -> Proof:
    """Return the whole proof for page and paper; six queries at most."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    hidden = {round.draw_id for round in rounds if not round.published_at}
    first = next((round.number for round in rounds if not round.published_at), len(rounds) + 1)
    waiting = open_commitment(tournament, first, program)
    in_vain = Commitment.objects.filter(
        tournament=tournament, published_at__isnull=False, draw__isnull=True
    )
    sealed = list(SealedStep.objects.filter(tournament=tournament).order_by("number"))
    return Proof(
        steps=tuple(_steps(tournament, sealed, hidden)),
        broken_at=broken_at([row.step for row in sealed]),
        waiting=waiting,
        void=tuple(
            commitment for commitment in in_vain.order_by("number") if commitment != waiting
        ),
        is_public=not hidden,
    )


def is_proof_public(tournament: Tournament) -> bool:
    """Whether the whole proof may be published: every drawn round is."""
    return all(round.published_at for round in rounds_of(tournament))


def last_seal(tournament: Tournament) -> str:
    """Return the seal over all steps so far, or ""; one query."""
    steps = SealedStep.objects.filter(tournament=tournament).order_by("-number")
    return str(steps.values_list("step__seal", flat=True).first() or "")


def latest_commitment(tournament: Tournament) -> Commitment | None:
    """Return the commitment published last, with or without its draw; one query."""
    published = Commitment.objects.filter(tournament=tournament, published_at__isnull=False)
    return published.order_by("-number").first()


def _steps(
    tournament: Tournament, sealed: Sequence[SealedStep], hidden: set[int]
) -> Iterator[ProofStep]:
    promised: dict[str, Draw] = {}  # by their commitment
    others: list[Draw] = []
    draws = Draw.objects.filter(tournament=tournament).select_related(
        "commitment", "user", "tournament"
    )
    for draw in draws.order_by("number"):
        if draw.commitment:
            promised[draw.commitment.value] = draw
        else:
            others.append(draw)
    closed: dict[str, Step] = {}
    before: Step | None = None
    for row in sealed:
        step, found, earlier = row.step, None, None
        if step["kind"] == "list":
            earlier = closed.get(step["commitment"])
            closed[step["commitment"]] = step
        elif commitment := step.get("commitment"):
            found = promised.get(commitment)
        elif others and others[0].created_at <= row.created_at:
            found = others.pop(0)  # created in the same transaction as the step that seals it
        yield ProofStep(
            number=row.number,
            created_at=row.created_at,
            step=step,
            draw=found,
            is_public=found is None or found.pk not in hidden,
            is_proven=is_proven(step, before),
            changes=list_changes(earlier, step) if earlier else None,
        )
        before = step


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
        groups=tournament.drawn_groups,
    )


def open_commitment(tournament: Tournament, first: int, program: Program) -> Commitment | None:
    """Return the published commitment for a draw from round `first` on; one or two queries.

    None if there is none, or if it was made for other settings or another version of the program.
    """
    commitment = _PUBLISHED.one(tournament.pk)
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
