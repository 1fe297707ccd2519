"""Drawing lots: from the pledge and the number of the audience, or a seed of one's own, to a plan.

What is drawn is written by services.draws and services.redraws.
"""

import secrets
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.core.draw import BY_STANDINGS, DrawRequest, Plan
from tournament.core.draw import draw as draw_plan
from tournament.core.draw.proof import LARGEST_NUMBER, drawn_step
from tournament.errors import Refused
from tournament.mappers_draw import (
    entrants_of,
    history_of,
    players_of,
    pledge_of,
    quality_figures,
)
from tournament.models import Draw, Pledge, Tournament
from tournament.permissions import Actor
from tournament.selectors.draws import Field
from tournament.selectors.plan_rounds import ranking_before, seats_before
from tournament.selectors.pledges import BY_HAND, method_from
from tournament.services.journal import record
from tournament.services.pledges import pledge_for_draw
from tournament.services.sealed_steps import seal_change, seal_step
from tournament.services.second_looks import overridden_tables

LONGEST_SEED = 200
MADE_UP_NUMBERS = 10**6


@dataclass(frozen=True, slots=True)
class Lots:
    """What decides a draw.

    number: given by the audience; None: the program makes one up. seed: one's own, which takes
    the place of secret and number, so nothing was promised before. sit_out: so many sit out each
    round, because their number fits no tables. unconfirmed_reason: why a draw by the standings
    goes by results that nobody has looked at a second time.
    """

    number: int | None = None
    seed: str | None = None
    sit_out: int = 0
    unconfirmed_reason: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A plan with the draw that stands for it in the database; nothing else is written yet."""

    draw: Draw
    plan: Plan
    field: Field
    first: int
    ranking: tuple[str, ...]
    lots: Lots


def draw_lots(
    actor: Actor, tournament: Tournament, field: Field, first: int, lots: Lots, reason: str = ""
) -> Drawn:
    """Draw the rounds from `first` on: all of them by the method "plan", else this one alone.

    Refused: `draw_is_by_hand`, `seed_invalid`, `number_invalid`, `standings_incomplete`,
    `results_unconfirmed`. Raises CannotSeat and CannotDraw.
    """
    method = method_from(tournament, first)
    if method == BY_HAND:
        raise Refused("draw_is_by_hand")
    pledge = None if lots.seed is not None else pledge_for_draw(tournament, first)
    number = secrets.randbelow(MADE_UP_NUMBERS) if lots.number is None else lots.number
    seed = _own_seed(lots.seed) if pledge is None else _seed_of(pledge, number)
    ranking: tuple[str, ...] = ()
    if method in BY_STANDINGS:
        ranking = ranking_before(tournament, first, field)
        _require_confirmed(actor, tournament, first, lots.unconfirmed_reason)
    plan = draw_plan(
        DrawRequest(
            entrants=entrants_of(field.drawn, queue=tournament.neighbours_apart),
            rounds=tournament.rounds_planned - first + 1 if method == "plan" else 1,
            seed=seed,
            method=method,
            history=history_of(seats_before(tournament, first)),
            ranking=ranking,
            sit_out=lots.sit_out,
        )
    )
    draw = Draw.objects.create(
        tournament=tournament,
        number=tournament.draws.count() + 1,
        pledge=pledge,
        lot_number=None if pledge is None else number,
        by_audience=pledge is not None and lots.number is not None,
        seed=plan.seed,
        method=plan.method,
        reason=reason,
        quality=quality_figures(plan.quality),
        user=actor.user,
    )
    return Drawn(draw, plan, field, first, ranking, lots)


def seal_draw(tournament: Tournament, drawn: Drawn) -> None:
    """The step of the proof for a draw; without a pledge it is one that cannot be replayed."""
    draw = drawn.draw
    if draw.pledge is None or draw.lot_number is None:
        reason = gettext("Seed of one's own: %(seed)s. %(reason)s") % {
            "seed": draw.seed,
            "reason": draw.reason,
        }
        seal_change(tournament, drawn.field.drawn, drawn.plan.rounds, drawn.first, reason.strip())
        return
    sealed = tournament.sealed_steps.filter(step__kind="draw", step__redraw__gt=0)
    step = drawn_step(
        pledge_of(draw.pledge),
        draw.lot_number,
        players_of(drawn.field.drawn, queue=tournament.neighbours_apart),
        drawn.plan.rounds,
        first_round=drawn.first,
        redraw=sealed.count() + 1 if draw.reason else 0,
        reason=draw.reason,
        ranking=drawn.ranking,
        sit_out=drawn.lots.sit_out,
        by_audience=draw.by_audience,
    )
    seal_step(tournament, step)


def _require_confirmed(actor: Actor, tournament: Tournament, first: int, reason: str) -> None:
    """Results that nobody has confirmed only count with a reason, which the journal keeps."""
    if tables := overridden_tables(tournament, reason, before=first):
        record(
            actor,
            tournament,
            "drawn_by_unconfirmed",
            round=first,
            tables=", ".join(tables),
            reason=reason.strip(),
        )


def _own_seed(seed: str | None) -> str:
    if seed is None or not seed.strip() or len(seed) > LONGEST_SEED:
        raise Refused("seed_invalid", longest=LONGEST_SEED)
    return seed


def _seed_of(pledge: Pledge, number: int) -> str:
    if not 0 <= number <= LARGEST_NUMBER:
        raise Refused("number_invalid", largest=LARGEST_NUMBER)
    return pledge_of(pledge).seed(number)
