"""Problems of a line (code, place in the text, parameters), and the cursor that finds them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NoReturn

ParamValue = int | str | None | tuple[str, ...]


class Column(StrEnum):
    """The location of a problem: the note, or the running totals beside it."""

    NOTE = "l"
    PAPER = "s"


class LineCode(StrEnum):
    """Everything that keeps a line from being a game, in the order of the line.

    Parameters follow as comments. `right` is the correct spelling; `options` are the letters, or
    the paragraphs, that are possible here.
    """

    EMPTY = "empty"
    # text: the character; expected: winners, value, letters, dealer, offender, paragraph, absagen,
    # initials, free_points
    UNEXPECTED = "unexpected"
    SEAT_UNKNOWN = "seat_unknown"  # seat, table_size
    OFFENDER_UNKNOWN = "offender_unknown"  # seat, table_size
    SEAT_SITS_OUT = "seat_sits_out"  # seat
    SEAT_TWICE = "seat_twice"  # seat
    TOO_MANY_WINNERS = "too_many_winners"
    VALUE_MISSING = "value_missing"
    VALUE_NEGATIVE = "value_negative"  # right
    VALUE_NOT_WHOLE = "value_not_whole"
    VALUE_LEADING_ZERO = "value_leading_zero"  # right
    VALUE_TOO_LARGE = "value_too_large"  # limit
    # right; three winners of a game worth 0, or nobody named but the letter of a solo
    ZERO_WITHOUT_SOLOIST = "zero_without_soloist"
    EXTRA_NUMBER = "extra_number"
    LETTER_MISSING = "letter_missing"  # options
    LETTER_UNKNOWN = "letter_unknown"  # letter, options
    LETTER_TWICE = "letter_twice"  # letter
    LETTERS_CONTRADICT = "letters_contradict"  # first, second
    LETTER_NEEDS_PARTNERS = "letter_needs_partners"  # letter
    LETTER_NEEDS_SOLOIST = "letter_needs_soloist"  # letter
    DEALER_MISSING = "dealer_missing"
    DEALER_UNKNOWN = "dealer_unknown"  # seat, table_size
    OFFENDER_MISSING = "offender_missing"
    TOO_MANY_OFFENDERS = "too_many_offenders"
    PARAGRAPH_MISSING = "paragraph_missing"  # options
    PARAGRAPH_OPEN = "paragraph_open"  # paragraph, options
    PARAGRAPH_UNKNOWN = "paragraph_unknown"  # paragraph, options
    # paragraph, offender, options; it exists, but not for this offender in this game
    PARAGRAPH_MISFIT = "paragraph_misfit"
    ABSAGEN_MISSING = "absagen_missing"  # limit
    ABSAGEN_OUT_OF_RANGE = "absagen_out_of_range"  # limit
    ABSAGEN_NOT_COUNTED = "absagen_not_counted"  # paragraph
    INITIALS_TOO_LONG = "initials_too_long"  # limit
    # A penalty by rules without a catalogue; others: how many share the offender's loss.
    FREE_POINTS_MISSING = "free_points_missing"
    FREE_POINTS_SHARED = "free_points_shared"  # others
    REASON_MISSING = "reason_missing"
    # Figures of all positions in one field: the points of a game, the running totals of the paper.
    POINTS_COUNT = "points_count"  # positions
    RUNNING_COUNT = "running_count"  # count, positions
    RUNNING_FOLLOWS = "running_follows"  # row: the line that is to blame
    RUNNING_GAP = "running_gap"
    RUNNING_SUM = "running_sum"  # sum


OPEN: frozenset[LineCode] = frozenset(
    {
        LineCode.EMPTY,
        LineCode.VALUE_MISSING,
        LineCode.LETTER_MISSING,
        LineCode.DEALER_MISSING,
        LineCode.OFFENDER_MISSING,
        LineCode.PARAGRAPH_MISSING,
        LineCode.PARAGRAPH_OPEN,
        LineCode.ABSAGEN_MISSING,
        LineCode.FREE_POINTS_MISSING,
        LineCode.REASON_MISSING,
        LineCode.POINTS_COUNT,
        LineCode.RUNNING_COUNT,
        LineCode.RUNNING_GAP,
    }
)
"""Problems that further typing can fix, as long as nothing follows."""


@dataclass(frozen=True, slots=True)
class LineProblem:
    """The first problem of a line.

    `start` and `end` are the place in the text of its column, counted from 0, `end` exclusive;
    equal where something is missing. `incomplete`: the line is the beginning of a right one, so
    there is nothing to report while typing. `follows`: caused by an earlier line only.
    """

    code: LineCode
    start: int
    end: int
    incomplete: bool = False
    params: Mapping[str, ParamValue] = field(default_factory=dict)
    column: Column = Column.NOTE
    follows: bool = False


# Separators of parts: blanks, and the keys beside the digits of a number pad.
SEPARATORS = r"[\s,./+]*"

_SEPARATORS = re.compile(SEPARATORS)
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
