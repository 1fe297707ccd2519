"""A text read from left to right, and the problem at which reading ends."""

import re
from typing import NoReturn

from scoring.notation.problems import OPEN, LineCode, LineProblem, ParamValue

# What may stand between two parts: blanks, and the keys beside the digits of a number block.
SEPARATORS = r"[\s,./+]*"

_SEPARATORS = re.compile(SEPARATORS)
_BLANKS = re.compile(r"\s*")
_DIGITS = re.compile(r"[0-9]+")


def is_digit(character: str) -> bool:
    """Whether this is one of the ten digits; no other number of Unicode counts."""
    return character != "" and character in "0123456789"


class Misread(Exception):
    """The line is not right; `problem` says why."""

    def __init__(self, problem: LineProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Cursor:
    """A place in a text. `at` is the number of characters already read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def next(self) -> str:
        """The character at this place, empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> str:
        """Read what the pattern finds here: empty when nothing, and then nothing is read."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found.group() if found else ""

    def take_digits(self) -> str:
        """Read digits, as many as stand together."""
        return self.take(_DIGITS)

    def skip_blanks(self) -> None:
        """Go on to what is no blank."""
        self.take(_BLANKS)

    def skip_separators(self) -> None:
        """Go on to the next part."""
        self.take(_SEPARATORS)

    def fail(self, code: LineCode, start: int | None = None, **params: ParamValue) -> NoReturn:
        """Give up: what stands from `start` up to here is wrong, or something is missing here."""
        end = self.at
        self.skip_separators()
        incomplete = code in OPEN and not self.next
        raise Misread(LineProblem(code, end if start is None else start, end, incomplete, params))

    def fail_next(self, expected: str) -> NoReturn:
        """Give up because of the character here."""
        start, text = self.at, self.next
        self.at += 1
        self.fail(LineCode.UNEXPECTED, start, text=text, expected=expected)
