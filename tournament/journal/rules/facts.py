"""Facts about database rows in the journal, and differences to what is stored.

An entry has the resulting content of every row it touched. So the last fact of each row is what
must be stored, and checking it is comparing two dictionaries.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
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
    """Return what must be stored after these entries, in their order.

    A forged entry may contain anything: values that are no facts are ignored.
    """
    last: dict[str, Any] = {}
    for facts in entries:
        if isinstance(facts, dict):
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
        for field, value in found.items():
            if field in expected and expected[field] != value:
                yield Difference(row, field, value, expected[field])
