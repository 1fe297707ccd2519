"""The proof of the draws: what happened to the seats, in order, and what of it may be shown.

Seed and secret of a draw tell every seat it gave. So they are for the direction alone until all
rounds of that draw are published; the seal and the commitment tell nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.core.draw.proof import FORMAT, ListChanges, Program, Step, list_changes
from tournament.labels.draw_methods import method_name
from tournament.labels.rounds import quality_sentence
from tournament.models import Draw, Pledge, Round, SealedStep, Tournament
from tournament.selectors.pledges import BY_HAND, open_pledge


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One act that changed seats, or the closing of a list before a draw.

    `draw` is None for seats changed without a draw (repair, exchange) and for closed lists.
    `redraw`: the how manieth redraw it was, 0 for none. `players`: so many are on a closed list,
    else None; `changes` says what differs where it was closed again. `had_list`: whether the list
    of a draw was closed before it. `is_public`: nothing of it tells seats that are not published.
    """

    number: int
    created_at: datetime
    seal: str
    first: int
    redraw: int
    reason: str
    draw: Draw | None
    is_public: bool
    players: int | None = None
    changes: ListChanges | None = None
    had_list: bool = False

    @property
    def pledge(self) -> Pledge | None:
        """What was promised before; None for seats without lots of a pledge."""
        return self.draw.pledge if self.draw else None

    @property
    def was_promised(self) -> bool:
        """Whether the commitment was published before the draw."""
        return self.pledge is not None and self.pledge.published_at is not None

    @property
    def is_proven(self) -> bool:
        """Whether nobody could steer it: commitment, list and number came in this order."""
        of_audience = self.draw is not None and self.draw.by_audience
        return self.was_promised and self.had_list and of_audience

    @property
    def is_change(self) -> bool:
        """Whether seats changed without lots."""
        by_hand = self.draw is not None and self.draw.method == BY_HAND
        return self.players is None and (self.draw is None or by_hand)

    @property
    def method(self) -> str:
        """How it was drawn, in words."""
        return method_name(self.draw.method) if self.draw else ""

    @property
    def quality(self) -> str:
        """How good the plan was at the draw, in words; empty for draws without figures."""
        return quality_sentence(self.draw.quality) if self.draw and self.draw.quality else ""


@dataclass(frozen=True, slots=True)
class Proof:
    """All steps in order; `waiting` is the commitment of the next draw, `void` those in vain."""

    steps: tuple[ProofStep, ...]
    waiting: Pledge | None
    void: tuple[Pledge, ...]
    is_public: bool

    @property
    def redraws(self) -> tuple[ProofStep, ...]:
        """The steps in which seats were drawn anew."""
        return tuple(step for step in self.steps if step.redraw)

    @property
    def draws(self) -> tuple[ProofStep, ...]:
        """The steps with lots, of a pledge or of somebody's own."""
        return tuple(step for step in self.steps if step.draw and not step.is_change)

    @property
    def proven(self) -> int:
        """How many draws nobody could steer."""
        return sum(step.is_proven for step in self.draws)

    @property
    def changes(self) -> int:
        """How often seats changed without lots."""
        return sum(step.is_change for step in self.steps)

    @property
    def seal(self) -> str:
        """The seal of everything; empty before the first draw."""
        return self.steps[-1].seal if self.steps else ""


def proof_of(tournament: Tournament, program: Program) -> Proof:
    """Everything that happened to the seats, for the page and the paper; seven queries at most."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    hidden = {round.draw_id for round in rounds if not round.published_at}
    first = next((round.number for round in rounds if not round.published_at), len(rounds) + 1)
    waiting = open_pledge(tournament, first, program)
    in_vain = Pledge.objects.filter(
        tournament=tournament, published_at__isnull=False, draw__isnull=True
    )
    return Proof(
        steps=tuple(_steps(tournament, hidden)),
        waiting=waiting,
        void=tuple(pledge for pledge in in_vain.order_by("number") if pledge != waiting),
        is_public=not hidden,
    )


def is_proof_public(tournament: Tournament) -> bool:
    """Whether everybody may know the whole proof: every round drawn is published; one query."""
    return not Round.objects.filter(tournament=tournament, published_at__isnull=True).exists()


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
    return tuple(draw for draw in draws.order_by("number") if is_redraw(draw))


def is_redraw(draw: Draw) -> bool:
    """Whether seats were drawn anew; seats set by hand have a reason, too, but no lots."""
    return bool(draw.reason) and draw.method != BY_HAND


def last_players(tournament: Tournament) -> list[dict[str, Any]]:
    """Those who take part, as they stand in the last step of the proof; one query."""
    steps = SealedStep.objects.filter(tournament=tournament).order_by("-number")
    return list(steps.values_list("step__players", flat=True).first() or [])


def latest_commitment(tournament: Tournament) -> Pledge | None:
    """The commitment published last, with or without its draw; one query."""
    published = Pledge.objects.filter(tournament=tournament, published_at__isnull=False)
    return published.order_by("-number").first()


def _steps(tournament: Tournament, hidden: set[int]) -> Iterator[ProofStep]:
    # A step holds every seat; what is read of it are the few figures that are shown.
    rows = (
        SealedStep.objects.filter(tournament=tournament)
        .order_by("number")
        .values_list(
            "number",
            "created_at",
            "step__seal",
            "step__first_round",
            "step__reason",
            "step__commitment",
        )
    )
    draws = Draw.objects.filter(tournament=tournament).select_related("pledge", "user")
    promised, others = _by_commitment(draws.order_by("number"))
    lists = _closed_lists(tournament)
    closed: dict[str, Step] = {}
    redraws = 0
    for number, created_at, seal, first, reason, commitment in rows:
        if listed := lists.get(number):
            before = closed.get(commitment)
            closed[commitment] = listed
            yield ProofStep(
                number=number,
                created_at=created_at,
                seal=seal,
                first=first,
                redraw=0,
                reason="",
                draw=None,
                is_public=True,
                players=len(listed["players"]),
                changes=list_changes(before, listed) if before else None,
            )
            continue
        draw = promised.get(commitment) if commitment else _next_before(others, created_at)
        is_new = draw is not None and is_redraw(draw)
        redraws += is_new
        yield ProofStep(
            number=number,
            created_at=created_at,
            seal=seal,
            first=first,
            redraw=redraws if is_new else 0,
            reason=draw.reason if draw else reason,
            draw=draw,
            is_public=draw is None or draw.pk not in hidden,
            had_list=commitment in closed,
        )


def _closed_lists(tournament: Tournament) -> dict[int, Step]:
    """The steps that closed a list, by number; one query."""
    steps = SealedStep.objects.filter(tournament=tournament, step__kind="list")
    return dict(steps.values_list("number", "step"))


def _by_commitment(draws: Iterable[Draw]) -> tuple[dict[str, Draw], list[Draw]]:
    """The draws that redeem a commitment, by it, and the others in order."""
    promised: dict[str, Draw] = {}
    others: list[Draw] = []
    for draw in draws:
        if draw.pledge:
            promised[draw.pledge.commitment] = draw
        else:
            others.append(draw)
    return promised, others


def _next_before(others: list[Draw], sealed_at: datetime) -> Draw | None:
    """The draw without a pledge that this step seals: both were written in one transaction."""
    if others and others[0].created_at <= sealed_at:
        return others.pop(0)
    return None
