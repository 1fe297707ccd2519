"""The program in its own process, its computer's clock moved both ways, and restarted."""

import re
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

from tests.processes.hall import SESSIONS, command, drawn_hall, served

START = f"""{SESSIONS.format(count=1)}
from tournament.models import Round
from tournament.rounds.writes import start_clock
start_clock(COMMAND_LINE, Round.objects.get())
"""
DRIFT = 1.0  # seconds


def left(server: str, session: str) -> float:
    """Return seconds left on the clock of the bar and seconds passed."""
    page = Request(f"{server}/t/halle/clock/figures/", headers={"Cookie": f"sessionid={session}"})
    with urlopen(page, timeout=30) as answer:  # our own server
        passed = time.monotonic()
        html = answer.read().decode()
    found = re.search(r'data-ends-at="(\d+)"\s+data-server-now="(\d+)"', html)
    assert found is not None, html
    return (int(found[1]) - int(found[2])) / 1000 + passed


def move(clock: Path, seconds: int) -> None:
    """Move the clock atomically: a half-written file is no time."""
    fresh = clock.with_suffix(".fresh")
    fresh.write_text(str(seconds))
    fresh.replace(clock)


def test_time_left_stays_whatever_the_clock_says(var: Path, tmp_path: Path) -> None:
    drawn_hall(var, 2)
    moved = tmp_path / "moved"
    move(moved, 0)
    wrapped = (sys.executable, "-m", "tests.processes.moved", str(moved))
    found = []
    with served(var, *wrapped) as server:
        session = command(var, "shell", "--no-imports", "-c", START).strip()
        found.append(left(server, session))
        for seconds in (3600, -5400, 90000, 12):
            move(moved, seconds)
            found.append(left(server, session))
    move(moved, -7200)
    with served(var, *wrapped) as server:
        found.append(left(server, session))
    assert [each for each in found if abs(each - found[0]) >= DRIFT] == []
    assert len(found) == 6
