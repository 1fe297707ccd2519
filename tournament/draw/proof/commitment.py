"""The direction's commitment before a draw, and the fingerprints of a proof."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

SHORTEST_SECRET = 32
"""Characters: 128 bits in hexadecimal digits. A shorter secret could be guessed from its
commitment, and with it every draw before the number is known."""
LARGEST_NUMBER = 10**12
"""Enough for twelve dice in sequence, and any raffle ticket."""
TO_NOTE = 16
"""Digits of a commitment or seal to be copied from the wall: 64 bits. Half as many could be forged
in an afternoon."""


def fingerprint(*content: object) -> str:
    """Return SHA-256 over the content as a JSON list: keys sorted, no blanks, ASCII; in hex."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def code_fingerprint(sources: Mapping[str, str]) -> str:
    """Return the identity of a program: the hash of its source files, text by path in the project.

    They are tournament/draw/table_sizes.py and each *.py in tournament/draw/; lines end with a line
    feed only.
    """
    return fingerprint("Kreuzdame code 1", dict(sources))


@dataclass(frozen=True, slots=True)
class Program:
    """The program that draws. code: code_fingerprint of its source files."""

    version: str
    code: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The tournament settings that affect the draw.

    tournament: its slug, so that a commitment is valid for no other one. rounds, method: number of
    rounds and draw method (draw.METHODS). neighbours_apart: whether neighbours in the queue at
    registration are kept apart in round 1. larger_tables: whether the rules have tables of six and
    seven.
    """

    tournament: str
    rounds: int
    method: str
    neighbours_apart: bool = False
    larger_tables: bool = False

    def as_sealed(self) -> dict[str, Any]:
        """Return the settings in the form of a step; larger tables only where they are played."""
        sealed = asdict(self)
        if not self.larger_tables:
            del sealed["larger_tables"]
        return sealed


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is fixed before the number is known; only the secret stays hidden until the draw."""

    secret: str = field(repr=False)
    settings: Settings
    program: Program

    def __post_init__(self) -> None:
        if len(self.secret) < SHORTEST_SECRET:
            raise ValueError("the secret is too short to stay one")

    @property
    def value(self) -> str:
        """The published value: 64 hexadecimal digits that match only this commitment."""
        return fingerprint(
            "Kreuzdame commitment 1", self.secret, self.settings.as_sealed(), asdict(self.program)
        )

    def seed(self, number: int) -> str:
        """Return the seed of the draw for the audience's number.

        Raises ValueError for a number below 0 or above LARGEST_NUMBER.
        """
        if not 0 <= number <= LARGEST_NUMBER:
            raise ValueError("this number cannot have been given")
        return fingerprint("Kreuzdame seed 1", self.secret, number)
