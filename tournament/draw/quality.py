"""Measurement of a plan, independent of how it was made, bounds from counting alone, and a check.

A plan made by hand, or elsewhere, is checked against the people and their fixed tables; one without
findings can be played.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TypeVar

from tournament.draw.model import Entrant, Quality, Round, Table
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE, TableSizes, cannot_seat, table_sizes

Person = TypeVar("Person", int, str)
BALANCED_SEATS = 4
"""The fifth seat of a five-table is not part of the balance."""
TEAM = 4
"""People of a team, where groups of teams sit among themselves."""
TWICE_AT_MOST: Mapping[int, int] = {3: 5, 4: 8, 5: 4}
"""In so many rounds of a group nobody has to meet anybody three times; by its number of teams."""
Groups = Sequence[Sequence[str]]
"""Teams (`Entrant.team`) by group."""


@dataclass(frozen=True, slots=True)
class Part:
    """Rounds of people who sit among themselves: a group of so many teams; 0: everybody."""

    rounds: Sequence[Round]
    teams: int = 0

    @property
    def is_group(self) -> bool:
        """Whether the same people of a group of three to five teams play all its rounds."""
        people = {frozenset(chain.from_iterable(tables)) for tables in self.rounds}
        return self.teams in TWICE_AT_MOST and [*map(len, people)] == [TEAM * self.teams]

    @property
    def meets_thrice_for_less(self) -> bool:
        """Whether there are fewer repeats where some meet three times, which nobody has to."""
        return self.is_group and meets_thrice_for_less(self.teams, len(self.rounds))


def meets_thrice_for_less(teams: int, rounds: int) -> bool:
    """Return whether a group of so many teams has fewer repeats where some meet three times."""
    return teams != TEAM and 2 < rounds <= TWICE_AT_MOST.get(teams, 0)


def measure(entrants: Iterable[Entrant], rounds: Sequence[Round], groups: Groups = ()) -> Quality:
    """Return the figures of these rounds; people who are not entrants have no known club."""
    entrants = tuple(entrants)
    parts = parts_of(entrants, rounds, groups)
    tables = list(chain.from_iterable(rounds))
    met = pairs_met(tables)
    club = {entrant.id: entrant.club for entrant in entrants if entrant.club}
    held = seats_held(rounds).values()
    at_fives = (at_five_tables(part.rounds) for part in parts)
    return Quality(
        repeat_pairs=met.total() - len(met),
        repeat_pairs_bound=sum(map(_repeat_pairs_bound, parts)),
        same_club_pairs=pairs_of_mates(club, tables),
        seat_imbalance=max((max(counts) - min(counts) for counts in held), default=0),
        five_table_repeats=sum(
            max(0, count - fair_share) for times, fair_share in at_fives for count in times.values()
        ),
    )


def parts_of(
    entrants: Iterable[Entrant], rounds: Sequence[Round], groups: Groups
) -> tuple[Part, ...]:
    """Divide the rounds by groups of teams; where a table has not all teams of one: undivided."""
    team = {entrant.id: entrant.team for entrant in entrants}
    place = {name: at for at, group in enumerate(groups) for name in group}
    found: list[list[list[Table]]] = [[[] for _ in rounds] for _ in groups]
    for number, tables in enumerate(rounds):
        for table in tables:
            teams = {team.get(person) for person in table}
            at = place.get(next(iter(teams)) or "")
            if at is None or teams != set(groups[at]):
                return (Part(rounds),)
            found[at][number].append(table)
    every = zip(found, groups, strict=True)
    divided = tuple(Part(tuple(map(tuple, each)), len(group)) for each, group in every)
    return divided or (Part(rounds),)


def seats_held(rounds: Iterable[Round]) -> dict[str, list[int]]:
    """Count everybody's seats 1 to 4."""
    held: dict[str, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for seat, person in enumerate(table):
                counts = held.setdefault(person, [0] * BALANCED_SEATS)
                if seat < BALANCED_SEATS:
                    counts[seat] += 1
    return held


def most_times_fifth(rounds: Iterable[Round]) -> int:
    """Return the most times one person has the fifth seat."""
    fifth = Counter(table[-1] for tables in rounds for table in tables if len(table) == FIVE_TABLE)
    return max(fifth.values(), default=0)


def at_five_tables(rounds: Sequence[Round]) -> tuple[Counter[str], int]:
    """Count everybody's times at a five-table; also return the fair share."""
    people = {person for tables in rounds for table in tables for person in table}
    times = Counter(
        person
        for tables in rounds
        for table in tables
        if len(table) == FIVE_TABLE
        for person in table
    )
    return times, -(-times.total() // max(1, len(people)))


def _repeat_pairs_bound(part: Part) -> int:
    """Return the largest of three proven bounds, or of four for a group of teams.

    All pairs: more meetings than pairs that are ever present together. Each person: more opponents
    than different people to meet; each repeat has two ends. Pigeonhole, when the people never
    change: a table of k people from T tables of the first round has some who met there.
    """
    rounds = part.rounds
    present = [frozenset(person for table in tables for person in table) for tables in rounds]
    is_constant = len(set(present)) == 1
    if is_constant:
        reachable = dict.fromkeys(present[0], len(present[0]) - 1)
    else:
        together: dict[str, set[str]] = {}
        for people in present:
            for person in people:
                together.setdefault(person, set()).update(people)
        reachable = {person: len(others) - 1 for person, others in together.items()}
    opponents = Counter[str]()
    for table in chain.from_iterable(rounds):
        opponents.update(dict.fromkeys(table, len(table) - 1))
    by_pairs = (sum(opponents.values()) - sum(reachable.values())) // 2
    by_person = sum(max(0, opponents[person] - reachable[person]) for person in opponents)
    bounds = [0, by_pairs, -(-by_person // 2)]
    if is_constant:
        later = chain.from_iterable(rounds[1:])
        bounds.append(sum(fewest_pairs(len(table), len(rounds[0])) for table in later))
    if part.is_group:
        bounds.append(fewest_in_group(part.teams, len(rounds)))
    return max(bounds)


def fewest_in_group(teams: int, rounds: int) -> int:
    """Return the fewest repeats in a group that has all its teams at each table.

    Two counts: a table of more people than there are tables has pairs in common with any other
    round, which are all different where nobody meets a third time; and only so many pairs can meet,
    with mates in groups of three alone.
    """
    tables, size = min(teams, TEAM), max(teams, TEAM)
    in_common = tables * fewest_pairs(size, tables)
    times = fewest_pairs(rounds, 1) if rounds <= TWICE_AT_MOST[teams] else rounds - 1
    mates = 0 if teams < TEAM else teams * fewest_pairs(TEAM, 1)
    pairs = fewest_pairs(TEAM * teams, 1) - mates
    return max(in_common * times, rounds * tables * fewest_pairs(size, 1) - pairs)


def pairs_met(tables: Iterable[Iterable[Person]]) -> Counter[tuple[Person, Person]]:
    """Count the meetings of each pair at these tables."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def group_of(groups: Iterable[Iterable[Person]]) -> dict[Person, int]:
    """Return the number of the group of each person who is in one."""
    return {person: number for number, mates in enumerate(groups) for person in mates}


def pairs_of_mates(group: Mapping[Person, object], tables: Iterable[Iterable[Person]]) -> int:
    """Count the pairs of mates at these tables; `group` is the club or team by person."""
    mates = ([person for person in table if person in group] for table in tables)
    return sum(
        group[one] == group[other] for table in mates for one, other in combinations(table, 2)
    )


def tables_without(keepers: Collection[Person], tables: Iterable[Iterable[Person]]) -> int:
    """Count the tables without any of these people; none if there are none of them."""
    return sum(not any(person in keepers for person in table) for table in tables if keepers)


def fewest_pairs(people: int, tables: int) -> int:
    """Return the fewest pairs at one table when so many people are spread over the tables."""
    each, more = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + more * each


def pairs_that_meet(group: int, people: int, rounds: int) -> int:
    """Return how many pairs of a group meet at least in so many rounds without a repeat.

    A person meets three others in each and misses the rest. A group in which every member misses so
    many others still has all its other pairs.
    """
    missed = people - 1 - (FOUR_TABLE - 1) * rounds
    return fewest_pairs(group, 1) - group * min(missed, group - 1) // 2


def fewest_without_keeper(keepers: int, sizes: Sequence[int], rounds: int) -> int:
    """Return a lower bound of tables without a keeper of the list, in rounds without a repeat.

    There are more tables than keepers; or so many of these have to meet that the best is to seat
    them together at few tables.
    """
    pairs = pairs_that_meet(keepers, sum(sizes), rounds)
    room = sorted(sizes, reverse=True)
    choices = []  # for one round: the tables without, and the most pairs of keepers who meet then
    for with_one in range(min(len(room), keepers) + 1):
        met, more = 0, keepers - with_one
        for size in room[:with_one]:
            joining = min(more, size - 1)
            met, more = met + fewest_pairs(1 + joining, 1), more - joining
        if not more:
            choices.append((len(room) - with_one, met))
    fewest = {0: 0}  # by the pairs that have met
    for _ in range(rounds):
        after: dict[int, int] = {}
        for before, total in fewest.items():
            for without, met in choices:
                reached = min(max(0, pairs), before + met)
                after[reached] = min(total + without, after.get(reached, total + without))
        fewest = after
    return fewest.get(max(0, pairs), 0)


def fewest_repeats(sizes: TableSizes, rounds: int) -> int:
    """Return a lower bound of repeat meetings in any plan for the same people.

    It is the largest of the same three counts, with evenly shared five-tables.
    """
    if not rounds:
        return 0
    people = sizes.players
    meetings = rounds * sum(fewest_pairs(size, 1) for size in sizes.sizes)
    by_pairs = meetings - fewest_pairs(people, 1)
    crowded = 3 * rounds - (people - 1)
    at_larger = rounds * sum(size * (size - FOUR_TABLE) for size in sizes.sizes)
    by_person = -(-(people * crowded + at_larger) // 2) if crowded >= 0 else 0
    by_tables = (rounds - 1) * sum(fewest_pairs(size, sizes.tables) for size in sizes.sizes)
    return max(0, by_pairs, by_person, by_tables)


@dataclass(frozen=True, slots=True)
class PlanFinding:
    """One error in a plan; rounds and tables count from 1.

    - "missing", "twice", "unknown": person.
    - "table_size": table, people, usual (sizes).
    - "too_many_fives": fives, enough.
    - "wrong_table": person, table, fixed.
    - "keeps_no_list": person, table (at the last seat).
    - "cannot_seat": people.
    """

    code: str
    round: int
    params: tuple[tuple[str, str | int], ...] = ()


def check_plan(
    entrants: Sequence[Entrant], rounds: Sequence[Round], larger: bool = False
) -> tuple[PlanFinding, ...]:
    """Return all errors in these rounds; `larger`: tables of six and seven are played."""
    known = {entrant.id: entrant for entrant in entrants}
    return tuple(
        PlanFinding(code, number, tuple(params.items()))
        for number, tables in enumerate(rounds, start=1)
        for code, params in (*_who_sits(known, tables, larger), *_where_they_sit(known, tables))
    )


Found = Iterator[tuple[str, dict[str, str | int]]]


def _who_sits(entrants: dict[str, Entrant], tables: Round, larger: bool) -> Found:
    seated = Counter(person for table in tables for person in table)
    for person in entrants:
        if person not in seated:
            yield "missing", {"person": person}
    for person, times in seated.items():
        if person not in entrants:
            yield "unknown", {"person": person}
        if times > 1:
            yield "twice", {"person": person}
    people = len(entrants)
    sizes = None if cannot_seat(people, larger) else table_sizes(people, larger)
    usual = (FOUR_TABLE, FIVE_TABLE, *(sizes.larger if sizes else ()))
    for number, table in enumerate(tables, start=1):
        if len(table) not in usual:
            allowed = ", ".join(map(str, usual))
            yield "table_size", {"table": number, "people": len(table), "usual": allowed}
    fives = sum(len(table) == FIVE_TABLE for table in tables)
    if sizes is None:
        yield "cannot_seat", {"people": people}
    elif fives > sizes.fives:
        yield "too_many_fives", {"fives": fives, "enough": sizes.fives}


def _where_they_sit(entrants: dict[str, Entrant], tables: Round) -> Found:
    for number, table in enumerate(tables, start=1):
        known = [entrants[person] for person in table if person in entrants]
        for entrant in known:
            if entrant.table is not None and entrant.table != number:
                yield "wrong_table", {"person": entrant.id, "table": number, "fixed": entrant.table}
        last = entrants.get(table[-1]) if table else None
        if last and last.no_list and not all(entrant.no_list for entrant in known):
            yield "keeps_no_list", {"person": last.id, "table": number}
