"""What the plans of a sweep reach: python -m tools.benchmarks.draw_demands FILE.

FILE holds the lines of tools/benchmarks/draw_sweep.py. For each demand it says on how many plans
it was tested, and names each plan that misses it; then come the figures that are not zero, or
above their bound, by size.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Figures = dict[str, Any]
MOST_ROUNDS = 9
FEWEST_FOR_TWO_ROUNDS = 16
WITHOUT_REPEATS = {16: 5, 17: 1, 18: 1, 19: 1, 20: 5, 21: 5, 22: 5, 23: 5, 24: 7, 25: 6, 26: 5}
WITHOUT_REPEATS |= {27: 5, 29: 7, 30: 7, 31: 7, 33: 7, 34: 7, 35: 7, 37: 9, 38: 8, 39: 8}
"""Required rounds without a repeated pair; one below 16 people, nine where not listed here."""
REPEATS: dict[tuple[int, int], float] = {(16, 6): 24, (16, 7): 48, (16, 8): 72, (16, 9): 96}
REPEATS |= {(20, 6): 6, (20, 7): 20, (20, 8): 50, (20, 9): 80, (24, 8): 18, (24, 9): 48}
REPEATS |= {(33, 8): 5, (34, 8): 6.25, (35, 8): 8.75, (33, 9): 15, (34, 9): 25, (35, 9): 27.5}
"""Limit of repeats beyond that."""
MATES = {(33, 3): 0, (34, 3): 0, (35, 3): 0, (33, 5): 2, (34, 5): 4, (35, 5): 6}
"""Limit of pairs of club mates where there are five-tables."""
MATES_FROM, MATES_ALWAYS_FROM = 20, 40
"""Without five-tables: people from which on mates are as far apart as counting allows in fewer
rounds than tables, and in any number of rounds."""

LEAST_EXCESS = {(21, 2): 1, (21, 3): 2, (21, 4): 3, (22, 2): 4, (22, 4): 2, (23, 3): 3}
LEAST_EXCESS |= {(26, 2): 2, (31, 2): 3}
"""Without a repeat a five-table has at most one person from each four-table of another round, so
with fewer than five four-tables some sit at five-tables again. By counting from that; proven."""
MANY, LARGEST = 200, 2000
SLOWEST_SHOWN = 12
SLOW, SLOW_FROM, SLOWEST = (33, 34, 35), 8, 20
SECONDS_OF_A_DESIGN, SECONDS, SECONDS_OF_THE_LARGEST = 1, 10, 2
"""Limit of seconds, by the number of people (and of rounds)."""


def promised(people: int) -> int:
    """Return the number of rounds without a repeat that are required."""
    return 1 if people < FEWEST_FOR_TWO_ROUNDS else WITHOUT_REPEATS.get(people, MOST_ROUNDS)


def most_repeats(plan: Figures) -> float | None:
    return 0 if plan["rounds"] <= promised(plan["players"]) else None


def most_repeats_beyond(plan: Figures) -> float | None:
    return REPEATS.get((plan["players"], plan["rounds"]))


def most_mates(plan: Figures) -> float | None:
    people, rounds = plan["players"], plan["rounds"]
    if people % 4:
        return MATES.get((people, rounds))
    has_room = people >= MATES_FROM and rounds < people // 4
    bound = float(plan["same_club_lower_bound"])
    return bound if has_room or people >= MATES_ALWAYS_FROM else None


def most_excess(plan: Figures) -> float | None:
    """Return the allowed excess, the unavoidable one, within the promised rounds; else no limit."""
    people, rounds = plan["players"], plan["rounds"]
    return LEAST_EXCESS.get((people, rounds), 0) if rounds <= promised(people) else None


def most_seconds(plan: Figures) -> float | None:
    """Return the allowed seconds, up to 200 people and for the largest plans; else no limit."""
    people, rounds = plan["players"], plan["rounds"]
    if people in SLOW and rounds >= SLOW_FROM:
        return SLOWEST
    if people <= MANY:
        quick = people % 4 == 0 and rounds <= promised(people)
        return SECONDS_OF_A_DESIGN if quick else SECONDS
    return SECONDS_OF_THE_LARGEST if people >= LARGEST else None


def most_imbalance(plan: Figures) -> float:
    return 0 if plan["rounds"] % 4 == 0 and plan["players"] % 4 == 0 else 1


@dataclass(frozen=True, slots=True)
class Demand:
    """A figure of a plan, and its limit; None means no limit."""

    name: str
    figure: str
    limit: Callable[[Figures], float | None]


DEMANDS = (
    Demand("S1 errors", "errors", lambda _: 0),
    Demand("S2 repeats up to the maximum", "repeat_pairs", most_repeats),
    Demand("S3 repeats beyond", "repeat_pairs", most_repeats_beyond),
    Demand("S4 club mates", "same_club_pairs", most_mates),
    Demand("S5 seat imbalance", "seat_imbalance_max", most_imbalance),
    Demand("S6 five-table excess", "five_table_excess", most_excess),
    Demand("S7 seconds", "seconds", most_seconds),
)


def main(lines: Path) -> None:
    plans = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    say(f"{len(plans)} plans, {sum(plan['seconds'] for plan in plans):.0f} s")
    for demand in DEMANDS:
        judge(demand, plans)
    say("\nslowest: seconds by size and rounds")
    for plan in sorted(plans, key=lambda plan: -plan["seconds"])[:SLOWEST_SHOWN]:
        say(f"  {plan['seconds']:.2f} {where(plan)}")
    say("\nrepeats (no plan has fewer)\n")
    table(plans, "repeat_pairs", "repeat_lower_bound")
    say("\npairs of club mates (no plan has fewer)\n")
    table(plans, "same_club_pairs", "same_club_lower_bound")
    say("\ntimes at a five-table beyond the fair share\n")
    table(plans, "five_table_excess")


def judge(demand: Demand, plans: list[Figures]) -> None:
    limits = [(plan, demand.limit(plan)) for plan in plans]
    tested = [(plan, limit) for plan, limit in limits if limit is not None]
    missed: dict[str, list[str]] = defaultdict(list)
    for plan, limit in tested:
        if plan[demand.figure] > limit:
            cell = f"{plan['players']} x {plan['rounds']}, {limit:g} asked for"
            missed[cell].append(str(plan[demand.figure]))
    misses = sum(len(found) for found in missed.values())
    say(f"{demand.name}: {len(tested)} plans, {misses} miss it")
    for cell, found in missed.items():
        say(f"  {cell}: {', '.join(found)}")


def where(plan: Figures) -> str:
    return f"{plan['players']} x {plan['rounds']} ({plan['seed']})"


def table(plans: list[Figures], figure: str, bound: str = "") -> None:
    """Return a row for each size with a figure above zero, or above the bound where there is one.

    Plans of several seeds are shown as fewest-most. The bound is left out where it is zero.
    """
    cells: dict[int, dict[int, list[Figures]]] = defaultdict(lambda: defaultdict(list))
    for plan in plans:
        cells[plan["players"]][plan["rounds"]].append(plan)
    columns = range(1, MOST_ROUNDS + 1)
    say(f"| people | {' | '.join(str(rounds) for rounds in columns)} |\n|{'---|' * 10}")
    for people, by_rounds in cells.items():
        if any(plan[figure] > plan.get(bound, 0) for row in by_rounds.values() for plan in row):
            row = (cell(by_rounds[rounds], figure, bound) for rounds in columns)
            say(f"| {people} | {' | '.join(row)} |")


def cell(plans: list[Figures], figure: str, bound: str) -> str:
    least = plans[0].get(bound, 0)
    if not any(plan[figure] for plan in plans):
        return ""
    return f"{span(plans, figure)} ({least})" if least else span(plans, figure)


def span(plans: list[Figures], figure: str) -> str:
    values = [plan[figure] for plan in plans]
    return f"{min(values)}\N{EN DASH}{max(values)}" if min(values) < max(values) else f"{values[0]}"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
