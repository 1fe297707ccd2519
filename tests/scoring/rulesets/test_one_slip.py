"""One slip in a valid list by any rule set is one finding, at its place."""

from dataclasses import replace
from random import Random

import pytest

from scoring.doctor import propose
from scoring.findings import Code, Severity
from scoring.sheet import check
from scoring.terms import dealer_sits_out
from tests.factories.effort import tries
from tests.factories.ruled_sheets import TABLES, ruled_sheet

SEEDS = range(tries(1, 3))


def errors(sheet):
    return [found for found in check(sheet).findings if found.severity is Severity.ERROR]


def chosen(table, seed):
    """Return a valid list and one of its rows."""
    sheet = ruled_sheet(*TABLES[table], seed, 0.25)
    return sheet, Random(seed).randrange(2, len(sheet.rows) - 1)


def with_row(sheet, number, **contents):
    rows = list(sheet.rows)
    rows[number - 1] = replace(rows[number - 1], **contents)
    return replace(sheet, rows=tuple(rows))


def numbered(sheet, rows):
    rows = tuple(replace(row, no=number) for number, row in enumerate(rows, start=1))
    return replace(sheet, rows=rows)


def changed(figures, seat, step):
    return (*figures[: seat - 1], figures[seat - 1] + step, *figures[seat:])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_figure(table, seed):
    sheet, number = chosen(table, seed)
    row = sheet.rows[number - 1]
    seat = next(seat for seat, figure in enumerate(row.points, start=1) if figure is not None)

    (found,) = errors(with_row(sheet, number, points=changed(row.points, seat, 7)))
    assert found.row == number
    (found,) = errors(with_row(sheet, number, cumulative=changed(row.cumulative, seat, 10)))
    assert (found.code, found.row, found.seat) == (Code.WRONG_CUMULATIVE, number, seat)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_dealer(table, seed):
    sheet, number = chosen(table, seed)
    if dealer_sits_out(sheet.table_size):
        return  # whose seat is empty shows who dealt
    next_one = sheet.rows[number - 1].dealer % sheet.table_size + 1
    slipped = with_row(sheet, number, dealer=next_one)

    (found,) = errors(slipped)
    assert (found.code, found.row) == (Code.WRONG_DEALER, number)
    assert sheet in [replace(proposal.mended, games=None) for proposal in propose(slipped)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_row_left_out_or_written_twice(table, seed):
    if TABLES[table][0].until:
        return  # nothing says how many games there should be
    sheet, number = chosen(table, seed)
    out = numbered(sheet, sheet.rows[: number - 1] + sheet.rows[number:])
    twice = numbered(sheet, sheet.rows[:number] + sheet.rows[number - 1 :])

    (found,) = errors(out)
    assert found.code is Code.TOO_FEW_GAMES
    assert found.row == number
    (found,) = errors(twice)
    assert found.code is Code.ROW_TWICE


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_a_solo_written_as_a_normal_game(table, seed):
    sheet, _number = chosen(table, seed)
    first = next((row for row in sheet.rows if row.kind.is_alone), None)
    if first is None:
        return
    normal = sheet.rules.kinds[0].name
    (found,) = errors(with_row(sheet, first.no, kind=normal, soloist=None, forced=False))
    assert found.row == first.no
