"""A game that was written down twice, one row below the other: the list without the second."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.missing_row import moved, with_rows
from scoring.model import Row, ScoreSheet


@dataclass(frozen=True, slots=True)
class RowTwice:
    """A row that is the same as the one before it, and the list without it."""

    number: int
    mended: ScoreSheet


def rows_twice(sheet: ScoreSheet) -> Iterator[RowTwice]:
    """Every row that may be there once too often in a list with one game too many.

    Whatever names a later row (penalties, the time limit) counts that row or not: as the numbers
    on paper do, or else the other way round.
    """
    additional = sheet.rules.additional_games(sheet.table_size)
    if not 1 <= sheet.rows_too_many <= additional + 1 or sheet.is_beyond_mending:
        return
    for number in range(2, len(sheet.rows) + 1):
        before, row = sheet.rows[number - 2 : number]
        if _said(row) != _said(before):
            continue
        rows = (*sheet.rows[: number - 1], *sheet.rows[number:])
        ways = [moved(sheet, number, -1), sheet]
        for way in reversed(ways) if row.no == before.no else ways:
            yield RowTwice(number, with_rows(way, rows))


def _said(row: Row) -> Row:
    """What a row says of its game; its number and the running totals are the writer's."""
    return replace(row, no=0, cumulative=None)
