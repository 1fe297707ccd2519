"""The role of this computer towards the other one, and the replication to it, in memory.

It is in memory so that pages need no query. Code that changes it in the database calls `refresh`; a
computer that never had a second one is alone. A save waits for its response until the second
computer has every save before it: so at most one confirmed save is missing there, however fast
people type.
"""

import secrets
import sqlite3
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from tournament.backup.sqlite import reading
from tournament.errors import Refused
from tournament.models import Epoch, OtherComputer
from tournament.standby.rules import notice_in, pack_changes

Way = OtherComputer.Way
OLD_SECONDS = 5
LONGEST_QUESTION = 1.0  # seconds that a question waits for a change
LOOK_EVERY = 0.2  # seconds: detects writes without a request
LONGEST_SAVE = 2.0  # seconds that a save waits for the second computer
SILENT_AFTER = 5.0  # seconds without a question: there is no standby any more


@dataclass
class Standing:
    """The epoch of this database with its key, and the other computers by role.

    On a standby: when the first computer was last heard, the problem if not, and by how many
    seconds the clock here is ahead.
    """

    epoch: int = 1
    key: str = ""
    others: Mapping[str, OtherComputer] = field(default_factory=dict)
    heard_at: datetime | None = None
    problem: Refused | None = None
    clock_ahead: float = 0.0

    @property
    def stands_by(self) -> bool:
        """Whether this computer is a standby."""
        return Way.FIRST in self.others

    @property
    def takes_entries(self) -> bool:
        """Whether this computer is the active one, as far as it knows."""
        return not (self.stands_by or Way.SUCCESSOR in self.others)

    @property
    def to_be_told(self) -> str:
        """URL of the predecessor that does not know yet of the takeover, or ""."""
        other = self.others.get(Way.PREDECESSOR)
        return other.url if other and other.epoch < self.epoch else ""

    @property
    def has_given_way(self) -> str:
        """URL of the predecessor that knows of the takeover, or ""."""
        other = self.others.get(Way.PREDECESSOR)
        return other.url if other and not self.to_be_told else ""

    @property
    def newest_epoch(self) -> int:
        """The highest epoch known here."""
        successor = self.others.get(Way.SUCCESSOR)
        return max(self.epoch, successor.epoch if successor else 0)

    @property
    def signed_epoch(self) -> str:
        """The signed epoch for browsers to keep; empty without a second computer."""
        return _signer(self.key).sign(str(self.epoch)) if self.key else ""

    def epoch_signed(self, text: str) -> int:
        """Return the epoch seen by a browser; 0 for an invalid signature."""
        try:
            number = int(_signer(self.key).unsign(text)) if self.key else 0
            return notice_in({"epoch": number}).epoch
        except (BadSignature, ValueError):
            return 0


standing = Standing()
"""Of this process."""


def refresh() -> None:
    """Reload the state from the database; two queries."""
    epoch = Epoch.objects.first()
    standing.others = {each.way: each for each in OtherComputer.objects.all()}
    standing.epoch, standing.key = (epoch.number, epoch.key) if epoch else (1, "")


def _signer(key: str) -> Signer:
    return Signer(key=key, salt="epoch")


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
            return Changes(self._name, content, pack_changes(before, content), not is_held)

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


def ribbon() -> dict[str, object]:
    """Return the context of the ribbon on a computer that takes no entries; hidden on others."""
    heard_at = standing.heard_at
    age = (timezone.now() - heard_at).total_seconds() if heard_at else None
    return {
        "takes_entries": standing.takes_entries,
        "stands_by": standing.stands_by,
        "is_silent": age is None or age > OLD_SECONDS,
        "to_be_told": standing.to_be_told,
        "epoch": standing.signed_epoch,
    }


def follower_state() -> dict[str, object]:
    """Return for the bar whether the second computer that was let in is connected."""
    follower = standing.others.get(Way.FOLLOWER)
    return {
        "was_there": bool(follower and follower.mark),
        "is_there": feed.is_followed,
        "keeps_up": feed.keeps_up,
    }
