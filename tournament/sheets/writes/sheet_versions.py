"""Shared parts of the sheet services: locks, versions, drafts, and receipt of the paper.

Writers lock the round and the table until the end of the transaction: the revision that was checked
is still current when the new version is written, and the round cannot be closed in between. (SQLite
takes the write lock with the transaction, see the settings.)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.findings import Code
from tournament.errors import Refused
from tournament.journal.mapping import row_of
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import open_tournament, record
from tournament.models import (
    TYPED_KINDS,
    GameTable,
    Penalty,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Tournament,
    User,
    Verification,
)
from tournament.permissions import (
    Actor,
    Permission,
    may_accept_exceptions,
    may_correct_closed_round,
    may_rule_table,
    may_submit_sheets,
    require,
)
from tournament.shared.reads.prepared import Prepared
from tournament.sheets.mapping import dealt_out_of_turn, same_penalty, typed_figures
from tournament.sheets.reads.sheet_checks import CheckedSheet
from tournament.sheets.reads.verifications import carried_over

_VERSIONS = Prepared(lambda table: SheetVersion.objects.filter(table=table).order_by("number"))
_TABLES = GameTable.objects.select_related("round", "current_version")
_HELD = Prepared(lambda table: _TABLES.select_for_update(of=("self",)).filter(pk=table))
_LOCKED = Prepared(lambda table: _TABLES.select_for_update(of=("self", "round")).filter(pk=table))


def locked_table(table: GameTable) -> GameTable:
    """Return the current table, locked until the end of the transaction.

    Refused: `tournament_finished`; `table_gone` if the round has been redrawn.
    """
    tournament = open_tournament(table.round.tournament)
    return _found(_LOCKED, table, tournament)


def table_for(permission: Permission, actor: Actor, table: GameTable) -> GameTable:
    """Lock the table as `locked_table`, and check the permission as `require_for_table`."""
    table = locked_table(table)
    require_for_table(permission, actor, table)
    return table


def held_table(table: GameTable) -> GameTable:
    """Lock only the table, for changes that affect no result. Refused: `table_gone`."""
    return _found(_HELD, table, table.round.tournament)


def _found(query: Prepared[GameTable], table: GameTable, tournament: Tournament) -> GameTable:
    found = query.one(table.pk)
    if found is None:
        raise Refused("table_gone")
    found.round.tournament = tournament
    return found


def require_for_table(permission: Permission, actor: Actor, table: GameTable) -> None:
    """Raise `PermissionDenied` unless the actor may.

    Closed rounds, and rounds not yet published, are reserved to the direction.
    """
    round = table.round
    require(permission, actor, round.tournament)
    if round.closed_at or not round.published_at:
        require(may_correct_closed_round, actor, round.tournament)


def require_for_result(actor: Actor, table: GameTable) -> None:
    """Raise `PermissionDenied` unless the actor may change the result of a table.

    Rulings are replaced by the direction only. Refused: `table_is_ruled`.
    """
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
    """Return the current version, which must be the one the page showed.

    Refused: `missing`, `other_version_counts`.
    """
    current = table.current_version
    if current is None:
        raise Refused(missing, round=table.round.number, table=table.number)
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
) -> tuple[SheetVersion, list[Touched]]:
    """Write the next version from a checked sheet and make it the result.

    Returns it, and the touched rows for the journal.
    """
    before, history = table.current_version, _VERSIONS(table.pk, table=table)
    after = history[-1].number if history else 0
    changes_penalties_alone = before is not None and _differs_by_penalties(before, sheet)
    version = SheetVersion.objects.create(
        table=table,
        number=after + 1,
        kind=sheet.kind,
        content=sheet.content,
        totals=list(sheet.totals),
        accepted=list(accepted),
        based_on=after or None,
        reason=reason,
        submission=submission,
        typists=_typists(actor, history, sheet, changes_penalties_alone),
        user=actor.user,
    )
    table.awaits_direction = _awaits_direction(actor, table, sheet)
    table.current_version = version
    table.save(update_fields=["current_version", "awaits_direction"])
    touched = [version, table, *_list_penalties(actor, table, sheet)]
    if before is not None and changes_penalties_alone:
        touched += Verification.objects.bulk_create(carried_over(before, version))
    return version, touched


def record_version(
    actor: Actor, table: GameTable, version: SheetVersion, action: str, **data: Any
) -> None:
    """Write an action on a version of a table's sheet to the journal."""
    record(
        actor,
        table.round.tournament,
        action,
        round=table.round.number,
        table=table.number,
        version=version.number,
        totals=version.totals,
        **data,
    )


def _differs_by_penalties(before: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether the sheet has the figures of the version, with other penalties."""
    if before.kind not in TYPED_KINDS or before.kind != sheet.kind:
        return False
    if before.content["penalties"] == sheet.content["penalties"]:
        return False
    return typed_figures(before.content) == typed_figures(sheet.content)


def _typists(
    actor: Actor,
    history: Iterable[SheetVersion],
    sheet: CheckedSheet,
    changes_penalties_alone: bool,
) -> list[int | None]:
    """Return the accounts that have typed these figures, in any version."""
    figures = typed_figures(sheet.content)
    typists = {
        typist
        for version in history
        if version.kind == sheet.kind and typed_figures(version.content) == figures
        for typist in version.typists
    }
    if not changes_penalties_alone:
        typists.add(actor.user.pk if actor.user else None)
    return sorted(typists, key=lambda typist: typist or 0)


def _awaits_direction(actor: Actor, table: GameTable, sheet: CheckedSheet) -> bool:
    """Whether the sheet has a game dealt out of turn that the direction has not seen.

    Games confirmed in the version before need no second confirmation.
    """
    if may_accept_exceptions(actor, table.round.tournament):
        return False
    found = (each for each in sheet.warnings if each.code == Code.DEALT_OUT_OF_TURN)
    dealt = {(each.row, each.params["dealer"]) for each in found}
    before = table.current_version
    if before is not None and not table.awaits_direction:
        dealt -= {(row["no"], row["dealer"]) for row in dealt_out_of_turn(before.content)}
    return bool(dealt)


def drop_current_version(table: GameTable) -> list[Touched]:
    """Leave the table without a result, and delete penalties known only from its sheet.

    Returns the touched rows for the journal.
    """
    table.current_version, table.awaits_direction = None, False
    table.save(update_fields=["current_version", "awaits_direction"])
    penalties = table.penalties.filter(source=Penalty.Source.SHEET)
    gone = rows_named(penalties)
    penalties.delete()
    return [table, *gone]


def _list_penalties(actor: Actor, table: GameTable, sheet: CheckedSheet) -> list[Touched]:
    """Update the list of penalties from the sheet; returns the touched rows.

    The referee's penalties are on every accepted sheet, so only their row can change.
    """
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


@dataclass(frozen=True, slots=True)
class Window:
    """The origin of a draft: the id of the browser window, and the revision it continues."""

    mark: str = ""
    revision: UUID | None = None


NO_WINDOW = Window()
LANE = Window("lane")
"""The totals lane, which shows no draft: its refused input is kept separately."""


@transaction.atomic
def save_draft(
    actor: Actor,
    table: GameTable,
    kind: str,
    content: Mapping[str, Any],
    based_on: int | None,
    window: Window = NO_WINDOW,
) -> SheetDraft:
    """Save unsubmitted input, valid or not.

    It replaces the draft that this window has saved or continues, and any draft whose texts are
    beginnings of this one. A draft saved by another window since then stays.

    Refused: `round_not_published`, `table_gone`.
    """
    table = held_table(table)
    require_for_table(may_submit_sheets, actor, table)
    require_published(actor, table)
    if actor.user is None:
        raise ValueError("Only an account has drafts.")
    drafts = SheetDraft.objects.filter(table=table, user=actor.user)
    draft = _draft_of_window(drafts, window) or SheetDraft(table=table, user=actor.user)
    draft.kind, draft.content, draft.based_on = SheetKind(kind), dict(content), based_on
    draft.revision, draft.window = uuid4(), window.mark
    draft.save()
    for other in drafts.exclude(pk=draft.pk):
        if _says_nothing_more(other, draft):
            other.delete()
    return draft


@transaction.atomic
def discard_draft(actor: Actor, table: GameTable, window: Window | None = None) -> None:
    """Delete the actor's drafts for a table: of this window, or of all if None."""
    require_for_table(may_submit_sheets, actor, table)
    drop_drafts(actor, table, window)


def drop_drafts(actor: Actor, table: GameTable, window: Window | None = None) -> None:
    """Delete drafts without a permission check. For services, inside their transaction.

    A window without id and revision has no draft.
    """
    if actor.user is None or window == NO_WINDOW:
        return
    drafts = SheetDraft.objects.filter(table=table, user=actor.user)
    if window is not None:
        drafts = drafts.filter(_drafts_of_window(window))
    drafts.delete()


def _drafts_of_window(window: Window) -> Q:
    by_revision = Q(revision=window.revision) if window.revision else Q(pk__in=())
    return by_revision | Q(window=window.mark) if window.mark else by_revision


def _draft_of_window(drafts: QuerySet[SheetDraft], window: Window) -> SheetDraft | None:
    """Return the draft this window has saved, else the unchanged one it continues."""
    found = drafts.filter(_drafts_of_window(window))
    return max(found, key=lambda draft: draft.window == window.mark, default=None)


def _says_nothing_more(draft: SheetDraft, later: SheetDraft) -> bool:
    """Whether every text of a draft is the beginning of the same text in the later one."""
    if draft.kind != later.kind:
        return False
    return all(
        str(later.content.get(name, "")).startswith(str(text))
        for name, text in draft.content.items()
    )


@transaction.atomic
def receive_sheet(actor: Actor, table: GameTable, *, now: datetime | None = None) -> GameTable:
    """Record that the list keeper has handed in the score sheet (TSR 7.3.4); idempotent.

    Refused: `round_not_published`, `sheet_is_entered`, `tournament_finished`, `table_gone`.
    """
    return _note(actor, table, now or timezone.now(), actor.user, "sheet_received")


@transaction.atomic
def return_sheet(actor: Actor, table: GameTable) -> GameTable:
    """Undo the receipt of the paper. Refused: as `receive_sheet`."""
    return _note(actor, table, None, None, "sheet_not_received")


def _note(
    actor: Actor, table: GameTable, at: datetime | None, by: User | None, action: str
) -> GameTable:
    """Set the time of receipt, None if not received, of a table without a result."""
    table = table_for(may_submit_sheets, actor, table)
    require_published(actor, table)
    if table.current_version is not None:
        raise Refused("sheet_is_entered", table=table.number)
    if (table.received_at is None) is not (at is None):
        table.received_at, table.received_by = at, by
        table.save(update_fields=["received_at", "received_by"])
        place = {"round": table.round.number, "table": table.number}
        record(actor, table.round.tournament, action, touched=[table], **place)
    return table
