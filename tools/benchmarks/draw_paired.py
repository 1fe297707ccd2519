"""The draw compared with another work tree's: python -m tools.benchmarks.draw_paired OTHER_TREE.

Each field of docs/draw.md is drawn by both in turns, each in its own process. Where the seats
differ, the independent verifier's figures of both are shown. Where this one seems slower, both are
measured again; the shortest of all runs counts.
"""

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.factories.draws import field, shuffled_clubs, verdict
from tools.benchmarks.draw_ranked import PUBLISHED, standings
from tools.benchmarks.draw_repair import CASES
from tools.benchmarks.draw_repair import ROUNDS as REPAIRED_ROUNDS
from tools.benchmarks.draw_round_by_round import SIZES, fields
from tournament.draw import DrawRequest, Entrant, Round, draw
from tournament.draw.repair import repaired
from tournament.draw.table_sizes import cannot_seat

Task = tuple[str, int, int, str]
"""Kind, people, rounds, seed (of a repair: the people after it)."""
PLANNED = (*range(4, 64), 70, 71, 72, 73, 74, 75, 82, 90, 91, 94, 100, 107, 135, 144, 176, 200, 203)
PLANNED += (255, 300, 512, 1000, 2000, 2003)
"""All numbers up to which luck matters, and those named in docs/draw.md."""
AGAIN, SLOWER, NOTICEABLE = 4, 1.05, 0.002
"""Additional runs where a field takes so many times as long, by at least so many seconds."""


def tasks() -> Iterator[Task]:
    for people, rounds in PUBLISHED:
        yield "lots", people, rounds, "standings 0"
    for people in SIZES:
        yield "one by one", people, 5, ""
        yield "with changes", people, 5, ""
    for before, after in CASES:
        for rounds in REPAIRED_ROUNDS:
            yield "repair", before, rounds, str(after)
    for people in PLANNED:
        for rounds in range(1, 10):
            if not cannot_seat(people):
                yield "plan", people, rounds, "sweep 0"
    for people, rounds in PUBLISHED:
        yield "points", people, rounds, "standings 0"


def drawn(task: Task) -> tuple[tuple[Round, ...], float]:
    """Return the rounds, and the seconds without preparation."""
    kind, people, rounds, seed = task
    entrants = shuffled_clubs(people)
    if kind == "repair":
        planned = draw(DrawRequest(entrants, rounds, "s0")).rounds
        gone = [entrants[number].id for number in range(people - int(seed))]
        late = [Entrant(f"late {number}") for number in range(int(seed) - people)]
        start = time.process_time()
        come = [one.id for one in late]
        change = repaired((*entrants, *late), (), planned, leaving=gone, joining=come)
        return change.rounds, time.process_time() - start
    start = time.process_time()
    if kind == "plan":
        found = draw(DrawRequest(entrants, rounds, seed)).rounds
    else:
        found = round_by_round(kind, people, rounds, seed)
    return found, time.process_time() - start


def round_by_round(kind: str, people: int, rounds: int, seed: str) -> tuple[Round, ...]:
    history: tuple[Round, ...] = ()
    if kind in ("lots", "points"):
        ids = [entrant.id for entrant in field(people)]
        for number in range(rounds):
            ranking = standings(ids, seed, number, kind)
            request = DrawRequest(field(people), 1, f"{number}", "ranked", history, ranking)
            history += draw(request).rounds
        return history
    for number, entrants in enumerate(fields(people, change=kind == "with changes"), start=1):
        history += draw(DrawRequest(entrants, 1, f"benchmark {number}", "redraw", history)).rounds
    return history


class Tree:
    """A process that draws with the program of a work tree, one task per input line."""

    def __init__(self, tree: Path, script: str = __file__) -> None:
        self._process = subprocess.Popen(
            [sys.executable, script, "--serve"],
            env={"PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, task: Task) -> tuple[Any, float]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(task)}\n")
        self._process.stdin.flush()
        rounds, seconds = json.loads(self._process.stdout.readline())
        return rounds, seconds


def serve() -> None:
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(drawn(tuple(json.loads(line))))}\n")
        sys.stdout.flush()


def figures(task: Task, rounds: Any) -> str:
    kind, people, _rounds, _seed = task
    if kind in ("repair", "with changes"):
        return "differ"
    found = verdict(shuffled_clubs(people), rounds)
    names = ("repeat_pairs", "same_club_pairs", "seat_imbalance_max", "five_table_excess")
    return " ".join(str(found[name]) for name in names)


def main(other: Path) -> None:
    before, now = Tree(other), Tree(Path(__file__).resolve().parents[2])
    totals: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0, 0])
    for task in tasks():
        (old, was), (new, took) = before(task), now(task)
        for _ in range(AGAIN):
            if took > SLOWER * was + NOTICEABLE:
                was, took = min(was, before(task)[1]), min(took, now(task)[1])
        total = totals[task[0]]
        for index, value in enumerate((1, old == new, was, took)):
            total[index] += value
        if old != new:
            say(f"{task}: {figures(task, old)} | {figures(task, new)}")
        if took > SLOWER * was + NOTICEABLE:
            say(f"{task}: slower, {was:.4f} s | {took:.4f} s")
        if task[0] != "plan" or task[2] == 9:
            count, same, was, took = total
            say(f"{task[:3]}: {count} fields so far, {same} the same, {was:.2f} s | {took:.2f} s")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve()
    else:
        main(Path(sys.argv[1]))
