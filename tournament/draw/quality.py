"""Measurement of a plan, independent of how it was made."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from tournament.draw.counting import fewest_pairs, pairs_met, pairs_of_mates
from tournament.draw.model import Entrant, Quality, Round
from tournament.draw.table_sizes import FIVE_TABLE

BALANCED_SEATS = 4
"""The fifth seat of a five-table is not part of the balance."""


def measure(entrants: Iterable[Entrant], rounds: Sequence[Round]) -> Quality:
    """Return the figures of these rounds; people who are not entrants have no known club."""
    tables = list(chain.from_iterable(rounds))
    met = pairs_met(tables)
    club = {entrant.id: entrant.club for entrant in entrants if entrant.club}
    return Quality(
        repeat_pairs=met.total() - len(met),
        repeat_pairs_bound=_repeat_pairs_bound(rounds),
        same_club_pairs=pairs_of_mates(club, tables),
        seat_imbalance=_seat_imbalance(rounds),
        five_table_repeats=_five_table_repeats(rounds),
    )


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


def _repeat_pairs_bound(rounds: Sequence[Round]) -> int:
    """Return the largest of three proven bounds.

    All pairs: more meetings than pairs that are ever present together. Each person: more opponents
    than different people to meet; each repeat has two ends. Pigeonhole, when the people never
    change: a table of k people from T tables of the first round has some who met there.
    """
    present = [frozenset(person for table in tables for person in table) for tables in rounds]
    reachable = _reachable(present)
    opponents = Counter[str]()
    for tables in rounds:
        for table in tables:
            opponents.update(dict.fromkeys(table, len(table) - 1))
    by_pairs = (sum(opponents.values()) - sum(reachable.values())) // 2
    by_person = sum(max(0, opponents[person] - reachable[person]) for person in opponents)
    bounds = [0, by_pairs, -(-by_person // 2)]
    if len(set(present)) == 1:
        bounds.append(
            sum(
                fewest_pairs(len(table), len(rounds[0]))
                for tables in rounds[1:]
                for table in tables
            )
        )
    return max(bounds)


def _reachable(present: Sequence[frozenset[str]]) -> dict[str, int]:
    """Count for each person the others ever present in the same round."""
    if len(set(present)) == 1:
        return dict.fromkeys(present[0], len(present[0]) - 1)
    together: dict[str, set[str]] = {}
    for people in present:
        for person in people:
            together.setdefault(person, set()).update(people)
    return {person: len(others) - 1 for person, others in together.items()}


def _seat_imbalance(rounds: Sequence[Round]) -> int:
    return max((max(counts) - min(counts) for counts in seats_held(rounds).values()), default=0)


def _five_table_repeats(rounds: Sequence[Round]) -> int:
    times, fair_share = at_five_tables(rounds)
    return sum(count - fair_share for count in times.values() if count > fair_share)
