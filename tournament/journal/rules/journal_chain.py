"""The chain of a journal: every entry is sealed together with all entries before it.

Changing, removing or inserting an entry outside the program would require resealing every later
one, up to the last seal, which is on paper.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from tournament.journal.rules.facts import Facts


@dataclass(frozen=True, slots=True)
class ChainedEntry:
    """An entry in its sealed form.

    at: the time in ISO format, in UTC to the microsecond. account: the id of the acting user, None
    for the command line. action, data: what happened (data as JSON). facts: the resulting content
    of the touched rows (tournament.journal.rules.facts).
    """

    at: str
    account: int | None
    action: str
    data: Mapping[str, Any]
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChainReport:
    """The check of a journal's chain.

    entries: how many there are, `expected` how many were written. broken_at, broken_time: position
    (from 1) and time of the first entry that does not follow from those before it, or None. seal:
    the last seal, as printed.
    """

    entries: int
    expected: int
    broken_at: int | None
    broken_time: datetime | None
    seal: str

    @property
    def is_whole(self) -> bool:
        """Whether nothing was changed, removed, inserted or cut off."""
        return self.broken_at is None and self.entries == self.expected


def entry_seal(previous: str, entry: ChainedEntry) -> str:
    """Return the seal of an entry: 64 hex digits; `previous` is that of the entry before, or "".

    SHA-256 over a JSON list in one line: keys sorted, no blanks, ASCII. The facts are its last
    item; an entry without any ends with its data.
    """
    content = ["Kreuzdame journal 1", previous, entry.at, entry.account, entry.action, entry.data]
    content += [entry.facts] if entry.facts else []
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def first_break(entries: Iterable[tuple[ChainedEntry, str]]) -> int | None:
    """Return the position (from 1) of the first entry whose seal does not follow from the rest."""
    previous = ""
    for place, (entry, seal) in enumerate(entries, start=1):
        if entry_seal(previous, entry) != seal:
            return place
        previous = seal
    return None
