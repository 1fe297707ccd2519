"""A game that was played and not written down."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.deal import next_game
from scoring.doctor.case import Case
from scoring.doctor.model import COMMON, Reason, Repair
from scoring.findings import Code
from scoring.model import FIVE_TABLE, Figures, Row, RowKind, ScoreSheet
from scoring.pattern import Shape, is_whole, pattern_of

_KINDS = (
    # The likelier first; a wedding is written like a normal game.
    (RowKind.COMPULSORY_SOLO, 0.0),
    (RowKind.VOLUNTARY_SOLO, 0.1),
    (RowKind.SILENT_WEDDING, 0.2),
    (RowKind.WEDDING_UNCLARIFIED, 0.3),
)


def row_left_out(case: Case) -> Iterator[Repair]:
    """The list with one more row, where the running totals or the totals tell its points."""
    sheet = case.sheet
    if len(sheet.rows) + sheet.struck_games != sheet.planned_games - 1:
        return
    for number in _places(case):
        told = _told(case, number)
        if told is None:
            continue
        for limit in _limits(sheet, number):
            start = replace(sheet, rows=sheet.rows[: number - 1], time_limit_after_row=limit)
            for row, unlikely in _rows(case, start, number, told):
                mended = _inserted(sheet, number, row, limit)
                cost = COMMON[Reason.ROW_LEFT_OUT] + unlikely
                yield Repair(Reason.ROW_LEFT_OUT, cost, mended, inserted=number)


def _places(case: Case) -> Sequence[int]:
    """Where a row may be missing: where something jumps, else anywhere, and at the end."""
    after_last = len(case.sheet.rows) + 1
    located = case.rows_found(
        Code.WRONG_CUMULATIVE,
        Code.WRONG_DEALER,
        Code.ROW_NUMBER,
        Code.FORCED_WRONG_PLAYER,
        Code.FORCED_FLAG,
    )
    return [*located, after_last] if located else range(after_last, 0, -1)


def _told(case: Case, number: int) -> Figures | None:
    """What the missing row brought each seat: by the running totals around it, or the totals."""
    ledger, rows = case.ledger, case.sheet.rows
    before = ledger.after(number - 1)
    if number > len(rows):
        told = ledger.between(before, case.sheet.totals or (None,) * len(before), None)
    else:
        both = ledger.told(number)
        told = tuple(
            None if gained is None else gained - (figure if is_whole(figure) else 0)
            for gained, figure in zip(both, rows[number - 1].points, strict=True)
        )
    return told if None not in told else _told_by_totals(case)


def _told_by_totals(case: Case) -> Figures | None:
    added = case.ledger.sums()[-1]
    totals = case.sheet.totals or (None,) * len(added)
    told = case.ledger.between(added, totals, None)
    return None if None in told else told


def _limits(sheet: ScoreSheet, number: int) -> Sequence[int | None]:
    """The last row in time, as written or counted with the new row."""
    limit = sheet.time_limit_after_row
    return (None,) if limit is None else (limit, limit + 1)


def _rows(case: Case, start: ScoreSheet, number: int, told: Figures) -> Iterator[tuple[Row, float]]:
    coming = next_game(start)
    if coming is None:
        return
    sitting = coming.dealer if case.sheet.table_size == FIVE_TABLE else None
    points = tuple(None if seat == sitting else told[seat - 1] for seat in range(1, len(told) + 1))
    pattern = pattern_of(points)
    cumulative = _running(case, number, told)

    def row(kind: RowKind, soloist: int | None) -> Row:
        forced = coming.is_forced and kind is RowKind.COMPULSORY_SOLO
        return Row(number, kind, points, coming.dealer, soloist, forced, cumulative)

    if pattern.shape is Shape.ALONE:
        for kind, unlikely in _KINDS:
            yield row(kind, pattern.alone), unlikely
    if pattern.shape is Shape.ZERO:
        for seat in sorted(case.seats_found(Code.MISSING_COMPULSORY_SOLO)):
            yield row(RowKind.COMPULSORY_SOLO, seat), 0
    if pattern.shape in (Shape.TEAM, Shape.ZERO):
        yield row(RowKind.NORMAL, None), 0


def _running(case: Case, number: int, told: Figures) -> Figures | None:
    """The running totals after the new row, where there are any."""
    before = case.ledger.after(number - 1)
    if None in before or not any(row.cumulative for row in case.sheet.rows):
        return None
    return tuple(
        old + gained if is_whole(old) and is_whole(gained) else None
        for old, gained in zip(before, told, strict=True)
    )


def _inserted(sheet: ScoreSheet, number: int, row: Row, limit: int | None) -> ScoreSheet:
    """The list with the row in its place; what comes after it counts one more.

    Where the numbers on paper leave the gap already, penalties name the right rows as well.
    """
    following = sheet.rows[number - 1 :]
    gap = bool(following) and following[0].no == number + 1
    rows = (*sheet.rows[: number - 1], row, *following)
    penalties = tuple(
        penalty
        if gap or penalty.row is None or penalty.row < number
        else replace(penalty, row=penalty.row + 1)
        for penalty in sheet.penalties
    )
    return replace(
        sheet,
        rows=tuple(replace(each, no=place) for place, each in enumerate(rows, start=1)),
        penalties=penalties,
        time_limit_after_row=limit,
    )
