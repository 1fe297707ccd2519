"""Slips in the fields beside the figures: kind, soloist, forced mark, dealer."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.columns import exchanged
from scoring.deal import normal_games
from scoring.doctor.case import Case, replaced
from scoring.doctor.figures import MOST_ROWS, rewritten
from scoring.doctor.model import COMMON, Reason, Repair
from scoring.findings import Code
from scoring.missing_row import seats_lacking_their_solo
from scoring.model import Played, Row, RowKind
from scoring.pattern import Shape

_DUTY_CODES = {
    Code.MISSING_COMPULSORY_SOLO,
    Code.SECOND_COMPULSORY_SOLO,
    Code.VOLUNTARY_BEFORE_COMPULSORY,
    Code.FORCED_WRONG_PLAYER,
    Code.FORCED_SOLO_OMITTED,
    Code.WRONG_DEALER,
    Code.TOO_FEW_GAMES,
    Code.TOO_MANY_GAMES,
    Code.GAME_AFTER_TIME_LIMIT,
}
"""Mistakes that may be caused by the kind or the soloist of another row."""
UNLIKELY_KIND = 0.5
"""Additional cost of taking a row for a solo that nobody announced."""


def kinds_reread(case: Case) -> Iterator[Repair]:
    """Yield the list with another kind or soloist in one row, as far as its figures allow."""
    for number in _rows_in_question(case):
        row = case.sheet.rows[number - 1]
        for kind, soloist in _kinds(case, number):
            if (kind, soloist) == (row.kind, row.soloist):
                continue
            reason, cost = _reason(row, kind, soloist)
            mended = case.with_row(number, kind=kind, soloist=soloist)
            yield Repair(reason, cost, mended)
            is_forced = kind is RowKind.COMPULSORY_SOLO and number > _last_free_row(case)
            if is_forced != row.forced:
                marked = replaced(mended, number, forced=is_forced)
                yield Repair(reason, cost + COMMON[Reason.FORCED_MARK] / 10, marked)


def _rows_in_question(case: Case) -> list[int]:
    found = case.rows_found()
    if case.codes & _DUTY_CODES:
        found += [
            number
            for number, row in case.numbered_rows
            if case.patterns[number - 1].shape in (Shape.ALONE, Shape.ZERO) or row.kind.is_alone
        ]
    return list(dict.fromkeys(found))[:MOST_ROWS]


def _kinds(case: Case, number: int) -> Iterator[tuple[Played, int | None]]:
    """Yield kinds and soloists that the figures of a row allow."""
    pattern = case.patterns[number - 1]
    if pattern.shape is Shape.ALONE:
        for kind in case.sheet.rules.kinds:
            if kind.alone:
                yield kind.name, pattern.alone
    elif pattern.shape in (Shape.TEAM, Shape.ZERO):
        yield RowKind.NORMAL, None
    if pattern.shape is Shape.ZERO:
        for seat in _zero_soloists(case, number):
            yield RowKind.COMPULSORY_SOLO, seat


def _zero_soloists(case: Case, number: int) -> list[int]:
    """Return possible soloists of a row worth nothing; all seats where it names none."""
    row = case.sheet.rows[number - 1]
    if row.kind.is_alone and row.soloist is None and case.sheet.rules.duty(case.sheet.table_size):
        return list(range(1, case.sheet.table_size + 1))
    return seats_lacking_their_solo(case.errors)


def _reason(row: Row, kind: Played, soloist: int | None) -> tuple[Reason, float]:
    unlikely = kind.is_alone and not kind.is_announced_solo
    if kind is row.kind:
        reason = Reason.WRONG_SOLOIST
    elif kind is RowKind.COMPULSORY_SOLO:
        reason = Reason.COMPULSORY_NOT_MARKED
    else:
        reason = Reason.WRONG_KIND
    return reason, COMMON[reason] + (UNLIKELY_KIND if unlikely else 0)


def _last_free_row(case: Case) -> int:
    """Return the last row before the forced solos, as far as the list shows."""
    sheet, limit = case.sheet, case.sheet.time_limit_after_row
    if not case.course.deal.reserved:
        return len(sheet.rows)
    last = normal_games(sheet.planned_games, sheet.table_size, sheet.rules)
    return last if limit is None else limit


def marks_exchanged(case: Case) -> Iterator[Repair]:
    """Swap kinds where a first solo is called voluntary and a later one compulsory."""
    for found in case.errors:
        later = found.params.get("compulsory_row")
        early = found.row
        if found.code is Code.VOLUNTARY_BEFORE_COMPULSORY and early and isinstance(later, int):
            mended = case.with_row(early, kind=RowKind.COMPULSORY_SOLO)
            mended = replaced(mended, later, kind=RowKind.VOLUNTARY_SOLO)
            yield Repair(Reason.WRONG_KIND, COMMON[Reason.WRONG_KIND], mended)


def soloists_exchanged(case: Case) -> Iterator[Repair]:
    """Yield the list with a compulsory solo moved to another soloist, with its figures."""
    for number, row in case.numbered_rows:
        if row.kind is not RowKind.COMPULSORY_SOLO or row.soloist is None:
            continue
        for seat in seats_lacking_their_solo(case.errors):
            if seat == row.soloist or not 1 <= row.soloist <= len(row.points):
                continue
            points = exchanged(row.points, seat, row.soloist)
            for mended in rewritten(case, number, points, soloist=seat):
                yield Repair(Reason.PLAYERS_EXCHANGED, COMMON[Reason.PLAYERS_EXCHANGED], mended)


def forced_marks(case: Case) -> Iterator[Repair]:
    """Correct every mark for forced solos."""
    sheet = case.sheet
    for found in case.errors:
        if found.code is Code.FORCED_FLAG and found.row is not None:
            sheet = replaced(sheet, found.row, forced=bool(found.params["right_forced"]))
    if sheet is not case.sheet:
        yield Repair(Reason.FORCED_MARK, COMMON[Reason.FORCED_MARK], sheet)


def dealers_in_turn(case: Case) -> Iterator[Repair]:
    """Set the dealers by the rotation."""
    if Code.WRONG_DEALER not in case.codes:
        return
    rows = tuple(
        row if row.dealer is None else replace(row, dealer=expected)
        for row, expected in zip(case.sheet.rows, case.course.dealers, strict=True)
    )
    mended = replace(case.sheet, rows=rows)
    yield Repair(Reason.WRONG_DEALER, COMMON[Reason.WRONG_DEALER], mended)
