"""A whole score sheet, row by row -> everything that is wrong with it, and its totals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.course import Course, dealer_written, follow_course, only_empty_seat
from scoring.duties import Duties, names_soloist, read_duties
from scoring.findings import Code, Finding, Severity, SheetReport, error, in_list_order
from scoring.missing_row import rows_left_out, shows_place
from scoring.model import FIVE_TABLE, Penalty, Row, RowKind, ScoreSheet
from scoring.pattern import Pattern, Shape, pattern_of, possible_soloists
from scoring.penalties import check_penalty
from scoring.rows import check_row, first_not_whole, has_row_error
from scoring.running import Columns, recomputed_totals

__all__ = ["Inspection", "SheetReport", "check", "check_as_written", "inspect"]


class Inspection(NamedTuple):
    """What the rows of a list show, before anything is judged.

    Shape and value of each row, whose compulsory solos they are, the course of the round, and for
    each row the dealer without cards at a five-table, None at a four-table.
    """

    patterns: Sequence[Pattern]
    duties: Duties
    course: Course
    sitting: Sequence[int | None]


def inspect(sheet: ScoreSheet) -> Inspection:
    """Read a list row by row."""
    patterns = [pattern_of(row.points) for row in sheet.rows]
    duties = read_duties(sheet, patterns)
    course = follow_course(sheet, duties)
    sitting = [
        _sitting_seat(number, row, course) if sheet.table_size == FIVE_TABLE else None
        for number, row in enumerate(sheet.rows, start=1)
    ]
    return Inspection(patterns, duties, course, sitting)


def check(sheet: ScoreSheet) -> SheetReport:
    """Check a score sheet against the rules: one mistake, one finding, at its row.

    Every tuple of figures has one entry per seat; anything else in them is found, not raised.
    """
    report = check_as_written(sheet)
    errors = [found for found in report.findings if found.severity is Severity.ERROR]
    if len(errors) < 2:
        return report
    single = _row_left_out(sheet, errors) or _unmarked_solo(sheet)
    if single is None:
        return report
    others = (found for found in report.findings if found not in errors)
    return SheetReport(in_list_order((*others, single)), report.totals)


def _row_left_out(sheet: ScoreSheet, errors: Sequence[Finding]) -> Finding | None:
    """Return the one mistake, if all errors come from a game that was not written down.

    It throws dealers, running totals, numbers and forced solos out of step, down to the end.
    Where several places would do, the list does not tell its row.
    """
    rows = len(sheet.rows)
    places = (
        missing.number
        for missing in rows_left_out(sheet, errors, points_unknown=True)
        if missing.number <= rows and check_as_written(missing.mended).ok
    )
    first = next(places, None)
    if first is None:
        return None
    told = shows_place(errors) or all(place == first for place in places)
    games, struck, reason = sheet.planned_games, sheet.struck_games, "row_left_out"
    return error(
        Code.TOO_FEW_GAMES,
        first if told else None,
        games=games,
        rows=rows,
        struck=struck,
        reason=reason,
    )


def _unmarked_solo(sheet: ScoreSheet) -> Finding | None:
    """Return the one mistake, if all errors come from a compulsory solo written as a normal game.

    Only one worth nothing can look like that; it throws dealers and forced solos out of step.
    """
    if len(sheet.rows) + sheet.struck_games != sheet.planned_games:
        return None
    lacking = _seats_without_solo(sheet)
    patterns = [pattern_of(row.points) for row in sheet.rows]
    # A row that contradicts itself stays wrong, whatever another one is.
    in_doubt = {
        number
        for number, (row, pattern) in enumerate(zip(sheet.rows, patterns, strict=True), start=1)
        if not names_soloist(row, pattern)
    }
    if len(lacking) != 1 or len(in_doubt) > 1:
        return None
    (seat,) = lacking
    for number, row in enumerate(sheet.rows, start=1):
        is_worthless = patterns[number - 1].shape is Shape.ZERO and not row.kind.is_alone
        if not is_worthless or in_doubt - {number}:
            continue
        for forced in (row.forced, not row.forced):
            solo = replace(row, kind=RowKind.COMPULSORY_SOLO, soloist=seat, forced=forced)
            rows = (*sheet.rows[: number - 1], solo, *sheet.rows[number:])
            if check_as_written(replace(sheet, rows=rows)).ok:
                return error(Code.MISSING_COMPULSORY_SOLO, number, seat, reason="unmarked")
    return None


def _seats_without_solo(sheet: ScoreSheet) -> set[int]:
    """Return the seats of whom no row says that it was their compulsory solo."""
    solos = (row.soloist for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO)
    return set(range(1, sheet.table_size + 1)).difference(solos)


def check_as_written(sheet: ScoreSheet) -> SheetReport:
    """Check a list row by row, without asking whether a row was left out."""
    patterns, duties, course, sitting = inspect(sheet)
    by_row = {
        number: found
        for number, (row, pattern, seat) in enumerate(
            zip(sheet.rows, patterns, sitting, strict=True), start=1
        )
        if (found := check_row(number, row, pattern, seat)) is not None
    }
    penalties = list(_penalty_findings(sheet, patterns, sitting))
    findings = [
        *_row_numbers(sheet.rows),
        *by_row.values(),
        *duties.findings,
        *course.findings,
        *penalties,
        *_column_findings(sheet, course, by_row, penalties),
    ]
    return SheetReport(in_list_order(findings), recomputed_totals(sheet, sitting))


def _sitting_seat(number: int, row: Row, course: Course) -> int:
    """The dealer without cards at a five-table: the one written down, if his seat is empty.

    Where another seat is empty instead, either the dealer is wrong, which the rotation tells,
    or the figures are in the wrong columns.
    """
    empty = only_empty_seat(row)
    written = dealer_written(row, FIVE_TABLE)
    expected = course.dealers[number - 1]
    if written is None or not 1 <= written <= FIVE_TABLE:
        return empty or expected
    if empty is not None and (empty == expected or course.departure == number):
        return empty
    return written


def _row_numbers(rows: Sequence[Row]) -> Iterator[Finding]:
    """The numbers that neither count on from the row before nor are right for their place."""
    previous = 0
    for place, row in enumerate(rows, start=1):
        if row.no not in (place, previous + 1):
            yield error(Code.ROW_NUMBER, place, number=row.no, right_number=previous + 1)
        previous = row.no


def _penalty_findings(
    sheet: ScoreSheet, patterns: Sequence[Pattern], sitting: Sequence[int | None]
) -> Iterator[Finding]:
    for penalty in sheet.penalties:
        number = _booked_in(sheet, penalty)
        if number is None:
            anyone = range(1, sheet.table_size + 1)
            yield check_penalty(penalty, sheet.table_size, anyone, anyone) or error(
                Code.PENALTY_AMOUNT,
                penalty.row,
                penalty.offender,
                rule=penalty.rule,
                reason="unknown_row",
            )
            continue
        pattern, dealer = patterns[number - 1], sitting[number - 1]
        soloists, dealers = _in_question(sheet, penalty, number, pattern, dealer)
        found = check_penalty(penalty, sheet.table_size, soloists, dealers)
        if found is not None:
            yield found


def _booked_in(sheet: ScoreSheet, penalty: Penalty) -> int | None:
    """The row of a penalty, the last when it names none; None when there is no such row."""
    number = len(sheet.rows) if penalty.row is None else penalty.row
    return number if 1 <= number <= len(sheet.rows) else None


def _in_question(
    sheet: ScoreSheet, penalty: Penalty, number: int, pattern: Pattern, dealer: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who may have played alone, and who may have been sitting, in the game of a penalty.

    A game broken off after time was up is not repeated (8.5.3): its penalty stands in the next
    row, or in the last, where others deal and play alone.
    """
    soloists = possible_soloists(sheet.rows[number - 1], pattern)
    dealers = () if dealer is None else (dealer,)
    limit = sheet.time_limit_after_row
    broken_off = penalty.rule in ("9.4.3", "9.4.4")
    if broken_off and limit is not None and (number > limit or number == len(sheet.rows)):
        return (*soloists, penalty.offender), tuple(range(1, FIVE_TABLE + 1))
    return soloists, dealers


def _column_findings(
    sheet: ScoreSheet,
    course: Course,
    by_row: Mapping[int, Finding],
    penalties: Sequence[Finding],
) -> Iterator[Finding]:
    """Running totals and totals; nothing is built on a row or a penalty in doubt."""
    broken = first_not_whole(sheet.totals, "totals", None)
    if broken is not None:
        yield broken
    if any(_booked_in(sheet, penalty) is None for penalty in sheet.penalties):
        return
    doubted = {len(sheet.rows) if found.row is None else found.row for found in penalties}
    columns = Columns(sheet)
    for number, row in enumerate(sheet.rows, start=1):
        in_doubt = number in doubted or has_row_error(by_row.get(number))
        found = columns.follow(number, row, in_doubt)
        if found is not None:
            yield found
    if sheet.totals is not None and broken is None:
        wrong = columns.compare_totals(sheet.totals, course.incomplete)
        if wrong is not None:
            yield wrong
