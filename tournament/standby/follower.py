"""Replication on the second computer: it polls the first one and updates its own database."""

import sqlite3
import threading
import time
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from django.contrib.sessions.models import Session
from django.utils import timezone

from tournament.backup.files import known_migrations
from tournament.backup.sqlite import (
    WAIT_FOR_LOCK,
    applied_migrations,
    check_database,
    database_file,
    reading,
)
from tournament.errors import Refused
from tournament.models import BackupPlace, ClockReference, Failures, HallNetwork, OtherComputer
from tournament.shared.reads.kept import forget_all
from tournament.standby.channel import ask
from tournament.standby.rules import apply_changes
from tournament.standby.standing import Way, refresh, standing

OWN = (Session, Failures, HallNetwork, BackupPlace, ClockReference, OtherComputer)
"""Models that belong to a computer and are never replicated."""
APPLY_EVERY = 1.0  # seconds
_JOURNAL_MODE = slice(18, 20)  # two bytes in the header of a database file
_NO_WAL = b"\1\1"


class Follower:
    """The content of the first computer as far as received."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """Held while polling and applying: a takeover waits for it."""
        self._name, self._content, self._applied = "", b"", b""
        self._applied_at = float("-inf")

    def begin(self, first: OtherComputer) -> None:
        """Fetch everything, before anything is changed here. Refused: as `ask`."""
        self._name = ""
        self.fetch(first)
        _checked(self._content).close()

    def follow(self) -> None:
        """Poll for changes once, and apply them if due. Refused: as `ask`."""
        with self.lock:
            first = standing.others.get(Way.FIRST)
            if first is None:
                return
            has_changed = self.fetch(first)
            if not has_changed or time.monotonic() - self._applied_at >= APPLY_EVERY:
                self.apply()

    def apply(self) -> None:
        """Replace the database by the last content received, except for `OWN`."""
        if self._content == self._applied:
            return
        with closing(_checked(self._content)) as copy:
            with closing(reading()) as own:
                for model in OWN:
                    table = model._meta.db_table
                    found = own.execute(f"SELECT * FROM {table}")  # noqa: S608  # ours
                    names = [column[0] for column in found.description]
                    marks = ", ".join("?" * len(names))
                    copy.execute(f"DELETE FROM {table}")  # noqa: S608
                    copy.executemany(
                        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",  # noqa: S608
                        found.fetchall(),
                    )
            copy.commit()
            with closing(sqlite3.connect(database_file(), timeout=WAIT_FOR_LOCK)) as target:
                copy.backup(target)
        self._applied, self._applied_at = self._content, time.monotonic()
        forget_all()
        refresh()

    def fetch(self, first: OtherComputer) -> bool:
        """Poll, and return whether the content has changed. Refused: as `ask`."""
        answer = ask(first.url, first.code, held=self._name, mark=first.mark)
        before = b"" if answer.words.get("is_whole") else self._content
        self._name = ""  # until it is complete
        name, now = answer.words.get("name"), answer.words.get("now")
        try:
            content = apply_changes(before, answer.content)
        except ValueError as error:
            raise Refused("standby_damaged") from error
        is_right = sha256(content).hexdigest() == answer.words.get("digest")
        if not (is_right and isinstance(name, str) and isinstance(now, float)):
            raise Refused("standby_damaged")
        has_changed = content != self._content
        self._name, self._content = name, content
        standing.heard_at = timezone.now()
        standing.clock_ahead = time.time() - now
        return has_changed


def _checked(content: bytes) -> sqlite3.Connection:
    """Open the content as an in-memory database. Refused: `standby_version`, as `check_copy`."""
    copy = sqlite3.connect(":memory:")
    try:
        head = bytearray(content)
        head[_JOURNAL_MODE] = _NO_WAL  # an in-memory database has no side files
        copy.deserialize(bytes(head))
        check_database(copy, Path(database_file().name))
        if known_migrations() - applied_migrations(copy):
            raise Refused("standby_version")
    except sqlite3.DatabaseError as error:
        copy.close()
        raise Refused("copy_damaged", path=database_file().name) from error
    except Refused:
        copy.close()
        raise
    return copy


follower = Follower()
"""Of this process."""
