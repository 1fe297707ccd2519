"""A game written down twice: the row numbers after it may count it or not."""

from dataclasses import replace
from random import Random

import pytest

from scoring.doctor import Reason, propose
from scoring.findings import Code
from scoring.ledger import shifted
from scoring.model import Penalty, Row, RowKind
from scoring.row_slips import rows_twice
from scoring.sheet import check
from tests.factories.score_sheets import plain_sheet, played_sheet, with_columns

pytestmark = pytest.mark.long

BARE = plain_sheet()
PENALTY = Penalty(7, "9.3.3b2", 1, (-3, 1, 1, 1), "KS")
WRITTEN = with_columns(replace(BARE, penalties=(PENALTY,)))
TIMED = with_columns(
    replace(BARE, games=10, struck_games=2, time_limit_after_row=4, penalties=(PENALTY,))
)


def twice(sheet, number, counted_on=True):
    """Return the list with a row twice, the others renumbered or not."""
    rows = (*sheet.rows[:number], *sheet.rows[number - 1 :])
    if counted_on:
        rows = tuple(replace(row, no=place) for place, row in enumerate(rows, start=1))
    return replace(sheet, rows=rows)


def codes(sheet):
    return [(found.code, found.row) for found in check(sheet).findings]


@pytest.mark.parametrize("meant", [WRITTEN, TIMED, with_columns(plain_sheet(5))])
@pytest.mark.parametrize("counted_on", [True, False])
def test_second_of_the_two_is_named_and_removed(meant, counted_on):
    for number in range(1, len(meant.rows) + 1):
        sheet = twice(meant, number, counted_on)

        assert codes(sheet) == [(Code.ROW_TWICE, number + 1)]
        assert propose(sheet)[0].mended == meant


def test_references_to_later_rows_may_be_renumbered_with_them():
    sheet = twice(TIMED, 2)
    moved = replace(sheet, time_limit_after_row=5, penalties=(replace(PENALTY, row=8),))

    assert codes(moved) == codes(sheet) == [(Code.ROW_TWICE, 3)]
    for list_twice in (moved, sheet):
        assert propose(list_twice)[0].mended == TIMED


def test_rows_that_are_not_the_same_are_two_games():
    sheet = twice(WRITTEN, 2)
    other = replace(sheet.rows[2], kind=RowKind.WEDDING)
    changed = replace(sheet, rows=(*sheet.rows[:2], other, *sheet.rows[3:]))

    assert not {3, 4} & {one.number for one in rows_twice(changed, ())}
    assert (Code.ROW_TWICE, 3) not in codes(changed)


def test_list_without_a_surplus_game_has_no_duplicate_row():
    same = replace(BARE.rows[1], no=3, dealer=None)
    equal = replace(BARE, rows=(*BARE.rows[:1], replace(same, no=2), same, *BARE.rows[3:]))

    assert list(rows_twice(equal, ())) == []
    assert codes(equal) == []


def test_bare_points_of_a_duplicated_game_are_one_too_many():
    """Nothing else contradicts it, but that is the surplus game."""
    free = [replace(row, no=row.soloist, dealer=None, forced=False) for row in BARE.rows[4:]]
    free.sort(key=lambda row: row.no)
    normal = [Row(5, RowKind.NORMAL, (1, 1, -1, -1)), Row(6, RowKind.NORMAL, (1, 1, -1, -1))]
    sheet = replace(BARE, rows=(*free, *normal), games=5)

    assert codes(sheet) == [(Code.ROW_TWICE, 6)]


def test_lone_wrong_number_may_be_that_of_the_struck_games():
    struck = replace(TIMED, struck_games=3)
    bare = replace(
        struck, rows=tuple(replace(r, cumulative=None, dealer=None) for r in struck.rows)
    )

    assert codes(replace(bare, totals=None)) == [(Code.TOO_MANY_GAMES, None)]


def test_list_with_far_too_many_rows_is_not_searched():
    games = 8
    rows = [*WRITTEN.rows, *[WRITTEN.rows[-1]] * 11]
    sheet = replace(WRITTEN, rows=tuple(rows), games=len(rows) - 1)

    assert sheet.is_beyond_mending is False
    assert replace(sheet, games=games).is_beyond_mending
    assert propose(replace(sheet, games=games)) == ()
    assert not replace(sheet, games=games + 1).is_beyond_mending
    longest = replace(sheet, rows=tuple(WRITTEN.rows) * 9, games=10**6)
    assert longest.is_beyond_mending
    assert propose(longest) == ()
    assert list(rows_twice(longest, ())) == []


def counted(sheet, number, *, added_on=True, dealers="kept", counted_on=True, noted=True):
    """Return the list with a row twice, its points added or not, its dealer counted or not."""
    wrong = twice(sheet, number, counted_on)
    rows = list(wrong.rows)
    later = 1 if dealers == "next" else len(rows) if dealers == "on" else 0
    for place in range(number, number + later):
        if place < len(rows):
            row = rows[place]
            rows[place] = replace(row, dealer=row.dealer % sheet.table_size + 1)
    if not noted:
        rows = [replace(row, dealer=None) for row in rows]
    copied = replace(wrong, rows=tuple(rows))
    return shifted(copied, number + 1, rows[number].points) if added_on else copied


def list_of_24():
    """Return a whole list that ends with forced solos."""
    sheet = played_sheet(Random(2), 4, 24)
    assert sheet.rows[-1].forced
    return sheet


LONG = list_of_24()


@pytest.mark.parametrize("number", [1, 6, 17])
@pytest.mark.parametrize("counted_on", [True, False])
@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize("dealers", ["kept", "next", "on"])
@pytest.mark.parametrize("added_on", [True, False])
def test_duplicate_row_is_one_finding_however_the_writer_continued(
    number, counted_on, noted, dealers, added_on
):
    sheet = counted(
        LONG, number, added_on=added_on, dealers=dealers, counted_on=counted_on, noted=noted
    )
    first = propose(sheet)[0]

    assert codes(sheet) == [(Code.ROW_TWICE, number + 1)]
    assert first.reason is Reason.ROW_TWICE
    assert [row.points for row in first.mended.rows] == [row.points for row in LONG.rows]
    assert first.mended.totals == LONG.totals
    if noted:
        assert first.mended == LONG


@pytest.mark.parametrize("number", [3, 12])
def test_only_running_totals_can_be_carried_on_at_a_five_table(number):
    sheet = played_sheet(Random(5), 5, 30)
    points = tuple(figure or 0 for figure in sheet.rows[number - 1].points)
    wrong = shifted(twice(sheet, number), number + 1, points)

    assert codes(wrong) == [(Code.ROW_TWICE, number + 1)]
    assert propose(wrong)[0].mended == sheet


def test_totals_that_were_not_added_on_stay():
    sheet = replace(counted(LONG, 6), totals=LONG.totals)

    assert codes(sheet) == [(Code.ROW_TWICE, 7)]
    assert propose(sheet)[0].mended == LONG


def test_of_two_places_the_one_after_the_last_game_is_named():
    """Bare points: the 18th game equals its neighbour, and so does the surplus one."""
    free = [replace(row, no=row.soloist, dealer=None, forced=False) for row in BARE.rows[4:]]
    free.sort(key=lambda row: row.no)
    game = Row(5, RowKind.NORMAL, (1, 1, -1, -1))
    rows = [*free, game, replace(game, points=(2, -2, 2, -2))]
    rows = [*rows[:5], rows[4], *rows[5:], rows[5]]
    numbered = tuple(replace(row, no=place) for place, row in enumerate(rows, start=1))
    sheet = replace(BARE, rows=numbered, games=7)

    assert codes(sheet) == [(Code.ROW_TWICE, 8)]
    assert propose(sheet)[0].changes[0].row == 8


def test_surplus_game_that_everything_counts_stays_the_last_one():
    """Two equal games are no mistake; that one was written twice is still proposed."""
    rows = [replace(row, no=row.soloist, dealer=1, forced=False) for row in BARE.rows[4:]]
    rows.sort(key=lambda row: row.no)
    game = Row(5, RowKind.NORMAL, (1, 1, -1, -1), dealer=1)
    last = replace(game, no=7, points=(2, -2, 2, -2), dealer=3)
    sheet = replace(BARE, rows=(*rows, game, replace(game, no=6, dealer=2), last), games=6)
    sheet = with_columns(sheet)

    assert codes(sheet) == [(Code.TOO_MANY_GAMES, 7)]
    assert propose(sheet)[0].changes[0].row == 6
