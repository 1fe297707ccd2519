"""Reads of score sheets: what the page of one table needs, and the history of its versions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournament.mappers import normal_dealers
from tournament.models import (
    GameTable,
    Penalty,
    Round,
    Seat,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Tournament,
    User,
)
from tournament.selectors.sheet_checks import awarded_penalties


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """Who sits at a position."""

    position: int
    entry_id: int
    number: int
    name: str
    list_name: str
    club: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Everything about the sheet of one table.

    `penalties` are those awarded by the referee: every sheet must show them. `dealers` names the
    dealer of each normal game. `draft` is what this person has typed and not submitted.
    """

    tournament: Tournament
    round: Round
    table: GameTable
    seats: tuple[SheetSeat, ...]
    version: SheetVersion | None
    draft: SheetDraft | None
    penalties: tuple[Penalty, ...]
    games: int
    dealers: tuple[int, ...]

    @property
    def closed(self) -> bool:
        """Whether only the direction may still change the result."""
        return self.round.closed_at is not None

    @property
    def based_on(self) -> int | None:
        """The number of the version this page shows."""
        return self.version.number if self.version else None


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two versions.

    `field` is a key of the public form of a sheet; for a figure `seat` names whose. `row` is the
    game. `old` and `new` are the values as stored; None where nothing stood or stands.
    """

    row: int | None
    field: str
    seat: int | None
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version and what it changed; without changes for the first, or for another kind."""

    version: SheetVersion
    changes: tuple[Change, ...]


def game_table(tournament: Tournament, round_number: int, number: int) -> GameTable | None:
    """A table of any drawn round with its round and tournament; one query."""
    tables = GameTable.objects.select_related("round__tournament", "current_version")
    return tables.filter(
        round__tournament=tournament, round__number=round_number, number=number
    ).first()


def sheet_page(table: GameTable, user: User | None) -> SheetPage:
    """The sheet of one table for one person; three queries for a table of `game_table`."""
    round = table.round
    games = round.tournament.games(table.size)
    drafts = SheetDraft.objects.filter(table=table, user=user)
    return SheetPage(
        tournament=round.tournament,
        round=round,
        table=table,
        seats=_seats(table),
        version=table.current_version,
        draft=drafts.first() if user else None,
        penalties=awarded_penalties(table),
        games=games,
        dealers=normal_dealers(table.size, games),
    )


def sheet_versions(table: GameTable) -> tuple[VersionLine, ...]:
    """All versions of a table, oldest first, each with what it changed; one query."""
    lines = []
    previous = None
    for version in SheetVersion.objects.filter(table=table).select_related("user"):
        changes = version_changes(previous, version) if previous else ()
        lines.append(VersionLine(version, changes))
        previous = version
    return tuple(lines)


def version_changes(old: SheetVersion, new: SheetVersion) -> tuple[Change, ...]:
    """What differs; of two versions of different kinds the totals alone."""
    changes: list[Change] = []
    if old.kind == new.kind:
        if old.kind == SheetKind.ROWS:
            changes += _row_changes(old.content["rows"], new.content["rows"])
        changes += _changes(_head(old.content), _head(new.content))
        changes += _penalty_changes(old.content["penalties"], new.content["penalties"])
    return (*changes, *_figure_changes(None, "totals", old.totals, new.totals))


# What follows from the rest of a list, and what is compared in its own way.
DERIVED = frozenset({"cumulative", "totals", "rows", "penalties"})


def _head(content: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in content.items() if key not in DERIVED}


def _row_changes(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[Change]:
    """Row by row; a row that only one of them has changes from or to nothing."""
    for place in range(max(len(old), len(new))):
        before = old[place] if place < len(old) else {}
        after = new[place] if place < len(new) else {}
        number = place + 1
        yield from _changes(
            {key: value for key, value in before.items() if key not in {*DERIVED, "points"}},
            {key: value for key, value in after.items() if key not in {*DERIVED, "points"}},
            number,
        )
        yield from _figure_changes(
            number, "points", before.get("points", []), after.get("points", [])
        )


def _changes(old: dict[str, Any], new: dict[str, Any], row: int | None = None) -> Iterator[Change]:
    for key in dict.fromkeys([*old, *new]):
        before, after = old.get(key), new.get(key)
        if before != after:
            yield Change(row, key, None, before, after)


def _figure_changes(
    row: int | None, field: str, old: list[int | None], new: list[int | None]
) -> Iterator[Change]:
    for place in range(max(len(old), len(new))):
        before = old[place] if place < len(old) else None
        after = new[place] if place < len(new) else None
        if before != after:
            yield Change(row, field, place + 1, before, after)


def _penalty_changes(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Iterator[Change]:
    """Penalties taken off and put on; `old` and `new` are the penalties as stored."""
    gone, come = _left_over(old, new), _left_over(new, old)
    for penalty in gone:
        yield Change(penalty["row"], "penalties", penalty["offender"], penalty, None)
    for penalty in come:
        yield Change(penalty["row"], "penalties", penalty["offender"], None, penalty)


def _left_over(some: list[dict[str, Any]], others: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rest = list(others)
    left = []
    for penalty in some:
        if penalty in rest:
            rest.remove(penalty)
        else:
            left.append(penalty)
    return left


def _seats(table: GameTable) -> tuple[SheetSeat, ...]:
    seats = Seat.objects.filter(table=table).select_related("entry__person", "entry__club")
    return tuple(
        SheetSeat(
            position=seat.position,
            entry_id=seat.entry_id,
            number=seat.entry.number,
            name=seat.entry.person.name,
            list_name=seat.entry.person.list_name,
            club=seat.entry.club.short if seat.entry.club else "",
        )
        for seat in seats.order_by("position")
    )
