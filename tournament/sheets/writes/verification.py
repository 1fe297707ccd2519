"""Verification of results: typed again without seeing them, or compared by a second person.

Only an account's first typing can verify. If it differed, the account has seen both, and nothing it
types later confirms this version: the sheet is corrected, or somebody states why it is right
(`let_stand`). A verification changes no result, so it is allowed in a closed round, too.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.writes import needed_reason
from tournament.models import GameTable, SheetKind, SheetVersion, VerificationRule
from tournament.permissions import Actor, may_accept_exceptions, may_submit_sheets, require
from tournament.sheets.reads.verifications import has_differed, is_confirmed, open_differences
from tournament.sheets.rules.table_rules import dealt_out_of_turn
from tournament.sheets.writes.agreement import (
    How,
    confirm,
    is_second_person,
    note_difference,
    record_version,
)
from tournament.sheets.writes.sheets import locked_table, seen_version


@transaction.atomic
def verify_blindly(actor: Actor, table: GameTable, typed: Sequence[int], *, version: int) -> bool:
    """Compare totals typed again with the version shown; return whether it is now confirmed.

    A difference is stored and keeps this account from confirming that version later. Refused:
    `tournament_finished`, `table_gone`, `verification_not_blind`, `no_sheet_to_confirm`,
    `other_version_counts`.
    """
    table, current = _lock_current_version(actor, table, version, VerificationRule.BLIND)
    is_totals = current.kind == SheetKind.TOTALS
    content = {**current.content, "totals": list(typed)} if is_totals else None
    if list(typed) != current.totals:
        note_difference(actor, table, current, How.BLIND, typed, content)
        return False
    if has_differed(actor.user, current):
        return is_confirmed(current)
    confirm(actor, table, current, "verification_agreed", How.BLIND, typed, content)
    return True


@transaction.atomic
def confirm_version(actor: Actor, table: GameTable, *, version: int) -> SheetVersion:
    """Confirm the current version, as a second person with the paper at hand.

    Refused: `tournament_finished`, `table_gone`, `verification_not_by_person`,
    `no_sheet_to_confirm`, `other_version_counts`, `verification_same_person`,
    `verification_stopped`.
    """
    table, current = _lock_current_version(actor, table, version, VerificationRule.PERSON)
    if not is_second_person(actor, current):
        raise Refused("verification_same_person", table=table.number)
    if has_differed(actor.user, current):
        raise Refused("verification_stopped", table=table.number)
    confirm(actor, table, current, "verification_by_person", How.PERSON)
    return current


@transaction.atomic
def let_stand(actor: Actor, table: GameTable, reason: str, *, version: int) -> SheetVersion:
    """Decide that the current version is right though it was typed differently; confirms it.

    Where the tournament requires a second person, nobody decides about their own version.

    Refused: `tournament_finished`, `table_gone`, `no_sheet_to_confirm`, `other_version_counts`,
    `verification_same_person`, `verification_not_stopped`, `reason_needed`.
    """
    table, current = _lock_current_version(actor, table, version)
    wants_person = table.round.tournament.verification == VerificationRule.PERSON
    by_second_person = is_second_person(actor, current)
    if wants_person and not by_second_person:
        raise Refused("verification_same_person", table=table.number)
    different = open_differences(current)
    if not different:
        raise Refused("verification_not_stopped", table=table.number)
    reason = needed_reason(reason)
    decided = current.verifications.filter(agrees=False)
    decided.update(
        decided_by=actor.user,
        decided_at=timezone.now(),
        by_second_person=by_second_person,
        reason=reason,
    )
    words = {"typed": different[-1].totals, "reason": reason}
    record_version(actor, table, current, "verification_decided", touched=[decided], **words)
    return current


@transaction.atomic
def confirm_dealt_out_of_turn(actor: Actor, table: GameTable, *, version: int) -> None:
    """Confirm that games dealt out of turn stand (TSR 3.3.10, 9.6.3); idempotent.

    `version` is the one the page showed as current.

    Refused: `other_version_counts`, `no_sheet_to_confirm`, `tournament_finished`, `table_gone`.
    """
    table = locked_table(table)
    require(may_accept_exceptions, actor, table.round.tournament)
    current = seen_version(table, version)
    if not table.awaits_direction:
        return
    table.awaits_direction = False
    table.save(update_fields=["awaits_direction"])
    games = [row["no"] for row in dealt_out_of_turn(current.content)]
    record_version(actor, table, current, "sheet_deals_confirmed", touched=[table], games=games)


def _lock_current_version(
    actor: Actor, table: GameTable, number: int, rule: VerificationRule | None = None
) -> tuple[GameTable, SheetVersion]:
    """Return the locked table and its current version, which must be the expected one."""
    table = locked_table(table)
    tournament = table.round.tournament
    require(may_submit_sheets, actor, tournament)
    if rule is not None and tournament.verification != rule:
        is_blind = rule == VerificationRule.BLIND
        raise Refused("verification_not_blind" if is_blind else "verification_not_by_person")
    if table.is_ruled:
        raise Refused("no_sheet_to_confirm", **table.place)
    return table, seen_version(table, number)
