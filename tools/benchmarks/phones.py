"""Sixty phones and three screens that watch while four people type, in one run.

pytest -s tools/benchmarks/phones.py

Four people save totals every two seconds, in turns with nobody else there and with sixty phones and
three screens of the hall, which ask for their picture every three seconds. Every phone has found
its owner by the start number, asks for clock and own seat every 30 seconds as the page does, and
opens another page every 20 seconds: seat list, standings, its own rounds, the first one. In one run
nothing is released, so typing changes no page; in the other the standings of the round being typed
are, so every save does. Nothing leaves this machine; phones, desks and server share its cores.
"""

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.processes.hall import Desk, command, drawn_hall, served, sessions, totals_of
from tools.benchmarks.crowd import Connection, Times
from tools.benchmarks.desk import told

PHONES, SCREENS, TYPISTS, TURNS = 60, 3, 4, 10
TABLES_A_TURN = 2
ASK_EVERY, LOOK_EVERY, PICTURE_EVERY, SAVE_EVERY = 30, 20, 3, 2
LET_IN = """
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.stage.writes import let_screens_in
hall = Tournament.objects.get(slug="halle")
let_phones_in(COMMAND_LINE, hall)
release_standings(COMMAND_LINE, hall, {released})
hall.refresh_from_db()
print(hall.phone_code, let_screens_in(COMMAND_LINE, hall).code)
"""


class Phone:
    """One player's phone."""

    def __init__(self, address: str, code: str, number: int, cookie: str, times: Times) -> None:
        self._connection = Connection(address, cookie)
        self._number, self._times = number, times
        self._mine = f"/h/{code}/mine/"
        self._clock = f"/h/{code}/clock/?player={number}"
        pages = ("seats/1/", "standings/", f"players/{number}/", "")
        self._pages = [f"/h/{code}/{page}" for page in pages]
        self._free = asyncio.Lock()

    async def watch(self, until: float) -> None:
        """Poll until the deadline, not in step with the others."""
        share = self._number / PHONES
        await asyncio.gather(
            self._again(self._ask, ASK_EVERY, ASK_EVERY * share, until),
            self._again(self._look, LOOK_EVERY, LOOK_EVERY * share, until),
        )
        self._connection.close()

    async def _again(
        self, what: Callable[[], Awaitable[None]], every: float, first: float, until: float
    ) -> None:
        await asyncio.sleep(min(first, max(until - time.perf_counter(), 0)))
        while time.perf_counter() < until:
            await what()
            await asyncio.sleep(min(every, max(until - time.perf_counter(), 0)))

    async def _ask(self) -> None:
        await self._get("clock", self._clock)
        await self._get("seat", self._mine)

    async def _look(self) -> None:
        await self._get("page", self._pages[self._number % len(self._pages)])

    async def _get(self, what: str, path: str) -> None:
        async with self._free:
            start = time.perf_counter()
            await self._connection.get(path)
            self._times[what].append((time.perf_counter() - start) * 1000)


def seat_cookie(address: str, code: str, number: int) -> str:
    """Find a player on the first page as on a phone; return the cookie that remembers it."""
    kept = CookieJar()
    build_opener(HTTPCookieProcessor(kept)).open(f"{address}/h/{code}/?q={number}").close()
    return "; ".join(f"{each.name}={each.value}" for each in kept)


async def show(address: str, code: str, first: float, until: float, times: Times) -> None:
    """Poll as a screen of the hall until the deadline."""
    connection = Connection(address, "")
    await asyncio.sleep(first)
    while time.perf_counter() < until:
        start = time.perf_counter()
        await connection.get(f"/s/{code}/picture/")
        times["screen"].append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(min(PICTURE_EVERY, max(until - time.perf_counter(), 0)))
    connection.close()


@pytest.mark.benchmark
@pytest.mark.parametrize("released", [0, 1])
def test_phones_and_screens_with_four_people_typing(var: Path, released: int) -> None:
    times: Times = defaultdict(list)
    drawn_hall(var, TYPISTS * TURNS * TABLES_A_TURN)
    let_in = LET_IN.format(released=released)
    code, screens = command(var, "shell", "--no-imports", "-c", let_in).split()
    with served(var) as address:
        lane = "/t/halle/rounds/1/totals/"
        desks = [Desk(address, lane, session) for session in sessions(var, TYPISTS)]
        cookies = [seat_cookie(address, code, number + 1) for number in range(PHONES)]

        async def turn(number: int) -> None:
            with_phones = number % 2 == 1
            until = time.perf_counter() + TABLES_A_TURN * SAVE_EVERY
            phones = [Phone(address, code, n + 1, each, times) for n, each in enumerate(cookies)]
            saved = times["with phones" if with_phones else "alone"]
            await asyncio.gather(
                *(asyncio.to_thread(_type, desk, n, number, saved) for n, desk in enumerate(desks)),
                *(phone.watch(until) for phone in phones if with_phones),
                *(
                    show(address, screens, number, until, times)
                    for number in range(SCREENS if with_phones else 0)
                ),
            )

        for number in range(TURNS):
            asyncio.run(turn(number))
    sys.stdout.write(f"\nstandings released after round {released}\n")
    for what in ("page", "seat", "clock"):
        told(f"phones: {what}", times[what])
    told("screens", times["screen"])
    phones = [each for what in ("page", "seat", "clock") for each in times[what]]
    told("phones: all", phones)
    told("totals saved, nobody else there", times["alone"])
    told("totals saved, with phones, screens", times["with phones"])


def _type(desk: Desk, place: int, turn: int, saved: list[float]) -> None:
    """Save a table of one's own every two seconds."""
    first = (turn * TYPISTS + place) * TABLES_A_TURN + 1
    for table in range(first, first + TABLES_A_TURN):
        answer = desk.save(table, totals_of(table))
        assert answer.state == "saved", answer
        saved.append(answer.milliseconds)
        time.sleep(SAVE_EVERY)
