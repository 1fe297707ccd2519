"""What the list doctor has to say: corrections as values, no sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.model import ScoreSheet


class Field(StrEnum):
    """What a change touches."""

    POINTS = "points"
    CUMULATIVE = "cumulative"
    KIND = "kind"
    SOLOIST = "soloist"
    DEALER = "dealer"
    FORCED = "forced"
    INSERT_ROW = "insert_row"
    DELETE_ROW = "delete_row"


class Reason(StrEnum):
    """How the slip came about, as far as the list tells."""

    DIGITS_TRANSPOSED = "digits_transposed"
    SIGN_FORGOTTEN = "sign_forgotten"
    NEIGHBOUR_COLUMN = "neighbour_column"
    PLAYERS_EXCHANGED = "players_exchanged"
    SOLO_NOT_TRIPLED = "solo_not_tripled"
    FIGURE_MISREAD = "figure_misread"
    FIGURE_MISSING = "figure_missing"
    RUNNING_TOTALS_TELL = "running_totals_tell"
    DETAIL_TELLS = "detail_tells"
    WRONG_CARRY = "wrong_carry"
    RUNNING_TOTAL_MISREAD = "running_total_misread"
    COMPULSORY_NOT_MARKED = "compulsory_not_marked"
    WRONG_KIND = "wrong_kind"
    WRONG_SOLOIST = "wrong_soloist"
    FORCED_MARK = "forced_mark"
    WRONG_DEALER = "wrong_dealer"
    ROW_LEFT_OUT = "row_left_out"
    ROW_TWICE = "row_twice"


Content = Any
"""A figure, a kind, a seat, a mark or a whole `Row`; None where nothing stands."""


@dataclass(frozen=True, slots=True)
class Change:
    """One cell of the list written anew.

    `row` counts from 1; None is the foot of the list, whose totals are its last running totals.
    `seat` names the column of a figure. To insert a row means: it becomes row number `row`, the
    rows from there on move down by one, with their numbers, their penalties and the time limit
    behind one of them, unless the numbers on paper leave the gap already. Inserted just behind
    the time limit, a game that was not forced was itself the last in time. To delete a row means
    the same the other way round: those behind it move up.
    """

    row: int | None
    field: Field
    seat: int | None
    before: Content
    after: Content


@dataclass(frozen=True, slots=True)
class Proposal:
    """One correction that makes the whole list free of errors.

    `row` is the first row it touches (None: only the totals at the foot), `mended` the list with
    all changes made.
    """

    row: int | None
    changes: tuple[Change, ...]
    reason: Reason
    mended: ScoreSheet


@dataclass(frozen=True, slots=True)
class Repair:
    """A correction thought of, not yet tried.

    `cost` says how unlikely the slip is: 1 for the common ones. `inserted` is the number of the
    row that was put in, if one was, `deleted` that of one taken out.
    """

    reason: Reason
    cost: float
    mended: ScoreSheet
    inserted: int | None = None
    deleted: int | None = None


COMMON: Mapping[Reason, float] = {
    # How likely a slip is where several would explain the list: less is likelier.
    Reason.DETAIL_TELLS: 0.5,
    Reason.FIGURE_MISSING: 0.5,
    Reason.SOLO_NOT_TRIPLED: 0.8,
    Reason.COMPULSORY_NOT_MARKED: 0.9,
    Reason.DIGITS_TRANSPOSED: 1.0,
    Reason.SIGN_FORGOTTEN: 1.0,
    Reason.NEIGHBOUR_COLUMN: 1.1,
    Reason.FORCED_MARK: 1.0,
    Reason.WRONG_DEALER: 1.0,
    Reason.RUNNING_TOTAL_MISREAD: 1.0,
    Reason.WRONG_CARRY: 1.2,
    Reason.PLAYERS_EXCHANGED: 1.2,
    Reason.WRONG_KIND: 1.3,
    Reason.WRONG_SOLOIST: 1.3,
    Reason.ROW_TWICE: 0.5,
    Reason.ROW_LEFT_OUT: 1.5,
    Reason.FIGURE_MISREAD: 2.0,
    Reason.RUNNING_TOTALS_TELL: 3.0,
}
