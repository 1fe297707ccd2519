"""Complaints: decisions of the referee or the jury, and their bookings (TSR 9.2 to 9.7)."""

from django.db import transaction

from scoring.referee import DECISIONS, Decision
from tournament.errors import Refused
from tournament.journal.writes import needed_reason, record
from tournament.models import Call, Entry, GameTable, JournalEntry, Penalty
from tournament.people.writes.players import set_player_status
from tournament.permissions import Actor, may_award_penalty
from tournament.referee.writes.penalties import (
    award_penalty,
    deduct_points,
    require_row,
    revoke_deduction,
    revoke_penalty,
    strike,
)
from tournament.sheets.writes.sheets import require_published, table_for


@transaction.atomic
def log_call(
    actor: Actor,
    table: GameTable,
    *,
    paragraph: str,
    offender: int,
    caller: int | None = None,
    row: int | None = None,
    points: int = 0,
    initials: str = "",
    note: str = "",
    again: bool = False,
    absagen: int = 0,
    soloist: int | None = None,
    sitting: int | None = None,
    credit_soloist: bool = False,
    loss: int = 0,
    contained: bool | None = None,
) -> Call:
    """Record a complaint with its decision, and book the consequences, in one transaction.

    `paragraph` is a key of `scoring.referee.DECISIONS`; `offender` and `caller` are positions. A
    violation in the game becomes a penalty on the list: `absagen` to `contained` are as in
    `award_penalty`. A deduction of `points` and a disqualification are the direction's, with `note`
    as their reason. `again` confirms a second, equal penalty in the same row.

    Refused: `call_unknown`, `caller_is_offender`, `call_without_person`, `penalty_row_unknown`,
    `penalty_twice`, and what the services of these decisions refuse.
    """
    table = table_for(may_award_penalty, actor, table)
    require_published(actor, table)
    if paragraph not in DECISIONS:
        raise Refused("call_unknown", paragraph=paragraph)
    if caller == offender:
        raise Refused("caller_is_offender", position=offender)
    if row is not None:
        require_row(table, row, table.round.tournament.at_table(table.size).lines)
    call = Call(
        table=table,
        row=row,
        offender=_at(table, offender),
        caller=_at(table, caller) if caller else None,
        paragraph=paragraph,
        initials=initials.strip(),
        note=note.strip(),
        user=actor.user,
    )
    if call.decision.is_on_list:
        penalty = award_penalty(
            actor,
            table,
            rule=paragraph,
            offender=offender,
            absagen=absagen,
            soloist=soloist,
            row=row,
            sitting=sitting,
            credit_soloist=credit_soloist,
            loss=loss,
            initials=initials,
            note=note,
            contained=contained,
        )
        booked = {"rule": penalty.rule, "offender": penalty.offender, "row": penalty.row}
        others = Penalty.objects.filter(table=table, **booked).exclude(pk=penalty.pk)
        if not again and (other := others.last()):
            named = {"rule": other.reason, "offender": other.offender}
            raise Refused("penalty_twice", row=other.row or "–", **named)
        # If no row was given, that of the penalty.
        call.penalty, call.row, call.points = penalty, penalty.row, penalty.points
    elif call.decision.is_sanction:  # for unsporting conduct (TSR 9.7.2)
        reason, entry = needed_reason(call.note), call.offender
        if call.decision is Decision.DEDUCTION:
            call.adjustment = deduct_points(actor, entry, points, reason, call.table.round)
            call.points = [call.adjustment.points]
        if call.decision is Decision.DISQUALIFICATION:
            call.status_before = entry.status
            set_player_status(actor, entry, Entry.Status.DISQUALIFIED, reason)
    call.save()
    words = {"entry": call.offender_id, "decision": paragraph, "row": call.row}
    record(actor, table.round.tournament, "call_logged", touched=[call], **table.place, **words)
    return call


@transaction.atomic
def withdraw_call(actor: Actor, call: Call, reason: str) -> None:
    """Revoke a decision with its bookings. The call is kept, marked as withdrawn.

    Refused: `reason_needed`, `call_gone`, `protest_is_final`, and what the services refuse that
    revoke penalties and deductions.
    """
    table = table_for(may_award_penalty, actor, call.table)
    reason = needed_reason(reason)
    call = Call.objects.select_related("penalty", "adjustment__entry", "offender").get(pk=call.pk)
    if call.withdrawn_at:
        raise Refused("call_gone")
    if call.penalty:
        revoke_penalty(actor, call.penalty, reason)
        return
    if call.adjustment:
        revoke_deduction(actor, call.adjustment, reason)
        return
    touched = [*strike(actor, [call], reason), *_lift_disqualification(actor, call, reason)]
    words = {"entry": call.offender_id, "decision": call.paragraph, "reason": reason}
    tournament = table.round.tournament
    record(actor, tournament, "call_withdrawn", touched=touched, **table.place, **words)


def _at(table: GameTable, position: int) -> Entry:
    seat = table.seats.filter(position=position).select_related("entry__person").first()
    if seat is None:
        raise Refused("call_without_person", table=table.number, position=position)
    return seat.entry


def _lift_disqualification(actor: Actor, call: Call, reason: str) -> list[Call]:
    """Restore the status from before the call, unless a later decision disqualifies as well.

    Returns such a later call, which takes over the earlier status.
    """
    player = call.offender
    if not call.status_before or player.status != Entry.Status.DISQUALIFIED:
        return []
    by_hand = JournalEntry.objects.filter(
        tournament=player.tournament_id, action="player_status_set", at__gt=call.created_at
    )
    if by_hand.filter(data__entry=player.pk):
        return []
    later = player.calls.filter(pk__gt=call.pk, withdrawn_at=None).exclude(status_before="")
    if heir := later.order_by("pk").first():
        heir.status_before = call.status_before
        heir.save(update_fields=["status_before"])
        return [heir]
    set_player_status(actor, player, Entry.Status(call.status_before), reason)
    return []
