"""A cursor on a text, and the problem at which reading ends."""

import re
from typing import NoReturn

from scoring.notation.problems import OPEN, LineCode, LineProblem, ParamValue

# Separators of parts: blanks, and the keys beside the digits of a number pad.
SEPARATORS = r"[\s,./+]*"

_SEPARATORS = re.compile(SEPARATORS)
_BLANKS = re.compile(r"\s*")
_DIGITS = re.compile(r"[0-9]+")


def is_digit(character: str) -> bool:
    """Whether this is one of the ten ASCII digits."""
    return character != "" and character in "0123456789"


class Misread(Exception):
    """The line is wrong; `problem` is the reason."""

    def __init__(self, problem: LineProblem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Cursor:
    """A position in a text. `at` is the number of characters already read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def next(self) -> str:
        """The character at this position, empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> str:
        """Read what the pattern matches here, or nothing."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found.group() if found else ""

    def take_digits(self) -> str:
        """Read consecutive digits."""
        return self.take(_DIGITS)

    def skip_blanks(self) -> None:
        """Skip blanks."""
        self.take(_BLANKS)

    def skip_separators(self) -> None:
        """Skip to the next part."""
        self.take(_SEPARATORS)

    def fail(self, code: LineCode, start: int | None = None, **params: ParamValue) -> NoReturn:
        """Raise Misread: the text from `start` to here is wrong, or something is missing here."""
        end = self.at
        self.skip_separators()
        incomplete = code in OPEN and not self.next
        raise Misread(LineProblem(code, end if start is None else start, end, incomplete, params))

    def fail_next(self, expected: str) -> NoReturn:
        """Raise Misread because of the next character."""
        start, text = self.at, self.next
        self.at += 1
        self.fail(LineCode.UNEXPECTED, start, text=text, expected=expected)
