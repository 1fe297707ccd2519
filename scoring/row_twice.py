"""A game that was written down twice in adjacent rows: the list without the second."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from scoring.columns import shifted
from scoring.findings import Finding
from scoring.missing_row import moved, with_rows
from scoring.model import Row, ScoreSheet
from scoring.pattern import is_whole
from scoring.terms import dealer_sits_out


@dataclass(frozen=True, slots=True)
class RowTwice:
    """A row that repeats the one before it, and the list without it.

    `only`: its dealer is the same, too, and nothing after it is changed.
    """

    number: int
    mended: ScoreSheet
    only: bool


def rows_twice(sheet: ScoreSheet, findings: Collection[Finding]) -> Iterator[RowTwice]:
    """Yield every row that may be repeated in a list with one game too many.

    Those with a finding come first: if several are possible, they are likeliest.
    """
    additional = sheet.rules.additional_games(sheet.table_size)
    if not 1 <= sheet.rows_too_many <= additional + 1 or sheet.is_beyond_mending:
        return
    found = {finding.row for finding in findings}
    for number in sorted(range(2, len(sheet.rows) + 1), key=lambda row: row not in found):
        before, row = sheet.rows[number - 2 : number]
        if _said(row) == _said(before):
            rest = with_rows(sheet, (*sheet.rows[: number - 1], *sheet.rows[number:]))
            for mended in _mended(sheet, number):
                only = row.dealer == before.dealer and mended.rows == rest.rows
                yield RowTwice(number, mended, only)


def _said(row: Row) -> Row:
    """Return a row without dealer, number and running totals, which may have been counted on."""
    return replace(row, no=0, dealer=None, cumulative=None)


def _mended(sheet: ScoreSheet, number: int) -> Iterator[ScoreSheet]:
    """Yield the list without a row, in every way the writer may have continued.

    Its points were added to the running totals or not, the dealers were counted on or not.
    References to later rows (penalties, the time limit) count that row or not: as the numbers on
    paper do, or else the other way round.
    """
    row, before = sheet.rows[number - 1], sheet.rows[number - 2]
    added = [-figure if is_whole(figure) else 0 for figure in row.points]
    ways = [moved(sheet, number, -1), sheet]
    for way in reversed(ways) if row.no == before.no else ways:
        for figures in (way, shifted(way, number, added)) if any(added) else (way,):
            behind = figures.rows[number:]
            dealt_before = tuple(_dealt_before(each) for each in behind)
            for rows in (behind,) if behind == dealt_before else (behind, dealt_before):
                yield with_rows(figures, (*figures.rows[: number - 1], *rows))


def _dealt_before(row: Row) -> Row:
    """Return the row with the previous dealer; where he sits out, the figures show him."""
    size = len(row.points)
    if row.dealer is None or dealer_sits_out(size):
        return row
    return replace(row, dealer=(row.dealer - 2) % size + 1)
