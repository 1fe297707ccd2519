"""Rulings of the direction about tables that cannot be counted."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from tournament.models import GameTable, SheetKind
from tournament.permissions import Actor, may_rule_table, require
from tournament.selectors.sheet_checks import checked_sheet
from tournament.services.confirmation import says_the_same
from tournament.services.sheet_versions import (
    add_version,
    locked_table,
    record_version,
    require_published,
)
from tournament.services.sheets import (
    Outcome,
    SheetRefused,
    Submission,
    require_base,
    require_reason,
    sent_before,
)


@transaction.atomic
def rule_table(
    actor: Actor,
    table: GameTable,
    content: Mapping[str, Any],
    *,
    based_on: int | None,
    reason: str,
    submission: UUID | None = None,
) -> Submission:
    """Set the figures of a table that cannot be counted: they are its result.

    `content` is what `core.rulings` writes; `reason` is why a result that is there is replaced,
    often the same as the ruling's own. `based_on` and `submission` are as with a sheet, and so is
    what is sent twice. What others have typed and not saved stays: the list may yet be found.

    Raises SheetRefused (errors), SheetConflict, PermissionDenied, and Refused:
    `round_not_published`, `sheet_taken_back`, `sheet_reason_needed`, `closed_round_reason_needed`,
    `table_gone`, `tournament_finished`, `standings_are_frozen`.
    """
    table = locked_table(table)
    require(may_rule_table, actor, table.round.tournament)
    sheet = checked_sheet(table, SheetKind.RULING, content)
    if sheet.errors:
        raise SheetRefused(sheet)
    sent = sent_before(table, submission)
    if sent is not None and says_the_same(sent, sheet):
        return Submission(Outcome.REPEATED, sent, sheet)
    require_published(actor, table)
    before = table.current_version
    if before is not None and says_the_same(before, sheet):
        return Submission(Outcome.UNCHANGED, before, sheet)
    require_base(table, sheet, based_on)
    require_reason(table, sheet, reason.strip())
    version, touched = add_version(
        actor, table, sheet, reason=reason.strip(), submission=None if sent else submission
    )
    words = {"ruling": sheet.content["ruling"], "figures": sheet.content["figures"]}
    words |= {"old_totals": before.totals} if before else {}
    why = sheet.content["reason"]
    record_version(actor, table, version, "sheet_ruled", touched=touched, reason=why, **words)
    return Submission(Outcome.ACCEPTED, version, sheet)
