"""Entry and correction of score sheets."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.reads import Touched
from tournament.journal.writes import fitting_reason, needed_reason
from tournament.models import GameTable, SheetKind, SheetVersion, Verification
from tournament.permissions import (
    Actor,
    may_accept_exceptions,
    may_rule_table,
    may_submit_sheets,
    require,
)
from tournament.sheets.reads.sheet_checks import (
    CheckedSheet,
    SheetFinding,
    TournamentCode,
    acceptable,
    checked_sheet,
)
from tournament.sheets.writes.sheet_versions import (
    Window,
    add_version,
    drop_current_version,
    drop_drafts,
    locked_table,
    record_version,
    require_for_result,
    require_published,
    seen_version,
)
from tournament.sheets.writes.verification import (
    confirm_by_totals,
    is_verification,
    note_agreement,
    only_compares,
    only_completes,
    says_the_same,
    verify_by_sheet,
)


class Outcome(StrEnum):
    """The outcome of a submitted sheet."""

    ACCEPTED = "accepted"
    """A new version is the table's result."""
    UNCHANGED = "unchanged"
    """Identical to the result; nothing was written."""
    CONFIRMED = "confirmed"
    """Totals that agree with the list; a verification was written, once."""
    AGREED = "agreed"
    """Typed a second time, the same; a verification was written."""
    STOPPED = "stopped"
    """Typed a second time, different now or before; somebody has to decide. Recorded."""
    REPEATED = "repeated"
    """Already sent and saved, whatever counts now; nothing was written."""


@dataclass(frozen=True, slots=True)
class Submission:
    """The outcome, the version, the checked sheet, and the warnings to show.

    The version is the table's result, except for a repeated sending, whose version may have been
    replaced or taken back since. Warnings the user has just confirmed are left out.
    """

    outcome: Outcome
    version: SheetVersion
    sheet: CheckedSheet
    warnings: tuple[SheetFinding, ...] = ()


class SheetRefused(Exception):
    """A sheet with errors; nothing was saved."""

    def __init__(self, sheet: CheckedSheet) -> None:
        super().__init__(sheet.findings)
        self.sheet = sheet
        self.findings = sheet.findings


class SheetConflict(Exception):
    """Somebody else has saved this table's sheet in the meantime; nothing was saved."""

    def __init__(self, current: SheetVersion, sheet: CheckedSheet) -> None:
        super().__init__(current)
        self.current = current
        self.sheet = sheet


class SheetDoubted(Exception):
    """Unusual input that the user has not confirmed; nothing was saved.

    `doubts` are keyed as a confirmation names them: totals far outside this event by position and
    figure ("2:480"), a list that ended early by its missing games ("games:4").
    """

    def __init__(self, doubts: Mapping[str, SheetFinding]) -> None:
        super().__init__(*doubts)
        self.doubts = doubts


class SheetNotSaved(Refused):
    """A refusal after the sheet was checked; carries the sheet."""

    def __init__(self, refusal: Refused, sheet: CheckedSheet) -> None:
        super().__init__(refusal.code, **refusal.params)
        self.sheet = sheet


@transaction.atomic
def submit_sheet(
    actor: Actor,
    table: GameTable,
    kind: str,
    content: Mapping[str, Any],
    *,
    based_on: int | None,
    reason: str = "",
    accepted: Sequence[Mapping[str, Any]] = (),
    submission: UUID | None = None,
    retyped: bool = False,
    window: Window | None = None,
    contained: Sequence[Mapping[str, Any]] = (),
    sure: Collection[str] | None = None,
) -> Submission:
    """Check a table's sheet and make it the table's result.

    - `content` is the public form of its `kind`; `table_size` and `games` may be left out. A ruling
      about a table that cannot be counted is a kind, too: by the direction only, never verified.
    - `based_on` is the number of the version shown while typing, None for none.
    - `accepted` names rule violations the direction accepts on bare totals: `{"code": ..., "seat":
      ...}`.
    - `submission` is a new id for every sheet a page shows: a sheet sent again after a lost answer
      is saved once.
    - `retyped`: the page guarantees that every figure came from the keyboard, none from a draft.
    - `window`: its draft is deleted; without it, all drafts of this actor for the table.
    - `contained` are referee's penalties that the user confirmed, when asked, to be contained in
      bare totals; recorded in the journal, since the figures cannot show it.
    - `sure` is the input the user has confirmed (`SheetDoubted`); None where nobody can be asked.

    Outcomes:
    - A repeated sending returns its version, whatever happened in between. Other content with the
      same id is a new sheet.
    - An identical sheet is unchanged, whatever it was based on.
    - A list that agrees with entered totals needs no reason; any other replacement does.
    - Totals never replace a list: they confirm it, or are refused.
    - A verification (`verification.is_verification`) confirms the result or stops there.
    - A closed round is reserved to the direction, with a reason; verifications change no result and
      are open to the whole desk.

    The sheet is checked once, and every outcome carries the check. Raises SheetRefused (errors),
    SheetDoubted, SheetConflict (not based on the current version), PermissionDenied, and Refused:
    `round_not_published`, `sheet_taken_back` (the version it was based on), `sheet_reason_needed`,
    `closed_round_reason_needed`, `reason_needed`, `totals_contradict_...` (by subject),
    `table_gone`. Nothing is written then.
    """
    table = locked_table(table)
    may_submit = may_rule_table if kind == SheetKind.RULING else may_submit_sheets
    require(may_submit, actor, table.round.tournament)
    reason = fitting_reason(reason)
    sheet = checked_sheet(table, SheetKind(kind), content)
    warnings = _untold(sheet, is_asked=sure is not None)
    sent = _version_of_submission(table, submission)
    if sent is not None and says_the_same(sent, sheet):
        drop_drafts(actor, table, window)
        return Submission(Outcome.REPEATED, sent, sheet, warnings)
    mark = None if sent else submission
    try:
        current = table.current_version
        verifies = current and is_verification(actor, table, current, sheet, based_on, retyped)
        if not verifies:
            require_for_result(actor, table)
        require_published(actor, table)
        exceptions = accepted_errors(actor, table, sheet, accepted, reason)
        _require_sure(table, sheet, sure)
        if current and verifies:
            outcome, version = _verified(actor, table, current, sheet), current
        else:
            outcome, version = _settle(actor, table, sheet, based_on, reason, exceptions, mark)
        if outcome is Outcome.ACCEPTED:
            record_contained(actor, table, version, contained)
    except Refused as refusal:
        raise SheetNotSaved(refusal, sheet) from refusal
    if outcome is not Outcome.STOPPED:
        drop_drafts(actor, table, window)
    return Submission(outcome, version, sheet, warnings)


@transaction.atomic
def take_sheet_back(actor: Actor, table: GameTable, reason: str, *, version: int) -> SheetVersion:
    """Take back a result entered for the wrong table or round; return its version.

    The table is then without a result. The version stays in its history, and the next sheet gets
    the next number. The referee's penalties stay. `version` is the one the page showed.

    Refused: `round_is_closed`, `reason_needed`, `no_sheet_to_take_back`, `other_version_counts`,
    `table_gone`.
    """
    table = locked_table(table)
    require_for_result(actor, table)
    if table.round.closed_at:
        raise Refused("round_is_closed", round=table.round.number)
    current = seen_version(table, version, "no_sheet_to_take_back")
    words = {"sheet": current.pk, "reason": needed_reason(reason)}
    touched = drop_current_version(table)
    record_version(actor, table, current, "sheet_taken_back", touched=touched, **words)
    return current


def _settle(
    actor: Actor,
    table: GameTable,
    sheet: CheckedSheet,
    based_on: int | None,
    reason: str,
    exceptions: Sequence[dict[str, object]],
    mark: UUID | None,
) -> tuple[Outcome, SheetVersion]:
    """Apply an acceptable sheet to the current result."""
    current = table.current_version
    if current is not None and says_the_same(current, sheet):
        return Outcome.UNCHANGED, current
    if current is not None and only_compares(current, sheet):
        confirm_by_totals(actor, table, current, sheet)
        return Outcome.CONFIRMED, current
    _require_base(table, sheet, based_on)
    _require_reason(table, sheet, reason)
    version, touched = add_version(
        actor, table, sheet, reason=reason, accepted=exceptions, submission=mark
    )
    completes = current is not None and only_completes(current, sheet)
    if completes:
        # The list adds up to the totals that were typed separately.
        how = Verification.How.TYPED
        found = note_agreement(actor, table, version, how, typed_before=current)
        touched += [found] if found else []
    _record_version(actor, table, version, touched, current, completes)
    return Outcome.ACCEPTED, version


def _verified(
    actor: Actor, table: GameTable, current: SheetVersion, sheet: CheckedSheet
) -> Outcome:
    """Verify a version and return the outcome."""
    if not verify_by_sheet(actor, table, current, sheet):
        return Outcome.STOPPED
    return Outcome.AGREED if current.kind == sheet.kind else Outcome.CONFIRMED


def _untold(sheet: CheckedSheet, *, is_asked: bool) -> tuple[SheetFinding, ...]:
    """Return the warnings the user was not asked to confirm; all of them if there are errors."""
    asked = _doubts(sheet).values() if is_asked and not sheet.errors else ()
    return tuple(found for found in sheet.warnings if found not in asked)


def _doubts(sheet: CheckedSheet) -> dict[str, SheetFinding]:
    """Return the warnings that need a confirmation, by the key that confirms them."""
    doubts: dict[str, SheetFinding] = {}
    for found in sheet.warnings:
        if found.code == TournamentCode.TOTAL_UNLIKELY:
            doubts[f"{found.seat}:{found.params['figure']}"] = found
        elif found.code == TournamentCode.ENDED_EARLY:
            doubts[f"games:{found.params['games']}"] = found
    return doubts


def _require_sure(table: GameTable, sheet: CheckedSheet, sure: Collection[str] | None) -> None:
    """Raise SheetDoubted for unconfirmed doubts, unless the totals count already."""
    current = table.current_version
    is_there = current is not None and current.totals == list(sheet.totals)
    if sure is None or sheet.errors or is_there:
        return
    doubts = {name: found for name, found in _doubts(sheet).items() if name not in sure}
    if doubts:
        raise SheetDoubted(doubts)


def accepted_errors(
    actor: Actor,
    table: GameTable,
    sheet: CheckedSheet,
    accepted: Sequence[Mapping[str, Any]],
    reason: str,
) -> list[dict[str, object]]:
    """Return the accepted errors in stored form; refuse the sheet for any other error."""
    wanted = {(str(each.get("code")), each.get("seat")) for each in accepted}
    excepted = [
        error
        for error in sheet.errors
        if acceptable(sheet.kind, error) and (str(error.code), error.seat) in wanted
    ]
    if len(excepted) < len(sheet.errors):
        raise SheetRefused(sheet)
    if excepted:
        require(may_accept_exceptions, actor, table.round.tournament)
        needed_reason(reason)
    return [{"code": str(error.code), "seat": error.seat} for error in excepted]


def _version_of_submission(table: GameTable, submission: UUID | None) -> SheetVersion | None:
    """Return the version already written for this submission id."""
    if submission is None:
        return None
    return table.versions.filter(submission=submission).first()


def _require_base(table: GameTable, sheet: CheckedSheet, based_on: int | None) -> None:
    """Refuse a sheet that was not based on the current version."""
    current = table.current_version
    if current is not None and current.number != based_on:
        raise SheetConflict(current, sheet)
    if current is None and based_on is not None:
        # A number this table never had belongs to the table of an earlier draw.
        if not table.versions.filter(number=based_on).exists():
            raise Refused("table_gone")
        raise Refused("sheet_taken_back", table=table.number, version=based_on)


def _require_reason(table: GameTable, sheet: CheckedSheet, reason: str) -> None:
    """Refuse a correction without a reason, except a list that completes its totals."""
    if reason:
        return
    if table.round.closed_at:
        raise Refused("closed_round_reason_needed", round=table.round.number)
    current = table.current_version
    if current is not None and not only_completes(current, sheet):
        raise Refused("sheet_reason_needed", round=table.round.number, table=table.number)


def _record_version(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    touched: list[Touched],
    previous: SheetVersion | None,
    completes: bool,
) -> None:
    words: dict[str, Any] = {}
    if completes:
        action = "sheet_completed"
    elif version.kind == SheetKind.RULING:
        action, words = "sheet_ruled", {**version.content}
        words |= {"old_totals": previous.totals} if previous else {}
    elif previous is None:
        action, words = "sheet_entered", {"kind": version.kind}
    else:
        action = "sheet_corrected"
        words = {"kind": version.kind, "old_totals": previous.totals, "reason": version.reason}
    record_version(actor, table, version, action, touched=touched, **words)
    if version.accepted:
        words = {"exceptions": version.accepted, "reason": version.reason}
        record_version(actor, table, version, "exceptions_accepted", **words)


def record_contained(
    actor: Actor, table: GameTable, version: SheetVersion, contained: Sequence[Mapping[str, Any]]
) -> None:
    """Record in the journal which penalties the user confirmed to be in bare totals."""
    if contained:
        keys = ("rule", "offender", "points", "reason")
        named = [{key: each[key] for key in keys if key in each} for each in contained]
        words = {"sheet": version.pk, "contained": named}
        record_version(actor, table, version, "penalties_contained", **words)
