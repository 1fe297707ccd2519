"""What can be wrong with a line: a code, the place in the text, parameters. No sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

ParamValue = int | str | None | tuple[str, ...]


class Column(StrEnum):
    """Where a line is wrong: in its note, or in the running totals written beside it."""

    NOTE = "l"
    PAPER = "s"


class LineCode(StrEnum):
    """Everything that keeps a line from being a game, in the order of the line."""

    EMPTY = "empty"
    UNEXPECTED = "unexpected"
    SEAT_UNKNOWN = "seat_unknown"
    OFFENDER_UNKNOWN = "offender_unknown"
    SEAT_SITS_OUT = "seat_sits_out"
    SEAT_TWICE = "seat_twice"
    TOO_MANY_WINNERS = "too_many_winners"
    VALUE_MISSING = "value_missing"
    VALUE_NEGATIVE = "value_negative"
    VALUE_NOT_WHOLE = "value_not_whole"
    VALUE_LEADING_ZERO = "value_leading_zero"
    VALUE_TOO_LARGE = "value_too_large"
    ZERO_WITHOUT_SOLOIST = "zero_without_soloist"
    EXTRA_NUMBER = "extra_number"
    LETTER_MISSING = "letter_missing"
    LETTER_UNKNOWN = "letter_unknown"
    LETTER_TWICE = "letter_twice"
    LETTERS_CONTRADICT = "letters_contradict"
    LETTER_NEEDS_PARTNERS = "letter_needs_partners"
    LETTER_NEEDS_SOLOIST = "letter_needs_soloist"
    DEALER_MISSING = "dealer_missing"
    DEALER_UNKNOWN = "dealer_unknown"
    OFFENDER_MISSING = "offender_missing"
    TOO_MANY_OFFENDERS = "too_many_offenders"
    PARAGRAPH_MISSING = "paragraph_missing"
    PARAGRAPH_OPEN = "paragraph_open"
    PARAGRAPH_UNKNOWN = "paragraph_unknown"
    PARAGRAPH_MISFIT = "paragraph_misfit"
    ABSAGEN_MISSING = "absagen_missing"
    ABSAGEN_OUT_OF_RANGE = "absagen_out_of_range"
    ABSAGEN_NOT_COUNTED = "absagen_not_counted"
    INITIALS_TOO_LONG = "initials_too_long"
    FREE_POINTS_MISSING = "free_points_missing"
    FREE_POINTS_SHARED = "free_points_shared"
    REASON_MISSING = "reason_missing"
    POINTS_COUNT = "points_count"
    RUNNING_COUNT = "running_count"
    RUNNING_FOLLOWS = "running_follows"
    RUNNING_GAP = "running_gap"
    RUNNING_SUM = "running_sum"


PARAMETERS: Mapping[LineCode, tuple[str, ...]] = {
    # Code -> names of its parameters. `right` is how the part would be written right;
    # `options` are the letters, or the paragraphs, that are right here.
    LineCode.EMPTY: (),
    # text: the character; expected: winners, value, letters, dealer, offender, paragraph, absagen,
    # initials, free_points
    LineCode.UNEXPECTED: ("text", "expected"),
    LineCode.SEAT_UNKNOWN: ("seat", "table_size"),
    LineCode.OFFENDER_UNKNOWN: ("seat", "table_size"),
    LineCode.SEAT_SITS_OUT: ("seat",),
    LineCode.SEAT_TWICE: ("seat",),
    LineCode.TOO_MANY_WINNERS: (),
    LineCode.VALUE_MISSING: (),
    LineCode.VALUE_NEGATIVE: ("right",),
    LineCode.VALUE_NOT_WHOLE: (),
    LineCode.VALUE_LEADING_ZERO: ("right",),
    LineCode.VALUE_TOO_LARGE: ("limit",),
    # three winners of a game worth 0; or nobody named, but the letter of a solo
    LineCode.ZERO_WITHOUT_SOLOIST: ("right",),
    LineCode.EXTRA_NUMBER: (),
    LineCode.LETTER_MISSING: ("options",),
    LineCode.LETTER_UNKNOWN: ("letter", "options"),
    LineCode.LETTER_TWICE: ("letter",),
    LineCode.LETTERS_CONTRADICT: ("first", "second"),
    LineCode.LETTER_NEEDS_PARTNERS: ("letter",),
    LineCode.LETTER_NEEDS_SOLOIST: ("letter",),
    LineCode.DEALER_MISSING: (),
    LineCode.DEALER_UNKNOWN: ("seat", "table_size"),
    LineCode.OFFENDER_MISSING: (),
    LineCode.TOO_MANY_OFFENDERS: (),
    LineCode.PARAGRAPH_MISSING: ("options",),
    LineCode.PARAGRAPH_OPEN: ("paragraph", "options"),
    LineCode.PARAGRAPH_UNKNOWN: ("paragraph", "options"),
    # the paragraph exists, but not for this offender in this game
    LineCode.PARAGRAPH_MISFIT: ("paragraph", "offender", "options"),
    LineCode.ABSAGEN_MISSING: ("limit",),
    LineCode.ABSAGEN_OUT_OF_RANGE: ("limit",),
    LineCode.ABSAGEN_NOT_COUNTED: ("paragraph",),
    LineCode.INITIALS_TOO_LONG: ("limit",),
    # a penalty by rules without a catalogue; others: how many share what the offender loses
    LineCode.FREE_POINTS_MISSING: (),
    LineCode.FREE_POINTS_SHARED: ("others",),
    LineCode.REASON_MISSING: (),
    # figures of all positions in one field: the points of a game, the running totals of the paper
    LineCode.POINTS_COUNT: ("positions",),
    LineCode.RUNNING_COUNT: ("count", "positions"),
    # row: the line that is to blame
    LineCode.RUNNING_FOLLOWS: ("row",),
    LineCode.RUNNING_GAP: (),
    LineCode.RUNNING_SUM: ("sum",),
}

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
"""What typing on can mend, as long as nothing else stands behind it."""


@dataclass(frozen=True, slots=True)
class LineProblem:
    """The first thing that is wrong with a line.

    `start` and `end` are the place in the text of its column, counted from 0, `end` behind the last
    character; equal where something is missing. `incomplete` says that the line is the beginning
    of a right one: nothing to complain about while somebody is still typing. `follows`: only
    because of an earlier line.
    """

    code: LineCode
    start: int
    end: int
    incomplete: bool = False
    params: Mapping[str, ParamValue] = field(default_factory=dict)
    column: Column = Column.NOTE
    follows: bool = False
