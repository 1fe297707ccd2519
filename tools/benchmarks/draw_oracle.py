"""Rounds by the standings beside the optimum: python -m tools.benchmarks.draw_oracle FILE.

FILE is what tools/benchmarks/draw_ranked.py has written. For each of its rounds of 24, 32, 48 and
100 people the solver CP-SAT is asked for the best round after the same history and standings: the
fewest repeats, then the least displacement, nobody more than 6 tables from their own, within a
minute. The solver is no part of the project; have it in an environment of its own:

    python3 -m venv ORACLE && ORACLE/bin/pip install ortools==9.15.6755
    ORACLE/bin/python -m tools.benchmarks.draw_oracle FILE
"""

import json
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

SIZES, ROUNDS = (24, 32, 48, 100), 5
WINDOW = 6
LIMIT = 60.0
WORKERS = 2
REPEAT = 10_000
"""The cost of a repeat in ranks, where there must be some."""

Rounds = Sequence[Sequence[Sequence[str]]]


def displaced(table: int, rank: int) -> int:
    """Return how many ranks somebody is outside those of the table."""
    return max(0, 4 * table - rank, rank - 4 * table - 3)


def pairs_met(history: Rounds) -> set[tuple[str, ...]]:
    return {
        pair for played in history for table in played for pair in combinations(sorted(table), 2)
    }


def counted(
    tables: Sequence[Sequence[str]], ranking: Sequence[str], history: Rounds
) -> tuple[int, int]:
    """Return repeats and displacement of a round."""
    met = {
        pair for played in history for table in played for pair in combinations(sorted(table), 2)
    }
    rank = {person: number for number, person in enumerate(ranking)}
    repeats = sum(pair in met for table in tables for pair in combinations(sorted(table), 2))
    return repeats, sum(
        displaced(at, rank[one]) for at, table in enumerate(tables) for one in table
    )


def best(
    ranking: Sequence[str], history: Rounds, hint: Sequence[Sequence[str]], *, may_repeat: bool
) -> tuple[str, float, float]:
    """Return the solver's status, the value it found and the bound it proved."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    tables = range(len(ranking) // 4)
    here = {
        (person, table): model.new_bool_var("")
        for rank, person in enumerate(ranking)
        for table in tables
        if abs(table - rank // 4) <= WINDOW
    }
    hinted = {(person, at) for at, table in enumerate(hint) for person in table}
    for place, variable in here.items():
        model.add_hint(variable, place in hinted)
    for person in ranking:
        model.add_exactly_one(here[person, table] for table in tables if (person, table) in here)
    for table in tables:
        model.add(sum(here[person, table] for person in ranking if (person, table) in here) == 4)
    repeats = []
    for met in (met for played in history for met in played):
        for table in () if may_repeat else tables:
            model.add_at_most_one(here[one, table] for one in met if (one, table) in here)
    for one, other in sorted(pairs_met(history)) if may_repeat else ():
        for table in tables:
            if (one, table) in here and (other, table) in here:
                repeats.append(model.new_bool_var(""))
                model.add_bool_or(here[one, table].Not(), here[other, table].Not(), repeats[-1])
    rank = {person: number for number, person in enumerate(ranking)}
    model.minimize(
        sum(displaced(table, rank[person]) * at for (person, table), at in here.items())
        + REPEAT * sum(repeats)
    )
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = LIMIT
    solver.parameters.num_workers = WORKERS
    word = solver.solve(model)
    name = solver.status_name(word)
    if word in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return name, solver.objective_value, solver.best_objective_bound
    return name, float("inf"), solver.best_objective_bound


def main(games: list[dict[str, Any]]) -> None:
    say("N/round: ours repeats, displacement | the best, proven or not")
    sums: dict[str, list[float]] = {}
    for game in games:
        if game["people"] not in SIZES or len(game["rounds"]) != ROUNDS:
            continue
        for number in range(1, ROUNDS):
            history, tables = game["rounds"][:number], game["rounds"][number]
            ranking = game["rankings"][number]
            found = counted(tables, ranking, history)
            word, value, bound = best(ranking, history, tables, may_repeat=False)
            if word == "INFEASIBLE":
                word, value, bound = best(ranking, history, tables, may_repeat=True)
            fewest = divmod(round(value), REPEAT)
            say(
                f"{game['people']}/{number + 1} ({game['kind']}, {game['seed']}):"
                f" {found[0]}, {found[1]} | {fewest[0]}, {fewest[1]}, {word} (bound {bound:.0f})"
            )
            total = sums.setdefault(game["kind"], [0, 0, 0, 0])
            sums[game["kind"]] = [a + b for a, b in zip(total, (*found, *fewest), strict=True)]
    for kind, (repeats, moved, fewest_repeats, least_moved) in sums.items():
        say(
            f"{kind}: repeats {repeats}, the best {fewest_repeats};"
            f" displacement {moved}, the best {least_moved}: {moved / least_moved:.3f}"
        )


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
