"""Who meets how often, and what no plan can undercut, by counting alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

from tournament.draw.table_sizes import FOUR_TABLE, TableSizes


def pairs_met(tables: Iterable[Iterable[str]]) -> Counter[tuple[str, str]]:
    """How often each pair meets at these tables."""
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def pairs_of_mates(group: Mapping[str, str], tables: Iterable[Iterable[str]]) -> int:
    """How many pairs of one group, club or team by person, these tables bring together."""
    mates = ([person for person in table if person in group] for table in tables)
    return sum(
        group[one] == group[other] for table in mates for one, other in combinations(table, 2)
    )


def fewest_pairs(people: int, tables: int) -> int:
    """The fewest pairs at one table when so many people are spread over the tables."""
    each, more = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + more * each


def fewest_repeats(sizes: TableSizes, rounds: int) -> int:
    """A number of meetings beyond the first that no plan for the same people can undercut.

    The largest of three counts. All pairs: more meetings than pairs. Each person: more opponents
    than other people, were the five-tables shared out evenly; each repeat has two ends.
    Pigeonhole: a table of people from too few tables of the first round has some who met there.
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
