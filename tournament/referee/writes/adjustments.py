"""Deductions without credit for others, decided by the jury outside the lists (TSR 9.7.2 b)."""

from django.db import transaction

from scoring.referee import LARGEST_DEDUCTION
from tournament.errors import Refused
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import needed_reason, open_for, record
from tournament.models import Adjustment, Call, Entry, Round
from tournament.permissions import Actor, may_adjust_points
from tournament.referee.writes.struck_calls import strike
from tournament.rounds.reads.rounds import current_round


@transaction.atomic
def deduct_points(
    actor: Actor, entry: Entry, points: int, reason: str, round: Round | None = None
) -> Adjustment:
    """Deduct 1 to 12 points from a player's total; `round` is where it happened, if in one.

    It counts from that round, else from the current one: posted lists do not change.

    Refused: `tournament_finished`, `deduction_out_of_range`, `reason_needed`.
    """
    open_for(may_adjust_points, actor, entry.tournament)
    if round is not None and round.tournament_id != entry.tournament_id:
        raise ValueError("The round belongs to another tournament than the player.")
    if not 1 <= points <= LARGEST_DEDUCTION:
        raise Refused("deduction_out_of_range", points=points, most=LARGEST_DEDUCTION)
    reason = needed_reason(reason)
    current = current_round(entry.tournament)
    adjustment = Adjustment.objects.create(
        entry=entry,
        round=round,
        noted_in=current.number if current else 0,
        points=-points,
        reason=reason,
        user=actor.user,
    )
    record(
        actor,
        entry.tournament,
        "points_deducted",
        touched=[adjustment],
        entry=entry.pk,
        points=-points,
        round=round.number if round else None,
        reason=reason,
    )
    return adjustment


@transaction.atomic
def revoke_deduction(actor: Actor, adjustment: Adjustment, reason: str) -> Adjustment:
    """Revoke a deduction and withdraw the call behind it. The journal keeps both.

    Refused: `tournament_finished`, `reason_needed`, `protest_is_final`, `deduction_gone` if it was
    revoked already.
    """
    tournament = adjustment.entry.tournament
    open_for(may_adjust_points, actor, tournament)
    reason = needed_reason(reason)
    found = Adjustment.objects.filter(pk=adjustment.pk)
    gone: list[Touched] = [*rows_named(found)]
    gone += strike(actor, Call.objects.filter(adjustment=adjustment), reason)
    if not found.delete()[0]:
        raise Refused("deduction_gone")
    record(
        actor,
        tournament,
        "deduction_revoked",
        touched=gone,
        entry=adjustment.entry_id,
        points=adjustment.points,
        reason=reason,
    )
    return adjustment
