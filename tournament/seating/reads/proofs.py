"""The proof of the draws: what happened to the seats, in order, and what of it may be shown.

Seed and secret of a draw tell every seat it gave. So they are for the direction alone until all
rounds of that draw are published; the seal and the commitment tell nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.draw.proof.commitment import Program
from tournament.draw.proof.steps import (
    FORMAT,
    ListChanges,
    Step,
    broken_at,
    is_proven,
    list_changes,
)
from tournament.models import Commitment, Draw, Round, SealedStep, Tournament
from tournament.rounds.reads.rounds import rounds_of
from tournament.seating.reads.commitments import BY_HAND, open_commitment


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One act that changed seats, or the closing of a list before a draw.

    What decided it is read from the sealed `step` alone. `draw` tells who, how and how good; None
    for seats changed without a draw (repair, exchange) and for closed lists. `changes` says what
    differs where a list was closed again. `is_public`: nothing of it tells seats that are not
    published.
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
        """What seals this step and all before it."""
        return str(self.step["seal"])

    @property
    def first(self) -> int:
        """The first round it is about."""
        return int(self.step["first_round"])

    @property
    def redraw(self) -> int:
        """The how manieth redraw it was, 0 for none."""
        return self.step.get("redraw") or 0

    @property
    def reason(self) -> str:
        """Why; empty for first draws and closed lists."""
        return str(self.step.get("reason", ""))

    @property
    def is_list(self) -> bool:
        """Whether a list of players was closed, and nothing drawn yet."""
        return bool(self.step["kind"] == "list")

    @property
    def is_change(self) -> bool:
        """Whether seats changed without lots."""
        return bool(self.step["kind"] == "change")

    @property
    def players(self) -> int:
        """So many take part."""
        return len(self.step["players"])

    @property
    def commitment(self) -> Commitment | None:
        """What was promised before; None for seats without lots of a commitment."""
        return self.draw.commitment if self.draw else None


@dataclass(frozen=True, slots=True)
class Proof:
    """All steps in order; `waiting` is the commitment of the next draw, `void` those in vain.

    `broken_at`: the first step that is not as it was sealed; None: all are.
    """

    steps: tuple[ProofStep, ...]
    broken_at: int | None
    waiting: Commitment | None
    void: tuple[Commitment, ...]
    is_public: bool

    @property
    def without_draw(self) -> tuple[Commitment, ...]:
        """The commitments that no draw has redeemed."""
        return (self.waiting, *self.void) if self.waiting else self.void

    @property
    def draws(self) -> tuple[ProofStep, ...]:
        """The steps with lots, of a commitment or of somebody's own."""
        return tuple(step for step in self.steps if not (step.is_list or step.is_change))

    @property
    def proven(self) -> int:
        """How many draws nobody could steer."""
        return sum(step.is_proven for step in self.draws)

    @property
    def seal(self) -> str:
        """The seal of everything; empty before the first draw."""
        return self.steps[-1].seal if self.steps else ""


def proof_of(tournament: Tournament, program: Program) -> Proof:
    """Everything that happened to the seats, for the page and the paper; six queries at most."""
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
    """Whether everybody may know the whole proof: every round drawn is published."""
    return all(round.published_at for round in rounds_of(tournament))


def proof_document_of(tournament: Tournament) -> dict[str, Any]:
    """The document of docs/draw-proof.md, with the seals as they were made; one query."""
    steps = SealedStep.objects.filter(tournament=tournament).order_by("number")
    return {"format": FORMAT, "steps": list(steps.values_list("step", flat=True))}


def last_seal(tournament: Tournament) -> str:
    """The seal of everything that happened to the seats so far; empty before; one query."""
    steps = SealedStep.objects.filter(tournament=tournament).order_by("-number")
    return str(steps.values_list("step__seal", flat=True).first() or "")


def redraws_before(round: Round) -> tuple[Draw, ...]:
    """The redraws up to the draw of this round, with their reasons; one query.

    The round comes with its draw.
    """
    draws = Draw.objects.filter(tournament=round.tournament_id, number__lte=round.draw.number)
    # Seats set by hand have a reason, too, but no lots.
    return tuple(draws.exclude(reason="").exclude(method=BY_HAND).order_by("number"))


def last_players(tournament: Tournament) -> list[dict[str, Any]]:
    """Those who take part, as they stand in the last step of the proof; one query."""
    steps = SealedStep.objects.filter(tournament=tournament).order_by("-number")
    return list(steps.values_list("step__players", flat=True).first() or [])


def latest_commitment(tournament: Tournament) -> Commitment | None:
    """The commitment published last, with or without its draw; one query."""
    published = Commitment.objects.filter(tournament=tournament, published_at__isnull=False)
    return published.order_by("-number").first()


def _steps(
    tournament: Tournament, sealed: Sequence[SealedStep], hidden: set[int]
) -> Iterator[ProofStep]:
    draws = Draw.objects.filter(tournament=tournament).select_related("commitment", "user")
    promised, others = _split_by_commitment(draws.order_by("number"))
    closed: dict[str, Step] = {}
    before: Step | None = None
    for row in sealed:
        step = row.step
        draw = _draw_of(row, promised, others)
        earlier = closed.get(step["commitment"]) if step["kind"] == "list" else None
        yield ProofStep(
            number=row.number,
            created_at=row.created_at,
            step=step,
            draw=draw,
            is_public=draw is None or draw.pk not in hidden,
            is_proven=is_proven(step, before),
            changes=list_changes(earlier, step) if earlier else None,
        )
        before = step
        if step["kind"] == "list":
            closed[step["commitment"]] = step


def _draw_of(row: SealedStep, promised: dict[str, Draw], others: list[Draw]) -> Draw | None:
    """The draw that a step seals."""
    if row.step["kind"] == "list":
        return None
    if commitment := row.step.get("commitment"):
        return promised.get(commitment)
    return _next_before(others, row.created_at)


def _split_by_commitment(draws: Iterable[Draw]) -> tuple[dict[str, Draw], list[Draw]]:
    """The draws that redeem a commitment, by it, and the others in order."""
    promised: dict[str, Draw] = {}
    others: list[Draw] = []
    for draw in draws:
        if draw.commitment:
            promised[draw.commitment.value] = draw
        else:
            others.append(draw)
    return promised, others


def _next_before(others: list[Draw], sealed_at: datetime) -> Draw | None:
    """The draw without a commitment that this step seals: both were written in one transaction."""
    if others and others[0].created_at <= sealed_at:
        return others.pop(0)
    return None
