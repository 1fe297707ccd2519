"""The same bytes everywhere: python -m tools.benchmarks.draw_same_bytes [PYTHON ...].

Draws a set of plans of every kind and prints the SHA-256 of each as a file. Given other Pythons
(paths or names) it has each of them do so, with different PYTHONHASHSEED and once beside processes
that load the machine, and says whether all of them agree. They need nothing installed: the draw
is pure Python.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from hashlib import sha256

from tests.factories.draws import shuffled_clubs
from tournament.draw import METHODS, DrawRequest, Entrant, Plan, draw
from tournament.draw.repair import repaired

PLANS = (
    *((8, 3), (16, 9), (23, 4), (24, 7), (28, 9), (33, 5), (35, 9), (36, 9), (50, 9), (100, 9)),
    *((203, 8), (512, 9)),
)
ONE_BY_ONE = (21, 48, 102)
"""Sizes drawn round by round, by each method."""
GROUPS = "groups"
"""The method that needs teams, which these people have not."""
HASH_SEEDS = ("random",)
LOAD = "while True: pass"
AS_LOADED = 2
"""Processes that load the machine in the run under load."""


def plans() -> Iterator[tuple[str, Plan]]:
    """Return plans of every kind by name."""
    for people, rounds in PLANS:
        yield f"plan {people} x {rounds}", draw(DrawRequest(shuffled_clubs(people), rounds, "seed"))
    yield "plan with wishes", draw(DrawRequest(with_wishes(), 5, "seed"))
    for people in ONE_BY_ONE:
        entrants = shuffled_clubs(people)
        ranking = tuple(sorted(entrant.id for entrant in entrants))
        for method in (name for name in METHODS if name != GROUPS):
            yield (
                f"{method} {people}",
                one_by_one(DrawRequest(entrants, 1, "seed", method), ranking),
            )
    first = draw(DrawRequest(shuffled_clubs(50), 5, "seed"))
    again = repaired(shuffled_clubs(50), (), first.rounds, leaving=["1"])
    yield "repair 50 x 5", replace(first, rounds=again.rounds)


def with_wishes() -> tuple[Entrant, ...]:
    """Return thirty people with teams, fixed tables, a queue, and some who keep no list."""
    return tuple(
        replace(
            entrant,
            team=f"T{number % 7}",
            table=3 if number == 4 else None,
            no_list=number % 9 == 0,
            queue=number if number < 12 else None,
        )
        for number, entrant in enumerate(shuffled_clubs(30))
    )


def one_by_one(request: DrawRequest, ranking: tuple[str, ...]) -> Plan:
    """Return four rounds, each knowing those before it; the last plan with all of them."""
    for _ in range(4):
        plan = draw(replace(request, ranking=ranking))
        request = replace(request, history=(*request.history, *plan.rounds))
        ranking = ranking[1::2] + ranking[::2]
    return replace(plan, rounds=request.history)


def printed() -> str:
    """Return a line for each plan: the SHA-256 of its file, and its name."""
    return "".join(
        f"{sha256(json.dumps(asdict(plan)).encode()).hexdigest()}  {name}\n"
        for name, plan in plans()
    )


def compare(pythons: list[str]) -> bool:
    """Return whether all agree; print it for each run."""
    expected = printed()
    say(f"{expected}{sys.version.split()[0]}: {len(expected.splitlines())} plans")
    agreed = True
    for python in pythons:
        for hash_seed in HASH_SEEDS:
            agreed &= judge(python, hash_seed, expected)
        load = [subprocess.Popen([sys.executable, "-c", LOAD]) for _ in range(AS_LOADED)]
        try:
            agreed &= judge(python, "0", expected, ", under load")
        finally:
            for process in load:
                process.kill()
                process.wait()
    return agreed


def judge(python: str, hash_seed: str, expected: str, circumstances: str = "") -> bool:
    command = [python, "-m", "tools.benchmarks.draw_same_bytes"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    found = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    version = subprocess.run([python, "--version"], check=True, capture_output=True, text=True)
    verdict = "the same" if found.stdout == expected else "DIFFERENT"
    say(f"{version.stdout.strip()}, hash seed {hash_seed}{circumstances}: {verdict}")
    return verdict == "the same"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(0 if compare(sys.argv[1:]) else 1)
    sys.stdout.write(printed())
