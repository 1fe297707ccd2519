"""Replication on the first computer: changed pages, and the lag of the second one.

A save waits for its response until the second computer has every save before it. So at most one
confirmed save is missing there, however fast people type.
"""

import secrets
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import dataclass

from tournament.backup.sqlite import reading
from tournament.standby.rules.page_changes import packed_changes

LONGEST_QUESTION = 1.0  # seconds that a question waits for a change
LOOK_EVERY = 0.2  # seconds: detects writes without a request
LONGEST_SAVE = 2.0  # seconds that a save waits for the second computer
SILENT_AFTER = 5.0  # seconds without a question: there is no standby any more


@dataclass(frozen=True, slots=True)
class Changes:
    """A named content, and the pages that differ from the one the other computer has, if any."""

    name: str
    content: bytes
    pages: bytes
    is_whole: bool


class Feed:
    """Replication state of one process; all saves of a database must go through it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asked = threading.Lock()  # one second computer, one question at a time
        self._content, self._name = b"", ""
        self._version = -1  # of the database, as SQLite counts for a persistent connection
        self._covers = 0  # the saves in the content
        self._written = 0
        self._held = 0  # the saves that the second computer has
        self._heard_at = float("-inf")
        self._keeps_up = False
        self._watch: sqlite3.Connection | None = None

    @property
    def is_followed(self) -> bool:
        """Whether a second computer has asked lately."""
        return time.monotonic() - self._heard_at < SILENT_AFTER

    @property
    def keeps_up(self) -> bool:
        """Whether saves wait for it: none has waited too long since its last question."""
        return self.is_followed and self._keeps_up

    @property
    def behind(self) -> int:
        """The number of saves the second computer does not have yet, as far as known."""
        return self._written - self._held

    def note_save(self) -> None:
        """Record a save before its response: wait until all earlier saves are replicated.

        A second computer that does not answer in time delays nobody until it does again.
        """
        with self._changed:
            self._written += 1
            mine = self._written
            self._changed.notify_all()
            if self.keeps_up:
                self._keeps_up = self._changed.wait_for(
                    lambda: self._held >= mine - 1, LONGEST_SAVE
                )

    def changes(self, held: str) -> Changes:
        """Return the changes since the content `held`, as soon as there are any."""
        with self._asked:
            is_held = bool(held) and held == self._name
            if is_held:
                with self._changed:
                    self._held, self._keeps_up = self._covers, True
                    self._heard_at = time.monotonic()
                    self._changed.notify_all()
                self._wait_for_change()
            self._covers = self._written  # before the snapshot: all of these are in it
            self._version = self._database_version()
            before = self._content if is_held else b""
            with closing(reading()) as database:  # a snapshot of the whole database
                database.execute("BEGIN")
                database.execute("SELECT count(*) FROM sqlite_master").fetchone()
                content = database.serialize()
            if content != self._content:
                self._name = secrets.token_hex(8)
            self._content = content
            self._heard_at = time.monotonic()
            return Changes(self._name, content, packed_changes(before, content), not is_held)

    def _wait_for_change(self) -> None:
        until = time.monotonic() + LONGEST_QUESTION
        with self._changed:
            while (left := until - time.monotonic()) > 0:
                if self._written > self._covers or self._database_version() != self._version:
                    return
                self._changed.wait(min(left, LOOK_EVERY))

    def _database_version(self) -> int:
        if self._watch is None:
            self._watch = reading(for_all_threads=True)
        (version,) = self._watch.execute("PRAGMA data_version").fetchone()
        return int(version)


feed = Feed()
"""Of this process."""
