"""Three hundred phones and two hundred viewers while eight people save, ten minutes.

[KREUZDAME_MINUTES=10] [KREUZDAME_HALL=PHONES,TABLES] pytest -s tools/benchmarks/full_hall.py
[-k sqlite | -k postgresql]

A hall of 640 people whose standings are released while its rounds are typed: 300 phones that know
their owner look at their first page every ten seconds, 200 devices at the standings every five,
never saying what they have; PHONES and TABLES make it another hall. Eight people save totals, each
every ten seconds, so that the standings change 48 times a minute. After each minute of this the
eight save alone for twenty seconds: their two waiting times are of the same run. Then 1,300
connections are opened and kept, and each asks once. On SQLite the program as `make run` starts it;
on PostgreSQL two workers of gunicorn as in docs/server.md. Devices, desks, database and server
share the cores of one machine, each with a share of its own; nothing leaves it.
"""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import django
import pytest

from tests.postgresql.run import cluster
from tests.processes.hall import (
    PROJECT,
    Desk,
    command,
    drawn_hall,
    environment,
    free_port,
    running,
    sessions,
    totals_of,
)
from tools.benchmarks.crowd import Connection, Times
from tools.benchmarks.desk import told
from tools.benchmarks.phones import LET_IN, seat_cookie

PHONES, TABLES = map(int, os.environ.get("KREUZDAME_HALL", "300,160").split(","))
VIEWERS, TYPISTS, ROUNDS = 200, 8, 5
PHONE_EVERY, LIST_EVERY, SAVE_EVERY = 10, 5, 10  # seconds
CROWDED, ALONE = 60, 20  # seconds
MINUTES = int(os.environ.get("KREUZDAME_MINUTES", "10"))
KEPT, KEPT_WAIT = 1300, 10  # seconds
HALL = "/t/halle/"


@dataclass(frozen=True)
class Device:
    """A phone, or a viewer of the standings: what it asks for, and when."""

    what: str
    path: str
    cookies: str
    first: float
    every: float

    async def look(self, address: str, until: float, took: list[float]) -> None:
        """Ask again and again."""
        connection = Connection(address, self.cookies)
        await asyncio.sleep(self.first)
        while time.time() < until:
            start = time.perf_counter()
            await connection.get(self.path)
            took.append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(min(self.every, max(until - time.time(), 0)))
        connection.close()


def watched(address: str, devices: list[Device], until: float) -> Times:
    """Let all devices look, in a process beside that of those who save; return what they waited."""
    with suppress(PermissionError):  # it has been told
        os.setsid()
    times: Times = {each.what: [] for each in devices}

    async def all_of_them() -> None:
        await asyncio.gather(*(each.look(address, until, times[each.what]) for each in devices))

    asyncio.run(all_of_them())
    return times


class Typist:
    """One of the eight, with the tables that are still to be typed."""

    def __init__(self, address: str, key: str, place: int) -> None:
        lanes = [Desk(address, f"{HALL}rounds/{each + 1}/totals/", key) for each in range(ROUNDS)]
        tables = range(1 + place, TABLES + 1, TYPISTS)
        self._place = place
        self._left = iter([(lane, table) for lane in lanes for table in tables])

    def save(self, until: float, saved: list[float]) -> None:
        """Save a table every ten seconds."""
        time.sleep(SAVE_EVERY * self._place / TYPISTS)
        while time.time() < until:
            lane, table = next(self._left)
            answer = lane.save(table, totals_of(table))
            assert answer.state == "saved", answer
            saved.append(answer.milliseconds)
            time.sleep(max(0, min(SAVE_EVERY, until - time.time())))


def hall(address: str, keys: list[str], code: str, process: int) -> Times:
    """Return everybody's waiting times in milliseconds; an answer that is no page ends the run."""
    times: Times = defaultdict(list)
    typists = [Typist(address, key, place) for place, key in enumerate(keys)]
    devices = [
        *(
            Device("standings", f"/h/{code}/standings/", "", LIST_EVERY * at / VIEWERS, LIST_EVERY)
            for at in range(VIEWERS)
        ),
        *(
            Device("phone", f"/h/{code}/", cookie, PHONE_EVERY * at / PHONES, PHONE_EVERY)
            for at, cookie in enumerate(seat_cookie(address, code, n + 1) for n in range(PHONES))
        ),
    ]

    def save(what: str, seconds: float) -> None:
        until = time.time() + seconds
        with ThreadPoolExecutor(TYPISTS) as threads:
            saves = [threads.submit(each.save, until, times[what]) for each in typists]
        for each in saves:
            each.result()

    with ProcessPoolExecutor(1, get_context("spawn"), django.setup) as beside:
        for minute in range(1, MINUTES + 1):
            worked = seconds_of(process)
            looking = beside.submit(watched, address, devices, time.time() + CROWDED)
            save("saved", CROWDED)
            looks = looking.result()
            answers = sum(map(len, looks.values()))
            cost = 1000 * (seconds_of(process) - worked) / answers
            say(
                f"minute {minute}: {megabytes_of(process):.1f} MB, {answers} looks,"
                f" {cost:.2f} ms of the processor each, saves included"
            )
            for what, took in looks.items():
                times[what] += took
            save("saved alone", ALONE)
    return times


async def kept(address: str, path: str) -> Counter[str]:
    """Open many connections, ask once on each and keep it; count what came within ten seconds."""
    place = urlsplit(address)
    ask = f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode()
    opened = []

    async def one() -> str:
        try:
            async with asyncio.timeout(KEPT_WAIT):
                reader, writer = await asyncio.open_connection(place.hostname, place.port)
                opened.append(writer)
                writer.write(ask)
                return (await reader.readuntil(b"\r\n"))[9:12].decode()
        except TimeoutError:
            return "none"
        except (OSError, asyncio.IncompleteReadError):
            return "closed"

    answers = Counter(await asyncio.gather(*(one() for _ in range(KEPT))))
    for writer in opened:
        writer.close()
    return answers


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def family_of(process: int) -> list[Path]:
    """Return where the system tells of a process and those it started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [Path(f"/proc/{each}") for each in (process, *children)]


def megabytes_of(process: int) -> float:
    """Return the memory of a process and those it started; what several share counts once."""
    lines = "".join((each / "smaps_rollup").read_text() for each in family_of(process))
    return sum(map(int, re.findall(r"^Pss: +(\d+)", lines, re.MULTILINE))) / 1024


def seconds_of(process: int) -> float:
    """Return how long the processor has worked for these."""
    told = [(each / "stat").read_text().rpartition(")")[2].split() for each in family_of(process)]
    return sum(int(each[11]) + int(each[12]) for each in told) / os.sysconf("SC_CLK_TCK")


@contextmanager
def workers(var: Path, more: dict[str, str]) -> Iterator[tuple[str, int]]:
    """Run two workers of gunicorn; yield their address and the number of their process."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"],
        cwd=PROJECT,
        env=environment(var, KREUZDAME_BIND=f"127.0.0.1:{port}", **more),
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    assert process.stderr is not None
    try:
        assert any("Booting worker" in line for line in process.stderr)
        # Whoever writes into a full pipe waits: what the workers log is read all the time.
        Thread(target=deque, args=(process.stderr, 0), daemon=True).start()
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.communicate(timeout=60)


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
def test_five_hundred_devices_with_eight_people_typing(var: Path, kind: str) -> None:
    with database(kind) as more:
        command(var, "serve", "--prepare", **more)
        drawn_hall(var, TABLES, ROUNDS, **more)
        let_in = LET_IN.format(released=ROUNDS)
        code = command(var, "shell", "--no-imports", "-c", let_in, **more).split()[0]
        keys = sessions(var, TYPISTS, **more)
        with workers(var, more) if more else running(var, "setsid") as (address, process):
            times = hall(address, keys, code, process)
            counted = asyncio.run(kept(address, f"/h/{code}/standings/"))
    say(f"\n{kind}: median, 95 %, longest")
    for what, waited in times.items():
        told(f"{what}, {len(waited)}", waited)
    say(f"{KEPT} connections: {dict(counted)}")
