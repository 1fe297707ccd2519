"""Kill the program and fill its disk at random moments while four clients type, and count.

usage: python -m tests.processes.torture COUNT [--seed S]

A client sends a table again until it is told "saved", under the same mark, as the page's script
does. After each moment the database is examined from outside: every acknowledged save is there with
its very totals, and no save is there in part. The last line says what was lost.
"""

import argparse
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from random import Random
from urllib.error import URLError
from uuid import UUID

from tests.processes.hall import (
    PROJECT,
    Desk,
    command,
    drawn_hall,
    environment,
    free_port,
    sessions,
    totals_of,
)

TABLES, CLIENTS = 88, 4
LANE = "/t/halle/rounds/1/totals/"
LONGEST_WORK = 0.25  # seconds until the next moment
DISK = "size=24m"


@dataclass
class Count:
    """What has happened so far."""

    kills: int = 0
    full_disks: int = 0
    told: int = 0
    refused: int = 0
    lost: int = 0
    half: int = 0

    @property
    def moments(self) -> int:
        """Return how often the program was disturbed."""
        return self.kills + self.full_disks


@dataclass
class Hall:
    """One installation on its own disk, its program, and what it acknowledged."""

    var: Path
    keys: list[str]
    port: int
    random: Random
    count: Count
    told: dict[int, list[int]] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the program; clients find it as soon as it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=PROJECT,
            env=environment(self.var, KREUZDAME_LISTEN=f"127.0.0.1:{self.port}"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        """Kill the program as if the battery were pulled out; then examine, and restart."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.count.kills += 1
        self.look()
        self.start()

    def fill_disk(self) -> None:
        """Leave no space on the disk for a moment."""
        film = self.var.parent / "film"
        with suppress(OSError), film.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        time.sleep(self.random.uniform(0, LONGEST_WORK))
        film.unlink()
        self.count.full_disks += 1
        self.look()

    def look(self) -> None:
        """Compare what is stored with what was acknowledged; count partial and lost saves."""
        told = dict(self.told)
        with closing(sqlite3.connect(self.var / "kreuzdame.sqlite3", timeout=30)) as database:
            rows = database.execute(
                "SELECT t.number, v.totals, t.current_version_id = v.id, "
                "(SELECT count(*) FROM tournament_journalentry e WHERE e.action = 'sheet_entered' "
                " AND json_extract(e.data, '$.table') = t.number) "
                "FROM tournament_sheetversion v JOIN tournament_gametable t ON t.id = v.table_id"
            ).fetchall()
            (whole,) = database.execute("PRAGMA quick_check").fetchone()
        stored = {number: json.loads(totals) for number, totals, _, _ in rows}
        self.count.lost += sum(stored.get(table) != totals for table, totals in told.items())
        halves = [row for row in rows if row[1:] != (json.dumps(totals_of(row[0])), 1, 1)]
        self.count.half += len(halves) + (len(stored) != len(rows)) + (whole != "ok")

    def type(self, client: int) -> None:
        """Type all tables of one client, each until it is saved."""
        for table in range(1 + client, TABLES + 1, CLIENTS):
            mark = str(UUID(int=self.random.getrandbits(128), version=4))
            while not self._is_saved(client, table, mark):
                self.count.refused += 1
                time.sleep(0.05)
            self.told[table] = totals_of(table)
            self.count.told += 1
            time.sleep(0.02)

    def _is_saved(self, client: int, table: int, mark: str) -> bool:
        try:
            desk = Desk(f"http://127.0.0.1:{self.port}", LANE, self.keys[client])
            return desk.save(table, totals_of(table), mark).state == "saved"
        except (URLError, HTTPException, OSError, ValueError, StopIteration):
            return False


def torture(wanted: int, seed: int) -> Count:
    """Disturb the program so many times, evening after evening."""
    count, random = Count(), Random(seed)
    with tempfile.TemporaryDirectory(prefix="torture-") as directory:
        template = Path(directory) / "template"
        template.mkdir()
        command(template, "migrate", "--verbosity", "0")
        drawn_hall(template, TABLES)
        keys = sessions(template, CLIENTS)
        while count.moments < wanted:
            with _small_disk(Path(directory) / "disk") as disk:
                shutil.copytree(template, disk / "var")
                hall = Hall(disk / "var", keys, free_port(), random, count)
                _evening(hall, wanted)
            sys.stdout.write(f"{count}\n")
            sys.stdout.flush()
    return count


def _evening(hall: Hall, wanted: int) -> None:
    clients = [threading.Thread(target=hall.type, args=[each]) for each in range(CLIENTS)]
    hall.start()
    for client in clients:
        client.start()
    while any(client.is_alive() for client in clients):
        _wait_for_the_next_save(hall)
        time.sleep(hall.random.uniform(0, LONGEST_WORK))
        if hall.count.moments < wanted:
            hall.random.choice([hall.kill, hall.fill_disk])()
    hall.look()
    assert hall.process is not None
    hall.process.terminate()
    hall.process.wait()
    said = command(hall.var, "recount", "halle")
    assert "Das Journal ist unversehrt: " in said, said


def _wait_for_the_next_save(hall: Hall) -> None:
    """A program that is still starting cannot be disturbed."""
    before, until = len(hall.told), time.monotonic() + 60
    while len(hall.told) in (before, before + 1) and time.monotonic() < until:
        if len(hall.told) == TABLES:
            return
        time.sleep(0.01)


@contextmanager
def _small_disk(disk: Path) -> Iterator[Path]:
    disk.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", DISK, "tmpfs", str(disk)], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def main() -> int:
    """Return exit code 1 if anything was lost or is there in part."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    if os.name != "posix" or os.geteuid() != 0:
        sys.exit("Filling a disk of its own needs root, as in a container.")
    count = torture(options.count, options.seed)
    return 1 if count.lost or count.half else 0


if __name__ == "__main__":
    sys.exit(main())
