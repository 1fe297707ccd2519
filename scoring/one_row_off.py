"""Points that do not add up to the figures below: the rows that alone may be wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.findings import Code, Finding
from scoring.ledger import Ledger
from scoring.model import Figures, Row, ScoreSheet
from scoring.pattern import Shape, is_whole, kind_error, pattern_of
from scoring.rulesets import Scoring
from scoring.terms import FOUR_TABLE

MOST_PROPOSALS = 5
"""Maximum number of corrections proposed for a list; where more rows may be wrong, none is."""
_COLUMNS = ([Code.WRONG_CUMULATIVE], [Code.WRONG_TOTAL])


def rows_to_reread(
    sheet: ScoreSheet, errors: Sequence[Finding]
) -> Iterator[tuple[int, ScoreSheet]]:
    """Yield each row that alone may be wrong, and the list with its points corrected.

    Nothing is yielded for errors other than in running totals or totals. The caller must check
    whether the list is then right.
    """
    if [found.code for found in errors] not in _COLUMNS:
        return
    ledger = Ledger(sheet)
    for number in ledger.rows_before(errors[0].row):
        row, told = sheet.rows[number - 1], ledger.told(number)
        sitting = [new for old, new in zip(row.points, told, strict=True) if old is None]
        if None in told or any(sitting):
            continue
        points = tuple(
            None if old is None else new for old, new in zip(row.points, told, strict=True)
        )
        meant = replace(row, points=points)
        if _may_be_a_game(meant, sheet):
            rows = (*sheet.rows[: number - 1], meant, *sheet.rows[number:])
            yield number, replace(sheet, rows=rows)


def figures_agree(sheet: ScoreSheet) -> bool:
    """Whether the last figures below the points are consistent, though not with the points.

    They add up to 0, at a table of four are all odd or all even (TSR 7.3.3), and nothing else
    contradicts them: then it is a game that is wrong, and not all of these.
    """
    if sheet.rules.scoring is Scoring.WINNERS_ONLY or not sheet.rows:
        return False
    ledger, last = Ledger(sheet), len(sheet.rows)
    figures = sheet.totals
    if figures is None:
        last = ledger.rows_before(None).start - 1 or last
        figures = ledger.after(last)
    elif not ledger.is_blank(last) and ledger.after(last) != figures:
        return False
    if figures == ledger.sums()[last - 1]:
        return False
    own = _subtract_penalties(figures, ledger, last)
    is_even = sheet.table_size != FOUR_TABLE or not sheet.rules.equal_parity
    return own is not None and sum(own) == 0 and (is_even or len({each % 2 for each in own}) == 1)


def _subtract_penalties(figures: Figures, ledger: Ledger, last: int) -> list[int] | None:
    """Return the figures after a row without its penalties, None where one is missing."""
    booked = (
        sum(ledger.penalty(number, place) for number in range(1, last + 1))
        for place in range(len(figures))
    )
    own = [
        figure - penalties
        for figure, penalties in zip(figures, booked, strict=True)
        if is_whole(figure)
    ]
    return own if len(own) == len(figures) else None


def _may_be_a_game(row: Row, sheet: ScoreSheet) -> bool:
    """Whether the points do not obviously contradict kind and soloist."""
    if sheet.rules.scoring is Scoring.WINNERS_ONLY:
        return True
    pattern = pattern_of(row.points)
    return pattern.shape is not Shape.UNREADABLE and kind_error(row, pattern) is None
