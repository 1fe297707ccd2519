"""Check of a whole score sheet, row by row: everything wrong with it, and its totals."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.course import Course, follow_course
from scoring.doubling import doubling_findings
from scoring.duties import Duties, names_soloist, read_duties
from scoring.findings import Code, Finding, Severity, SheetReport, error, in_list_order
from scoring.habits import LACKS, read_habit
from scoring.ledger import Columns, Ledger, exchanged, penalties_by_row, recomputed_totals
from scoring.model import Penalty, RowKind, ScoreSheet
from scoring.pattern import Pattern, Shape, pattern_of, possible_soloists
from scoring.penalties import RULES, check_penalty, initials_finding, replaces_points
from scoring.row_slips import (
    figures_agree,
    rows_left_out,
    rows_to_reread,
    rows_twice,
    shows_place,
)
from scoring.rows import check_row, check_sides, first_not_whole, has_row_error
from scoring.rulesets import Scoring
from scoring.terms import dealer_sits_out

__all__ = [
    "Inspection",
    "SheetReport",
    "check",
    "check_and_inspect",
    "check_as_written",
    "has_no_error",
    "inspect",
]


class Inspection(NamedTuple):
    """The raw reading of a list, before anything is judged.

    Shape and value of each row, the compulsory solos, the course of the round, and for each row the
    dealer without cards at a five-table, None at a four-table.
    """

    patterns: Sequence[Pattern]
    duties: Duties
    course: Course
    sitting: Sequence[int | None]


def inspect(sheet: ScoreSheet) -> Inspection:
    """Read a list row by row."""
    patterns = [pattern_of(row.points) for row in sheet.rows]
    read = _inspected(sheet, patterns)
    number = read.course.departure
    if number is not None and sheet.rows[number - 1].dealer is None:
        # Only the figures imply a wrong dealer. If the running totals show the right one, the
        # figure in his column is that of the player whose seat is empty.
        row, dealer = sheet.rows[number - 1], read.course.dealers[number - 1]
        empty, told = row.only_empty_seat, Ledger(sheet).implied(number)
        points = tuple(0 if seat == empty else each for seat, each in enumerate(row.points, 1))
        if empty is not None and any(told) and exchanged(points, empty, dealer) == told:
            noted = replace(row, dealer=dealer)
            sheet = replace(sheet, rows=(*sheet.rows[: number - 1], noted, *sheet.rows[number:]))
            read = _inspected(sheet, patterns)
    slipped = [
        seat is not None and row.points[seat - 1] is not None
        for row, seat in zip(sheet.rows, read.sitting, strict=True)
    ]
    if not any(slipped):
        return read
    # With a figure for the sitting dealer, the four figures are not those of the players.
    unreadable = Pattern(Shape.UNREADABLE)
    pairs = zip(patterns, slipped, strict=True)
    return _inspected(sheet, [unreadable if slip else pattern for pattern, slip in pairs])


def _inspected(sheet: ScoreSheet, patterns: Sequence[Pattern]) -> Inspection:
    duties = read_duties(sheet, patterns)
    course = follow_course(sheet, duties)
    sitting: list[int | None] = [None] * len(sheet.rows)
    for place, row in enumerate(sheet.rows if dealer_sits_out(sheet.table_size) else ()):
        # The dealer written, if his seat is empty. If another one is, either the dealer is wrong,
        # which the rotation shows, or the figures are in the wrong columns.
        empty, written, expected = row.only_empty_seat, row.dealer_named, course.dealers[place]
        if written is None or not 1 <= written <= len(row.points):
            sitting[place] = empty or expected
        elif empty is not None and (empty == expected or course.departure == place + 1):
            sitting[place] = empty
        else:
            sitting[place] = written
    return Inspection(patterns, duties, course, sitting)


def check(sheet: ScoreSheet) -> SheetReport:
    """Check a score sheet against the rules: one mistake, one finding, at its row.

    Every tuple of figures has one entry per seat; any other content is reported, not raised.
    """
    report, inspection = check_and_inspect(sheet)
    errors = [found for found in report.findings if found.severity is Severity.ERROR]
    if not errors:
        return report
    habit = read_habit(sheet, inspection.sitting)
    if habit is not None:
        mended_report = report if habit.mended is None else check_as_written(habit.mended)
        rest = [found for found in mended_report.findings if found.code not in LACKS]
        return SheetReport((*rest, error(habit.code)), report.totals)
    single = _game_too_many(sheet, errors)
    if single is None and len(errors) > 1:
        single = _game_left_out(sheet, errors) or _unmarked_solo(sheet)
    if single is None:
        # Rows that alone explain the figures below. There are none if these agree among themselves
        # and yet no single game explains them.
        mended = rows_to_reread(sheet, errors)
        doubtful = [number for number, meant in mended if has_no_error(meant)]
        if not doubtful and not (len(errors) == 1 and figures_agree(sheet)):
            return report
        params = {**errors[0].params, "rows": tuple(sorted(doubtful))}
        single = replace(errors[0], params=params)
    others = (found for found in report.findings if found not in errors)
    return SheetReport(in_list_order((*others, single)), report.totals)


def _game_too_many(sheet: ScoreSheet, errors: Sequence[Finding]) -> Finding | None:
    """Return the one mistake, if the list is right except for a row written twice.

    It makes a game too many and puts dealers, numbers, compulsory and forced solos out of step.
    Where it does not, the number of struck games, if any, is as likely the mistake, and a list that
    continues rightly after two equal rows says nothing against them.
    """
    if sheet.struck_games and len(errors) == 1:
        return None
    for twice in rows_twice(sheet, errors):
        told = twice.only or len(errors) > 1 or errors[0].row == twice.number
        if told and has_no_error(twice.mended):
            return error(Code.ROW_TWICE, twice.number)
    return None


def _game_left_out(sheet: ScoreSheet, errors: Sequence[Finding]) -> Finding | None:
    """Return the one mistake, if all errors come from a game that was not written down.

    It puts dealers, running totals, numbers and forced solos out of step, down to the end. If
    several places are possible, the finding has no row.
    """
    rows = len(sheet.rows)
    places = (
        missing.number
        for missing in rows_left_out(sheet, errors, points_unknown=True)
        if missing.number <= rows and has_no_error(missing.mended)
    )
    first = next(places, None)
    if first is None:
        return None
    told = shows_place(errors) or all(place == first for place in places)
    numbers = {"games": sheet.planned_games, "rows": rows, "struck": sheet.struck_games}
    return error(Code.TOO_FEW_GAMES, first if told else None, reason="row_left_out", **numbers)


def _unmarked_solo(sheet: ScoreSheet) -> Finding | None:
    """Return the one mistake, if all errors come from a compulsory solo written as normal.

    Only one worth nothing can look like that; it puts dealers and forced solos out of step.
    """
    if len(sheet.rows) + sheet.struck_games != sheet.planned_games:
        return None
    solos = (row.soloist for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO)
    lacking = set(range(1, sheet.table_size + 1)).difference(solos)
    patterns = [pattern_of(row.points) for row in sheet.rows]
    # A contradictory row stays wrong, whatever another one is.
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
            if has_no_error(replace(sheet, rows=rows)):
                return error(Code.MISSING_COMPULSORY_SOLO, number, seat, reason="unmarked")
    return None


def check_as_written(sheet: ScoreSheet) -> SheetReport:
    """Check a list row by row, without considering missing rows."""
    return check_and_inspect(sheet)[0]


def check_and_inspect(sheet: ScoreSheet) -> tuple[SheetReport, Inspection]:
    """Check a list as `check_as_written`, and return how it was read as well."""
    inspection = inspect(sheet)
    patterns, duties, course, sitting = inspection
    by_row = dict(_row_findings(sheet, patterns, sitting))
    by_row |= dict(doubling_findings(sheet, {row for row in by_row if has_row_error(by_row[row])}))
    penalties = [
        found
        for penalty in sheet.penalties
        for found in (
            _penalty_finding(sheet, penalty, inspection, by_row),
            initials_finding(penalty, sheet.rules),
        )
        if found is not None
    ]
    wrong = [found for found in penalties if found.severity is Severity.ERROR]
    in_doubt = {number for number, found in by_row.items() if has_row_error(found)}
    in_doubt |= {len(sheet.rows) if found.row is None else found.row for found in wrong}
    findings = [
        *_number_findings(sheet),
        *by_row.values(),
        *duties.findings,
        *course.findings,
        *penalties,
        *_column_findings(sheet, course.incomplete, in_doubt),
    ]
    totals = recomputed_totals(sheet, sitting)
    return SheetReport(in_list_order(findings), totals, course.dealers), inspection


def has_no_error(sheet: ScoreSheet) -> bool:
    """Whether `check_as_written` finds no error; asks first what takes least time."""
    if any(_number_findings(sheet)):
        return False
    if not dealer_sits_out(sheet.table_size):  # else only the course shows who plays
        patterns = [pattern_of(row.points) for row in sheet.rows]
        found_by_row = _row_findings(sheet, patterns, [None] * len(sheet.rows))
        if any(has_row_error(found) for _number, found in found_by_row):
            return False
        if read_duties(sheet, patterns).findings:
            return False
    return check_as_written(sheet).ok


def _number_findings(sheet: ScoreSheet) -> Iterator[Finding]:
    """Yield every row whose number neither follows nor fits its position."""
    previous = 0
    for place, row in enumerate(sheet.rows, start=1):
        if row.no not in (place, previous + 1):
            right = previous + 1
            yield error(Code.ROW_NUMBER, place, number=row.no, right_number=right)
        previous = row.no


def _row_findings(
    sheet: ScoreSheet, patterns: Sequence[Pattern], sitting: Sequence[int | None]
) -> Iterator[tuple[int, Finding]]:
    """Yield the number of each row that has a finding of its own, and the finding."""
    booked = penalties_by_row(sheet)
    rows = zip(sheet.rows, patterns, sitting, strict=True)
    for number, (row, pattern, seat) in enumerate(rows, start=1):
        if sheet.rules.scoring is Scoring.WINNERS_ONLY:
            found = check_sides(number, row, seat, sheet.rules)
        else:
            unscored = replaces_points(booked.get(number, ()))
            found = check_row(number, row, pattern, seat, sheet.rules, unscored)
        if found is not None:
            yield number, found


def _penalty_finding(
    sheet: ScoreSheet, penalty: Penalty, inspection: Inspection, by_row: Mapping[int, Finding]
) -> Finding | None:
    number = _booked_in(sheet, penalty)
    size, rules = sheet.table_size, sheet.rules
    anyone = tuple(range(1, size + 1))
    if number is None:
        seat, rule = penalty.offender, penalty.rule
        nowhere = error(Code.PENALTY_AMOUNT, penalty.row, seat, rule=rule, reason="unknown_row")
        return check_penalty(penalty, size, anyone, anyone, rules=rules) or nowhere
    row, pattern = sheet.rows[number - 1], inspection.patterns[number - 1]
    dealer = inspection.sitting[number - 1]
    soloists = possible_soloists(row, pattern)
    dealers: tuple[int, ...] = () if dealer is None else (dealer,)
    # A game broken off after time was up is not repeated (8.5.3): its penalty is in the next row,
    # or in the last, with another dealer and soloist.
    limit, catalogued = sheet.time_limit_after_row, RULES.get(penalty.rule)
    is_late = limit is not None and (number > limit or number == len(sheet.rows))
    if is_late and catalogued and catalogued.breaks_off:
        soloists, dealers = (*soloists, penalty.offender), anyone
    # A row in doubt, or another solo of its player, is no evidence against a penalty: one mistake,
    # one finding.
    clear = penalty.row is not None and not has_row_error(by_row.get(number))
    solos_in_doubt = {found.seat for found in inspection.duties.findings}
    return check_penalty(
        penalty,
        size,
        soloists,
        dealers,
        announced_solo=clear and row.kind.is_announced_solo and row.soloist not in solos_in_doubt,
        game_points=clear and pattern.value > 0,
        rules=rules,
    )


def _booked_in(sheet: ScoreSheet, penalty: Penalty) -> int | None:
    """Return the row of a penalty, the last when it names none; None if there is no such row."""
    number = len(sheet.rows) if penalty.row is None else penalty.row
    return number if 1 <= number <= len(sheet.rows) else None


def _column_findings(
    sheet: ScoreSheet, incomplete: bool, in_doubt: Collection[int]
) -> Iterator[Finding]:
    """Yield findings on running totals and totals, ignoring rows in doubt."""
    broken = first_not_whole(sheet.totals, "totals", None)
    if broken is not None:
        yield broken
    if any(_booked_in(sheet, penalty) is None for penalty in sheet.penalties):
        return
    columns = Columns(sheet)
    for number, row in enumerate(sheet.rows, start=1):
        found = columns.follow(number, row, number in in_doubt)
        if found is not None:
            yield found
    if sheet.totals is not None and broken is None:
        wrong = columns.compare_totals(sheet.totals, incomplete)
        if wrong is not None:
            yield wrong
