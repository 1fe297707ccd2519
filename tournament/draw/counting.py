"""Counts of meetings, and lower bounds from counting alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from tournament.draw.table_sizes import FOUR_TABLE, TableSizes


def pairs_met(tables: Iterable[Iterable[str]]) -> Counter[tuple[str, str]]:
    """Count the meetings of each pair at these tables."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def pairs_of_mates(group: Mapping[str, str], tables: Iterable[Iterable[str]]) -> int:
    """Count the pairs of mates at these tables; `group` is the club or team by person."""
    mates = ([person for person in table if person in group] for table in tables)
    return sum(
        group[one] == group[other] for table in mates for one, other in combinations(table, 2)
    )


def fewest_pairs(people: int, tables: int) -> int:
    """Return the fewest pairs at one table when so many people are spread over the tables."""
    each, more = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + more * each


def fewest_repeats(sizes: TableSizes, rounds: int) -> int:
    """Return a lower bound of repeat meetings in any plan for the same people.

    The largest of three counts. All pairs: more meetings than pairs. Each person: more opponents
    than other people, with evenly shared five-tables; each repeat has two ends. Pigeonhole: a table
    of people from too few tables of the first round has some who met there.
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
