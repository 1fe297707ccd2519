"""A second look at a result: typed again without seeing it, or looked at by a second person.

What counts as one is in one place, for whichever way it came about:

- totals typed again blindly, by anybody, and equal (`look_blindly`);
- a second person with the paper at hand (`confirm_version`);
- a list whose games add up to the totals that were typed apart from it, before it or after it;
- the same sheet typed by two people, neither of whom had seen the other one's.

Where the tournament asks for a second person, one person alone never confirms. A new version needs
a new look. A look changes no result, so it is possible in a closed round, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from tournament.errors import Refused
from tournament.models import GameTable, SecondLook, SecondLookRule, SheetVersion, Tournament
from tournament.permissions import Actor, may_submit_sheets, require
from tournament.selectors.second_looks import unconfirmed_tables
from tournament.services.journal import record
from tournament.services.sheet_versions import locked_table

Totals = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class BlindLook:
    """What was typed again, beside the version it was compared with."""

    version: SheetVersion
    typed: tuple[int | None, ...]

    @property
    def agrees(self) -> bool:
        """Whether both say the same of every position."""
        return bool(list(self.typed) == self.version.totals)


@transaction.atomic
def look_blindly(actor: Actor, table: GameTable, typed: Totals, *, version: int) -> BlindLook:
    """Compare the totals of a sheet, typed a second time, with the version that counts.

    The same: it is confirmed. Different: nothing changes, but the journal tells, so nobody tries
    until it fits. `version` is the number the page was made for.

    Refused: `tournament_finished`, `table_gone`, `second_look_not_blind`,
    `no_sheet_to_confirm`, `other_version_counts`.
    """
    table, current = _looked_at(actor, table, SecondLookRule.BLIND, version)
    look = BlindLook(current, tuple(typed))
    if look.agrees:
        if note_look(actor, table, current, by_person=is_second_person(actor, current)):
            _record(actor, table, current, "second_look_agreed")
    else:
        _record(actor, table, current, "second_look_differed", typed=list(typed))
    return look


@transaction.atomic
def confirm_version(actor: Actor, table: GameTable, *, version: int) -> SheetVersion:
    """Confirm, as a second person with the paper at hand, the version that counts.

    Refused: `tournament_finished`, `table_gone`, `second_look_not_by_person`,
    `no_sheet_to_confirm`, `other_version_counts`, `second_look_same_person`.
    """
    table, current = _looked_at(actor, table, SecondLookRule.PERSON, version)
    if not is_second_person(actor, current):
        raise Refused("second_look_same_person", table=table.number)
    if note_look(actor, table, current, by_person=True):
        _record(actor, table, current, "second_look_by_person")
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
    """Whether somebody else than who has entered the version acts: an account, no command."""
    return actor.user is not None and actor.user.pk != version.user_id


def note_look(actor: Actor, table: GameTable, version: SheetVersion, *, by_person: bool) -> bool:
    """Note that a version was found the same again; whether it is confirmed by that just now.

    `by_person`: by another account than the one whose work it was. For services, inside their
    transaction; they write the journal.
    """
    wants_person = table.round.tournament.second_look == SecondLookRule.PERSON
    if wants_person and not by_person:
        return False
    how = SecondLookRule.PERSON if by_person else SecondLookRule.BLIND
    values = {"how": how, "user": actor.user}
    _look, is_new = SecondLook.objects.get_or_create(version=version, defaults=values)
    return is_new


def _looked_at(
    actor: Actor, table: GameTable, rule: SecondLookRule, number: int
) -> tuple[GameTable, SheetVersion]:
    """The table, locked, and its current version, which must be the one that was meant."""
    table = locked_table(table)
    tournament = table.round.tournament
    require(may_submit_sheets, actor, tournament)
    if tournament.second_look != rule:
        is_blind = rule == SecondLookRule.BLIND
        raise Refused("second_look_not_blind" if is_blind else "second_look_not_by_person")
    current = table.current_version
    if current is None:
        raise Refused("no_sheet_to_confirm", round=table.round.number, table=table.number)
    if current.number != number:
        raise Refused("other_version_counts", table=table.number, version=current.number)
    return table, current


def _record(
    actor: Actor, table: GameTable, version: SheetVersion, action: str, **data: object
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
