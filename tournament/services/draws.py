"""Drawing seats and publishing rounds."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from tournament.core.draw import DrawRequest, Plan
from tournament.core.draw import draw as draw_plan
from tournament.core.draw.randomness import seeded
from tournament.core.sheet_codes import sheet_codes
from tournament.errors import Refused
from tournament.mappers_draw import SeatNumber, entrants_of, history_of, quality_figures
from tournament.models import Draw, GameTable, Round, Seat, Tournament
from tournament.permissions import Actor, may_draw_round, may_redraw_round, require
from tournament.selectors.draws import Field, Place, RedrawOutlook, drawing_field, redraw_outlook
from tournament.selectors.rounds import next_unpublished
from tournament.services.journal import record
from tournament.services.open_tournaments import open_tournament

LONGEST_SEED = 200
Codes = dict[int, set[str]]
"""The sheet codes that each table number has in other rounds."""


@dataclass(frozen=True, slots=True)
class Redrawn:
    """What a redraw has done: the new draw, its rounds, and the drafts that are lost."""

    draw: Draw
    rounds: tuple[Round, ...]
    drafts_lost: tuple[Place, ...]


@transaction.atomic
def draw_next_round(
    actor: Actor, tournament: Tournament, seed: str | None = None, *, expected: int | None = None
) -> Round:
    """Publish the next round, drawing it first where it is not drawn yet; returns that round.

    The first call draws all rounds by the tournament's method. Without a seed one is made up; it
    is stored with the draw. `expected` is the number of the round somebody saw on a screen: a
    second press of the button must not publish one round more.

    Refused: `tournament_finished`, `all_rounds_published`, `round_already_published` (not the
    expected one), `seed_without_draw`, `seed_invalid`. Raises CannotSeat for a number of players
    that fits no tables (TSR 8.3.1, chapter 10).
    """
    require(may_draw_round, actor, tournament)
    tournament = open_tournament(tournament)
    upcoming = next_unpublished(tournament)
    drawn = tournament.rounds.count()
    draws_now = upcoming is None and drawn < tournament.rounds_planned
    if seed is not None and not draws_now:
        raise Refused("seed_without_draw")
    if upcoming is None and not draws_now:
        raise Refused("all_rounds_published", rounds=drawn)
    number = upcoming.number if upcoming else drawn + 1
    if expected is not None and expected != number:
        raise Refused("round_already_published", round=expected)
    if upcoming is None:
        upcoming = _draw_from(actor, tournament, number, seed)
    return _publish(actor, upcoming)


@transaction.atomic
def redraw_rounds(
    actor: Actor, tournament: Tournament, reason: str, seed: str | None = None
) -> Redrawn:
    """Draw the current round (the next one where that is closed) and all later ones again.

    Earlier rounds count as history. A published round stays published, with its new seats. Drafts
    and extra times of these rounds are lost.

    Refused: `tournament_finished`, `redraw_reason_needed`, `nothing_to_redraw`, `redraw_started`,
    `redraw_has_results` and `redraw_has_penalties` (naming the tables), `seed_invalid`. Raises
    CannotSeat as draw_next_round does.
    """
    require(may_redraw_round, actor, tournament)
    tournament = open_tournament(tournament)
    reason = reason.strip()
    if not reason:
        raise Refused("redraw_reason_needed")
    outlook = redraw_outlook(tournament)
    if outlook is None:
        raise Refused("nothing_to_redraw")
    _require_possible(outlook)
    draw, rounds = _replace_rounds(actor, tournament, outlook, reason, seed)
    return Redrawn(draw, rounds, outlook.drafts)


def _require_possible(outlook: RedrawOutlook) -> None:
    number = outlook.first.number
    if outlook.results:
        raise Refused("redraw_has_results", round=number, tables=_listed(outlook.results))
    if outlook.penalties:
        raise Refused("redraw_has_penalties", round=number, tables=_listed(outlook.penalties))
    if outlook.is_started:
        raise Refused("redraw_started", round=number)


def _listed(places: Sequence[Place]) -> str:
    return ", ".join(map(str, places))


def _draw_from(actor: Actor, tournament: Tournament, first: int, seed: str | None) -> Round:
    """Draw the rounds from `first` on for the first time; returns the first of them."""
    field = drawing_field(tournament)
    plan = _plan(tournament, field, first, seed)
    draw = _stored_draw(actor, tournament, plan, reason="")
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, draw=draw, number=number)
        for number in range(first, first + len(plan.rounds))
    )
    _seat(field, rounds, plan, _codes_in_use(tournament))
    if tournament.status == Tournament.Status.PREPARATION:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
    record(actor, tournament, "rounds_drawn", **_drawn(draw, rounds, field))
    return rounds[0]


def _replace_rounds(
    actor: Actor, tournament: Tournament, outlook: RedrawOutlook, reason: str, seed: str | None
) -> tuple[Draw, tuple[Round, ...]]:
    """Give the rounds new tables; the rounds themselves stay, and what is attached to them."""
    first = outlook.first.number
    field = drawing_field(tournament)
    plan = _plan(tournament, field, first, seed)
    # A sheet printed for the old draw must not pass for one of the new draw.
    codes = _codes_in_use(tournament)
    GameTable.objects.filter(round__tournament=tournament, round__number__gte=first).delete()
    draw = _stored_draw(actor, tournament, plan, reason)
    existing = {round.number: round for round in tournament.rounds.filter(number__gte=first)}
    rounds = tuple(
        existing.get(number) or Round(tournament=tournament, number=number)
        for number in range(first, first + len(plan.rounds))
    )
    for round in rounds:
        round.draw = draw
        round.published_at = round.published_at and draw.created_at
        round.save()
    _seat(field, rounds, plan, codes)
    record(
        actor,
        tournament,
        "rounds_redrawn",
        **_drawn(draw, rounds, field),
        reason=reason,
        drafts_lost=len(outlook.drafts),
    )
    return draw, rounds


def _plan(tournament: Tournament, field: Field, first: int, seed: str | None) -> Plan:
    if seed is None:
        seed = secrets.token_hex(8)
    if not seed.strip() or len(seed) > LONGEST_SEED:
        raise Refused("seed_invalid", longest=LONGEST_SEED)
    return draw_plan(
        DrawRequest(
            entrants=entrants_of(field.drawn),
            rounds=tournament.rounds_planned - first + 1,
            seed=seed,
            method=tournament.draw_method,
            history=history_of(_seats_before(tournament, first)),
        )
    )


def _seats_before(tournament: Tournament, first: int) -> list[SeatNumber]:
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=first)
    in_order = seats.order_by("round__number", "table__number", "position")
    return list(in_order.values_list("round__number", "table__number", "entry__number"))


def _codes_in_use(tournament: Tournament) -> Codes:
    codes: Codes = {}
    tables = GameTable.objects.filter(round__tournament=tournament)
    for number, code in tables.values_list("number", "code"):
        codes.setdefault(number, set()).add(code)
    return codes


def _stored_draw(actor: Actor, tournament: Tournament, plan: Plan, reason: str) -> Draw:
    return Draw.objects.create(
        tournament=tournament,
        number=tournament.draws.count() + 1,
        seed=plan.seed,
        method=plan.method,
        reason=reason,
        quality=quality_figures(plan.quality),
        user=actor.user,
    )


def _seat(field: Field, rounds: Sequence[Round], plan: Plan, codes: Codes) -> None:
    """Write tables and seats of the plan; `codes` also receives the new sheet codes."""
    entry_of = {str(entry.number): entry for entry in field.drawn}
    # A source of its own: the codes must not depend on how much chance the draw has used up.
    random = seeded(f"{plan.seed} sheet codes")
    tables: list[GameTable] = []
    for round, planned in zip(rounds, plan.rounds, strict=True):
        new_codes = sheet_codes(len(planned), codes, random)
        for number, (table, code) in enumerate(zip(planned, new_codes, strict=True), start=1):
            codes.setdefault(number, set()).add(code)
            tables.append(GameTable(round=round, number=number, size=len(table), code=code))
    GameTable.objects.bulk_create(tables)
    planned_tables = (table for planned in plan.rounds for table in planned)
    Seat.objects.bulk_create(
        Seat(round=table.round, table=table, entry=entry_of[person], position=position)
        for table, people in zip(tables, planned_tables, strict=True)
        for position, person in enumerate(people, start=1)
    )


def _publish(actor: Actor, round: Round) -> Round:
    round.published_at = timezone.now()
    round.save(update_fields=["published_at"])
    record(actor, round.tournament, "round_published", round=round.number)
    return round


def _drawn(draw: Draw, rounds: Sequence[Round], field: Field) -> dict[str, object]:
    return {
        "draw": draw.number,
        "seed": draw.seed,
        "first": rounds[0].number,
        "last": rounds[-1].number,
        "players": len(field.drawn),
    }
