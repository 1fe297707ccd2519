"""What the second computer does: it asks the first one, and makes its own database the same."""

import sqlite3
import threading
import time
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from django.contrib.sessions.models import Session
from django.utils import timezone

from tournament.backup.sqlite import (
    WAIT_FOR_LOCK,
    applied_migrations,
    check_database,
    database_file,
    reading,
)
from tournament.backup.versions import known_migrations
from tournament.errors import Refused
from tournament.models import (
    BackupPlace,
    ClockReference,
    Failures,
    HallNetwork,
    OtherComputer,
)
from tournament.shared.reads.kept import forget_all
from tournament.standby.channel import ask
from tournament.standby.rules.page_changes import with_changes
from tournament.standby.standing import Way, refresh, standing

OWN = (Session, Failures, HallNetwork, BackupPlace, ClockReference, OtherComputer)
"""What belongs to a computer and never travels."""
APPLY_EVERY = 1.0  # seconds
_JOURNAL_MODE = slice(18, 20)  # two bytes in the head of a database file
_NO_WAL = b"\1\1"


class Follower:
    """The content of the first computer, as far as this one has it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """Held while it asks and applies: whoever takes over waits for it."""
        self._name, self._content, self._applied = "", b"", b""
        self._applied_at = float("-inf")

    def begin(self, first: OtherComputer) -> None:
        """Ask for everything, before anything is changed here. Refused: as `ask`."""
        self._name = ""
        self._ask(first)
        _checked(self._content).close()

    def follow(self) -> None:
        """Ask once what has changed, and apply it where that is due. Refused: as `ask`."""
        with self.lock:
            first = standing.others.get(Way.FIRST)
            if first is None:
                return
            has_changed = self._ask(first)
            if not has_changed or time.monotonic() - self._applied_at >= APPLY_EVERY:
                self.apply()

    def catch_up(self) -> None:
        """Get what was saved last. Refused: as `ask`."""
        self._ask(standing.others[Way.FIRST])

    def apply(self) -> None:
        """Make the database here what was got last."""
        if self._content == self._applied:
            return
        with closing(_checked(self._content)) as copy:
            _keep_own(copy)
            with closing(sqlite3.connect(database_file(), timeout=WAIT_FOR_LOCK)) as target:
                copy.backup(target)
        self._applied, self._applied_at = self._content, time.monotonic()
        forget_all()
        refresh()

    def _ask(self, first: OtherComputer) -> bool:
        """Whether something else came than was here."""
        answer = ask(first.url, first.code, held=self._name, mark=first.mark)
        before = b"" if answer.words.get("is_whole") else self._content
        self._name = ""  # until it is whole
        name, now = answer.words.get("name"), answer.words.get("now")
        try:
            content = with_changes(before, answer.content)
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
    """The content as a database in memory. Refused: `standby_version`, as `check_copy`."""
    copy = sqlite3.connect(":memory:")
    try:
        head = bytearray(content)
        head[_JOURNAL_MODE] = _NO_WAL  # memory has no files beside it
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


def _keep_own(copy: sqlite3.Connection) -> None:
    """Put what belongs to this computer into the copy, in the place of what came with it."""
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


follower = Follower()
"""Of this process."""
