"""Restore an earlier version of a table's sheet."""

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.writes import needed_reason
from tournament.models import GameTable, SheetKind, SheetVersion
from tournament.permissions import Actor, may_rule_table, require
from tournament.sheets.reads.sheet_checks import checked_sheet
from tournament.sheets.writes.sheet_versions import (
    add_version,
    locked_table,
    record_version,
    require_for_result,
    require_published,
)
from tournament.sheets.writes.sheets import accepted_errors


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
    _require_base(table, based_on)
    old = _version(table, number)
    if old.kind == SheetKind.RULING:
        require(may_rule_table, actor, table.round.tournament)
    reason = needed_reason(reason)
    sheet = checked_sheet(table, SheetKind(old.kind), old.content)
    accepted = accepted_errors(actor, table, sheet, old.accepted, reason)
    before = table.current_version
    version, touched = add_version(actor, table, sheet, reason=reason, accepted=accepted)
    words = {"sheet": version.pk, "restored": number, "reason": reason}
    words |= {"old_totals": before.totals} if before else {}
    record_version(actor, table, version, "sheet_restored", touched=touched, **words)
    return version


def _require_base(table: GameTable, based_on: int | None) -> None:
    current = table.current_version
    if current is None and based_on is not None:
        raise Refused("sheet_taken_back", table=table.number, version=based_on)
    if current is not None and current.number != based_on:
        raise Refused("other_version_counts", table=table.number, version=current.number)


def _version(table: GameTable, number: int) -> SheetVersion:
    found = table.versions.filter(number=number).first()
    if found is None:
        raise Refused("unknown_version", table=table.number, version=number)
    if found == table.current_version:
        raise Refused("version_counts_already", table=table.number, version=number)
    return found
