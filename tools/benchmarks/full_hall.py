"""Two hundred devices that poll clock and standings while eight people save, ten minutes.

KREUZDAME_MINUTES=10 pytest -s tools/benchmarks/full_hall.py [-k sqlite | -k postgresql]

A hall of 160 tables whose standings are released while its first round is typed: 150 phones of
players, 40 browsers of people signed in, ten screens. Each asks for the clock every 15 seconds and
for the standings every 20, never sending an ETag. Eight people save totals, each every 30 seconds,
so that the standings change every four seconds. On SQLite the program as `make run` starts it; on
PostgreSQL two workers of gunicorn as in docs/server.md. Devices, desks, database and server share
the cores of one machine; nothing leaves it.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import pytest

from tests.postgresql.run import cluster
from tests.processes.hall import (
    PROJECT,
    Desk,
    command,
    drawn_hall,
    environment,
    free_port,
    served,
    sessions,
    totals_of,
)
from tools.benchmarks.crowd import Connection, Times
from tools.benchmarks.desk import told
from tools.benchmarks.phones import LET_IN

PHONES, BROWSERS, SCREENS, TYPISTS = 150, 40, 10, 8
CLOCK_EVERY, LIST_EVERY, SAVE_EVERY = 15, 20, 30
TABLES = 160
MINUTES = float(os.environ.get("KREUZDAME_MINUTES", "10"))
HALL = "/t/halle/"


async def device(
    address: str, session: str, paths: dict[str, str], share: float, until: float, times: Times
) -> None:
    """Poll clock and list as a device, not in step with the others."""
    connection, free = Connection(address, session), asyncio.Lock()

    async def again(what: str, every: float) -> None:
        await asyncio.sleep(every * share)
        while time.perf_counter() < until:
            start = time.perf_counter()
            async with free:
                await connection.get(paths[what])
            times[what].append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(every)

    await asyncio.gather(again("clock", CLOCK_EVERY), again("standings", LIST_EVERY))
    connection.close()


def save(desk: Desk, place: int, until: float, saved: list[float]) -> None:
    """Save a table of one's own every thirty seconds."""
    time.sleep(SAVE_EVERY * place / TYPISTS)
    for table in range(1 + place, TABLES + 1, TYPISTS):
        if time.perf_counter() > until:
            return
        answer = desk.save(table, totals_of(table))
        assert answer.state == "saved", answer
        saved.append(answer.milliseconds)
        time.sleep(SAVE_EVERY)


async def hall(address: str, keys: list[str], codes: list[str], seconds: float) -> Times:
    """Return everybody's waiting times in milliseconds; an answer that is no page ends the run."""
    times: Times = defaultdict(list)
    phone, screen = (f"/h/{codes[0]}/", f"/s/{codes[1]}/")
    ways = [
        *[("nobody", {"clock": f"{phone}clock/", "standings": f"{phone}standings/"})] * PHONES,
        *[
            (key, {"clock": f"{HALL}clock/figures/", "standings": f"{HALL}standings/"})
            for key in keys[:BROWSERS]
        ],
        *[("nobody", {"clock": f"{screen}picture/", "standings": f"{screen}picture/"})] * SCREENS,
    ]
    desks = [Desk(address, f"{HALL}rounds/1/totals/", key) for key in keys[BROWSERS:]]
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(
            device(address, key, paths, at / len(ways), until, times)
            for at, (key, paths) in enumerate(ways)
        ),
        *(
            asyncio.to_thread(save, desk, place, until, times["totals saved"])
            for place, desk in enumerate(desks)
        ),
    )
    return times


@contextmanager
def workers(var: Path, more: dict[str, str]) -> Iterator[str]:
    """Run two workers of gunicorn; yield their address."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"],
        cwd=PROJECT,
        env=environment(var, KREUZDAME_BIND=f"127.0.0.1:{port}", **more),
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        assert any("Booting worker" in line for line in process.stderr)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate(timeout=60)


def measured(var: Path, seconds: float, more: dict[str, str]) -> None:
    """Measure one run in an empty installation."""
    command(var, "serve", "--prepare", **more)
    drawn_hall(var, TABLES, **more)
    let_in = LET_IN.format(released=1)
    codes = command(var, "shell", "--no-imports", "-c", let_in, **more).split()
    keys = sessions(var, BROWSERS + TYPISTS, **more)
    with workers(var, more) if more else served(var) as address:
        times = asyncio.run(hall(address, keys, codes, seconds))
    for what, waited in times.items():
        told(f"{what}, {len(waited)}", waited)
    told("all", list(chain.from_iterable(times.values())))


@contextmanager
def database(kind: str) -> Iterator[dict[str, str]]:
    """Return the environment that names the database."""
    if kind == "sqlite":
        yield {}
        return
    with cluster(is_safe=True) as address:
        yield {"DATABASE_URL": address}


@pytest.mark.benchmark
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_hundred_devices_with_eight_people_typing(var: Path, kind: str) -> None:
    sys.stdout.write(f"\n{kind}: median, 95 %, longest\n")
    with database(kind) as more:
        measured(var, 60 * MINUTES, more)
