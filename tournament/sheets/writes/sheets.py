"""Entry and correction of score sheets: locks, checks, versions and drafts.

Writers lock the round and the table until the end of the transaction: the revision that was checked
is still current when the new version is written, and the round cannot be closed in between. (SQLite
takes the write lock with the transaction, see the settings.)
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction

from scoring.findings import Code
from scoring.model import ScoreSheet, TotalsSheet
from tournament.errors import Refused
from tournament.journal.mapping import row_of
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import fitting_reason, needed_reason, open_tournament
from tournament.models import (
    TYPED_KINDS,
    GameTable,
    Penalty,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Tournament,
    Verification,
    VerificationRule,
)
from tournament.permissions import (
    Actor,
    Permission,
    may_accept_exceptions,
    may_change_round,
    may_rule_table,
    may_submit_sheets,
    require,
)
from tournament.shared.reads.prepared import Prepared
from tournament.shared.writes.rows import delete, insert, update
from tournament.sheets.reads.sheets import (
    CheckedSheet,
    Earlier,
    SheetFinding,
    TournamentCode,
    acceptable,
    checked_sheet,
    drafts_of,
    earlier_versions,
    same_penalty,
)
from tournament.sheets.reads.verifications import carry_over_differences
from tournament.sheets.rules.table_rules import dealt_out_of_turn, typed_figures
from tournament.sheets.writes.agreement import (
    How,
    confirm,
    is_comparison,
    is_completion,
    is_same_sheet,
    is_verification,
    note_agreement,
    record_version,
    require_agreement,
    verify_by_sheet,
)

_TABLES = GameTable.objects.select_related("round", "current_version")
_ALONE = Prepared(lambda table: _TABLES.select_for_update(of=("self",)).filter(pk=table))
_WITH_ROUND = Prepared(
    lambda table: _TABLES.select_for_update(of=("self", "round")).filter(pk=table)
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
    """The outcome, version, checked sheet, and warnings, without those just confirmed.

    The version is the table's result; if sent again, it may have been replaced since.
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

    `doubts` by what confirms them: "2:480" (position, figure), "games:4" (missing ones).
    """

    def __init__(self, doubts: Mapping[str, SheetFinding]) -> None:
        super().__init__(*doubts)
        self.doubts = doubts


class SheetNotSaved(Refused):
    """A refusal after the sheet was checked; carries the sheet."""

    def __init__(self, refusal: Refused, sheet: CheckedSheet) -> None:
        super().__init__(refusal.code, **refusal.params)
        self.sheet = sheet


@dataclass(frozen=True, slots=True)
class Window:
    """The origin of a draft: the id of the browser window, and the revision it continues."""

    mark: str = ""
    revision: UUID | None = None


NO_WINDOW = Window()
LANE = Window("lane")
"""The totals lane, which shows no draft: its refused input is kept separately."""


@transaction.atomic
def submit_sheet(
    actor: Actor,
    table: GameTable,
    kind: str,
    content: Mapping[str, Any] | ScoreSheet | TotalsSheet,
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

    - `content` is the public form of its `kind`; `table_size` and `games` may be left out. A sheet
      may have been read already. A ruling about a table that cannot be counted is a kind, too: by
      the direction only, never verified.
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
    - A verification (`agreement.is_verification`) confirms the result or stops there.
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
    doubts = {} if sure is None or sheet.errors else _doubts(sheet)
    warnings = tuple(found for found in sheet.warnings if found not in doubts.values())
    history = earlier_versions(table) if submission else None
    sent = next((each for each in history or () if each.submission == submission), None)
    if sent and (sent.kind, sent.content) == (sheet.kind, sheet.content):
        drop_drafts(actor, table, window)
        return Submission(Outcome.REPEATED, table.versions.get(pk=sent.pk), sheet, warnings)
    try:
        current = table.current_version
        verifies = current and is_verification(actor, table, current, sheet, based_on, retyped)
        if not verifies:
            require_for_result(actor, table)
        require_published(actor, table)
        exceptions = accepted_errors(actor, table, sheet, accepted, reason)
        unsure = {name: found for name, found in doubts.items() if name not in (sure or ())}
        if unsure and not (current and current.totals == list(sheet.totals)):
            raise SheetDoubted(unsure)
        if current and verifies:
            version, outcome = current, Outcome.STOPPED
            if verify_by_sheet(actor, table, current, sheet):
                is_same = current.kind == sheet.kind
                outcome = Outcome.AGREED if is_same else Outcome.CONFIRMED
        else:
            new_id = None if sent else submission
            outcome, version = _settle(
                actor, table, sheet, based_on, reason, exceptions, new_id, history
            )
        if outcome is Outcome.ACCEPTED:
            record_contained(actor, table, version, contained)
    except Refused as refusal:
        raise SheetNotSaved(refusal, sheet) from refusal
    if outcome is not Outcome.STOPPED:
        drop_drafts(actor, table, window)
    return Submission(outcome, version, sheet, warnings)


@transaction.atomic
def restore_version(
    actor: Actor, table: GameTable, number: int, reason: str, *, based_on: int | None
) -> SheetVersion:
    """Write a new version with the content of version `number`, by the rules of a correction.

    `based_on` is the number of the version the page showed as current, None for none. Exceptions
    the direction had accepted are accepted again, by the direction only. The version is checked
    like any other: it must contain penalties awarded since.

    Raises SheetRefused, PermissionDenied, and Refused: `round_not_published`,
    `other_version_counts`, `sheet_taken_back`, `unknown_version`, `version_counts_already`,
    `reason_needed`, `table_gone`, `tournament_finished`.
    """
    table = locked_table(table)
    require_for_result(actor, table)
    require_published(actor, table)
    before = table.current_version
    if before is None and based_on is not None:
        raise Refused("sheet_taken_back", table=table.number, version=based_on)
    if before is not None and before.number != based_on:
        raise Refused("other_version_counts", table=table.number, version=before.number)
    old = table.versions.filter(number=number).first()
    if old is None:
        raise Refused("unknown_version", table=table.number, version=number)
    if old == before:
        raise Refused("version_counts_already", table=table.number, version=number)
    if old.kind == SheetKind.RULING:
        require(may_rule_table, actor, table.round.tournament)
    reason = needed_reason(reason)
    sheet = checked_sheet(table, SheetKind(old.kind), old.content)
    accepted = accepted_errors(actor, table, sheet, old.accepted, reason)
    version, touched = add_version(actor, table, sheet, reason=reason, accepted=accepted)
    words = {"sheet": version.pk, "restored": number, "reason": reason}
    words |= {"old_totals": before.totals} if before else {}
    record_version(actor, table, version, "sheet_restored", touched=touched, **words)
    return version


@transaction.atomic
def take_sheet_back(actor: Actor, table: GameTable, reason: str, *, version: int) -> SheetVersion:
    """Take back a result, for the wrong table or round, and return its version, which stays.

    The referee's penalties stay, and the numbering goes on. Refused: `round_is_closed`,
    `reason_needed`, `no_sheet_to_take_back`, `other_version_counts` (than shown), `table_gone`.
    """
    table = locked_table(table)
    require_for_result(actor, table)
    if table.round.closed_at:
        raise Refused("round_is_closed", round=table.round.number)
    current = seen_version(table, version, "no_sheet_to_take_back")
    words = {"sheet": current.pk, "reason": needed_reason(reason)}
    table.current_version, table.awaits_direction = None, False
    table.save(update_fields=["current_version", "awaits_direction"])
    only_on_sheet = table.penalties.filter(source=Penalty.Source.SHEET)
    touched = [table, *rows_named(only_on_sheet)]
    only_on_sheet.delete()
    record_version(actor, table, current, "sheet_taken_back", touched=touched, **words)
    return current


def _settle(
    actor: Actor,
    table: GameTable,
    sheet: CheckedSheet,
    based_on: int | None,
    reason: str,
    accepted: Sequence[dict[str, object]],
    new_id: UUID | None,
    history: Sequence[Earlier] | None,
) -> tuple[Outcome, SheetVersion]:
    """Apply an acceptable sheet to the current result."""
    current = table.current_version
    if current is not None and is_same_sheet(current, sheet):
        return Outcome.UNCHANGED, current
    if current is not None and is_comparison(current, sheet):
        require_agreement(table.number, current.content, sheet.content)
        # The result was visible while typing: where verification is blind this is none.
        if table.round.tournament.verification != VerificationRule.BLIND:
            typed = (How.TYPED, sheet.totals, sheet.content)
            confirm(actor, table, current, "sheet_confirmed", *typed)
        return Outcome.CONFIRMED, current
    _require_base(table, sheet, based_on)
    completes = current is not None and is_completion(current, sheet)
    if table.round.closed_at and not reason:
        raise Refused("closed_round_reason_needed", round=table.round.number)
    if current is not None and not completes and not reason:
        raise Refused("sheet_reason_needed", **table.place)
    version, touched = add_version(
        actor, table, sheet, reason=reason, accepted=accepted, submission=new_id, history=history
    )
    words: dict[str, Any] = {}
    if completes:
        # The list adds up to the totals that were typed separately.
        action = "sheet_completed"
        touched += note_agreement(actor, table, version, How.TYPED, typed_before=current)
    elif version.kind == SheetKind.RULING:
        action, words = "sheet_ruled", {**version.content}
        words |= {"old_totals": current.totals} if current else {}
    elif current is None:
        action, words = "sheet_entered", {"kind": version.kind}
    else:
        action = "sheet_corrected"
        words = {"kind": version.kind, "old_totals": current.totals, "reason": version.reason}
    record_version(actor, table, version, action, touched=touched, **words)
    if version.accepted:
        words = {"exceptions": version.accepted, "reason": version.reason}
        record_version(actor, table, version, "exceptions_accepted", **words)
    return Outcome.ACCEPTED, version


def _doubts(sheet: CheckedSheet) -> dict[str, SheetFinding]:
    """Return the warnings that need a confirmation, by the key that confirms them."""
    doubts: dict[str, SheetFinding] = {}
    for found in sheet.warnings:
        if found.code == TournamentCode.TOTAL_UNLIKELY:
            doubts[f"{found.seat}:{found.params['figure']}"] = found
        elif found.code == TournamentCode.ENDED_EARLY:
            doubts[f"games:{found.params['games']}"] = found
    return doubts


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


def _require_base(table: GameTable, sheet: CheckedSheet, based_on: int | None) -> None:
    current = table.current_version
    if current is not None and current.number != based_on:
        raise SheetConflict(current, sheet)
    if current is None and based_on is not None:
        # A number this table never had belongs to the table of an earlier draw.
        if not table.versions.filter(number=based_on).exists():
            raise Refused("table_gone")
        raise Refused("sheet_taken_back", table=table.number, version=based_on)


def record_contained(
    actor: Actor, table: GameTable, version: SheetVersion, contained: Sequence[Mapping[str, Any]]
) -> None:
    """Record in the journal which penalties the user confirmed to be in bare totals."""
    if contained:
        keys = ("rule", "offender", "points", "reason")
        named = [{key: each[key] for key in keys if key in each} for each in contained]
        words = {"sheet": version.pk, "contained": named}
        record_version(actor, table, version, "penalties_contained", **words)


def locked_table(table: GameTable) -> GameTable:
    """Lock the table for the transaction. Refused: `tournament_finished`, `table_gone`."""
    return _found(_WITH_ROUND, table, open_tournament(table.round.tournament))


def held_table(table: GameTable) -> GameTable:
    """Lock only the table, for changes that affect no result. Refused: `table_gone`."""
    return _found(_ALONE, table, table.round.tournament)


def _found(tables: Prepared[GameTable], table: GameTable, tournament: Tournament) -> GameTable:
    found = tables.one(table.pk)
    if found is None:
        raise Refused("table_gone")
    found.round.tournament = tournament
    return found


def table_for(permission: Permission, actor: Actor, table: GameTable) -> GameTable:
    """Lock the table as `locked_table`, and check the permission as `require_for_table`."""
    table = locked_table(table)
    require_for_table(permission, actor, table)
    return table


def require_for_table(permission: Permission, actor: Actor, table: GameTable) -> None:
    """Require the permission; closed and unpublished rounds are the direction's."""
    tournament = table.round.tournament
    require(permission, actor, tournament)
    require(may_change_round, actor, tournament, table.round)


def require_for_result(actor: Actor, table: GameTable) -> None:
    """Require that the actor may change this result. Refused: `table_is_ruled`."""
    require_for_table(may_submit_sheets, actor, table)
    if table.is_ruled and not may_rule_table(actor, table.round.tournament):
        raise Refused("table_is_ruled", table=table.number)


def require_published(actor: Actor, table: GameTable) -> None:
    """Refused: `round_not_published`. Commands may import sheets of any drawn round."""
    if not (table.round.published_at or actor.is_command_line):
        raise Refused("round_not_published", round=table.round.number)


def seen_version(
    table: GameTable, number: int, missing: str = "no_sheet_to_confirm"
) -> SheetVersion:
    """Return the current version. Refused: `missing`, `other_version_counts` (than shown)."""
    current = table.current_version
    if current is None:
        raise Refused(missing, **table.place)
    if current.number != number:
        raise Refused("other_version_counts", table=table.number, version=current.number)
    return current


def add_version(
    actor: Actor,
    table: GameTable,
    sheet: CheckedSheet,
    *,
    reason: str = "",
    accepted: Sequence[dict[str, object]] = (),
    submission: UUID | None = None,
    history: Sequence[Earlier] | None = None,
) -> tuple[SheetVersion, list[Touched]]:
    """Make a checked sheet the table's result; return the version and all rows touched.

    history: all its versions in order, if they have been read.
    """
    before = table.current_version
    history = earlier_versions(table) if history is None else history
    after = history[-1].number if history else 0
    figures = typed_figures(sheet.content)
    same = [
        version
        for version in history
        if version.kind == sheet.kind and typed_figures(version.content) == figures
    ]
    changes_penalties_alone = (
        before is not None
        and before.pk in {each.pk for each in same}
        and sheet.kind in TYPED_KINDS
        and before.content["penalties"] != sheet.content["penalties"]
    )
    version = SheetVersion(
        table=table,
        number=after + 1,
        kind=sheet.kind,
        content=sheet.content,
        totals=list(sheet.totals),
        accepted=list(accepted),
        based_on=after or None,
        reason=reason,
        submission=submission,
        typists=_typists(same, None if changes_penalties_alone else actor),
        user=actor.user,
    )
    insert(version)
    dealt: set[tuple[int | None, object]] = set()
    if not may_accept_exceptions(actor, table.round.tournament):
        found = (each for each in sheet.warnings if each.code == Code.DEALT_OUT_OF_TURN)
        dealt = {(each.row, each.params["dealer"]) for each in found}
        if before is not None and not table.awaits_direction:
            # Those in the version before are confirmed.
            dealt -= {(row["no"], row["dealer"]) for row in dealt_out_of_turn(before.content)}
    table.awaits_direction = bool(dealt)
    table.current_version = version
    update(table, "current_version", "awaits_direction")
    touched = [version, table, *_list_penalties(actor, table, sheet)]
    if before is not None and changes_penalties_alone:
        touched += Verification.objects.bulk_create(carry_over_differences(before, version))
    return version, touched


def _typists(same_figures: Sequence[Earlier], actor: Actor | None) -> list[int | None]:
    """Return the accounts that have typed these figures, in these versions or now."""
    typists = {typist for version in same_figures for typist in version.typists}
    if actor is not None:
        typists.add(actor.user.pk if actor.user else None)
    return sorted(typists, key=lambda typist: typist or 0)


def _list_penalties(actor: Actor, table: GameTable, sheet: CheckedSheet) -> list[Touched]:
    """Update the listed penalties; of a referee's only the row can change. Returns rows touched."""
    touched: list[Touched] = []
    known = sorted(sheet.listed, key=lambda penalty: penalty.source != Penalty.Source.REFEREE)
    for on_sheet in sheet.penalties:
        listed = next((penalty for penalty in known if same_penalty(penalty, on_sheet)), None)
        if listed is None:
            listed = Penalty(
                table=table,
                row=on_sheet.row,
                rule=on_sheet.rule,
                offender=on_sheet.offender,
                points=list(on_sheet.points),
                initials=on_sheet.initials,
                note=on_sheet.reason,
                source=Penalty.Source.SHEET,
                user=actor.user,
            )
        else:
            known.remove(listed)
            if listed.row == on_sheet.row:
                continue
            listed.row = on_sheet.row
        listed.save()
        touched.append(listed)
    for no_longer in known:
        touched.append(row_of(Penalty, no_longer.pk))
        no_longer.delete()
    return touched


def drop_drafts(actor: Actor, table: GameTable, window: Window | None = None) -> None:
    """Delete drafts, unchecked, in a service; a window without id and revision has none."""
    if actor.user is None or window == NO_WINDOW:
        return
    own = drafts_of(table, actor.user)
    gone = [each.pk for each in own if window is None or is_of_window(each, window)]
    if gone:
        delete(SheetDraft, gone)


def is_of_window(draft: SheetDraft, window: Window) -> bool:
    """Whether a draft was saved by this window, or is the one it continues."""
    is_continued = window.revision is not None and draft.revision == window.revision
    return is_continued or (bool(window.mark) and draft.window == window.mark)
