"""What is kept of a table before its sheet is saved: drafts, games played, paper received."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from scoring.deal import Deal
from scoring.outlook import FiguresDoNotFit, SoFar, outlook_from
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.models import GameTable, RoundState, SheetDraft, SheetKind, TableReport, User
from tournament.permissions import Actor, may_report_games, may_submit_sheets, require
from tournament.shared.writes.rows import delete, insert, update
from tournament.sheets.reads.sheets import drafts_of
from tournament.sheets.writes.sheets import (
    NO_WINDOW,
    Window,
    drop_drafts,
    held_table,
    is_of_window,
    locked_table,
    require_for_table,
    require_published,
    table_for,
)


@transaction.atomic
def save_draft(
    actor: Actor,
    table: GameTable,
    kind: str,
    content: Mapping[str, Any],
    based_on: int | None,
    window: Window = NO_WINDOW,
) -> SheetDraft:
    """Save unsubmitted input, valid or not. Refused: `round_not_published`, `table_gone`.

    It replaces the draft this window has saved or continues, and those whose texts are beginnings
    of this one; not a draft saved by another window since then.
    """
    table = held_table(table)
    require_for_table(may_submit_sheets, actor, table)
    require_published(actor, table)
    if actor.user is None:
        raise ValueError("Only an account has drafts.")
    drafts = drafts_of(table, actor.user)
    own = [each for each in drafts if is_of_window(each, window)]
    # The draft this window has saved, else the unchanged one it continues.
    draft = max(own, key=lambda each: each.window == window.mark, default=None)
    draft = draft or SheetDraft(table=table, user=actor.user)
    draft.kind, draft.content, draft.based_on = SheetKind(kind), dict(content), based_on
    draft.revision, draft.window = uuid4(), window.mark
    if draft._state.adding:
        insert(draft)
    else:
        update(draft, "kind", "content", "based_on", "revision", "window", "updated_at")
    beginnings = [
        other.pk
        for other in drafts
        if other.pk != draft.pk
        and other.kind == draft.kind
        and all(
            str(draft.content.get(name, "")).startswith(str(text))
            for name, text in other.content.items()
        )
    ]
    if beginnings:
        delete(SheetDraft, beginnings)
    return draft


@transaction.atomic
def discard_draft(actor: Actor, table: GameTable, window: Window | None = None) -> None:
    """Delete the actor's drafts for a table: of this window, or of all if None."""
    require_for_table(may_submit_sheets, actor, table)
    drop_drafts(actor, table, window)


@transaction.atomic
def report_games(
    actor: Actor,
    table: GameTable,
    games: int | None,
    solos: Collection[int] | None = None,
    *,
    now: datetime | None = None,
) -> TableReport | None:
    """Save for the forecast that a table has played so many games; None deletes its report.

    `solos`: the positions that have played their compulsory solo, None if not checked. Not a
    result, so not in the journal.

    Refused: `tournament_finished`, `standings_are_frozen`, `table_gone`, `round_not_played`,
    `report_has_too_many_games`, `report_names_no_position`, `report_needs_no_solos`,
    `report_does_not_fit`.
    """
    require(may_report_games, actor, table.round.tournament)
    table = locked_table(table)
    round, at = table.round, table.round.tournament.at_table(table.size)
    if round.state not in (RoundState.RUNNING, RoundState.ENDED):
        raise Refused("round_not_played", round=round.number)
    if games is None:
        TableReport.objects.filter(table=table).delete()
        return None
    if games > at.lines:
        raise Refused("report_has_too_many_games", table=table.number, games=games, most=at.lines)
    if solos is not None:
        if not at.figures_tell_solos:
            raise Refused("report_needs_no_solos", table=table.number)
        if not set(solos) <= set(at.seats):
            raise Refused("report_names_no_position", table=table.number, most=at.size)
        try:
            so_far = SoFar(games, bid=frozenset(solos))
            outlook_from(Deal.first(at.size, at.games, at.rules), at.games, so_far)
        except FiguresDoNotFit as misfit:
            raise Refused("report_does_not_fit", normal=misfit.normal, most=misfit.most) from None
    report = TableReport.objects.filter(table=table).first() or TableReport(table=table)
    report.games, report.solos = games, None if solos is None else sorted(solos)
    report.user, report.at = actor.user, now or timezone.now()
    report.save()
    return report


@transaction.atomic
def receive_sheet(actor: Actor, table: GameTable, *, now: datetime | None = None) -> GameTable:
    """Record that the list keeper has handed in the sheet (TSR 7.3.4); idempotent.

    Refused: `round_not_published`, `sheet_is_entered`, `tournament_finished`, `table_gone`.
    """
    return _set_receipt(actor, table, now or timezone.now(), actor.user, "sheet_received")


@transaction.atomic
def return_sheet(actor: Actor, table: GameTable) -> GameTable:
    """Undo the receipt of the paper. Refused: as `receive_sheet`."""
    return _set_receipt(actor, table, None, None, "sheet_not_received")


def _set_receipt(
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
        record(actor, table.round.tournament, action, touched=[table], **table.place)
    return table
