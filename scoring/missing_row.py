"""A game that was played but not written down: its position and contents."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from scoring.deal import NextGame, next_game
from scoring.findings import Code, Finding
from scoring.ledger import Ledger
from scoring.model import Figures, Row, RowKind, ScoreSheet
from scoring.pattern import Shape, is_whole, odd_one_out, pattern_of
from scoring.rulesets import Scoring
from scoring.terms import dealer_sits_out

_SHOWS_PLACE = {Code.WRONG_CUMULATIVE, Code.WRONG_DEALER, Code.ROW_NUMBER}
_HINTS_AT_PLACE = {Code.FORCED_WRONG_PLAYER, Code.FORCED_FLAG}
"""A forced solo may be missing there, or earlier a free one that changed who was to be forced."""


@dataclass(frozen=True, slots=True)
class MissingRow:
    """A row that may have been left out, and the list with it inserted.

    `unlikely` counts the kinds that are likelier than this one.
    """

    number: int
    unlikely: int
    mended: ScoreSheet


def rows_left_out(
    sheet: ScoreSheet, findings: Collection[Finding], points_unknown: bool = False
) -> Iterator[MissingRow]:
    """Yield every row that may be missing from a list with one game too few.

    Its points are implied by the running totals around it or the totals at the foot. Where they are
    not, nothing is yielded, or with `points_unknown` a row worth nothing.
    """
    additional = sheet.rules.additional_games(sheet.table_size)
    if not -1 <= sheet.rows_too_many <= additional - 1 or sheet.is_beyond_mending:
        return
    for number in _places(sheet, findings):
        told = _told(sheet, number)
        if told is None and points_unknown:
            told = (0,) * sheet.table_size
        if told is None:
            continue
        for unlikely, row, mended in _candidates(sheet, findings, number, told):
            yield MissingRow(number, unlikely, _inserted(mended, number, row))


def seats_lacking_their_solo(findings: Collection[Finding]) -> list[int]:
    """Return the seats whose compulsory solo is missing according to the findings."""
    codes = {
        Code.MISSING_COMPULSORY_SOLO,
        Code.VOLUNTARY_BEFORE_COMPULSORY,
        Code.FORCED_SOLO_OMITTED,
    }
    return sorted({found.seat for found in findings if found.code in codes and found.seat})


def shows_place(findings: Collection[Finding]) -> bool:
    """Whether the list shows where a row is missing: something is out of step there."""
    return any(found.row and found.code in _SHOWS_PLACE for found in findings)


def _places(sheet: ScoreSheet, findings: Collection[Finding]) -> Sequence[int]:
    """Return where a row may be missing: where something is out of step, else anywhere."""
    after_last = len(sheet.rows) + 1
    codes = _SHOWS_PLACE if shows_place(findings) else _HINTS_AT_PLACE
    hints = sorted({found.row for found in findings if found.row and found.code in codes})
    if shows_place(findings):
        return [*hints, after_last]
    return list(dict.fromkeys((*hints, *range(after_last, 0, -1))))


def _told(sheet: ScoreSheet, number: int) -> Figures | None:
    """Return the points of the missing row, by the running totals around it, or the totals."""
    ledger = Ledger(_penalties_by_place(sheet, number))
    totals = sheet.totals or (None,) * sheet.table_size
    if number > len(sheet.rows):
        told = ledger.between(ledger.after(number - 1), totals, None)
    else:
        both = ledger.implied(number)
        told = tuple(
            None if gained is None else gained - (figure if is_whole(figure) else 0)
            for gained, figure in zip(both, sheet.rows[number - 1].points, strict=True)
        )
    if None in told and sheet.rows:
        told = ledger.between(ledger.sums()[-1], totals, None)
    return None if None in told else told


def _leaves_gap(sheet: ScoreSheet, number: int) -> bool:
    """Whether the row numbers on paper show that the row is missing."""
    return number <= len(sheet.rows) and sheet.rows[number - 1].no == number + 1


def _penalties_by_place(sheet: ScoreSheet, number: int) -> ScoreSheet:
    """Return the list with penalties by row position where the numbers leave a gap."""
    return _penalties_moved(sheet, number, -1) if _leaves_gap(sheet, number) else sheet


def _candidates(
    sheet: ScoreSheet, findings: Collection[Finding], number: int, told: Figures
) -> Iterator[tuple[int, Row, ScoreSheet]]:
    """Yield possible rows, likeliest kind first, and the list with room for them.

    Behind the last row in time there is room for a forced solo, and for any other game, which then
    was itself the last in time.
    """
    down = _insert_gap(sheet, number)
    behind_last = not _leaves_gap(sheet, number) and down.time_limit_after_row == number - 1
    later = replace(down, time_limit_after_row=number)
    for mended in (down, later) if behind_last else (down,):
        coming = next_game(replace(mended, rows=sheet.rows[: number - 1]))
        rows = () if coming is None else _rows(sheet, findings, number, told, coming)
        for unlikely, row in enumerate(rows):
            if not behind_last or row.forced is (mended is down):
                yield unlikely, row, mended


def _insert_gap(sheet: ScoreSheet, number: int) -> ScoreSheet:
    """Return the list with all references to rows from here on moved down by one.

    Where the numbers on paper leave the gap already, they are right.
    """
    if _leaves_gap(sheet, number):
        return sheet
    return moved(sheet, number, 1)


def moved(sheet: ScoreSheet, number: int, step: int) -> ScoreSheet:
    """Return the list with all references to rows from this one on shifted by `step`."""
    limit = sheet.time_limit_after_row
    if limit is not None and limit >= number:
        limit += step
    return replace(_penalties_moved(sheet, number, step), time_limit_after_row=limit)


def _penalties_moved(sheet: ScoreSheet, number: int, step: int) -> ScoreSheet:
    penalties = tuple(
        penalty
        if penalty.row is None or penalty.row < number
        else replace(penalty, row=penalty.row + step)
        for penalty in sheet.penalties
    )
    return replace(sheet, penalties=penalties)


def _rows(
    sheet: ScoreSheet, findings: Collection[Finding], number: int, told: Figures, coming: NextGame
) -> Iterator[Row]:
    sitting = coming.dealer if dealer_sits_out(sheet.table_size) else None
    points = tuple(None if seat == sitting else figure for seat, figure in enumerate(told, start=1))
    row = Row(
        number, RowKind.NORMAL, points, coming.dealer, cumulative=_running(sheet, number, told)
    )
    if sheet.rules.scoring is Scoring.WINNERS_ONLY:
        yield from _rows_of_winners(sheet, row, coming.forced_soloist)
        return
    compulsory = replace(row, kind=RowKind.COMPULSORY_SOLO, forced=coming.is_forced)
    pattern = pattern_of(points)
    if pattern.shape is Shape.ALONE:
        for kind in sheet.rules.kinds:  # a wedding cannot be told from a normal game
            if kind.alone:
                written = compulsory if kind.fulfils else replace(row, kind=kind.name)
                yield replace(written, soloist=pattern.alone)
    if pattern.shape is Shape.ZERO:
        for seat in seats_lacking_their_solo(findings):
            yield replace(compulsory, soloist=seat)
    if pattern.shape in (Shape.TEAM, Shape.ZERO):
        yield row


def _rows_of_winners(sheet: ScoreSheet, row: Row, forced_soloist: int | None) -> Iterator[Row]:
    """Yield the kinds of games with such points, where only winners score."""
    odd, rules, size = odd_one_out(row.points), sheet.rules, sheet.table_size
    nothing = [seat for seat, figure in enumerate(row.points, start=1) if figure == 0]
    for kind in rules.kinds:
        left = {rules.players(size) - sum(side) for side in rules.sides(kind.name, size)}
        if kind.alone == (odd is not None):
            for no_side in chain.from_iterable(combinations(nothing, each) for each in left):
                played = replace(row, kind=kind.name, soloist=odd, no_side=no_side)
                if kind.announced and odd == forced_soloist:
                    yield replace(played, forced=True)
                yield played


def _running(sheet: ScoreSheet, number: int, told: Figures) -> Figures | None:
    """Return the running totals after the new row, where there are any."""
    before = Ledger(sheet).after(number - 1)
    if None in before or not any(row.cumulative for row in sheet.rows):
        return None
    return tuple(
        old + gained if is_whole(old) and is_whole(gained) else None
        for old, gained in zip(before, told, strict=True)
    )


def _inserted(sheet: ScoreSheet, number: int, row: Row) -> ScoreSheet:
    """Return the list with the row inserted, all rows numbered."""
    return with_rows(sheet, (*sheet.rows[: number - 1], row, *sheet.rows[number - 1 :]))


def with_rows(sheet: ScoreSheet, rows: Iterable[Row]) -> ScoreSheet:
    """Return the list with these rows, numbered."""
    numbered = tuple(replace(each, no=place) for place, each in enumerate(rows, start=1))
    return replace(sheet, rows=numbered)
