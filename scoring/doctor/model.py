"""Corrections of the list doctor as values, without sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.model import ScoreSheet


class Field(StrEnum):
    """What a change affects."""

    POINTS = "points"
    CUMULATIVE = "cumulative"
    KIND = "kind"
    SOLOIST = "soloist"
    DEALER = "dealer"
    FORCED = "forced"
    INSERT_ROW = "insert_row"
    DELETE_ROW = "delete_row"


class Reason(StrEnum):
    """The kind of slip, as far as the list shows."""

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
"""A figure, a kind, a seat, a mark or a whole `Row`; None for nothing."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new value for one cell of the list.

    `row` counts from 1; None is the foot of the list, whose totals are its last running totals.
    `seat` is the column of a figure. Inserting a row makes it row number `row`, and moves the rows
    from there on down by one, with their numbers, their penalties and a time limit behind one of
    them, unless the numbers on paper leave the gap already. Inserted just behind the time limit, a
    game that was not forced was itself the last in time. Deleting a row is the reverse.
    """

    row: int | None
    field: Field
    seat: int | None
    before: Content
    after: Content


@dataclass(frozen=True, slots=True)
class Proposal:
    """One correction that makes the whole list free of errors.

    `row` is the first row affected (None: only the totals at the foot), `mended` the list with all
    changes made.
    """

    row: int | None
    changes: tuple[Change, ...]
    reason: Reason
    mended: ScoreSheet


@dataclass(frozen=True, slots=True)
class Repair:
    """A possible correction, not tried yet.

    `cost` is the unlikelihood of the slip: 1 for common ones. `inserted` is the number of an
    inserted row, `deleted` that of a removed one.
    """

    reason: Reason
    cost: float
    mended: ScoreSheet
    inserted: int | None = None
    deleted: int | None = None


COMMON: Mapping[Reason, float] = {
    # Costs of slips where several would explain the list: less is likelier.
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
