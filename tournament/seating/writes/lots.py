"""Drawing lots: commitments, which fix a draw before it, the plan, and sealed steps, its proof.

From a commitment and the audience's number, or an own seed, to a plan; it is written by
seating.writes.draws. The proof is described in docs/draw-proof.md.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cache
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournament.draw import ALL_AT_ONCE, BY_STANDINGS, DrawRequest, Plan
from tournament.draw import Round as SeatedRound
from tournament.draw import draw as draw_plan
from tournament.draw.proof import (
    LARGEST_NUMBER,
    TO_NOTE,
    PlayerList,
    Program,
    Step,
    changed_step,
    code_fingerprint,
    drawn_step,
    listed_step,
    own_seed_step,
    seal_after,
)
from tournament.draw.proof import Commitment as SealedCommitment
from tournament.errors import Refused
from tournament.journal.writes import fitting_reason, open_for, record
from tournament.models import Commitment, Draw, Entry, SealedStep, Tournament
from tournament.models.fields import longest
from tournament.permissions import Actor, may_draw_round
from tournament.seating.mapping import commitment_of, entrants_of, naming_people, players_of
from tournament.seating.reads.draws import PlayersToDraw, drawn_rounds, players_to_draw
from tournament.seating.reads.proofs import (
    BY_HAND,
    closed_list,
    list_to_close,
    method_from,
    open_commitment,
    player_list,
    settings_from,
)
from tournament.shared.rules.version import VERSION
from tournament.shared.writes.one_at_a_time import OneAtATime
from tournament.sheets.reads.verifications import unconfirmed_places

LONGEST_SEED = longest(Draw, "seed")
SECRET_BYTES = 16
"""128 bits (tournament.draw.proof.SHORTEST_SECRET)."""
MADE_UP_NUMBERS = 10**6
MOST_CALCULATIONS = 3
"""The number of attempts if data the draw depends on changes during the calculation."""
_drawing = OneAtATime("drawing_busy", waiting=1)

Result = TypeVar("Result")
Plans = dict[DrawRequest, Plan]
"""Plans already calculated, by request: equal requests always have equal plans."""


def new_secret() -> str:
    """Generate the secret of a commitment."""
    return secrets.token_hex(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class Lots:
    """The parameters of a draw.

    - number: given by the audience; None: `made_up_number` is used.
    - seed: an own seed instead of secret and number, so without a commitment.
    - sit_out: how many sit out each round, because the number of players fits no tables.
    - unconfirmed_reason: why a draw by standings may use unverified results.
    - secret: of the commitment, where none was published.

    Generated values are stored here, so that a second attempt gives the same plan.
    """

    number: int | None = None
    seed: str | None = None
    sit_out: int = 0
    unconfirmed_reason: str = ""
    made_up_number: int = field(default_factory=lambda: secrets.randbelow(MADE_UP_NUMBERS))
    secret: str = field(default_factory=new_secret)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A plan with its draw in the database; nothing else is written yet."""

    draw: Draw
    plan: Plan
    to_draw: PlayersToDraw
    listed: PlayerList
    lots: Lots

    @property
    def first(self) -> int:
        """The number of the first round drawn."""
        return self.listed.first_round

    @property
    def last(self) -> int:
        """The number of the last round drawn."""
        return self.first + len(self.plan.rounds) - 1


class PlanWanted(Exception):
    """A draw needs this plan to be calculated; the transaction is rolled back."""

    def __init__(self, request: DrawRequest, to_draw: PlayersToDraw) -> None:
        super().__init__(request.seed)
        self.request, self.to_draw = request, to_draw


def calculate_unlocked(draw: Callable[..., Result]) -> Result:
    """Run a service that draws, calculating its plan without a lock so that others can save.

    The input of a draw is certain only under the lock. So the service starts, is rolled back when
    it needs a plan, and starts again with it; it needs another one if the input has changed. `draw`
    takes `plans` and has its Lots already. Refused: `drawing_busy`, and what the service refuses.
    """
    plans: Plans = {}
    for _ in range(MOST_CALCULATIONS):
        try:
            return draw(plans=plans)
        except PlanWanted as wanted:
            plans[wanted.request] = _calculated(wanted.request, wanted.to_draw)
    raise Refused("drawing_busy")


def draw_lots(
    actor: Actor,
    tournament: Tournament,
    to_draw: PlayersToDraw,
    first: int,
    lots: Lots,
    reason: str = "",
    *,
    plans: Plans | None = None,
) -> Drawn:
    """Draw the rounds from `first` on: all of them by a method that does so, else only this one.

    `plans`: calculated before (`calculate_unlocked`); None: calculate now.

    Refused: `draw_is_by_hand`, `seed_invalid`, `number_invalid`, `standings_incomplete`,
    `results_unconfirmed`, `list_not_closed`, `list_changed`, `drawing_busy`. Raises CannotSeat,
    CannotDraw, and PlanWanted where the plan is not among `plans`.
    """
    method = method_from(tournament, first)
    if method == BY_HAND:
        raise Refused("draw_is_by_hand")
    commitment = None
    if lots.seed is None:
        commitment = open_commitment(tournament, first, this_program())
        commitment = commitment or new_commitment(tournament, first, lots.secret)
    number = lots.made_up_number if lots.number is None else lots.number
    seed = lots.seed or ""
    if commitment is None and (not seed.strip() or len(seed) > LONGEST_SEED):
        raise Refused("seed_invalid", longest=LONGEST_SEED)
    if commitment is not None:
        if not 0 <= number <= LARGEST_NUMBER:
            raise Refused("number_invalid", largest=LARGEST_NUMBER)
        seed = commitment_of(commitment).seed(number)
    listed = player_list(tournament, to_draw, first, lots.sit_out)
    if method in BY_STANDINGS and (places := unconfirmed_places(tournament, before=first)):
        if not lots.unconfirmed_reason.strip():
            raise Refused("results_unconfirmed", places=places)
        words = {"tables": ", ".join(map(str, places))}
        words["reason"] = fitting_reason(lots.unconfirmed_reason)
        record(actor, tournament, "drawn_by_unconfirmed", round=first, **words)
    plan = _plan(tournament, to_draw, listed, method, seed, plans)
    if commitment is not None and commitment.published_at is not None:
        # The list was closed before the number was given, and is unchanged since.
        closed = closed_list(commitment, listed)
        if closed is None and lots.number is not None:
            raise Refused("list_not_closed")
        if closed is not None and not closed.holds:
            raise Refused("list_changed")
    draw = Draw.objects.create(
        tournament=tournament,
        number=tournament.draws.count() + 1,
        commitment=commitment,
        lot_number=None if commitment is None else number,
        by_audience=commitment is not None and lots.number is not None,
        seed=plan.seed,
        method=plan.method,
        reason=reason,
        quality=asdict(plan.quality),
        user=actor.user,
    )
    return Drawn(draw, plan, to_draw, listed, lots)


def _plan(
    tournament: Tournament,
    to_draw: PlayersToDraw,
    listed: PlayerList,
    method: str,
    seed: str,
    plans: Plans | None,
) -> Plan:
    first = listed.first_round
    request = DrawRequest(
        entrants=entrants_of(to_draw.drawn, queue=tournament.neighbours_apart),
        rounds=tournament.rounds_planned - first + 1 if method in ALL_AT_ONCE else 1,
        seed=seed,
        method=method,
        history=drawn_rounds(tournament, first),
        ranking=tuple(listed.ranking),
        sit_out=listed.sit_out,
        larger_tables=tournament.has_larger_tables,
        groups=tournament.drawn_groups,
    )
    if plans is None:
        return _calculated(request, to_draw)
    if request not in plans:
        raise PlanWanted(request, to_draw)
    return plans[request]


def _calculated(request: DrawRequest, to_draw: PlayersToDraw) -> Plan:
    with naming_people(to_draw.drawn), _drawing.turn():
        return draw_plan(request)


def seal_draw(tournament: Tournament, drawn: Drawn) -> SealedStep:
    """Write the proof step of a draw; with an own seed it is repeatable but not proven."""
    draw = drawn.draw
    sealed = tournament.sealed_steps.filter(step__kind="draw", step__redraw__gt=0)
    redraw = sealed.count() + 1 if draw.reason else 0
    if draw.commitment is None or draw.lot_number is None:
        step = own_seed_step(
            settings_from(tournament, drawn.first),
            this_program(),
            draw.seed,
            drawn.listed,
            drawn.plan.rounds,
            redraw=redraw,
            reason=draw.reason,
        )
    else:
        step = drawn_step(
            commitment_of(draw.commitment),
            draw.lot_number,
            drawn.listed,
            drawn.plan.rounds,
            redraw=redraw,
            reason=draw.reason,
            by_audience=draw.by_audience,
        )
    return seal_step(tournament, step)


@transaction.atomic
def publish_commitment(actor: Actor, tournament: Tournament, first: int) -> Commitment:
    """Generate the secret of the draw from round `first` on, and publish its commitment.

    Refused: `tournament_finished`, `commitment_published` (one is open), `draw_is_by_hand`.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    if method_from(tournament, first) == BY_HAND:
        raise Refused("draw_is_by_hand")
    if open_commitment(tournament, first, this_program()) is not None:
        raise Refused("commitment_published")
    commitment = new_commitment(tournament, first, new_secret(), published_at=timezone.now())
    words = {"commitment": commitment.value}
    record(actor, tournament, "commitment_published", touched=[commitment], **words)
    return commitment


@transaction.atomic
def close_list(
    actor: Actor, tournament: Tournament, first: int, expected: int | None = None
) -> SealedStep:
    """Seal the players of round `first` on, with their wishes, before a number is given.

    `expected`: instead, for how many people numbers are drawn at the registration desk. A list
    that has changed since may be closed again; both stay in the proof. Refused:
    `tournament_finished`, `no_commitment`, `list_closed` (unchanged since), `standings_incomplete`.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    commitment = open_commitment(tournament, first, this_program())
    if commitment is None:
        raise Refused("no_commitment")
    if expected:
        listed = PlayerList((), first, expected=expected)
    else:
        listed = list_to_close(tournament, players_to_draw(tournament), first)
    closed = closed_list(commitment, listed)
    if closed is not None and closed.holds:
        raise Refused("list_closed")
    step = seal_step(tournament, listed_step(commitment.value, listed))
    action = "drawn_list_closed" if closed is None else "drawn_list_closed_again"
    seal = step.step["seal"][:TO_NOTE]
    words = {"players": expected or len(listed.players), "round": first, "seal": seal}
    record(actor, tournament, action, touched=[step], **words)
    return step


@cache
def this_program() -> Program:
    """Return the installed program: its version and the fingerprint of the code that draws."""
    files = sorted((settings.BASE_DIR / "tournament" / "draw").rglob("*.py"))
    sources = {
        path.relative_to(settings.BASE_DIR).as_posix(): path.read_text("utf-8") for path in files
    }
    return Program(VERSION, code_fingerprint(sources))


def seal_step(tournament: Tournament, step: Step) -> SealedStep:
    """Append a step, sealed together with all before it."""
    last = tournament.sealed_steps.order_by("-number").first()
    seal = seal_after(last.step["seal"] if last else "", step)
    return SealedStep.objects.create(
        tournament=tournament,
        number=last.number + 1 if last else 1,
        step={**step, "seal": seal},
    )


def seal_change(
    tournament: Tournament,
    entries: Sequence[Entry],
    rounds: Sequence[SeatedRound],
    first: int,
    reason: str,
) -> SealedStep:
    """Seal a change of seats without lots; `rounds` are all current ones from `first` on."""
    step = changed_step(players_of(entries), rounds, first_round=first, reason=reason)
    return seal_step(tournament, step)


def new_commitment(
    tournament: Tournament, first: int, secret: str, *, published_at: datetime | None = None
) -> Commitment:
    """Create a commitment from its secret."""
    sealed = SealedCommitment(secret, settings_from(tournament, first), this_program())
    return Commitment.objects.create(
        tournament=tournament,
        number=tournament.commitments.count() + 1,
        secret=sealed.secret,
        rounds=sealed.settings.rounds,
        method=sealed.settings.method,
        neighbours_apart=sealed.settings.neighbours_apart,
        larger_tables=sealed.settings.larger_tables,
        team_groups=sealed.settings.groups or None,
        program_version=sealed.program.version,
        program_code=sealed.program.code,
        value=sealed.value,
        published_at=published_at,
    )
