"""The draw compared with three public methods on the same input: python -m tools.benchmarks.draw.

All three comparison methods are written from their descriptions. They draw round by round, know
four-tables only and care for repeated pairs alone, which makes their task the easier one:

- shuffles: of 1000 random orders of the field the one that repeats the fewest pairs;
- swaps: 40 times a random order, each improved by 4000 exchanges of two people that must not make
  it worse; the best of them;
- generations: five random orders; 30 times each of the best five exchanges everybody at its worst
  table with everybody elsewhere. A meeting counts with the square of the earlier ones.

Exchanges rescore only the two tables concerned, which is faster than the originals.
"""

import sys
import time
from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random
from statistics import median

from tests.factories.draws import field, shuffled_clubs, verdict
from tournament.draw import DrawRequest, Entrant, draw

Met = list[list[int]]
Tables = list[list[int]]
COMPARED = ((16, 5), (20, 5), (24, 5), (24, 7), (32, 9), (48, 5), (64, 7), (100, 9), (200, 9))
TIMED = (
    *((16, 5), (16, 9), (20, 6), (24, 7), (28, 9), (32, 9), (33, 7), (33, 9), (35, 9), (36, 9)),
    *((47, 9), (50, 9), (72, 3), (90, 9), (100, 9), (144, 9), (176, 8), (200, 9), (203, 9)),
    *((512, 9), (1000, 9), (2000, 9), (2003, 9)),
)
RUNS = 7
SHUFFLES, RESTARTS, SWAPS = 1000, 40, 4000
ORDERS, GENERATIONS = 5, 30


def shuffles(people: int, met: Met, random: Random) -> Tables:
    return min(
        (dealt(people, random) for _ in range(SHUFFLES)), key=lambda tables: repeats(tables, met)
    )


def swaps(people: int, met: Met, random: Random) -> Tables:
    best: Tables = []
    for _ in range(RESTARTS):
        tables = improved(dealt(people, random), met, random)
        if not best or repeats(tables, met) < repeats(best, met):
            best = tables
        if not repeats(best, met):
            break
    return best


def improved(tables: Tables, met: Met, random: Random) -> Tables:
    for _ in range(SWAPS):
        one, other = random.sample(tables, 2)
        here, there = random.randrange(4), random.randrange(4)
        before = repeats([one, other], met)
        one[here], other[there] = other[there], one[here]
        if repeats([one, other], met) > before:
            one[here], other[there] = other[there], one[here]
    return tables


def generations(people: int, met: Met, random: Random) -> Tables:
    best = [(0, dealt(people, random)) for _ in range(ORDERS)]
    best = sorted((squares(tables, met), tables) for _, tables in best)
    for _ in range(GENERATIONS):
        if not best[0][0]:
            break
        exchanged = [change for order in best for change in out_of_the_worst(*order, met)]
        best = sorted([*best, *exchanged], key=lambda order: order[0])[:ORDERS]
    return best[0][1]


def out_of_the_worst(score: int, tables: Tables, met: Met) -> Iterator[tuple[int, Tables]]:
    """Return all exchanges with people at the worst table, with their scores."""
    worst = max(tables, key=lambda table: squares([table], met))
    at = tables.index(worst)
    for number, other in enumerate(tables):
        if number == at:
            continue
        before = squares([worst, other], met)
        for here, there in product(range(4), range(4)):
            one, two = list(worst), list(other)
            one[here], two[there] = other[there], worst[here]
            changed = list(tables)
            changed[at], changed[number] = one, two
            yield score - before + squares([one, two], met), changed


def dealt(people: int, random: Random) -> Tables:
    order = list(range(people))
    random.shuffle(order)
    return [order[at : at + 4] for at in range(0, people, 4)]


def repeats(tables: Tables, met: Met) -> int:
    return sum(met[one][other] > 0 for table in tables for one, other in combinations(table, 2))


def squares(tables: Tables, met: Met) -> int:
    return sum(met[one][other] ** 2 for table in tables for one, other in combinations(table, 2))


def compared(
    method: Callable[[int, Met, Random], Tables], people: int, rounds: int
) -> tuple[int, float]:
    """Return repeated pairs and seconds of a method."""
    met = [[0] * people for _ in range(people)]
    random = Random("benchmark")
    repeated = 0
    start = time.process_time()
    for _ in range(rounds):
        tables = method(people, met, random)
        repeated += repeats(tables, met)
        for table in tables:
            for one, other in combinations(table, 2):
                met[one][other] += 1
                met[other][one] += 1
    return repeated, time.process_time() - start


def ours(entrants: tuple[Entrant, ...], rounds: int) -> tuple[dict[str, int], float]:
    """Return the verifier's figures of our plan, and the median seconds of several seeds."""
    seconds = []
    for run in range(RUNS):
        start = time.process_time()
        plan = draw(DrawRequest(entrants, rounds, f"benchmark {run}"))
        seconds.append(time.process_time() - start)
    return verdict(entrants, plan.rounds), median(seconds)


def compare() -> None:
    say("field: repeats and seconds of ours | shuffles | swaps | generations (times as long)")
    for people, rounds in COMPARED:
        figures, seconds = ours(field(people), rounds)
        line = f"{people} x {rounds}: {figures['repeat_pairs']} {seconds:.4f} s"
        for method in (shuffles, swaps, generations):
            repeated, theirs = compared(method, people, rounds)
            line += f" | {repeated} {theirs:.2f} s ({theirs / seconds:.0f})"
        say(line)


def times() -> None:
    say("field with clubs: seconds, repeats, club mates (fewest), seat imbalance, five-tables")
    for people, rounds in TIMED:
        figures, seconds = ours(shuffled_clubs(people), rounds)
        say(f"{people} x {rounds}: {seconds:.3f} s {sentence(figures)}")


def sentence(figures: dict[str, int]) -> str:
    return (
        f"{figures['repeat_pairs']} ({figures['repeat_lower_bound']}), "
        f"{figures['same_club_pairs']} ({figures['same_club_lower_bound']}), "
        f"{figures['seat_imbalance_max']}, {figures['five_table_excess']}"
    )


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    times()
    compare()
