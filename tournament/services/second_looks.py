"""A second look at a result: typed again without seeing it, or looked at by a second person.

What counts as one is in one place, for whichever way it came about:

- totals typed again blindly, by anybody, and equal (`look_blindly`);
- a second person with the paper at hand (`confirm_version`);
- a list whose games add up to the totals that were typed apart from it, before it or after it;
- the same sheet typed by two people, neither of whom had seen the other one's, or a second time in
  the totals lane (`is_second_look`).

The first typing of an account is its second look, whatever comes of it. Was it different, then that
account has seen both, and nothing it types confirms this version: the sheet is corrected, or
somebody says why it is right (`let_stand`).

Where the tournament asks for a second person, one person alone never confirms. A new version needs
a new look. A look changes no result, so it is possible in a closed round, too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.models import (
    DifferentLook,
    GameTable,
    SecondLook,
    SecondLookRule,
    SheetKind,
    SheetVersion,
    Tournament,
)
from tournament.permissions import Actor, may_submit_sheets, require
from tournament.selectors import second_looks as looks
from tournament.selectors.second_looks import (
    different_looks,
    is_confirmed,
    unconfirmed_tables,
)
from tournament.selectors.typists import origin_of
from tournament.services.journal import record
from tournament.services.sheet_versions import locked_table

DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class BlindLook:
    """What was typed again, beside the version it was compared with.

    `is_stopped`: this account has typed something else, now or before, so it confirms nothing.
    """

    version: SheetVersion
    typed: tuple[int, ...]
    is_stopped: bool


@transaction.atomic
def look_blindly(
    actor: Actor, table: GameTable, typed: Sequence[int], *, version: int
) -> BlindLook:
    """Compare the totals of a sheet, typed a second time, with the version that counts.

    The same: it is confirmed. Different: nothing changes, but it is kept and in the journal, and
    nothing this account types will confirm that version. `version` is the number the page was made
    for. A command has no account and so no such memory: it types nothing a second time.

    Refused: `tournament_finished`, `table_gone`, `second_look_not_blind`,
    `no_sheet_to_confirm`, `other_version_counts`.
    """
    table, current = _looked_at(actor, table, version, SecondLookRule.BLIND)
    if list(typed) != current.totals:
        is_totals = current.kind == SheetKind.TOTALS
        content = {**current.content, "totals": list(typed)} if is_totals else None
        note_difference(actor, table, current, typed, content)
        return BlindLook(current, tuple(typed), is_stopped=True)
    if has_differed(actor, current):
        return BlindLook(current, tuple(typed), is_stopped=not is_confirmed(current))
    look = note_look(actor, table, current, by_person=is_second_person(actor, current))
    if look:
        _record(actor, table, current, "second_look_agreed", touched=[look])
    return BlindLook(current, tuple(typed), is_stopped=False)


@transaction.atomic
def confirm_version(actor: Actor, table: GameTable, *, version: int) -> SheetVersion:
    """Confirm, as a second person with the paper at hand, the version that counts.

    Refused: `tournament_finished`, `table_gone`, `second_look_not_by_person`,
    `no_sheet_to_confirm`, `other_version_counts`, `second_look_same_person`.
    """
    table, current = _looked_at(actor, table, version, SecondLookRule.PERSON)
    if not is_second_person(actor, current):
        raise Refused("second_look_same_person", table=table.number)
    if has_differed(actor, current):
        raise Refused("second_look_stopped", table=table.number)
    look = note_look(actor, table, current, by_person=True)
    if look:
        _record(actor, table, current, "second_look_by_person", touched=[look])
    return current


@transaction.atomic
def let_stand(actor: Actor, table: GameTable, reason: str, *, version: int) -> SheetVersion:
    """Decide that the version that counts is right though somebody has typed it differently.

    That confirms it. Where the tournament asks for a second person, nobody decides this about a
    version of their own.

    Refused: `tournament_finished`, `table_gone`, `no_sheet_to_confirm`, `other_version_counts`,
    `second_look_same_person`, `second_look_not_stopped`, `second_look_reason_needed`.
    """
    table, current = _looked_at(actor, table, version)
    wants_person = table.round.tournament.second_look == SecondLookRule.PERSON
    if wants_person and not is_second_person(actor, current):
        raise Refused("second_look_same_person", table=table.number)
    different = different_looks(current)
    if not different:
        raise Refused("second_look_not_stopped", table=table.number)
    reason = reason.strip()
    if not reason:
        raise Refused("second_look_reason_needed")
    look = _write_look(actor, current, DECIDED, reason)
    words = {"typed": different[-1].totals, "reason": reason}
    _record(actor, table, current, "second_look_decided", touched=[look], **words)
    return current


def overridden_tables(
    tournament: Tournament, reason: str, before: int | None = None
) -> tuple[str, ...]:
    """The results nobody has confirmed and that count all the same, for this reason ("2-5").

    `before`: of the rounds before that one. For services, which write the journal. Refused:
    `results_unconfirmed` without a reason, naming the tables.
    """
    tables = unconfirmed_tables(tournament, before)
    if tables and not reason.strip():
        raise Refused("results_unconfirmed", tables=", ".join(tables), count=len(tables))
    return tables


def is_second_person(actor: Actor, version: SheetVersion) -> bool:
    """Whether somebody else acts than those who have typed its figures: an account, no command."""
    return actor.user is not None and actor.user.pk not in origin_of(version).typists


def is_second_look(
    actor: Actor, table: GameTable, version: SheetVersion, based_on: int | None, *, retyped: bool
) -> bool:
    """Whether a sheet that somebody has just typed is the second look that a version waits for.

    It is one if it was typed with nothing of that version on the page (`based_on` is None), and by
    a second person, or, where the same person may, `retyped`: surely not the same typing once more.
    """
    rule = table.round.tournament.second_look
    if rule == SecondLookRule.NONE or actor.user is None or based_on is not None:
        return False
    may = is_second_person(actor, version) or (retyped and rule == SecondLookRule.BLIND)
    return may and not is_confirmed(version)


def has_differed(actor: Actor, version: SheetVersion) -> bool:
    """Whether this account has typed a version a second time and it was not the same."""
    return looks.has_differed(actor.user, version)


def note_difference(
    actor: Actor,
    table: GameTable,
    version: SheetVersion,
    totals: Sequence[int | None],
    content: Mapping[str, Any] | None,
) -> None:
    """Keep what somebody has typed a second time and what was not the same, and tell the journal.

    The very same by the same account is sent again, not typed again: it is kept once. For
    services, inside their transaction.
    """
    if actor.user is None:
        raise ValueError("Only an account types a second time.")
    typed = list(totals)
    earlier = version.different_looks.filter(user=actor.user)
    if any((look.totals, look.content) == (typed, content) for look in earlier):
        return
    look = DifferentLook.objects.create(
        version=version, user=actor.user, totals=typed, content=content
    )
    _record(actor, table, version, "second_look_differed", touched=[look], typed=typed)


def note_look(
    actor: Actor, table: GameTable, version: SheetVersion, *, by_person: bool
) -> SecondLook | None:
    """Note that a version was found the same again; the look if it is confirmed by that just now.

    `by_person`: by another account than the one whose work it was. For services, inside their
    transaction; they write the journal.
    """
    wants_person = table.round.tournament.second_look == SecondLookRule.PERSON
    if (wants_person and not by_person) or has_differed(actor, version) or is_confirmed(version):
        return None
    how = SecondLookRule.PERSON if by_person else SecondLookRule.BLIND
    return _write_look(actor, version, how)


def _write_look(actor: Actor, version: SheetVersion, how: str, reason: str = "") -> SecondLook:
    """Instead of one that counts no longer, now that the tournament asks for more."""
    values = {"how": how, "reason": reason, "user": actor.user, "at": timezone.now()}
    return SecondLook.objects.update_or_create(version=version, defaults=values)[0]


def _looked_at(
    actor: Actor, table: GameTable, number: int, rule: SecondLookRule | None = None
) -> tuple[GameTable, SheetVersion]:
    """The table, locked, and its current version, which must be the one that was meant."""
    table = locked_table(table)
    tournament = table.round.tournament
    require(may_submit_sheets, actor, tournament)
    if rule is not None and tournament.second_look != rule:
        is_blind = rule == SecondLookRule.BLIND
        raise Refused("second_look_not_blind" if is_blind else "second_look_not_by_person")
    current = table.current_version
    if current is None:
        raise Refused("no_sheet_to_confirm", round=table.round.number, table=table.number)
    if current.number != number:
        raise Refused("other_version_counts", table=table.number, version=current.number)
    return table, current


def _record(
    actor: Actor, table: GameTable, version: SheetVersion, action: str, **data: Any
) -> None:
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
