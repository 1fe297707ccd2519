"""The draw beside two public methods on the same input: python -m tests.benchmarks.draw.

Both comparison methods are written from their descriptions. They draw round by round, know
four-tables only and care for repeated pairs alone, which makes their task the easier one:

- shuffles: of 1000 random orders of the field the one that repeats the fewest pairs;
- swaps: 40 times a random order, each improved by 4000 exchanges of two people that must not make
  it worse; the best of them. Only the two tables concerned are counted again after an exchange,
  which is faster than the original.

`--sweep` counts the figures of every number of people instead and takes some minutes.
"""

import sys
import time
from collections.abc import Callable
from itertools import combinations
from random import Random

from tests.factories.draws import field, shuffled_clubs, verdict
from tournament.core.draw import DrawRequest, draw
from tournament.core.draw.outlook import what_if

Met = list[list[int]]
Tables = list[list[int]]
COMPARED = ((16, 5), (20, 5), (24, 5), (24, 7), (32, 9), (48, 5), (64, 7), (100, 9), (200, 9))
SIZES = ((72, 3), (144, 9), (176, 8), (203, 9), (512, 9), (1000, 9), (2000, 9), (2003, 9))
SHUFFLES, RESTARTS, SWAPS = 1000, 40, 4000


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


def dealt(people: int, random: Random) -> Tables:
    order = list(range(people))
    random.shuffle(order)
    return [order[at : at + 4] for at in range(0, people, 4)]


def repeats(tables: Tables, met: Met) -> int:
    return sum(met[one][other] > 0 for table in tables for one, other in combinations(table, 2))


def compared(
    method: Callable[[int, Met, Random], Tables], people: int, rounds: int
) -> tuple[int, float]:
    """Repeated pairs and seconds of a method."""
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


def ours(people: int, rounds: int) -> tuple[dict[str, int], float]:
    """The verifier's figures of our plan, with clubs, and its seconds."""
    entrants = shuffled_clubs(people)
    start = time.process_time()
    plan = draw(DrawRequest(entrants, rounds, "benchmark"))
    seconds = time.process_time() - start
    return verdict(entrants, plan.rounds), seconds


def compare() -> None:
    say("field: repeats and seconds of ours | shuffles | swaps (times as long as ours)")
    for people, rounds in COMPARED:
        start = time.process_time()
        quality = draw(DrawRequest(field(people), rounds, "benchmark")).quality
        seconds = time.process_time() - start
        line = f"{people} x {rounds}: {quality.repeat_pairs} {seconds:.4f} s"
        for method in (shuffles, swaps):
            repeated, theirs = compared(method, people, rounds)
            line += f" | {repeated} {theirs:.2f} s ({theirs / seconds:.0f})"
        say(line)
    say("field with clubs: seconds, repeats, club mates (fewest), seat imbalance, five-tables")
    for people, rounds in SIZES:
        figures, seconds = ours(people, rounds)
        say(f"{people} x {rounds}: {seconds:.2f} s {sentence(figures)}")


def sweep() -> None:
    """Every number of people from 4 to 300, and some large ones, with 1 to 9 rounds."""
    for people in (*range(4, 301), 512, 1000, 2000, 2003):
        if people in (6, 7, 11):
            continue
        promised = what_if(people).rounds_without_repeats
        for rounds in range(1, 10):
            figures, seconds = ours(people, rounds)
            kept = figures["repeat_pairs"] == 0 or rounds > promised
            even = figures["seat_imbalance_max"] <= 1
            if not (kept and even) or rounds > promised or figures["five_table_excess"]:
                say(
                    f"{people} x {rounds}: {seconds:.2f} s {sentence(figures)}"
                    f"{'' if kept and even else '  NOT AS PROMISED'}"
                )


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
    sweep() if "--sweep" in sys.argv else compare()
