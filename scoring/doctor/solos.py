"""Slips in the fields beside the figures: kind, soloist, forced mark, dealer."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.deal import normal_games
from scoring.doctor.figures import MOST_ROWS, rewritten
from scoring.doctor.model import COMMON, Case, Reason, Repair, replaced
from scoring.findings import Code
from scoring.ledger import exchanged
from scoring.model import Played, RowKind
from scoring.pattern import Shape, odd_one_out
from scoring.row_slips import seats_lacking_their_solo

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
RARER_KIND = 0.1
"""Additional cost of each further kind among those with the same figures."""


def kinds_reread(case: Case) -> Iterator[Repair]:
    """Yield the list with another kind or soloist in one row, as far as its figures allow."""
    sheet, rows = case.sheet, case.rows_found()
    if case.codes & _DUTY_CODES:
        rows += [
            number
            for number, row in case.numbered_rows
            if case.patterns[number - 1].shape in (Shape.ALONE, Shape.ZERO) or row.kind.is_alone
        ]
    # The last row before the forced solos, as far as the list shows.
    last_free = len(sheet.rows)
    if case.course.deal.reserved:
        limit = sheet.time_limit_after_row
        last = normal_games(sheet.agreed_games, sheet.table_size, sheet.rules)
        last_free = last if limit is None else limit
    for number in list(dict.fromkeys(rows))[:MOST_ROWS]:
        row = sheet.rows[number - 1]
        for kind, soloist in _kinds(case, number):
            if (kind, soloist) == (row.kind, row.soloist):
                continue
            reason, is_compulsory = Reason.WRONG_KIND, kind is RowKind.COMPULSORY_SOLO
            if kind is row.kind:
                reason = Reason.WRONG_SOLOIST
            elif is_compulsory:
                reason = Reason.COMPULSORY_NOT_MARKED
            unlikely = kind.is_alone and not kind.is_announced_solo
            cost = COMMON[reason] + (UNLIKELY_KIND if unlikely else 0)
            mended = case.with_row(number, kind=kind, soloist=soloist)
            yield Repair(reason, cost, mended)
            is_forced = is_compulsory and number > last_free
            if is_forced != row.forced:
                marked = replaced(mended, number, forced=is_forced)
                yield Repair(reason, cost + COMMON[Reason.FORCED_MARK] / 10, marked)


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
        sheet, row = case.sheet, case.sheet.rows[number - 1]
        seats = seats_lacking_their_solo(case.errors)
        if row.kind.is_alone and row.soloist is None and sheet.rules.duty(sheet.table_size):
            seats = list(range(1, sheet.table_size + 1))
        for seat in seats:
            yield RowKind.COMPULSORY_SOLO, seat


def kinds_of_winners(case: Case) -> Iterator[Repair]:
    """Yield one row with another kind or another soloist, as its figures allow; not with both."""
    for number in case.rows_found():
        row = case.sheet.rows[number - 1]
        alone = odd_one_out(row.points) or row.soloist
        others = 0
        for kind in case.sheet.rules.kinds:
            soloist = alone if kind.alone else None
            is_other = kind.name != row.kind
            is_another = soloist != row.soloist
            two_slips = is_other and is_another and kind.alone and row.kind.is_alone
            if two_slips or not (is_other or is_another):
                continue
            meant = replace(row, kind=kind.name, soloist=soloist)
            if case.fits_sides(number, meant):
                reason = Reason.WRONG_KIND if is_other else Reason.WRONG_SOLOIST
                mended = case.with_row(number, kind=kind.name, soloist=soloist)
                rarer = RARER_KIND * others if is_other else 0
                yield Repair(reason, COMMON[reason] + rarer, mended)
                others += is_other


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
            for mended in rewritten(case.sheet, number, points, soloist=seat):
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
