"""Every plan of every size, measured: python -m tools.benchmarks.draw_sweep FILE [SEEDS [PEOPLE]].

For 4 to 300 people, some forty numbers above (up to 2003) and 1 to 9 rounds the command
plan_seating draws a plan from a file to a file, and the independent verifier
(tests/rules/verify_seating.py) counts what is in it. Each plan gives one line of JSON with the
verifier's figures. SEEDS (1 if left out) is how many plans of each size with fewer than 64 people
are drawn, each with another seed: only there does luck matter. PEOPLE ("8,16,40-47") names the
sizes, all of them with so many seeds. What the lines say:
python -m tools.benchmarks.draw_demands FILE.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django
from django.core.management import call_command

from tests.factories.draws import shuffled_clubs
from tests.rules.verify_seating import check

CANNOT_SIT = (1, 2, 3, 6, 7, 11)
ALL_TO, LARGEST, STEP = 300, 2003, 51
LARGE = sorted({512, 1000, 2000, *range(LARGEST, ALL_TO, -STEP)})
SIZES = (*(people for people in range(4, ALL_TO + 1) if people not in CANNOT_SIT), *LARGE)
ROUNDS = range(1, 10)
SMALL = 64


class NotRefused(Exception):
    """Raised when plan_seating drew people who fit no tables, or died otherwise."""


def main(output: Path, seeds: int = 1, named: str = "") -> None:
    with TemporaryDirectory() as folder, output.open("w", encoding="utf-8") as lines:
        for people in CANNOT_SIT:
            refused(Path(folder), people)
        for people in sizes_of(named) if named else SIZES:
            for figures in measured(Path(folder), people, seeds if named or people < SMALL else 1):
                lines.write(f"{json.dumps(figures)}\n")
            lines.flush()


def sizes_of(named: str) -> list[int]:
    """Return the numbers of people in "8,16,40-47", without those who fit no tables."""
    spans = [part.partition("-") for part in named.split(",")]
    ranges = (range(int(first), int(last or first) + 1) for first, _, last in spans)
    return [people for span in ranges for people in span if people not in CANNOT_SIT]


def measured(folder: Path, people: int, seeds: int) -> Iterator[dict[str, Any]]:
    """Return the figures of a number of people, for each number of rounds and each seed."""
    players = listed(folder, people)
    for rounds in ROUNDS:
        for number in range(seeds):
            seed = f"sweep {number}"
            start = time.process_time()
            plan = drawn(players, rounds, seed)
            seconds = time.process_time() - start
            errors, figures = check(plan)
            yield {"seed": seed, "seconds": round(seconds, 4), "error_list": errors, **figures}


def drawn(players: Path, rounds: int, seed: str) -> dict[str, Any]:
    """Return the plan the command has written."""
    output = players.with_name("plan.json")
    call_command("plan_seating", str(players), rounds=rounds, seed=seed, output=str(output))
    plan: dict[str, Any] = json.loads(output.read_text(encoding="utf-8"))
    return plan


def refused(folder: Path, people: int) -> None:
    """Assert that the command refuses so many people with a sentence and exit code 1."""
    players, sentence = listed(folder, people), StringIO()
    try:
        call_command("plan_seating", str(players), rounds=1, seed="sweep", stderr=sentence)
    except SystemExit as error:
        if error.code == 1 and sentence.getvalue().strip():
            return
    raise NotRefused(people)


def listed(folder: Path, people: int) -> Path:
    """Return a file with so many people, everybody in a club."""
    players = folder / "players.json"
    entrants = [{"id": one.id, "club": one.club} for one in shuffled_clubs(people)]
    players.write_text(json.dumps({"players": entrants}), encoding="utf-8")
    return players


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    django.setup()
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]), *sys.argv[3:4])
