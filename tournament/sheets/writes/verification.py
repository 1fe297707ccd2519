"""Verification of results: typed again without seeing them, or compared by a second person.

docs/desk.md defines what counts as one. Only an account's first typing can verify. If it differed,
the account has seen both, and nothing it types later confirms this version: the sheet is corrected,
or somebody states why it is right (`let_stand`). A verification changes no result, so it is allowed
in a closed round, too.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.english import figures
from tournament.errors import Refused
from tournament.journal.writes import needed_reason
from tournament.labels.sheets import penalty_words, suspicion_words
from tournament.models import (
    TYPED_KINDS,
    GameTable,
    SheetKind,
    SheetVersion,
    Tournament,
    Verification,
    VerificationRule,
)
from tournament.permissions import Actor, may_accept_exceptions, may_submit_sheets, require
from tournament.shared.rules.places import Place
from tournament.sheets.mapping import dealt_out_of_turn
from tournament.sheets.reads.sheet_checks import CheckedSheet
from tournament.sheets.reads.verifications import (
    has_differed,
    is_confirmed,
    open_differences,
    unconfirmed_places,
)
from tournament.sheets.rules.table_rules import games_told, solos_told
from tournament.sheets.writes.sheet_versions import locked_table, record_version, seen_version

How = Verification.How


@transaction.atomic
def verify_blindly(actor: Actor, table: GameTable, typed: Sequence[int], *, version: int) -> bool:
    """Compare totals typed again with the current version; return whether it is now confirmed.

    Equal totals confirm it. A difference is stored and put in the journal, changes nothing, and
    keeps this account from confirming that version later. `version` is the number the page was made
    for. Commands have no account, so they cannot verify.

    Refused: `tournament_finished`, `table_gone`, `verification_not_blind`, `no_sheet_to_confirm`,
    `other_version_counts`.
    """
    table, current = _lock_current_version(actor, table, version, VerificationRule.BLIND)
    is_totals = current.kind == SheetKind.TOTALS
    content = {**current.content, "totals": list(typed)} if is_totals else None
    if list(typed) != current.totals:
        _note_difference(actor, table, current, How.BLIND, typed, content)
        return False
    if has_differed(actor.user, current):
        return is_confirmed(current)
    _confirm(actor, table, current, "verification_agreed", How.BLIND, typed, content)
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
    _confirm(actor, table, current, "verification_by_person", How.PERSON)
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


def overridden_tables(
    tournament: Tournament, reason: str, before: int | None = None
) -> tuple[Place, ...]:
    """Return the places of unconfirmed results that are to count for this reason.

    `before`: only of earlier rounds. For services, which write the journal. Refused:
    `results_unconfirmed` without a reason, naming the tables.
    """
    places = unconfirmed_places(tournament, before)
    if places and not reason.strip():
        raise Refused("results_unconfirmed", places=places)
    return places


def is_second_person(actor: Actor, version: SheetVersion) -> bool:
    """Whether the actor is an account that has not typed the figures of the version."""
    return actor.user is not None and actor.user.pk not in version.typists


def is_verification(
    actor: Actor,
    table: GameTable,
    current: SheetVersion,
    sheet: CheckedSheet,
    based_on: int | None,
    retyped: bool,
) -> bool:
    """Whether a sheet just typed is the verification a version waits for.

    It is if it was typed without that version on the page (`based_on` is None), and by a second
    person, or, where the same person may, `retyped`: surely typed anew. A second person's totals
    also are one beside a list. A list that completes its totals is not.
    """
    rule = table.round.tournament.verification
    is_none = rule == VerificationRule.NONE or sheet.kind not in TYPED_KINDS
    if is_none or actor.user is None or only_completes(current, sheet):
        return False
    is_apart = rule == VerificationRule.PERSON and only_compares(current, sheet)
    if based_on is not None and not is_apart:
        return False
    is_other_typing = retyped or current.kind != sheet.kind
    may = is_second_person(actor, current) or (is_other_typing and rule == VerificationRule.BLIND)
    return may and not is_confirmed(current)


def verify_by_sheet(
    actor: Actor, table: GameTable, current: SheetVersion, sheet: CheckedSheet
) -> bool:
    """Write the verification of a version by a sheet; return whether it confirms. For services.

    A difference is stored and put in the journal. An equal sheet by an account that has differed
    before confirms nothing and is not stored.
    """
    if not agrees(table.number, current, sheet):
        _note_difference(actor, table, current, How.TYPED, sheet.totals, sheet.content)
        return False
    if has_differed(actor.user, current):
        return False
    action = "verification_agreed" if current.kind == sheet.kind else "sheet_confirmed"
    _confirm(actor, table, current, action, How.TYPED, sheet.totals, sheet.content)
    return True


def confirm_by_totals(
    actor: Actor, table: GameTable, current: SheetVersion, sheet: CheckedSheet
) -> None:
    """Verify a list by its totals, typed separately; refuse totals that differ.

    The result was visible while typing, so nothing is stored where blind verification is required.
    """
    require_agreement(table.number, current.content, sheet.content)
    if table.round.tournament.verification != VerificationRule.BLIND:
        _confirm(actor, table, current, "sheet_confirmed", How.TYPED, sheet.totals, sheet.content)


def note_agreement(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    how: str,
    totals: Sequence[int | None] = (),
    content: Mapping[str, Any] | None = None,
    *,
    typed_before: SheetVersion | None = None,
) -> Verification | None:
    """Write a verification, if it confirms the version now; else return None.

    `typed_before`: the totals that a list completes; their typists are not a second person. For
    services, inside their transaction; they write the journal.
    """
    seen = typed_before or version
    by_second_person = is_second_person(actor, seen)
    wants_person = table.round.tournament.verification == VerificationRule.PERSON
    is_enough = by_second_person or not wants_person
    if not is_enough or has_differed(actor.user, seen) or is_confirmed(version):
        return None
    return Verification.objects.create(
        version=version,
        how=how,
        by_second_person=by_second_person,
        user=actor.user,
        totals=list(totals),
        content=content,
    )


def _confirm(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    action: str,
    how: str,
    totals: Sequence[int | None] = (),
    content: Mapping[str, Any] | None = None,
) -> None:
    """Write a verification, and a journal entry if it confirms the version."""
    found = note_agreement(actor, table, version, how, totals, content)
    if found:
        record_version(actor, table, version, action, touched=[found])


def _note_difference(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    how: str,
    totals: Sequence[int | None],
    content: Mapping[str, Any] | None,
) -> None:
    """Store a second typing that differs, with a journal entry.

    An identical one by the same account is a repeated sending and is stored once.
    """
    if actor.user is None:
        raise ValueError("Only an account types a second time.")
    typed = list(totals)
    earlier = version.verifications.filter(user=actor.user, agrees=False)
    if any((each.totals, each.content) == (typed, content) for each in earlier):
        return
    kept = Verification.objects.create(
        version=version, how=how, agrees=False, user=actor.user, totals=typed, content=content
    )
    record_version(actor, table, version, "verification_differed", touched=[kept], typed=typed)


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
        raise Refused("no_sheet_to_confirm", round=table.round.number, table=table.number)
    return table, seen_version(table, number)


Content = Mapping[str, Any]


def says_the_same(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether both are the same sheet in every field."""
    return current.kind == sheet.kind and current.content == sheet.content


def only_compares(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether these are totals for a table that has a list."""
    return current.kind == SheetKind.ROWS and sheet.kind == SheetKind.TOTALS


def only_completes(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether this is the list that completes totals entered before it."""
    kinds = (current.kind, sheet.kind)
    same = current.totals == list(sheet.totals)
    return kinds == (SheetKind.TOTALS, SheetKind.ROWS) and same


def agrees(table: int, current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether a sheet typed separately agrees; bare totals need not name the penalties."""
    if only_compares(current, sheet):
        try:
            require_agreement(table, current.content, sheet.content)
        except Refused:
            return False
        return True
    if sheet.kind == SheetKind.ROWS:
        return says_the_same(current, sheet)
    return {**sheet.content, "penalties": ()} == {**current.content, "penalties": ()}


def require_agreement(table: int, rows: Content, totals: Content) -> None:
    """Refuse totals that contradict the list; both in stored form.

    Penalties are part of the totals, so totals need not name them; a named one must be on the list.
    The row and the initials of a penalty are on the list only.

    Refused: `totals_contradict_rows`, `totals_contradict_games`, `totals_contradict_solos`,
    `totals_contradict_penalties`.
    """
    if rows["totals"] != totals["totals"]:
        raise Refused(
            "totals_contradict_rows",
            table=table,
            counted=figures(tuple(rows["totals"])),
            given=figures(tuple(totals["totals"])),
            suspicion=suspicion_words(rows["totals"], totals["totals"]),
        )
    played = len(rows["rows"])
    if totals["games_played"] not in (played, games_told(rows)):
        raise Refused(
            "totals_contradict_games", table=table, counted=played, given=totals["games_played"]
        )
    solos, given = solos_told(rows), solos_told(totals)
    if solos != given:
        raise Refused(
            "totals_contradict_solos",
            table=table,
            counted=_join_positions(solos),
            given=_join_positions(given),
        )
    if _bare(totals["penalties"]) - _bare(rows["penalties"]):
        raise Refused(
            "totals_contradict_penalties",
            table=table,
            counted=_penalties(rows),
            given=_penalties(totals),
        )


def _bare(penalties: Iterable[Content]) -> Counter[tuple[object, ...]]:
    """Count each penalty."""
    return Counter(
        (penalty["rule"], penalty["offender"], *penalty["points"]) for penalty in penalties
    )


def _penalties(content: Content) -> str:
    words = [
        penalty_words({**penalty, "row": None, "initials": ""}) for penalty in content["penalties"]
    ]
    return "; ".join(words) or _("none")


def _join_positions(positions: Iterable[int]) -> str:
    return ", ".join(map(str, positions)) or _("none")


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
