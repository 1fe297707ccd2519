"""Whether a sheet typed apart agrees, and the verification (docs/desk.md). For services."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.terms import figures
from tournament.errors import Refused
from tournament.journal.writes import record
from tournament.labels.sheets import penalty_words, suspicion_words
from tournament.models import (
    TYPED_KINDS,
    GameTable,
    SheetKind,
    SheetVersion,
    Verification,
    VerificationRule,
)
from tournament.permissions import Actor
from tournament.sheets.reads.sheets import CheckedSheet, missing_penalties
from tournament.sheets.reads.verifications import has_differed, is_confirmed
from tournament.sheets.rules.table_rules import Content, games_on_sheet, solos_on_sheet

How = Verification.How


def record_version(
    actor: Actor, table: GameTable, version: SheetVersion, action: str, **data: Any
) -> None:
    """Write an action on a version of a table's sheet to the journal."""
    words = {**table.place, "version": version.number, "totals": version.totals}
    record(actor, table.round.tournament, action, **words, **data)


def is_second_person(actor: Actor, version: SheetVersion) -> bool:
    """Whether the actor is an account that has not typed the figures of the version."""
    return actor.user is not None and actor.user.pk not in version.typists


def is_same_sheet(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether both are the same sheet in every field."""
    return current.kind == sheet.kind and current.content == sheet.content


def is_comparison(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether these are totals for a table that has a list."""
    return current.kind == SheetKind.ROWS and sheet.kind == SheetKind.TOTALS


def is_completion(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether this is the list that completes totals entered before it."""
    kinds = (current.kind, sheet.kind)
    same = current.totals == list(sheet.totals)
    return kinds == (SheetKind.TOTALS, SheetKind.ROWS) and same


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
    if is_none or actor.user is None or is_completion(current, sheet):
        return False
    is_apart = rule == VerificationRule.PERSON and is_comparison(current, sheet)
    if based_on is not None and not is_apart:
        return False
    is_other_typing = retyped or current.kind != sheet.kind
    may = is_second_person(actor, current) or (is_other_typing and rule == VerificationRule.BLIND)
    return may and not is_confirmed(current)


def verify_by_sheet(
    actor: Actor, table: GameTable, current: SheetVersion, sheet: CheckedSheet
) -> bool:
    """Verify a version by a sheet, or note the difference; return whether it is confirmed.

    An equal sheet by an account that has differed before confirms nothing and is not stored.
    """
    if is_comparison(current, sheet):
        try:
            require_agreement(table.number, current.content, sheet.content)
            agrees = True
        except Refused:
            agrees = False
    elif sheet.kind == SheetKind.ROWS:
        agrees = is_same_sheet(current, sheet)
    else:  # bare totals need not name the penalties
        agrees = {**sheet.content, "penalties": ()} == {**current.content, "penalties": ()}
    if not agrees:
        note_difference(actor, table, current, How.TYPED, sheet.totals, sheet.content)
        return False
    if has_differed(actor.user, current):
        return False
    action = "verification_agreed" if current.kind == sheet.kind else "sheet_confirmed"
    confirm(actor, table, current, action, How.TYPED, sheet.totals, sheet.content)
    return True


def note_agreement(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    how: str,
    totals: Sequence[int | None] = (),
    content: Content | None = None,
    *,
    typed_before: SheetVersion | None = None,
) -> list[Verification]:
    """Write a verification if it confirms the version now; return it for the journal, else none.

    `typed_before`: the totals that a list completes; their typists are not a second person.
    """
    seen = typed_before or version
    by_second_person = is_second_person(actor, seen)
    wants_person = table.round.tournament.verification == VerificationRule.PERSON
    is_enough = by_second_person or not wants_person
    if not is_enough or has_differed(actor.user, seen) or is_confirmed(version):
        return []
    written = Verification.objects.create(
        version=version,
        how=how,
        by_second_person=by_second_person,
        user=actor.user,
        totals=list(totals),
        content=content,
    )
    return [written]


def confirm(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    action: str,
    how: str,
    totals: Sequence[int | None] = (),
    content: Content | None = None,
) -> None:
    """Write a verification, and a journal entry if it confirms the version."""
    if touched := note_agreement(actor, table, version, how, totals, content):
        record_version(actor, table, version, action, touched=touched)


def note_difference(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    how: str,
    totals: Sequence[int | None],
    content: Content | None,
) -> None:
    """Store and record a second typing that differs; one sent again is stored once."""
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


def require_agreement(table: int, rows: Content, totals: Content) -> None:
    """Refuse totals that contradict the list; both in stored form.

    Totals need not name penalties; a named one must be on the list, whatever its row and initials.
    Refused: `totals_contradict_rows`, `..._games`, `..._solos`, `..._penalties`.
    """
    counted, given = rows["totals"], totals["totals"]
    if counted != given:
        raise Refused(
            "totals_contradict_rows",
            table=table,
            counted=figures(tuple(counted)),
            given=figures(tuple(given)),
            suspicion=suspicion_words(counted, given),
        )
    played, given = len(rows["rows"]), totals["games_played"]
    if given not in (played, games_on_sheet(rows)):
        raise Refused("totals_contradict_games", table=table, counted=played, given=given)
    solos = [solos_on_sheet(rows), solos_on_sheet(totals)]
    if solos[0] != solos[1]:
        counted, given = (", ".join(map(str, seats)) or _("none") for seats in solos)
        raise Refused("totals_contradict_solos", table=table, counted=counted, given=given)
    if missing_penalties(rows["penalties"], totals["penalties"]):
        counted, given = (
            "; ".join(
                penalty_words({**penalty, "row": None, "initials": ""})
                for penalty in content["penalties"]
            )
            or _("none")
            for content in (rows, totals)
        )
        raise Refused("totals_contradict_penalties", table=table, counted=counted, given=given)
