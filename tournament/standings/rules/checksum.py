"""The checksum of a result, over a text that anybody can write down again (docs/checksum.md).

The text is one line of headings and one line per player in the order of the list, each ended by a
line feed; the name stands last, so nothing in it can be taken for a figure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

GROUPS, GROUP_LENGTH = 4, 4


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A player as the checksum of standings sees him; rank and points are None where missing."""

    rank: int | None
    number: int
    rounds: Sequence[int | None]
    adjustment: int
    total: int
    name: str


def standings_text(lines: Iterable[StandingLine], rounds: int) -> str:
    """The canonical text of standings after so many rounds."""
    headings = [f"r{number}" for number in range(1, rounds + 1)]
    rows = (
        (line.rank, line.number, *line.rounds, line.adjustment, line.total, line.name)
        for line in lines
    )
    return _text(("rank", "number", *headings, "adjustment", "total", "name"), rows)


def round_text(lines: Iterable[tuple[int | None, int, int | None, str]]) -> str:
    """The canonical text of the result of one round: rank, number, points, name."""
    return _text(("rank", "number", "points", "name"), lines)


def text_checksum(text: str) -> str:
    """SHA-256 over the text in UTF-8: 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def short_checksum(checksum: str) -> str:
    """What is printed of it, the first 16 digits: "4f1c 09ab 77e2 d310"."""
    return " ".join(
        checksum[start : start + GROUP_LENGTH]
        for start in range(0, GROUPS * GROUP_LENGTH, GROUP_LENGTH)
    )


def _text(headings: Iterable[str], rows: Iterable[Iterable[int | str | None]]) -> str:
    lines = [headings, *rows]
    return "".join(
        ";".join("" if value is None else str(value) for value in line) + "\n" for line in lines
    )
