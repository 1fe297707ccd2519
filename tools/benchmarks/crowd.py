"""Sixty browsers that watch the sheet board while four people type, through the real server.

pytest -s tools/benchmarks/crowd.py

First everybody opens the board at the same moment. Then every browser polls what its page polls,
the board every 5 seconds, the clock every 15, on six keep-alive connections used in turn. Nothing
leaves this machine; browsers and server share its cores.
"""

import asyncio
import re
import time
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from tests.processes.hall import Desk, drawn_hall, served, sessions, totals_of
from tools.benchmarks.desk import timed, told

BROWSERS, CONNECTIONS, TYPISTS = 60, 6, 4
TABLES_EACH = 20
BOARD_EVERY, CLOCK_EVERY, PAGE_EVERY, SAVE_EVERY = 5, 15, 1, 2
SECONDS = 45
ROUND = "/t/halle/rounds/1/"
FILE = re.compile(r'"(/static/[^"]+)"')
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)

Times = dict[str, list[float]]


class Connection:
    """A keep-alive connection, reopened when the server has closed it."""

    def __init__(self, address: str, cookies: str) -> None:
        place = urlsplit(address)
        self._place = place.hostname, place.port
        self._head = f"Host: {place.netloc}\r\nAccept-Encoding: gzip\r\nCookie: {cookies}\r\n\r\n"
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> bytes:
        """Return the content at this address."""
        try:
            return await self._asked(path)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            return await self._asked(path)

    def close(self) -> None:
        """Close the connection."""
        if self._streams:
            self._streams[1].close()
        self._streams = None

    async def _asked(self, path: str) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection(*self._place)
        reader, writer = self._streams
        writer.write(f"GET {path} HTTP/1.1\r\n{self._head}".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 200 " in head, head
        length = LENGTH.search(head)
        assert length is not None, head
        return await reader.readexactly(int(length[1]))


class Browser:
    """A browser that watches the board all the time."""

    def __init__(self, address: str, session: str, times: Times) -> None:
        self._connections = [
            Connection(address, f"sessionid={session}") for _ in range(CONNECTIONS)
        ]
        self._times = times

    async def open(self) -> None:
        """Open the board with its files."""
        self._free: asyncio.Queue[Connection] = asyncio.Queue()
        for connection in self._connections:
            self._free.put_nowait(connection)
        start = time.perf_counter()
        page = await self._get(f"{ROUND}board/")
        await asyncio.gather(*(self._get(path) for path in FILE.findall(page.decode())))
        self._times["opened"].append((time.perf_counter() - start) * 1000)

    async def watch(self, delay: float, until: float) -> None:
        """Poll again and again, not in step with the others."""
        await asyncio.sleep(delay)
        await asyncio.gather(
            self._again("board", f"{ROUND}board/?part=tiles", BOARD_EVERY, until),
            self._again("clock", "/t/halle/clock/figures/", CLOCK_EVERY, until),
        )
        for connection in self._connections:
            connection.close()

    async def _again(self, what: str, path: str, every: float, until: float) -> None:
        while time.perf_counter() < until:
            start = time.perf_counter()
            await self._get(path)
            self._times[what].append((time.perf_counter() - start) * 1000)
            await asyncio.sleep(every)

    async def _get(self, path: str) -> bytes:
        connection = await self._free.get()
        try:
            return await connection.get(path)
        finally:
            self._free.put_nowait(connection)


@pytest.mark.benchmark
def test_sixty_browsers_with_four_people_typing(var: Path) -> None:
    times: Times = defaultdict(list)
    drawn_hall(var, TYPISTS * TABLES_EACH)
    with served(var) as address:
        *watching, visitor = sessions(var, BROWSERS + TYPISTS + 1)
        desks = [Desk(address, f"{ROUND}totals/", watching.pop()) for _ in range(TYPISTS)]
        browsers = [Browser(address, session, times) for session in watching]

        async def hall() -> None:
            await asyncio.gather(*(browser.open() for browser in browsers))
            until = time.perf_counter() + SECONDS
            await asyncio.gather(
                *(each.watch(CLOCK_EVERY * n / BROWSERS, until) for n, each in enumerate(browsers)),
                asyncio.to_thread(_look_at_pages, address, visitor, times, until),
                *(asyncio.to_thread(_type, desk, n, times) for n, desk in enumerate(desks)),
            )

        asyncio.run(hall())
    told("board opened by 60 at once, files included", times["opened"])
    told("board asked for again", times["board"])
    told("clock asked for again", times["clock"])
    told("page of the round", times["page"])
    told("totals saved", times["saved"])


def _look_at_pages(address: str, session: str, times: Times, until: float) -> None:
    page = Request(f"{address}{ROUND}", headers={"Cookie": f"sessionid={session}"})

    def look() -> None:
        with urlopen(page, timeout=30) as answer:
            answer.read()

    while time.perf_counter() < until:
        times["page"].append(timed(look, time.perf_counter))
        time.sleep(PAGE_EVERY)


def _type(desk: Desk, place: int, times: Times) -> None:
    """Save a table of one's own every two seconds."""
    first = place * TABLES_EACH + 1
    for table in range(first, first + TABLES_EACH):
        answer = desk.save(table, totals_of(table))
        assert answer.state == "saved", answer
        times["saved"].append(answer.milliseconds)
        time.sleep(SAVE_EVERY)
