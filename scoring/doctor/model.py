"""A list in which something is wrong, and its corrections as values, without sentences."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scoring.findings import Code, Finding, Severity, SheetReport
from scoring.json_format import row_to_json
from scoring.ledger import Ledger
from scoring.model import Figures, Played, Row, ScoreSheet
from scoring.rows import check_sides
from scoring.rulesets import Scoring
from scoring.sheet import Inspection


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
    ONE_SIDE_WRITTEN = "one_side_written"
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
    DOUBLING_ROUND = "doubling_round"


Content = Any
"""A figure, a kind, a seat, a mark or a whole `Row`; None for nothing."""


@dataclass(frozen=True, slots=True)
class Change:
    """A new value for one cell of the list.

    `row` counts from 1; None is the foot of the list, whose totals are its last running totals.
    `seat` is the column of a figure. Inserting a row makes it row number `row`, and moves the rows
    from there on down by one, with their numbers, their penalties and a time limit behind one of
    them, unless the numbers on paper leave the gap already. Inserted just behind the time limit, a
    game that was not forced was itself the last in time. Deleting a row is the reverse; where that
    leaves an error, penalties and time limit stay although the numbers move, or the other way
    round.
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
    Reason.DOUBLING_ROUND: 0.5,
    Reason.ROW_LEFT_OUT: 1.5,
    Reason.FIGURE_MISREAD: 2.0,
    Reason.RUNNING_TOTALS_TELL: 3.0,
}


PENALTY_CODES = {Code.PENALTY_AMOUNT, Code.PENALTY_NONZERO_SUM}


class Case:
    """A list in which something is wrong, with its analysis."""

    def __init__(self, sheet: ScoreSheet, report: SheetReport, inspection: Inspection) -> None:
        self.sheet = sheet
        self.ledger = Ledger(sheet)
        self.patterns, _duties, self.course, self.sitting = inspection
        self.errors: list[Finding] = [
            found for found in report.findings if found.severity is Severity.ERROR
        ]
        self.codes: set[Code] = {found.code for found in self.errors}

    @property
    def winners_only(self) -> bool:
        """Whether each side has its own points, and nobody loses any."""
        return self.sheet.rules.scoring is Scoring.WINNERS_ONLY

    @property
    def numbered_rows(self) -> list[tuple[int, Row]]:
        """The rows with their numbers, which are their positions."""
        return list(enumerate(self.sheet.rows, start=1))

    def rows_found(self, *codes: Code) -> list[int]:
        """Return the rows with an error, or with one of these codes; not for penalty errors."""
        rows = {
            found.row
            for found in self.errors
            if found.row is not None
            and (found.code in codes if codes else found.code not in PENALTY_CODES)
        }
        return sorted(number for number in rows if 1 <= number <= len(self.sheet.rows))

    def fits_sides(self, number: int, row: Row) -> bool:
        """Whether a row in this place can have been played where only winners score."""
        return check_sides(number, row, self.sitting[number - 1], self.sheet.rules) is None

    def with_row(self, number: int, **contents: Any) -> ScoreSheet:
        """Return the list with one row replaced."""
        return replaced(self.sheet, number, **contents)


def replaced(sheet: ScoreSheet, number: int, **contents: Any) -> ScoreSheet:
    """Return the list with one row replaced."""
    rows = list(sheet.rows)
    rows[number - 1] = replace(rows[number - 1], **contents)
    return replace(sheet, rows=tuple(rows))


_WORDS: tuple[tuple[Field, Callable[[Row], Content]], ...] = (
    # The fields of a row besides its figures.
    (Field.KIND, lambda row: row.kind.value),
    (Field.SOLOIST, lambda row: row.soloist),
    (Field.DEALER, lambda row: row.dealer),
    (Field.FORCED, lambda row: row.forced),
)


def changes(sheet: ScoreSheet, repair: Repair) -> tuple[Change, ...]:
    """Return every cell in which the mended list differs, a whole row first, then by row."""
    written, mended = list(sheet.rows), list(repair.mended.rows)
    found: list[Change] = []
    if repair.inserted is not None:
        row = mended.pop(repair.inserted - 1)
        found.append(Change(repair.inserted, Field.INSERT_ROW, None, None, row))
    if repair.deleted is not None:
        row = written.pop(repair.deleted - 1)
        found.append(Change(repair.deleted, Field.DELETE_ROW, None, row, None))
    for place, (before, after) in enumerate(zip(written, mended, strict=True), start=1):
        if before is after:
            continue
        number = place + (repair.inserted is not None and place >= repair.inserted)
        found += _figures(number, Field.POINTS, before.points, after.points)
        for field, content in _WORDS:
            if content(before) != content(after):
                found.append(Change(number, field, None, content(before), content(after)))
        found += _figures(number, Field.CUMULATIVE, before.cumulative, after.cumulative)
    return (*found, *_figures(None, Field.CUMULATIVE, sheet.totals, repair.mended.totals))


def _figures(
    number: int | None, field: Field, before: Figures | None, after: Figures | None
) -> Iterator[Change]:
    for seat, (old, new) in enumerate(zip(before or (), after or (), strict=True), start=1):
        if differ(old, new):
            yield Change(number, field, seat, old, new)


def differ(old: Content, new: Content) -> bool:
    """Whether two figures, or rows of them, are written differently: 2.0 is no 2, true no 1."""
    return repr(old) != repr(new)


def turned(size: int) -> int:
    """Return the number with its digits transposed."""
    return int(str(size)[::-1])


def proposal_to_json(proposal: Proposal) -> dict[str, Any]:
    """Return a proposal as JSON values: its row, its changes and the code of its reason."""
    return {
        "row": proposal.row,
        "changes": [
            {
                "row": change.row,
                "field": change.field.value,
                "seat": change.seat,
                "from": _content_to_json(change.before),
                "to": _content_to_json(change.after),
            }
            for change in proposal.changes
        ],
        "reason": proposal.reason.value,
    }


def _content_to_json(content: Content) -> Any:
    if isinstance(content, Row):
        return row_to_json(content)
    return content.value if isinstance(content, Played) else content
