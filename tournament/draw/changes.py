"""Changes to an existing plan: the new rounds, the moves, and the cost."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from tournament.draw.model import Entrant, Quality, Round
from tournament.draw.quality import (
    Groups,
    Part,
    at_five_tables,
    measure,
    most_times_fifth,
    parts_of,
)


class Place(NamedTuple):
    """Table and seat, both from 1; as text "7-3"."""

    table: int
    seat: int

    def __str__(self) -> str:
        return f"{self.table}-{self.seat}"


@dataclass(frozen=True, slots=True)
class Move:
    """A changed seat of a person in a round; None: no seat."""

    round: int
    person: str
    before: Place | None
    after: Place | None

    @property
    def is_walk(self) -> bool:
        """Whether the person moves to another table, not only to another chair."""
        return bool(self.before and self.after and self.before.table != self.after.table)


@dataclass(frozen=True, slots=True)
class Repeat:
    """A pair that meets again, with all rounds in which it does."""

    one: str
    other: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AtFiveTables:
    """The people most often at five-tables, how often, and the fair share."""

    people: tuple[str, ...]
    times: int
    fair_share: int

    @property
    def is_fair(self) -> bool:
        """Whether nobody sits there more often than necessary."""
        return self.times <= self.fair_share


@dataclass(frozen=True, slots=True)
class Change:
    """A previewed change.

    rounds: the planned rounds after the change. moves: the changed seats. repeats: the pairs that
    would meet more often than before. before, after: the quality of all rounds, played and planned.
    fifth: the most times one person has the fifth seat, before and after. at_fives: the remaining
    players most often at five-tables, over all rounds.
    """

    rounds: tuple[Round, ...]
    moves: tuple[Move, ...]
    repeats: tuple[Repeat, ...]
    before: Quality
    after: Quality
    fifth: tuple[int, int]
    at_fives: AtFiveTables

    @property
    def walks(self) -> int:
        """The number of moves to another table."""
        return sum(move.is_walk for move in self.moves)


def change_of(
    entrants: Sequence[Entrant],
    played: Sequence[Round],
    planned: Sequence[Round],
    changed: Sequence[Round],
    groups: Groups = (),
) -> Change:
    """Return the effects of changing the planned rounds; entrants as after the change.

    groups: of teams that sit among themselves.
    """
    before, after = [*played, *planned], [*played, *changed]
    moves = []
    for number, (old, new) in enumerate(zip(planned, changed, strict=True), start=len(played) + 1):
        was, becomes = _places(old), _places(new)
        moves += [
            Move(number, person, was.get(person), becomes.get(person))
            for person in {**was, **becomes}
            if was.get(person) != becomes.get(person)
        ]
    had, have = _meetings(before), _meetings(after)
    playing = dict.fromkeys(person for tables in changed for table in tables for person in table)
    at_fives = [_at_fives(part, playing) for part in parts_of(entrants, after, groups)]
    return Change(
        rounds=tuple(changed),
        moves=tuple(moves),
        repeats=tuple(
            Repeat(*pair, tuple(rounds))
            for pair, rounds in have.items()
            if len(rounds) > max(1, len(had.get(pair, ())))
        ),
        before=measure(entrants, before, groups),
        after=measure(entrants, after, groups),
        fifth=(most_times_fifth(before), most_times_fifth(after)),
        at_fives=max(at_fives, key=lambda most: most.times - most.fair_share),
    )


def swapped(
    entrants: Sequence[Entrant],
    played: Sequence[Round],
    planned: Sequence[Round],
    number: int,
    one: str,
    other: str,
    groups: Groups = (),
) -> Change:
    """Exchange the seats of two people in round `number`, counted from the first of all rounds.

    Raises ValueError when one of them has no seat in that round or the round is not planned.
    """
    index = number - len(played) - 1
    if not 0 <= index < len(planned):
        raise ValueError("this round is not planned")
    seated = {person for table in planned[index] for person in table}
    if not {one, other} <= seated:
        raise ValueError("both need a seat in this round")
    changed = list(planned)
    changed[index] = _renamed(planned[index], {one: other, other: one})
    return change_of(entrants, played, planned, changed, groups)


def substitute_person(planned: Sequence[Round], leaving: str, coming: str) -> tuple[Round, ...]:
    """Replace one person on all seats in the planned rounds; nobody else moves."""
    return tuple(_renamed(tables, {leaving: coming}) for tables in planned)


def _renamed(tables: Round, names: dict[str, str]) -> Round:
    return tuple(tuple(names.get(person, person) for person in table) for table in tables)


def _at_fives(part: Part, playing: Iterable[str]) -> AtFiveTables:
    """Return who of a part is most often at tables of five, among those who play on."""
    times, fair_share = at_five_tables(part.rounds)
    people = {person for tables in part.rounds for table in tables for person in table}
    there = [person for person in playing if person in people]
    most = max((times[person] for person in there), default=0)
    return AtFiveTables(tuple(each for each in there if times[each] == most), most, fair_share)


def _places(tables: Round) -> dict[str, Place]:
    return {
        person: Place(table, seat)
        for table, people in enumerate(tables, start=1)
        for seat, person in enumerate(people, start=1)
    }


def _meetings(rounds: Sequence[Round]) -> dict[tuple[str, str], list[int]]:
    met: dict[tuple[str, str], list[int]] = {}
    for number, tables in enumerate(rounds, start=1):
        for table in tables:
            for one, other in combinations(sorted(table), 2):
                met.setdefault((one, other), []).append(number)
    return met
