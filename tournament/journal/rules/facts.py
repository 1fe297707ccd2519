"""What the journal keeps of the rows of the database: facts, and what is stored otherwise.

An entry tells of every row it touched what stood in it afterwards. So the last fact of each row is
what must be stored, and to check that is to compare two dictionaries.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

FIGURES = 32
"""Of the hash of a value: nobody finds another value with the same 128 bits."""

Fact = Mapping[str, Any]
"""What stands in a row, field by field, as JSON holds it."""
Facts = Mapping[str, Fact | None]
"""Facts by row ("seat:12"); None for a row that was deleted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What is stored otherwise than the journal says.

    row: which one. field: what of it; None for the row itself, which is either not stored or not
    in the journal (then that side is None).
    """

    row: str
    field: str | None
    stored: Any
    told: Any


def hashed(salt: str, value: object) -> str:
    """What the journal keeps of a value it does not tell."""
    text = json.dumps(["Kreuzdame fact 1", salt, value], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:FIGURES]


def last_facts(entries: Iterable[Facts]) -> dict[str, Fact]:
    """What must be stored after these entries, in their order.

    A forged entry may hold anything: what is no fact is none.
    """
    last: dict[str, Any] = {}
    for facts in entries:
        if isinstance(facts, dict):
            last |= facts
    return {row: fact for row, fact in last.items() if isinstance(fact, dict)}


def differences(stored: Mapping[str, Fact], told: Mapping[str, Fact]) -> Iterator[Difference]:
    """Rows that are missing, rows nobody wrote, and fields that are not as told.

    A field that only one side knows is not compared: the program did not keep it then, or does
    not any more.
    """
    for row in {**stored, **told}:
        found, expected = stored.get(row), told.get(row)
        if found is None or expected is None:
            yield Difference(row, None, found, expected)
            continue
        for field, value in found.items():
            if field in expected and expected[field] != value:
                yield Difference(row, field, value, expected[field])
