"""Check of a whole score sheet, row by row: everything wrong with it, and its totals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.columns import exchanged
from scoring.course import follow_course
from scoring.duties import Duties, names_soloist, read_duties
from scoring.findings import Code, Finding, Severity, SheetReport, error, in_list_order
from scoring.ledger import Ledger
from scoring.missing_row import rows_left_out, shows_place
from scoring.model import Penalty, Row, RowKind, ScoreSheet
from scoring.one_row_off import figures_agree, rows_to_reread
from scoring.pattern import Pattern, Shape, pattern_of, possible_soloists
from scoring.penalties import RULES, check_penalty, initials_finding, replaces_points
from scoring.row_twice import rows_twice
from scoring.rows import check_row, first_not_whole, has_row_error
from scoring.rulesets import Scoring
from scoring.running import Columns, penalties_by_row, recomputed_totals
from scoring.sides import check_sides
from scoring.terms import dealer_sits_out
from scoring.walk import Course

__all__ = ["Inspection", "SheetReport", "check", "check_as_written", "inspect"]


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
    if _sat_out_by_totals(sheet, read.course):
        number = read.course.departure or 0
        noted = replace(sheet.rows[number - 1], dealer=read.course.dealers[number - 1])
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


def _sat_out_by_totals(sheet: ScoreSheet, course: Course) -> bool:
    """Whether only the figures imply a wrong dealer, and the running totals show the right one.

    Then the figure in the right dealer's column is that of the player whose seat is empty.
    """
    number = course.departure
    if number is None or sheet.rows[number - 1].dealer is not None:
        return False
    row, told = sheet.rows[number - 1], Ledger(sheet).implied(number)
    empty, dealer = row.only_empty_seat, course.dealers[number - 1]
    points = tuple(0 if seat == empty else each for seat, each in enumerate(row.points, start=1))
    return empty is not None and any(told) and exchanged(points, empty, dealer) == told


def _inspected(sheet: ScoreSheet, patterns: Sequence[Pattern]) -> Inspection:
    duties = read_duties(sheet, patterns)
    course = follow_course(sheet, duties)
    sitting = [
        _sitting_seat(number, row, course) if dealer_sits_out(sheet.table_size) else None
        for number, row in enumerate(sheet.rows, start=1)
    ]
    return Inspection(patterns, duties, course, sitting)


def check(sheet: ScoreSheet) -> SheetReport:
    """Check a score sheet against the rules: one mistake, one finding, at its row.

    Every tuple of figures has one entry per seat; any other content is reported, not raised.
    """
    report = check_as_written(sheet)
    errors = [found for found in report.findings if found.severity is Severity.ERROR]
    single = _row_twice(sheet, errors)
    if single is None and len(errors) > 1:
        single = _row_left_out(sheet, errors) or _unmarked_solo(sheet)
    if single is None and errors:
        single = _one_row_off(sheet, errors)
    if single is None:
        return report
    others = (found for found in report.findings if found not in errors)
    return SheetReport(in_list_order((*others, single)), report.totals)


def _row_twice(sheet: ScoreSheet, errors: Sequence[Finding]) -> Finding | None:
    """Return the one mistake, if the list is right except for a row written twice.

    It makes a game too many and puts dealers, numbers, compulsory and forced solos out of step.
    Where it does not, the number of struck games, if any, is as likely the mistake, and a list that
    continues rightly after two equal rows says nothing against them.
    """
    if not errors or (sheet.struck_games and len(errors) == 1):
        return None
    for twice in rows_twice(sheet, errors):
        told = twice.only or len(errors) > 1 or errors[0].row == twice.number
        if told and check_as_written(twice.mended).ok:
            return error(Code.ROW_TWICE, twice.number)
    return None


def _row_left_out(sheet: ScoreSheet, errors: Sequence[Finding]) -> Finding | None:
    """Return the one mistake, if all errors come from a game that was not written down.

    It puts dealers, running totals, numbers and forced solos out of step, down to the end. If
    several places are possible, the finding has no row.
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


def _one_row_off(sheet: ScoreSheet, errors: Sequence[Finding]) -> Finding | None:
    """Return the one mistake with the rows it may lie in, if the figures below are right.

    There is no such row if the figures agree among themselves and yet no single game explains them.
    """
    rows = tuple(
        number for number, mended in rows_to_reread(sheet, errors) if check_as_written(mended).ok
    )
    if not rows and not (len(errors) == 1 and figures_agree(sheet)):
        return None
    return replace(errors[0], params={**errors[0].params, "rows": tuple(sorted(rows))})


def _unmarked_solo(sheet: ScoreSheet) -> Finding | None:
    """Return the one mistake, if all errors come from a compulsory solo written as normal.

    Only one worth nothing can look like that; it puts dealers and forced solos out of step.
    """
    if len(sheet.rows) + sheet.struck_games != sheet.planned_games:
        return None
    lacking = _seats_without_solo(sheet)
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
            if check_as_written(replace(sheet, rows=rows)).ok:
                return error(Code.MISSING_COMPULSORY_SOLO, number, seat, reason="unmarked")
    return None


def _seats_without_solo(sheet: ScoreSheet) -> set[int]:
    """Return the seats without a row for their compulsory solo."""
    solos = (row.soloist for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO)
    return set(range(1, sheet.table_size + 1)).difference(solos)


def check_as_written(sheet: ScoreSheet) -> SheetReport:
    """Check a list row by row, without considering missing rows."""
    inspection = inspect(sheet)
    patterns, duties, course, sitting = inspection
    booked = penalties_by_row(sheet)
    by_row = {}
    for number, (row, pattern, seat) in enumerate(
        zip(sheet.rows, patterns, sitting, strict=True), start=1
    ):
        if sheet.rules.scoring is Scoring.WINNERS_ONLY:
            found = check_sides(number, row, seat, sheet.rules)
        else:
            unscored = replaces_points(booked.get(number, ()))
            found = check_row(number, row, pattern, seat, sheet.rules, unscored)
        if found is not None:
            by_row[number] = found
    penalties = list(_penalty_findings(sheet, inspection, by_row))
    findings = [
        *_row_numbers(sheet.rows),
        *by_row.values(),
        *duties.findings,
        *course.findings,
        *penalties,
        *_column_findings(sheet, course, by_row, penalties),
    ]
    totals = recomputed_totals(sheet, sitting)
    return SheetReport(in_list_order(findings), totals, course.dealers)


def _sitting_seat(number: int, row: Row, course: Course) -> int:
    """Return the dealer without cards at a five-table: the one written, if his seat is empty.

    If another seat is empty, either the dealer is wrong, which the rotation shows, or the figures
    are in the wrong columns.
    """
    empty, written, expected = row.only_empty_seat, row.dealer_named, course.dealers[number - 1]
    if written is None or not 1 <= written <= len(row.points):
        return empty or expected
    if empty is not None and (empty == expected or course.departure == number):
        return empty
    return written


def _row_numbers(rows: Sequence[Row]) -> Iterator[Finding]:
    """Yield the numbers that neither follow the row before nor fit their position."""
    previous = 0
    for place, row in enumerate(rows, start=1):
        if row.no not in (place, previous + 1):
            yield error(Code.ROW_NUMBER, place, number=row.no, right_number=previous + 1)
        previous = row.no


def _penalty_findings(
    sheet: ScoreSheet, inspection: Inspection, by_row: Mapping[int, Finding]
) -> Iterator[Finding]:
    for penalty in sheet.penalties:
        found = _penalty_finding(sheet, penalty, inspection, by_row)
        if found is not None:
            yield found
        unsigned = initials_finding(penalty, sheet.rules)
        if unsigned is not None:
            yield unsigned


def _penalty_finding(
    sheet: ScoreSheet, penalty: Penalty, inspection: Inspection, by_row: Mapping[int, Finding]
) -> Finding | None:
    number = _booked_in(sheet, penalty)
    row, seat, rule = penalty.row, penalty.offender, penalty.rule
    if number is None:
        anyone = range(1, sheet.table_size + 1)
        nowhere = error(Code.PENALTY_AMOUNT, row, seat, rule=rule, reason="unknown_row")
        size, rules = sheet.table_size, sheet.rules
        return check_penalty(penalty, size, anyone, anyone, rules=rules) or nowhere
    pattern, dealer = inspection.patterns[number - 1], inspection.sitting[number - 1]
    soloists, dealers = _possible_players(sheet, penalty, number, pattern, dealer)
    # A row in doubt is no evidence against a penalty: one mistake, one finding.
    clear = row is not None and not has_row_error(by_row.get(number))
    return check_penalty(
        penalty,
        sheet.table_size,
        soloists,
        dealers,
        announced_solo=clear and _is_announced_solo(sheet.rows[number - 1], inspection.duties),
        game_points=clear and pattern.value > 0,
        rules=sheet.rules,
    )


def _is_announced_solo(row: Row, duties: Duties) -> bool:
    """Whether it is an announced solo, and no other solo of its player casts doubt on that."""
    in_doubt = {found.seat for found in duties.findings}
    return row.kind.is_announced_solo and row.soloist not in in_doubt


def _booked_in(sheet: ScoreSheet, penalty: Penalty) -> int | None:
    """Return the row of a penalty, the last when it names none; None if there is no such row."""
    number = len(sheet.rows) if penalty.row is None else penalty.row
    return number if 1 <= number <= len(sheet.rows) else None


def _possible_players(
    sheet: ScoreSheet, penalty: Penalty, number: int, pattern: Pattern, dealer: int | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the possible soloists and sitting dealers in the game of a penalty.

    A game broken off after time was up is not repeated (8.5.3): its penalty is in the next row, or
    in the last, with another dealer and soloist.
    """
    soloists = possible_soloists(sheet.rows[number - 1], pattern)
    dealers = () if dealer is None else (dealer,)
    limit = sheet.time_limit_after_row
    rule = RULES.get(penalty.rule)
    if (
        rule
        and rule.breaks_off
        and limit is not None
        and (number > limit or number == len(sheet.rows))
    ):
        return (*soloists, penalty.offender), tuple(range(1, sheet.table_size + 1))
    return soloists, dealers


def _column_findings(
    sheet: ScoreSheet,
    course: Course,
    by_row: Mapping[int, Finding],
    penalties: Sequence[Finding],
) -> Iterator[Finding]:
    """Yield findings on running totals and totals, ignoring rows and penalties in doubt."""
    broken = first_not_whole(sheet.totals, "totals", None)
    if broken is not None:
        yield broken
    if any(_booked_in(sheet, penalty) is None for penalty in sheet.penalties):
        return
    wrong_penalties = [found for found in penalties if found.severity is Severity.ERROR]
    doubted = {len(sheet.rows) if found.row is None else found.row for found in wrong_penalties}
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
