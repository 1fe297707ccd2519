"""The rules, in games and lists per second: python -m tools.benchmarks.rules.

The objects of `evaluate` are prepared, its breakdown is made; the commands read and write JSON
through a pipe, with their start. One process, one core.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random

from scoring.game import Game, evaluate, game_to_json
from scoring.json_format import sheet_to_json
from tests.factories.games import game_of, random_games
from tests.factories.slips import SLIPS, random_list, random_slip

GAMES = 100_000
LISTS = 1_000
STARTS = 21
BARE_START = (sys.executable, "-c", "pass")
SCORING = (sys.executable, "-m", "scoring")


def main() -> None:
    random = Random(1)
    games = [game_of(played) for played in random_games(random, GAMES)]
    valid = [random_list(random) for _ in range(LISTS)]
    names = sorted(SLIPS)
    wrong = [random_slip(names[place % len(names)], random).written for place in range(LISTS)]

    report("evaluate(), prepared objects", GAMES, "games", lambda: evaluate_all(games))
    command("value", [game_to_json(game) for game in games], "games")
    command("check", [sheet_to_json(sheet) for sheet in valid], "valid lists")
    command("check", [sheet_to_json(sheet) for sheet in wrong], "lists with a slip")
    start("python -c pass", BARE_START)
    start("python -m scoring value, no input", (*SCORING, "value"))
    start("python -m scoring check, no input", (*SCORING, "check"))


def evaluate_all(games: list[Game]) -> None:
    for game in games:
        evaluate(game)


def report(name: str, count: int, unit: str, work: Callable[[], object]) -> None:
    begin = time.perf_counter()
    work()
    seconds = time.perf_counter() - begin
    sys.stdout.write(
        f"{name}: {count} {unit} in {seconds:.2f} s, {count / seconds:.0f} per second\n"
    )


def command(name: str, objects: list[object], unit: str) -> None:
    data = "".join(json.dumps(obj) + "\n" for obj in objects).encode()
    report(
        f"python -m scoring {name}",
        len(objects),
        unit,
        lambda: subprocess.run((*SCORING, name), input=data, capture_output=True, check=True),
    )


def start(name: str, arguments: tuple[str, ...]) -> None:
    seconds = []
    for _ in range(STARTS):
        begin = time.perf_counter()
        subprocess.run(arguments, input=b"", capture_output=True, check=True)
        seconds.append(time.perf_counter() - begin)
    middle = sorted(seconds)[STARTS // 2]
    sys.stdout.write(f"{name}: {1000 * middle:.0f} ms, median of {STARTS}\n")


if __name__ == "__main__":
    main()
