"""What no plan can undercut, by counting alone."""

from tournament.core.table_sizes import FOUR_TABLE, TableSizes


def fewest_pairs(people: int, tables: int) -> int:
    """The fewest pairs at one table when so many people are spread over the tables."""
    each, more = divmod(people, tables)
    return tables * (each * (each - 1) // 2) + more * each


def fewest_repeats(sizes: TableSizes, rounds: int) -> int:
    """A number of meetings beyond the first that no plan for one unchanging field can undercut.

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
