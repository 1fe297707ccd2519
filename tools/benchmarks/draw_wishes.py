"""Lists and teams, beside another work tree: python -m tools.benchmarks.draw_wishes OTHER_TREE.

Each field with people who keep no list or with teams, and each tournament by the standings with
couples or teams, is drawn by both in turns; "lists", "teams", "ranked" or "snake" behind the tree
names one kind. Figures are the independent verifier's, summed or from the least to the most over
the seeds. Seconds are processor time, of the other tree and of this one, then their quotient: of
what takes next to nothing, the shortest of several runs.
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.factories.draws import field, shuffled_clubs, verdict
from tools.benchmarks.draw_paired import Task, Tree
from tools.benchmarks.draw_ranked import moved, standings
from tournament.draw import DrawRequest, Entrant, Round, draw
from tournament.draw.certificate import certificate
from tournament.draw.randomness import seeded, shuffled

KEEPERS = (
    *((16, 4, 3), (16, 4, 4), (16, 4, 5), (20, 5, 5), (20, 5, 6), (22, 5, 5), (23, 6, 4)),
    *((24, 6, 5), (24, 6, 7), (26, 6, 5), (28, 7, 9), (30, 7, 5), (30, 10, 5), (32, 8, 9)),
    *((33, 8, 7), (64, 12, 5), (64, 16, 3), (64, 16, 9), (64, 20, 5), (64, 32, 5), (64, 48, 5)),
    *((100, 25, 5), (100, 30, 9), (200, 60, 7)),
    *((29, 7, 6), (35, 8, 6), (39, 9, 7), (42, 10, 8), (50, 12, 9)),
)
"""People, how many of them keep the list, rounds."""
TEAMS = ((16, 2, 4), (24, 2, 5), (24, 4, 5), (32, 2, 5), (35, 2, 5), (48, 4, 5))
"""People, people of a team, rounds."""
PLANNED_TEAMS = (
    *((14, 2, 7, 5), (17, 4, 4, 3), (17, 4, 4, 4), (17, 2, 8, 4), (18, 4, 4, 3), (18, 4, 4, 4)),
    *((18, 2, 9, 4), (19, 4, 4, 3), (19, 4, 4, 4), (20, 4, 5, 5), (22, 4, 4, 3), (22, 2, 11, 5)),
    *((23, 4, 5, 3), (24, 4, 5, 5), (24, 4, 6, 5), (25, 4, 6, 4), (25, 2, 12, 5), (25, 4, 6, 5)),
    *((26, 4, 6, 5), (27, 4, 6, 5), (29, 2, 14, 5), (29, 4, 7, 5), (30, 4, 7, 3), (31, 4, 7, 4)),
    *((33, 4, 8, 5), (39, 4, 8, 5), (42, 4, 8, 4)),
)
"""People, people of a team, teams, rounds: mates met there before 28.11.2026."""
SEEDS = 3
AGAIN, SHORT = 4, 0.3
"""Additional runs of what takes less than so many seconds."""


def keepers(people: int, keep: int, *, clubs: bool) -> tuple[Entrant, ...]:
    entrants = shuffled_clubs(people) if clubs else field(people)
    chosen = set(shuffled(range(people), seeded(f"{people}/{keep}"))[:keep])
    return tuple(replace(one, no_list=at not in chosen) for at, one in enumerate(entrants))


def teams(people: int, size: int) -> tuple[Entrant, ...]:
    return tuple(replace(one, team=f"T{int(one.id) % (people // size)}") for one in field(people))


def some_teams(people: int, size: int, count: int) -> tuple[Entrant, ...]:
    named = {at: f"T{at // size}" for at in range(size * count)}
    return tuple(replace(one, team=named.get(at)) for at, one in enumerate(field(people)))


def tasks() -> Iterator[Task]:
    for people, keep, rounds in KEEPERS:
        for kind in ("lists", "lists and clubs"):
            for seed in range(SEEDS):
                yield f"{kind}/{keep}", people, rounds, f"s{seed}"
    for people, size, count, rounds in PLANNED_TEAMS:
        for seed in range(SEEDS):
            yield f"teams of {size}/{count}", people, rounds, f"s{seed}"
    for people, size, rounds in TEAMS:
        for kind in ("ranked/lots", "ranked/points", "snake/points"):
            for seed in range(SEEDS):
                yield f"{kind}/{size}", people, rounds, f"s{seed}"


def entrants_of(task: Task) -> tuple[Entrant, ...]:
    kind, people, _rounds, _seed = task
    name, _, number = kind.rpartition("/")
    if name.startswith("lists"):
        return keepers(people, int(number), clubs="clubs" in name)
    if name.startswith("teams"):
        return some_teams(people, int(name.split()[-1]), int(number))
    return teams(people, int(number))


def rankings(task: Task) -> list[tuple[str, ...]]:
    kind, _people, rounds, seed = task
    ids = [one.id for one in entrants_of(task)]
    return [standings(ids, seed, number, kind.split("/")[1]) for number in range(rounds)]


def wished(task: Task) -> tuple[Round, ...]:
    kind, _people, rounds, seed = task
    entrants = entrants_of(task)
    if kind.startswith(("lists", "teams")):
        return draw(DrawRequest(entrants, rounds, seed)).rounds
    history = draw(DrawRequest(entrants, 1, seed)).rounds
    for number, ranking in list(enumerate(rankings(task)))[1:]:
        method = kind.split("/")[0]
        history += draw(
            DrawRequest(entrants, 1, f"{seed}/{number}", method, history, ranking)
        ).rounds
    return history


def serve() -> None:
    for line in sys.stdin:
        task = tuple(json.loads(line))
        start = time.process_time()
        rounds = wished(task)
        took = time.process_time() - start
        sys.stdout.write(f"{json.dumps((rounds, took))}\n")
        sys.stdout.flush()


def figures(task: Task, rounds: Sequence[Sequence[Sequence[str]]]) -> list[Any]:
    """Return what counts: of lists or of teams, as described in docs/draw.md."""
    entrants = entrants_of(task)
    drawn = tuple(tuple(tuple(table) for table in tables) for tables in rounds)
    found = verdict(entrants, drawn)
    repeats, uneven = found["repeat_pairs"], found["players_with_imbalance_over_1"]
    if task[0].startswith("lists"):
        lists = certificate(entrants, drawn).lists
        assert lists is not None
        no_list = {one.id for one in entrants if one.no_list}
        assert lists.value == sum(no_list.issuperset(t) for tables in drawn for t in tables)
        return [lists.value, lists.best, repeats, found["same_club_pairs"]]
    if task[0].startswith("teams"):
        return [found["same_team_pairs"], repeats, found["five_table_excess"]]
    met = [verdict(entrants, (tables,))["same_team_pairs"] for tables in drawn]
    ranks = sum(sum(moved(t, r)) for t, r in zip(drawn[1:], rankings(task)[1:], strict=True))
    return [sum(met[1:4]), sum(met[4:]), repeats, ranks, uneven]


def span(values: Sequence[int]) -> str:
    least, most = min(values), max(values)
    return str(least) if least == most else f"{least}–{most}"


def timed(trees: Sequence[Tree], task: Task) -> list[tuple[Any, float]]:
    """Let the trees draw by turns."""
    found = [tree(task) for tree in trees]
    for _ in range(AGAIN if max(took for _, took in found) < SHORT else 0):
        again = [tree(task)[1] for tree in trees]
        found = [(plan, min(took, more)) for (plan, took), more in zip(found, again, strict=True)]
    return found


def main(other: Path, kind: str = "") -> None:
    trees = Tree(other, __file__), Tree(Path(__file__).resolve().parents[2], __file__)
    todo = [task for task in tasks() if task[0].startswith(kind)]
    totals = [0.0, 0.0]
    for at in range(0, len(todo), SEEDS):
        seconds = [0.0, 0.0]
        results: list[list[list[Any]]] = [[], []]
        for task in todo[at : at + SEEDS]:
            for index, (rounds, took) in enumerate(timed(trees, task)):
                seconds[index] += took
                totals[index] += took
                results[index].append(figures(task, rounds))
        cells = [", ".join(map(span, zip(*each, strict=True))) for each in results]
        name, people, number, _seed = todo[at]
        say(f"{name} {people} × {number} | {' | '.join(cells)}", seconds)
    say("all", totals)


def say(line: str, seconds: Sequence[float]) -> None:
    before, now = seconds
    sys.stdout.write(f"{line} | {before:.3f} / {now:.3f} s | {now / before:.2f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve()
    else:
        main(Path(sys.argv[1]), *sys.argv[2:3])
