"""The facts in a journal's entries, and the chain that seals them.

An entry has the resulting content of every row it touched, so the last fact of each row is what
must be stored. It is sealed together with all entries before it: changing, removing or inserting
one outside the program would require resealing every later one, up to the last seal, on paper.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

FIGURES = 32
"""Hexadecimal digits of a hash; 128 bits are collision-proof enough."""

Fact = Mapping[str, Any]
"""The content of a row by field, as JSON."""
Facts = Mapping[str, Fact | None]
"""Facts by row ("seat:12"); None for a row that was deleted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the database and the journal.

    row: its name. field: the field; None for the row itself, which is either not stored or not in
    the journal (then that side is None).
    """

    row: str
    field: str | None
    stored: Any
    told: Any


def hashed(salt: str, value: object) -> str:
    """Return the hash of a value that the journal does not reveal."""
    text = json.dumps(["Kreuzdame fact 1", salt, value], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:FIGURES]


def last_facts(entries: Iterable[Facts]) -> dict[str, Fact]:
    """Return what must be stored after these entries, in their order."""
    last: dict[str, Any] = {}
    for facts in entries:
        if isinstance(facts, dict):  # a forged entry may contain anything
            last |= facts
    return {row: fact for row, fact in last.items() if isinstance(fact, dict)}


def differences(stored: Mapping[str, Fact], told: Mapping[str, Fact]) -> Iterator[Difference]:
    """Yield missing rows, rows nobody wrote, and fields that differ.

    A field known to one side only is not compared: the program did not store it then, or no longer
    does.
    """
    for row in {**stored, **told}:
        found, expected = stored.get(row), told.get(row)
        if found is None or expected is None:
            yield Difference(row, None, found, expected)
            continue
        for name, value in found.items():
            if name in expected and expected[name] != value:
                yield Difference(row, name, value, expected[name])


@dataclass(frozen=True, slots=True)
class ChainedEntry:
    """An entry in its sealed form.

    at: the time in ISO format, in UTC to the microsecond. account: the id of the acting user, None
    for the command line. action, data: what happened (data as JSON). facts: the resulting content
    of the touched rows.
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
