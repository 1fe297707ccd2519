"""Verifying a result: typed again without seeing it, or compared by a second person.

What counts as one is in docs/desk.md. The first typing of an account verifies, whatever comes of
it. Was it different, then that account has seen both, and nothing it types confirms this version:
the sheet is corrected, or somebody says why it is right (`let_stand`). A verification changes no
result, so it is possible in a closed round, too.
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
    """Compare the totals of a sheet, typed again, with the version that counts; if they confirm it.

    The same: it is confirmed. Different: nothing changes, but it is kept and in the journal, and
    nothing this account types will confirm that version. `version` is the number the page was made
    for. A command has no account and so no such memory: it types nothing a second time.

    Refused: `tournament_finished`, `table_gone`, `verification_not_blind`,
    `no_sheet_to_confirm`, `other_version_counts`.
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
    """Confirm, as a second person with the paper at hand, the version that counts.

    Refused: `tournament_finished`, `table_gone`, `verification_not_by_person`,
    `no_sheet_to_confirm`, `other_version_counts`, `verification_same_person`.
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
    """Decide that the version that counts is right though somebody has typed it differently.

    That confirms it. Where the tournament asks for a second person, nobody decides this about a
    version of their own.

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
    """The results nobody has confirmed and that count all the same, for this reason.

    `before`: of the rounds before that one. For services, which write the journal. Refused:
    `results_unconfirmed` without a reason, naming the tables.
    """
    places = unconfirmed_places(tournament, before)
    if places and not reason.strip():
        raise Refused("results_unconfirmed", places=places)
    return places


def is_second_person(actor: Actor, version: SheetVersion) -> bool:
    """Whether somebody else acts than those who have typed its figures: an account, no command."""
    return actor.user is not None and actor.user.pk not in version.typists


def is_verification(
    actor: Actor,
    table: GameTable,
    current: SheetVersion,
    sheet: CheckedSheet,
    based_on: int | None,
    retyped: bool,
) -> bool:
    """Whether a sheet that somebody has just typed is the verification that a version waits for.

    It is one if it was typed with nothing of that version on the page (`based_on` is None), and by
    a second person, or, where the same person may, `retyped`: surely not the same typing once more.
    A second person's totals are one beside their list as well. A list behind its totals is more.
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
    """Note the sheet that verifies a version; whether it confirms. For services.

    What is not the same is kept and in the journal. The same, by an account that has typed
    something else before, confirms nothing and is not noted.
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
    """A list and its totals, typed apart, agree: that verifies it. Refuse them if they do not.

    Typed beside the result they are not blind, so nothing is noted where that is asked for.
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
    """Note that a version was found the same again, if it is confirmed by that just now.

    `typed_before`: the totals a list adds up to; who has typed those is no second person. For
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
    """Note that a version was found the same again, and tell the journal if that confirms it."""
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
    """Keep what somebody has typed again and what was not the same, and tell the journal.

    The very same by the same account is sent again, not typed again: it is kept once.
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
    """The table, locked, and its current version, which must be the one that was meant."""
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
    """Whether both are the same sheet in every place."""
    return current.kind == sheet.kind and current.content == sheet.content


def only_compares(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether these are totals for a table whose list is there."""
    return current.kind == SheetKind.ROWS and sheet.kind == SheetKind.TOTALS


def only_completes(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether this is the list behind totals that were there before it."""
    kinds = (current.kind, sheet.kind)
    same = current.totals == list(sheet.totals)
    return kinds == (SheetKind.TOTALS, SheetKind.ROWS) and same


def agrees(table: int, current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether a sheet typed apart says the same; totals alone need not name the penalties."""
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
    """Refuse totals that say something else than the list; both in the form versions keep.

    Penalties are part of the totals, so whoever types those need not name them; one that is
    named must be on the list. In which row it is booked, and who signed it, only the list tells.

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
    """Each penalty as often as it was booked."""
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
    """Confirm that games dealt out of turn stand (TSR 3.3.10, 9.6.3); a second time nothing.

    version: the one seen to count.

    Refused: `other_version_counts`, `no_sheet_to_confirm`, `tournament_finished`,
    `table_gone`.
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
