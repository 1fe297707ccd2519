"""Who sits out a round when the number of people fits no tables."""

from collections.abc import Iterable, Sequence

from tournament.core.draw.model import Round
from tournament.core.draw.randomness import seeded, shuffled


def sitting_out(
    people: Iterable[str], history: Sequence[Round], count: int, seed: str
) -> tuple[str, ...]:
    """So many of the people, by lot among those who sat out the fewest rounds so far.

    Whoever was not there in a round of the history sat it out. The order of the people does not
    matter; the result is in the order of the ids.
    """
    present = [{person for table in tables for person in table} for tables in history]
    sat_out = {person: sum(person not in seated for seated in present) for person in sorted(people)}
    by_lot = shuffled(sat_out, seeded(f"{seed} sitting out round {len(history) + 1}"))
    return tuple(sorted(sorted(by_lot, key=lambda person: sat_out[person])[:count]))
