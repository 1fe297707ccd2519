"""Penalty points on the list (TSR 8.2.2, 9.3 to 9.5), and deductions outside it (TSR 9.7.2 b)."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.json_format import sheet_from_json
from scoring.model import FREE
from scoring.pattern import is_whole
from scoring.penalties import (
    ABSAGEN,
    RULES,
    allowed_patterns,
    free_points,
    last_row_for,
    pattern,
)
from scoring.referee import LARGEST_DEDUCTION
from scoring.rulesets import Penalties
from scoring.terms import dealer_sits_out
from tournament.errors import Refused
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import needed_reason, open_for, record
from tournament.models import (
    Adjustment,
    Call,
    Entry,
    GameTable,
    Penalty,
    Round,
    SheetKind,
    SheetVersion,
)
from tournament.permissions import Actor, may_adjust_points, may_award_penalty
from tournament.rounds.reads.rounds import current_round
from tournament.sheets.reads.sheets import checked_sheet, penalty_content
from tournament.sheets.rules.table_rules import without_running_totals
from tournament.sheets.writes.sheets import (
    SheetRefused,
    add_version,
    record_contained,
    require_published,
    table_for,
)


@transaction.atomic
def award_penalty(
    actor: Actor,
    table: GameTable,
    *,
    rule: str = FREE,
    offender: int,
    absagen: int = 0,
    soloist: int | None = None,
    row: int | None = None,
    sitting: int | None = None,
    credit_soloist: bool = False,
    loss: int = 0,
    initials: str = "",
    note: str = "",
    contained: bool | None = None,
) -> Penalty:
    """Award a penalty at a table; the points follow from the paragraph.

    With rules without a catalogue the `rule` is free, and they follow from the `loss` of the
    offender; `note` is the reason, and initials are not required.

    - `absagen`: those of the other party (0..4).
    - `sitting`: the dealer who sat out, required at a table of five; default is the dealer of `row`
      if the list is in.
    - `row`: the game from which the running totals contain it, default the last possible one.
    - `credit_soloist`: use the second pattern of 9.5.1 for a violation against a soloist.
    - `contained`: whether the result contains it already: bare totals do not show it, and a list
      may have the same penalty written down.

    If the table has a result, a new version with the penalty is written. If not, a sheet without it
    will be refused.

    Refused: `penalty_contained_unsaid`, `round_not_published`, `penalty_initials_needed`,
    `penalty_does_not_fit`, `penalty_not_free`, `reason_needed`, `penalty_not_shared`,
    `penalty_sitting_needed`, `penalty_row_unknown`, `table_gone`; SheetRefused when the penalty
    does not fit the list.
    """
    table = table_for(may_award_penalty, actor, table)
    require_published(actor, table)
    rules = table.round.tournament.rule_set
    initials, note = initials.strip(), note.strip()
    if not initials and rules.penalties is Penalties.CATALOGUE:
        raise Refused("penalty_initials_needed")
    row, sitting = _place(table, rule, row, sitting)
    if rules.penalties is Penalties.CATALOGUE:
        points = _points(table, rule, offender, soloist, sitting, absagen, credit_soloist)
    else:
        points = _free_points(table, rule, offender, loss, sitting, note)
    current = table.current_version
    # The same penalty as it came in with the sheet, not awarded.
    same = table.penalties.filter(source=Penalty.Source.SHEET, rule=rule, offender=offender)
    written = next((penalty for penalty in same if penalty.points == points), None)
    if contained is None and (written or (current and current.kind == SheetKind.TOTALS)):
        raise Refused("penalty_contained_unsaid", table=table.number)
    penalty = written if written and contained else Penalty(table=table, row=row, rule=rule)
    penalty.offender, penalty.points, penalty.user = offender, points, actor.user
    penalty.initials, penalty.note = initials, note
    penalty.source = Penalty.Source.REFEREE
    penalty.save()
    touched: list[Touched] = [penalty]
    if current is not None and penalty is not written and not table.is_ruled:
        on_sheet = [*current.content["penalties"], penalty_content(penalty)]
        change = [0] * table.size if contained else points
        touched += _change_version(actor, table, current, on_sheet, change)
    _record(actor, table, "penalty_awarded", penalty, touched)
    if contained and table.current_version:
        record_contained(actor, table, table.current_version, [penalty_content(penalty)])
    return penalty


@transaction.atomic
def revoke_penalty(actor: Actor, penalty: Penalty, reason: str) -> None:
    """Revoke a penalty, in the list of penalties and in the table's result.

    The call behind it is withdrawn. Refused: `reason_needed`, `penalty_gone`,
    `penalty_not_on_sheet`, `table_gone`, `protest_is_final`.
    """
    table = table_for(may_award_penalty, actor, penalty.table)
    reason = needed_reason(reason)
    found = Penalty.objects.filter(pk=penalty.pk)
    if not found:
        raise Refused("penalty_gone")
    penalty = found.get()
    current, touched = table.current_version, list[Touched](rows_named(found))
    touched += strike(actor, Call.objects.filter(penalty=penalty), reason)
    found.delete()
    if current is not None and not table.is_ruled:
        # Initials are ignored: they may differ from the paper.
        keys, wanted = ("rule", "offender", "points", "row"), penalty_content(penalty)
        on_sheet = list(current.content["penalties"])
        same = (each for each in on_sheet if all(each[key] == wanted[key] for key in keys))
        booked = next(same, None)
        if booked is None:
            raise Refused("penalty_not_on_sheet", table=table.number)
        on_sheet.remove(booked)
        back = [None if figure is None else -figure for figure in penalty.points]
        touched += _change_version(actor, table, current, on_sheet, back)
    _record(actor, table, "penalty_revoked", penalty, touched, reason=reason)


def require_row(table: GameTable, row: int, last: int) -> None:
    """Refused: `penalty_row_unknown`."""
    if not 1 <= row <= last:
        raise Refused("penalty_row_unknown", table=table.number, row=row, last=last)


def _place(
    table: GameTable, rule: str, row: int | None, sitting: int | None
) -> tuple[int | None, int | None]:
    """Return row and sitting-out dealer of a penalty, from the list where it is in."""
    current = table.current_version
    if current is not None and current.kind == SheetKind.ROWS:
        rows = sheet_from_json(current.content).rows
        row = last_row_for(rule, rows, sitting) if row is None else row
        require_row(table, row, len(rows))
        sitting = sitting or rows[row - 1].dealer
    elif row is not None:
        require_row(table, row, table.round.tournament.at_table(table.size).lines)
    if not dealer_sits_out(table.size):
        return row, None
    if sitting is None and table.round.tournament.rule_set.penalties is not Penalties.DEDUCTION:
        raise Refused("penalty_sitting_needed")
    return row, sitting


def _free_points(
    table: GameTable, rule: str, offender: int, loss: int, sitting: int | None, reason: str
) -> list[int | None]:
    """Return the points of a free penalty: the offender's loss, shared by the rule set."""
    rules = table.round.tournament.rule_set
    if rule != FREE or loss < 1 or offender not in {*range(1, table.size + 1)} - {sitting}:
        raise Refused("penalty_not_free", offender=offender)
    needed_reason(reason)
    points = free_points(offender, loss, table.size, sitting, rules)
    if points is None:
        raise Refused("penalty_not_shared", others=rules.players(table.size) - 1)
    return [figure if is_whole(figure) else None for figure in points]


def _points(
    table: GameTable,
    rule: str,
    offender: int,
    soloist: int | None,
    sitting: int | None,
    absagen: int,
    credit_soloist: bool,
) -> list[int | None]:
    """Return the pattern of the paragraph in the form of a sheet."""
    playing = {*range(1, table.size + 1)} - {sitting}
    fits = rule in RULES and offender in playing and absagen in ABSAGEN
    if not fits or not {soloist} <= {None, *playing}:
        raise Refused("penalty_does_not_fit", rule=rule, offender=offender)
    if RULES[rule].replaces_points and soloist is None:
        raise Refused("penalty_soloist_needed", rule=rule)
    allowed = allowed_patterns(rule, offender, soloist, table.size, sitting)
    if not allowed or (credit_soloist and len(allowed) < 2):
        raise Refused("penalty_does_not_fit", rule=rule, offender=offender)
    points = pattern(rule, offender, soloist, table.size, sitting, absagen)
    if credit_soloist:
        points = allowed[-1]
    return [figure if is_whole(figure) else None for figure in points]


def _change_version(
    actor: Actor,
    table: GameTable,
    current: SheetVersion,
    penalties: list[dict[str, Any]],
    change: Sequence[int | None],
) -> list[Touched]:
    """Write a version with these penalties, changed by `change`; return the touched rows."""
    content = {**current.content, "penalties": penalties}
    if current.kind == SheetKind.ROWS:
        content = without_running_totals(content)
    else:
        pairs = zip(current.totals, change, strict=True)
        content["totals"] = [total + (figure or 0) for total, figure in pairs]
    sheet = checked_sheet(table, SheetKind(current.kind), content)
    errors = {(str(error.code), error.seat) for error in sheet.errors}
    # Errors the direction has accepted before stay accepted, for the same reason.
    accepted = [each for each in current.accepted if (each["code"], each["seat"]) in errors]
    if len(accepted) < len(sheet.errors):
        raise SheetRefused(sheet)
    reason = current.reason if accepted else ""
    _version, touched = add_version(actor, table, sheet, reason=reason, accepted=accepted)
    return touched


def _record(
    actor: Actor,
    table: GameTable,
    action: str,
    awarded: Penalty,
    touched: list[Touched],
    **data: object,
) -> None:
    version = table.current_version
    words: dict[str, object] = {**table.place, "version": version.number if version else None}
    words |= {"sheet": version.pk} if version and version in touched else {}
    words |= {"note": awarded.note} if awarded.rule == FREE else {"rule": awarded.rule}
    words |= {"offender": awarded.offender, "points": awarded.points, "row": awarded.row}
    words |= {"totals": version.totals} if version else {}
    record(actor, table.round.tournament, action, touched=touched, **words, **data)


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
    words = {"entry": entry.pk, "points": -points, "round": round.number if round else None}
    touched = [adjustment]
    record(actor, entry.tournament, "points_deducted", touched=touched, **words, reason=reason)
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
    words = {"entry": adjustment.entry_id, "points": adjustment.points, "reason": reason}
    record(actor, tournament, "deduction_revoked", touched=gone, **words)
    return adjustment


def strike(actor: Actor, calls: Iterable[Call], reason: str) -> list[Call]:
    """Withdraw these calls; return them. Refused: `protest_is_final` (TSR 8.2.1)."""
    struck = []
    for call in calls:
        protest = getattr(call, "protest", None)
        if protest is not None and protest.changed is False:
            raise Refused("protest_is_final")
        call.penalty = call.adjustment = None
        call.withdrawn_at, call.withdrawn_by = timezone.now(), actor.user
        call.withdrawn_reason = reason
        call.save()
        struck.append(call)
    return struck
