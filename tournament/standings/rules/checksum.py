"""Checksum of a result, over a text that anybody can write down again (docs/checksum.md).

The text has a line of headings and one line per player in list order, each ended by a line feed;
the name comes last, so nothing in it can be mistaken for a figure.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

GROUPS, GROUP_LENGTH = 4, 4


StandingLine = tuple[int | None, int, Sequence[int | None], int, int, str]
"""A player's line: rank, number, rounds, deductions, total, name; None where missing."""


def standings_text(lines: Iterable[StandingLine], rounds: int) -> str:
    """Return the canonical text of standings after so many rounds."""
    headings = [f"r{number}" for number in range(1, rounds + 1)]
    rows = ((*line[:2], *line[2], *line[3:]) for line in lines)
    return _text(("rank", "number", *headings, "adjustment", "total", "name"), rows)


def round_text(lines: Iterable[tuple[int | None, int, int | None, str]]) -> str:
    """Return the canonical text of a round's result: rank, number, points, name."""
    return _text(("rank", "number", "points", "name"), lines)


def text_checksum(text: str) -> str:
    """Return SHA-256 over the text in UTF-8: 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def short_checksum(checksum: str) -> str:
    """Return the printed form, the first 16 digits: "4f1c 09ab 77e2 d310"."""
    return " ".join(
        checksum[start : start + GROUP_LENGTH]
        for start in range(0, GROUPS * GROUP_LENGTH, GROUP_LENGTH)
    )


def _text(headings: Iterable[str], rows: Iterable[Iterable[int | str | None]]) -> str:
    lines = [headings, *rows]
    return "".join(
        ";".join("" if value is None else str(value) for value in line) + "\n" for line in lines
    )
