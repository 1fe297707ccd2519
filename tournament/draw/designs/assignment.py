"""Assign the people to the points of a design, so that mates never or seldom meet.

The quality of a design does not depend on the assignment. So any two may be exchanged until those
to be kept apart are.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from tournament.draw.designs.lookup import Design
from tournament.draw.entrants import Entrants, Tables
from tournament.draw.model import LISTS_KNOWN, SOONER
from tournament.draw.randomness import below, one_of, shuffled
from tournament.draw.search.local import tabu_search
from tournament.draw.search.prices import (
    NEIGHBOURS,
    NO_KEEPER,
    SAME_CLUB,
    SAME_TEAM,
    PairPrices,
    charge,
)
from tournament.draw.search.state import State

NEVER = 10_000
"""Cost of two fixed people at one table: each sits at another."""
STEPS_PER_PERSON = 40
FEWEST_STEPS = 2_000
"""Maximum number of steps; one for a person who meets no mate costs next to nothing."""
PARTNERS_TRIED = 60
"""A design of up to 55 people is tried whole; the large ones have room."""
TENURE = 5
PATIENCE, PATIENCE_AT_FIRST = 500, 250
"""Steps without a better one after which a search for lists gives up: more are seldom of any use;
at first, in version 4 of the draw, fewer."""


def assigned(
    design: Design, entrants: Entrants, random: Random, enough: int = 0
) -> list[Tables] | None:
    """Return the design with people assigned; None where it does not fit the fixed tables.

    Where mates and lists cost `enough`, it is not improved any more. The rounds are in random
    order. Their tables are not yet in the order of their numbers.
    """
    fixed = entrants.fixed
    if fixed and (entrants.sizes.fives or len(set(fixed.values())) < len(fixed)):
        return None
    rounds = shuffled(design.rounds, random)
    people = _deal_columns(entrants, random) if design.in_columns else None
    if design.apart:
        people = _deal_teams(design.apart, entrants, random)
    if design.one_each:
        keepers = shuffled(sorted(entrants.keepers), random)
        at = dict(zip(design.one_each, keepers, strict=False))
        others = iter(shuffled(sorted(set(entrants.people).difference(at.values())), random))
        people = [at[point] if point in at else next(others) for point in entrants.people]
    state = _Assignment(rounds, people or shuffled(entrants.people, random), entrants)
    steps = max(FEWEST_STEPS, STEPS_PER_PERSON * len(entrants.ids))
    ((names,), cost) = tabu_search(
        state,
        len(entrants.ids),
        random,
        steps=steps,
        tenure=TENURE,
        keeps_moving=False,
        enough=enough,
        patience=_patience(entrants),
    )
    if cost >= NEVER:
        return None
    return [[[names[point] for point in table] for table in tables] for tables in rounds]


def _patience(entrants: Entrants) -> int:
    if not entrants.keepers or entrants.version < SOONER:
        return 0
    return PATIENCE if entrants.version >= LISTS_KNOWN else PATIENCE_AT_FIRST


def _deal_columns(entrants: Entrants, random: Random) -> list[int]:
    """Fill four columns of one person per table each: a club fills the emptiest, then the next."""
    columns: list[list[int]] = [[] for _ in range(4)]
    fixed = sorted(entrants.fixed)
    single = sorted(set(entrants.people).difference(fixed, *entrants.clubs))
    taken: set[int] = set()
    clubs = sorted(shuffled(entrants.clubs, random), key=len, reverse=True)
    keepers = _one_for_each_table(entrants, clubs)
    for mates in [fixed, keepers, *clubs, *((person,) for person in shuffled(single, random))]:
        waiting = [person for person in shuffled(mates, random) if person not in taken]
        taken.update(waiting)
        while waiting:
            emptiest = min(columns, key=len)
            room = entrants.sizes.tables - len(emptiest)
            emptiest += waiting[:room]
            waiting = waiting[room:]
    return [person for column in shuffled(columns, random) for person in shuffled(column, random)]


def _deal_teams(groups: Tables, entrants: Entrants, random: Random) -> list[int]:
    """Fill groups of points: each team the one with most room, then the next; the others the rest.

    The largest teams come first.
    """
    teams = sorted(shuffled(entrants.teams, random), key=len, reverse=True)
    alone = sorted(set(entrants.people).difference(*teams))
    room = [shuffled(points, random) for points in groups]
    at = [0] * len(entrants.ids)
    for mates in (*teams, shuffled(alone, random)):
        waiting = list(mates)
        while waiting:
            points = max(room, key=len)
            for point in [points.pop() for _ in range(min(len(points), len(waiting)))]:
                at[point] = waiting.pop()
    return at


def _one_for_each_table(entrants: Entrants, clubs: Sequence[Sequence[int]]) -> list[int]:
    """Return as many who keep the list as there are tables; in one column each table has one."""
    by_club = dict.fromkeys(person for mates in clubs for person in mates)
    by_club |= dict.fromkeys(sorted(entrants.keepers))
    keepers = [person for person in by_club if person in entrants.keepers]
    return keepers[: entrants.sizes.tables]


@dataclass(eq=False, slots=True)
class _Group:
    """People of whom each pair costs this price for each meeting of their points."""

    people: Sequence[int]
    price: int
    meetings: list[dict[int, int]]
    rows: list[list[int]] = field(default_factory=list)
    """The costs by point of those who are in it."""


class _Assignment(State):
    """The assignment. The cost of a pair counts once for each meeting of their points."""

    def __init__(self, rounds: Sequence[Tables], people: list[int], entrants: Entrants) -> None:
        self._at = people
        self._point = [0] * len(people)
        for point, person in enumerate(people):
            self._point[person] = point
        self._met = _meetings(rounds, len(people))
        self._groups = self._grouped(rounds, entrants)
        self._with_mates = [person for person in entrants.people if self._groups[person]]
        # The costs at each point of all who are in the same groups, with themselves.
        rows = {groups: [0] * len(people) for groups in self._groups}
        self._price_at = [rows[groups] for groups in self._groups]
        for groups, row in rows.items():
            for group in groups:
                group.rows.append(row)
        for person in self._with_mates:
            self._charge_mates(person, self._point[person])
        self.cost = sum(map(self._price, entrants.people)) // 2
        self._lists = _Lists(rounds, people, entrants.keepers) if entrants.keepers else None
        if self._lists:
            self.cost += NO_KEEPER * self._lists.missing

    def _grouped(self, rounds: Sequence[Tables], entrants: Entrants) -> list[frozenset[_Group]]:
        """Return the groups of each person."""
        groups = [_Group(mates, SAME_CLUB, self._met) for mates in entrants.clubs]
        groups += [_Group(mates, SAME_TEAM, self._met) for mates in entrants.teams]
        if len(entrants.fixed) > 1:
            groups.append(_Group(tuple(entrants.fixed), NEVER, self._met))
        if entrants.neighbours:
            first = _meetings(rounds[:1], len(entrants.ids))
            groups += [_Group(pair, NEIGHBOURS, first) for pair in entrants.neighbours]
        found: list[set[_Group]] = [set() for _ in entrants.people]
        for group in groups:
            for person in group.people:
                found[person].add(group)
        return list(map(frozenset, found))

    def snapshot(self) -> Tables:
        """Return the people by their points, as if at one table."""
        return [list(self._at)]

    def badly_seated(self, random: Random) -> int | None:
        """Return a random person with mates, if meeting one, or at a table without a keeper."""
        if self._lists and (point := self._lists.point_without(random)) is not None:
            return self._at[point]
        if not self._with_mates:
            return None
        person = one_of(self._with_mates, random)
        return person if self._price(person) else None

    def exchanges(self, person: int, random: Random) -> Iterable[tuple[int, int]]:
        """Return candidates from a random point on, with the change in cost."""
        people = len(self._at)
        start = below(people, random)
        tried = (self._at + self._at)[start : start + min(people, PARTNERS_TRIED)]
        return self._changes(person, [partner for partner in tried if partner != person])

    def exchange(self, one: int, other: int, change: int) -> None:
        """Exchange the points of two people."""
        self.cost += change
        here, there = self._point[one], self._point[other]
        if self._lists:
            self._lists.exchange(one, other, here, there)
        for person, old, new in ((one, here, there), (other, there, here)):
            self._charge_mates(person, old, -1)
            self._charge_mates(person, new)
            self._at[new], self._point[person] = person, new

    def _price(self, person: int) -> int:
        return self._price_at[person][self._point[person]]

    def _changes(self, one: int, others: Iterable[int]) -> list[tuple[int, int]]:
        """Return the change in cost of an exchange with each of the others."""
        price_at, point = self._price_at, self._point
        here, mine, groups = point[one], price_at[one], self._groups[one]
        met, now = self._met[here], mine[here]
        keepers: Collection[int] = ()
        lists: Sequence[int] = ()
        if self._lists:
            keepers, lists = self._lists.keepers, self._lists.changes(one, here)
        keeps = one in keepers
        found = []
        for other in others:
            there, theirs = point[other], price_at[other]
            change = 0
            if theirs is not mine:  # who have the same mates may exchange for nothing
                change = mine[there] - now + theirs[here] - theirs[there]
                if there in met:  # nobody meets oneself, nor a mate less often
                    for group in groups ^ self._groups[other]:
                        change -= group.price * group.meetings[here].get(there, 0)
            if (other in keepers) != keeps:
                change += lists[there]
            found.append((other, change))
        return found

    def _charge_mates(self, person: int, point: int, times: int = 1) -> None:
        """Add what somebody at a point costs the mates at each point; take it away with -1."""
        for group in self._groups[person]:
            price = group.price * times
            for met, often in group.meetings[point].items():
                for row in group.rows:
                    row[met] += price * often


class _Lists:
    """The tables of a design, all rounds together, and how many at each keep the list.

    missing: how many have nobody who does.
    """

    def __init__(
        self, rounds: Sequence[Tables], people: Sequence[int], keepers: frozenset[int]
    ) -> None:
        self.keepers = keepers
        self._tables = [table for tables in rounds for table in tables]
        self._tables_of: list[set[int]] = [set() for _ in people]
        for number, table in enumerate(self._tables):
            for point in table:
                self._tables_of[point].add(number)
        # For each point, how many of its tables have one keeper alone, and how many have none.
        self._kept = [0] * len(self._tables)
        self.missing = len(self._tables)
        self._with_one = [0] * len(people)
        self._without = [len(tables) for tables in self._tables_of]
        for number, table in enumerate(self._tables):
            self._keep(number, sum(people[point] in keepers for point in table))
        self._fewest = sum(max(0, len(tables) - len(keepers)) for tables in rounds)

    def point_without(self, random: Random) -> int | None:
        """Return a random point at a table without a keeper, where fewer are possible."""
        if self.missing <= self._fewest:
            return None
        without = [number for number, kept in enumerate(self._kept) if not kept]
        return one_of(self._tables[one_of(without, random)], random)

    def changes(self, one: int, here: int) -> list[int]:
        """Return, for each point, the change in cost if one who differs comes from there."""
        if one in self.keepers:
            with_one = self._with_one[here]
            more = [NO_KEEPER * (with_one - without) for without in self._without]
        else:
            without = self._without[here]
            more = [NO_KEEPER * (with_one - without) for with_one in self._with_one]
        for number in self._tables_of[here]:
            if self._kept[number] == 1:  # where both sit nothing changes
                for there in self._tables[number]:
                    more[there] -= NO_KEEPER
        return more

    def exchange(self, one: int, other: int, here: int, there: int) -> None:
        """Exchange the points of these two."""
        more_there = (one in self.keepers) - (other in self.keepers)
        if more_there:
            for number in self._tables_of[here]:
                self._keep(number, self._kept[number] - more_there)
            for number in self._tables_of[there]:
                self._keep(number, self._kept[number] + more_there)

    def _keep(self, number: int, kept: int) -> None:
        """Note how many at a table keep the list."""
        before, self._kept[number] = self._kept[number], kept
        with_one, without = (kept == 1) - (before == 1), (not kept) - (not before)
        self.missing += without
        for point in self._tables[number] if with_one or without else ():
            self._with_one[point] += with_one
            self._without[point] += without


def _meetings(rounds: Iterable[Tables], people: int) -> list[dict[int, int]]:
    met: PairPrices = [{} for _ in range(people)]
    charge(
        met, (pair for tables in rounds for table in tables for pair in combinations(table, 2)), 1
    )
    return met
