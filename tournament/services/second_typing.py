"""A sheet typed for a table whose result is there: what both say, and the second look it may be."""

from tournament.errors import Refused
from tournament.models import GameTable, SheetKind, SheetVersion
from tournament.permissions import Actor
from tournament.selectors.sheet_checks import CheckedSheet
from tournament.services.confirmation import require_agreement
from tournament.services.journal import record
from tournament.services.second_looks import (
    has_differed,
    is_second_look,
    is_second_person,
    note_difference,
    note_look,
)


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


def looks_again(
    actor: Actor,
    table: GameTable,
    current: SheetVersion,
    sheet: CheckedSheet,
    based_on: int | None,
    retyped: bool,
) -> bool:
    """Whether this sheet is the second look at the version; a list behind its totals is more."""
    if only_completes(current, sheet):
        return False
    retyped = retyped or current.kind != sheet.kind
    return is_second_look(actor, table, current, based_on, retyped=retyped)


def look_again(actor: Actor, table: GameTable, current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Note the second look at a version; whether it confirms. For services, which hold the table.

    What is not the same is kept and in the journal. The same, by an account that has typed
    something else before, confirms nothing and is not noted.
    """
    if not _agrees(table, current, sheet):
        note_difference(actor, table, current, sheet.totals, sheet.content)
        return False
    if has_differed(actor, current):
        return False
    look = note_look(actor, table, current, by_person=is_second_person(actor, current))
    if look:
        record(
            actor,
            table.round.tournament,
            "second_look_agreed" if current.kind == sheet.kind else "sheet_confirmed",
            touched=[look],
            round=table.round.number,
            table=table.number,
            version=current.number,
            totals=current.totals,
        )
    return True


def _agrees(table: GameTable, current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether a sheet typed apart says the same; totals alone need not name the penalties."""
    if sheet.content is None:
        raise ValueError("A sheet that cannot be read has errors.")
    if only_compares(current, sheet):
        return not _contradicts(table, current, sheet)
    if sheet.kind == SheetKind.ROWS:
        return says_the_same(current, sheet)
    return {**sheet.content, "penalties": ()} == {**current.content, "penalties": ()}


def _contradicts(table: GameTable, current: SheetVersion, sheet: CheckedSheet) -> bool:
    try:
        require_agreement(table.number, current.content, sheet.content or {})
    except Refused:
        return True
    return False
