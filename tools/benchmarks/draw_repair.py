"""What a repair costs: one person goes or comes after the draw. For docs/draw.md.

usage: python -m tools.benchmarks.draw_repair [SEEDS]
"""

import sys
from collections.abc import Iterator, Sequence

from tests.factories.draws import shuffled_clubs, verdict
from tournament.draw import DrawRequest, Entrant, draw
from tournament.draw.repair import repaired

CASES = ((64, 63), (72, 71), (63, 64), (60, 61), (61, 62), (62, 63), (62, 65), (70, 71), (16, 17))
ROUNDS = (3, 5, 8)
HEAD = ("people", "rounds", "walks", "turned", "seats", "fifth", "most five", "beyond", "repeats")


def figures(before: int, after: int, rounds: int, seed: int) -> tuple[int, ...]:
    """Return of one repair: table changes, other seats changed, then the verifier's figures."""
    entrants = shuffled_clubs(before)
    planned = draw(DrawRequest(entrants, rounds, f"s{seed}")).rounds
    gone = [entrants[(7 * seed + k) % before].id for k in range(before - after)]
    late = [Entrant(f"late {number}") for number in range(after - before)]
    everybody = (*entrants, *late)
    come = [one.id for one in late]
    change = repaired(everybody, (), planned, leaving=gone, joining=come)
    found = verdict(everybody, change.rounds, {person: {"to": 0} for person in gone})
    return (
        change.walks,
        sum(bool(move.before and move.after) and not move.is_walk for move in change.moves),
        found["seat_imbalance_max"],
        found["fifth_seat_max"],
        found["five_table_max"],
        found["five_table_excess"],
        found["repeat_pairs"],
    )


def lines(seeds: int) -> Iterator[Sequence[str]]:
    """Return a line for each case, the fewest and the most over the seeds."""
    yield HEAD
    for before, after in CASES:
        for rounds in ROUNDS:
            found = [figures(before, after, rounds, seed) for seed in range(seeds)]
            columns = (sorted(set(column)) for column in zip(*found, strict=True))
            yield (
                f"{before} → {after}",
                str(rounds),
                *(f"{c[0]}–{c[-1]}" if len(c) > 1 else str(c[0]) for c in columns),
            )


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        sys.stdout.write(f"| {' | '.join(line)} |\n")
