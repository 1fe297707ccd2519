"""Lists without findings, and the mistakes that can be made in them.

Four- and five-tables, long and short rounds, penalties signed, forced solos, time over, games dealt
by the wrong player and marked so.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from scoring.findings import Code
from scoring.model import Penalty, Row, ScoreSheet
from tests.factories import slips
from tests.factories.score_sheets import (
    in_seat_order,
    played_sheet,
    replace_figure,
    replace_row,
    with_columns,
)

Found = tuple[Code, int | None, int | None]
"""Code, row and seat of the expected finding."""

Seed = Callable[[Random], tuple[ScoreSheet, Found] | None]
"""A list with one of the cases in it; None where the played list has no place for it."""


def legal_list(random: Random, wrong_deals: float | None = None) -> ScoreSheet:
    """Return a list whose only warnings are rare values and marked wrong deals."""
    size = random.choice((4, 5))
    return played_sheet(
        random,
        size,
        random.choice((None, None, 2 * size, 4 * size)),
        random.choice((None, None, random.randint(0, 6 * size))),
        random.choice((0, 1, 2, 4)),
        wrong_deals=random.choice((0, 0, 0.05, 0.3)) if wrong_deals is None else wrong_deals,
        worthless_solos=False,
    )


def less_written(sheet: ScoreSheet, random: Random) -> ScoreSheet:
    """Return the list with everything written down, or without dealers, or with bare points."""
    rows = sheet.rows
    how = random.randrange(3)
    if how:
        rows = tuple(row if row.out_of_turn else replace(row, dealer=None) for row in rows)
    if how == 1:
        return replace(sheet, rows=rows)
    if how == 2:
        rows = tuple(replace(row, cumulative=None) for row in rows)
        return replace(sheet, rows=rows, totals=None)
    return sheet


def _solos(sheet: ScoreSheet) -> list[Row]:
    penalised = {penalty.row for penalty in sheet.penalties}
    return [row for row in sheet.rows if row.soloist and row.no not in penalised]


def _announced(sheet: ScoreSheet) -> list[Row]:
    return [row for row in _solos(sheet) if row.kind.is_announced_solo]


def _active(row: Row) -> list[int]:
    return [seat for seat, figure in enumerate(row.points, 1) if figure is not None]


def _booked(sheet: ScoreSheet, row: Row, rule: str, offender: int, gains: dict[int, int]):
    figures = dict.fromkeys(_active(row), 0) | gains
    points = in_seat_order(figures, sheet.table_size)
    penalty = Penalty(row.no, rule, offender, points, "KS")
    return with_columns(replace(sheet, penalties=(*sheet.penalties, penalty)))


def game_points_beside_9_4_4(random):
    sheet = legal_list(random)
    row = random.choice(_solos(sheet) or [None])
    if row is None:
        return None
    offender = random.choice([seat for seat in _active(row) if seat != row.soloist])
    loss = random.choice((12, 15, 18, 21, 24))
    gains = {offender: -loss, row.soloist: loss}
    wrong = _booked(sheet, row, "9.4.4", offender, gains)
    return wrong, (Code.PENALTY_AMOUNT, row.no, offender)


def minor_in_an_announced_solo(random):
    sheet = legal_list(random)
    row = random.choice(_announced(sheet) or [None])
    if row is None:
        return None
    offender = random.choice(_active(row))
    gains = dict.fromkeys(_active(row), 1) | {offender: -3}
    wrong = _booked(sheet, row, "9.3.2", offender, gains)
    return wrong, (Code.PENALTY_AMOUNT, row.no, offender)


def time_limit_behind_the_last_row(random):
    sheet = legal_list(random)
    if not sheet.struck_games:
        return None
    limit = len(sheet.rows) + random.randint(1, 9)
    return replace(sheet, time_limit_after_row=limit), (Code.GAME_AFTER_TIME_LIMIT, None, None)


def initials_missing(random):
    sheet = legal_list(random)
    if not sheet.penalties:
        return None
    unsigned = random.choice(sheet.penalties)
    penalties = tuple(
        replace(each, initials=random.choice(("", " "))) if each is unsigned else each
        for each in sheet.penalties
    )
    found = Code.INITIALS_MISSING, unsigned.row, unsigned.offender
    return replace(sheet, penalties=penalties), found


def solo_worth_nothing(random):
    sheet = legal_list(random)
    row = random.choice(_solos(sheet) or [None])
    if row is None:
        return None
    points = tuple(None if figure is None else 0 for figure in row.points)
    worthless = with_columns(replace_row(sheet, row.no, points=points))
    return worthless, (Code.VALUE_UNLIKELY, row.no, None)


def dealt_out_of_turn(random):
    sheet = legal_list(random, wrong_deals=0.04)
    marked = [row.no for row in sheet.rows if row.out_of_turn]
    return (sheet, (Code.DEALT_OUT_OF_TURN, marked[0], None)) if len(marked) == 1 else None


def row_twice(random):
    slip = slips.row_twice(renumbered=random.random() < 0.5)(legal_list(random), random)
    if not any(slip.written.rows[slip.row - 1].points):
        return None  # beside struck games it may be the number of those that is wrong
    return slip.written, (Code.ROW_TWICE, slip.row, None)


def figure_in_the_dealers_column(random):
    sheet = legal_list(random)
    if sheet.table_size == 4:
        return None
    row = random.choice(sheet.rows)
    seat = random.choice(_active(row))
    points = replace_figure(row.points, row.dealer, row.points[seat - 1])
    wrong = replace_row(sheet, row.no, points=replace_figure(points, seat, None))
    return wrong, (Code.FIVE_TABLE_DEALER_SCORED, row.no, row.dealer)


SEEDS: dict[str, Seed] = {
    "9.4.4 and game points": game_points_beside_9_4_4,
    "9.3.2 in an announced solo": minor_in_an_announced_solo,
    "time limit behind the last row": time_limit_behind_the_last_row,
    "penalty without initials": initials_missing,
    "solo worth nothing": solo_worth_nothing,
    "dealt out of turn": dealt_out_of_turn,
    "row written twice": row_twice,
    "figure in the dealer's column": figure_in_the_dealers_column,
}


def seeded(name: str, random: Random) -> tuple[ScoreSheet, Found]:
    """Return the list with one case of a sort, and the finding it must cause."""
    while True:
        found = SEEDS[name](random)
        if found is not None:
            return found
