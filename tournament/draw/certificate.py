"""The certificate of a plan: each figure with its mathematical optimum.

For rounds drawn by the standings, the distance of people from the table that belongs to their rank.
Ranked: the tables follow each other down the standings, each with the next four or five. Snake: the
standings are cut into tiers of as many ranks as there are tables, and each table has one of each
tier. A person's distance is the number of ranks outside the proper part.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tournament.draw.model import Entrant, Round
from tournament.draw.quality import (
    Groups,
    Part,
    at_five_tables,
    fewest_pairs,
    fewest_without_keeper,
    measure,
    pairs_met,
    pairs_of_mates,
    pairs_that_meet,
    parts_of,
    seats_held,
)
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

NO_MORE_ROUNDS = {20: 5}
"""People, and the rounds beyond which there is none without a repeat, though all could have met
fewer than everybody. Teams of four who never meet would be its tables."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a plan, and its lower bound. Less is better."""

    value: int
    best: int

    @property
    def is_best(self) -> bool:
        """Whether nothing better is possible."""
        return self.value <= self.best


@dataclass(frozen=True, slots=True)
class Wish(Figure):
    """How often, over all rounds, mates meet, or nobody at a table keeps the list.

    by_tables: the part of the bound that follows from the number of tables alone: a team has more
    people, or fewer keep a list. The rest holds for plans with as few repeats.
    """

    by_tables: int = 0


@dataclass(frozen=True, slots=True)
class Certificate:
    """The quality of a plan.

    repeated_pairs: meetings of a pair beyond its first. same_club_pairs, same_team_pairs: pairs of
    mates at one table, over all rounds. seat_spread: the largest difference, for a person who keeps
    the list, between the counts of seats 1 to 4 held most and least often. most_five_tables: the
    most times one person sits at a five-table. lists: None where those who keep none never fill a
    table. twice_at_most: the bound of repeats holds where nobody meets a third time.
    """

    repeated_pairs: Figure
    same_club_pairs: Wish
    same_team_pairs: Wish
    seat_spread: Figure
    most_five_tables: Figure
    lists: Wish | None = None
    twice_at_most: bool = False


@dataclass(frozen=True, slots=True)
class Displacement:
    """The displacement in one or several rounds.

    seats: number of people, summed over the rounds. ranks: the sum of their distances. furthest:
    the largest distance. repeats_avoided: how many more pairs would meet again without
    displacement.
    """

    seats: int
    ranks: int
    furthest: int
    repeats_avoided: int


@dataclass(frozen=True, slots=True)
class DrawnByStandings:
    """All rounds drawn by the standings with one method, counted from the first of all."""

    rounds: tuple[int, ...]
    is_snake: bool
    has_fives: bool
    displacement: Displacement


@dataclass(frozen=True, slots=True)
class PlanQuality:
    """The quality of all rounds together.

    `byes`: the most byes of one person. `has_clubs`, `has_teams`: whether any two are mates.
    `at_sixes`: the most times one person sits at a table of six, if there are others.
    `by_standings`: for rounds drawn by them, one per method.
    """

    rounds: int
    certificate: Certificate
    byes: Figure
    has_clubs: bool
    has_teams: bool
    has_fives: bool
    at_sixes: Figure | None
    by_standings: tuple[DrawnByStandings, ...] = ()


def certificate(
    entrants: Sequence[Entrant], rounds: Sequence[Round], groups: Groups = ()
) -> Certificate:
    """Return the certificate of these rounds; people who are no longer entrants have no club.

    groups: of teams that sit among themselves, which leaves less to choose from.
    """
    repeats = measure(entrants, rounds, groups)
    parts = parts_of(entrants, rounds, groups)
    # People with the same fixed table meet in every round.
    fixed = Counter(entrant.table for entrant in entrants if entrant.table is not None)
    forced = sum(fewest_pairs(people, 1) for people in fixed.values()) * max(0, len(rounds) - 1)
    unrepeated = repeats.repeat_pairs == 0
    club = {entrant.id: entrant.club for entrant in entrants if entrant.club}
    team = {entrant.id: entrant.team for entrant in entrants if entrant.team}
    no_list = {entrant.id for entrant in entrants if entrant.no_list}
    held = [counts for person, counts in seats_held(rounds).items() if person not in no_list]
    at_fives = [at_five_tables(part.rounds) for part in parts]
    return Certificate(
        repeated_pairs=Figure(repeats.repeat_pairs, max(repeats.repeat_pairs_bound, forced)),
        same_club_pairs=_mates(club, parts, unrepeated=unrepeated),
        same_team_pairs=_mates(team, parts, unrepeated=unrepeated),
        seat_spread=Figure(
            value=max((max(counts) - min(counts) for counts in held), default=0),
            best=max((int(sum(counts) % FOUR_TABLE > 0) for counts in held), default=0),
        ),
        most_five_tables=Figure(
            value=max((max(times.values(), default=0) for times, _ in at_fives), default=0),
            best=max((fair_share for _, fair_share in at_fives), default=0),
        ),
        lists=_lists(no_list, rounds, unrepeated=unrepeated),
        twice_at_most=any(part.meets_thrice_for_less for part in parts),
    )


def _mates(group: dict[str, str], parts: Sequence[Part], *, unrepeated: bool) -> Wish:
    """Return the pairs of mates at one table, and how many must meet."""
    found = [_mates_of_part(group, part.rounds, unrepeated=unrepeated) for part in parts]
    return Wish(
        sum(each.value for each in found),
        sum(each.best for each in found),
        sum(each.by_tables for each in found),
    )


def _mates_of_part(group: dict[str, str], rounds: Sequence[Round], *, unrepeated: bool) -> Wish:
    """In each round they are spread evenly at best; over all rounds some pairs meet once."""
    spread = 0
    seated = _people_of(rounds)
    for present, tables in zip(seated, rounds, strict=True):
        sizes = Counter(group[person] for person in present if person in group)
        spread += sum(fewest_pairs(size, len(tables)) for size in sizes.values())
    fewest = spread
    every_table = list(chain.from_iterable(rounds))
    if rounds and all(present == seated[0] for present in seated):
        people = len(seated[0])
        # More pairs have met than there are that are no mates.
        others = fewest_pairs(people, 1) - sum(fewest_pairs(size, 1) for size in sizes.values())
        fewest = max(fewest, len(pairs_met(every_table)) - others)
        if unrepeated:
            must_meet = (pairs_that_meet(size, people, len(rounds)) for size in sizes.values())
            fewest = max(fewest, sum(must_meet))
            is_one_more_round = set(sizes.values()) == {FOUR_TABLE} and sizes.total() == people
            if is_one_more_round and NO_MORE_ROUNDS.get(people) == len(rounds):
                fewest = max(fewest, 1)
    return Wish(pairs_of_mates(group, every_table), fewest, spread)


def _people_of(rounds: Sequence[Round]) -> list[set[str]]:
    return [{person for table in tables for person in table} for tables in rounds]


def _lists(no_list: set[str], rounds: Sequence[Round], *, unrepeated: bool) -> Wish | None:
    """Return the tables without anybody who keeps the list, and how many there must be.

    There are more tables than such people; or these meet, and then leave other tables without one.
    """
    seated = _people_of(rounds)
    keepers = [len(people - no_list) for people in seated]
    if not any(len(people & no_list) >= FOUR_TABLE for people in seated):
        return None
    by_tables = fewest = sum(max(0, len(t) - s) for t, s in zip(rounds, keepers, strict=True))
    if unrepeated and all(people == seated[0] for people in seated):
        fewest = max(
            fewest, fewest_without_keeper(keepers[0], list(map(len, rounds[0])), len(rounds))
        )
    found = sum(no_list.issuperset(table) for table in chain.from_iterable(rounds))
    return Wish(found, fewest, by_tables)


def drawn_by_standings(
    rounds: Sequence[Round], rankings: Mapping[int, Sequence[str]], *, is_snake: bool
) -> DrawnByStandings | None:
    """Return the displacement of those rounds that have a ranking; None if none has."""
    numbers = tuple(number for number in sorted(rankings) if number <= len(rounds))
    if not numbers:
        return None
    found = [
        displacement(rounds[at - 1], rankings[at], rounds[: at - 1], is_snake=is_snake)
        for at in numbers
    ]
    total = Displacement(
        seats=sum(each.seats for each in found),
        ranks=sum(each.ranks for each in found),
        furthest=max(each.furthest for each in found),
        repeats_avoided=sum(each.repeats_avoided for each in found),
    )
    has_fives = any(len(t) == FIVE_TABLE for number in numbers for t in rounds[number - 1])
    return DrawnByStandings(numbers, is_snake, has_fives, total)


def displacement(
    tables: Round, ranking: Sequence[str], before: Sequence[Round], *, is_snake: bool
) -> Displacement:
    """Return the displacement of one round drawn by a ranking; unranked people come last."""
    rank = {person: index for index, person in enumerate(ranking)}
    seated = [person for table in tables for person in table]
    in_order = sorted(seated, key=lambda person: rank.get(person, len(rank)))
    position = {person: number for number, person in enumerate(in_order)}
    ordered = [sorted(position[person] for person in table) for table in tables]
    people, count = iter(in_order), len(tables)
    exactly: list[list[str]] = [[] for _ in tables]
    off = []
    if is_snake:
        # The best of each table belong to the best tier, and so on.
        for table in ordered:
            for tier, index in enumerate(table):
                off.append(max(0, tier * count - index, index - (tier * count + count - 1)))
        # Alternating direction; remaining people join the last tables.
        sizes = sorted(map(len, tables))
        for tier in range(max(sizes, default=0)):
            numbers = [number for number in range(count) if tier < sizes[number]]
            for number in numbers if tier % 2 == 0 else reversed(numbers):
                exactly[number].append(next(people))
    else:
        # Tables by strength: the mean of their places, best first.
        first = 0
        strongest = sorted(ordered, key=lambda table: (sum(table) * 20 // len(table), table))
        for number, table in enumerate(strongest):
            for index in table:
                off.append(max(0, first - index, index - (first + len(table) - 1)))
            exactly[number] = [next(people) for _ in table]
            first += len(table)
    met = pairs_met(chain.from_iterable(before))
    repeats_exactly, repeats = (
        sum(pair in met for pair in pairs_met(found).elements()) for found in (exactly, tables)
    )
    return Displacement(len(off), sum(off), max(off, default=0), max(0, repeats_exactly - repeats))
