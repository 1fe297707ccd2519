"""A game dealt by the wrong player stands (TSR 3.3.10, 9.6.3): who dealt, and what follows."""

from dataclasses import replace

import pytest

from scoring.duties import read_duties
from scoring.findings import Code
from scoring.json_format import Malformed, row_to_json, sheet_from_json, sheet_to_json
from scoring.model import RowKind
from scoring.outlook import outlook
from scoring.pattern import pattern_of
from scoring.sheet import check, inspect
from tests.factories.score_sheets import plain_sheet, replace_row

FOUR = plain_sheet()
FIVE = plain_sheet(5)
SOLO = RowKind.COMPULSORY_SOLO


def dealt(*dealers, written=()):
    """Return four normal games and four forced solos by these dealers, the second out of turn.

    Only the second is written down, and those in `written`.
    """
    sheet, owing = replace_row(FOUR, 2, out_of_turn=True), {1, 2, 3, 4}
    for number, dealer in enumerate(dealers, start=1):
        told = dealer if number in (2, *written) else None
        sheet = replace_row(sheet, number, dealer=told)
        if number > 4:
            soloist = min(owing, key=lambda seat: (seat - dealer - 1) % 4)
            owing.remove(soloist)
            points = tuple(3 if seat == soloist else -1 for seat in (1, 2, 3, 4))
            sheet = replace_row(sheet, number, soloist=soloist, points=points)
    return sheet


ON_FROM_THE_WRONG_DEALER = (1, 3, 4, 1, 2, 3, 4, 1)
BACK_TO_WHOEVER_WAS_PASSED_OVER = (1, 3, 2, 3, 4, 1, 2, 3)


@pytest.mark.parametrize("dealers", [ON_FROM_THE_WRONG_DEALER, BACK_TO_WHOEVER_WAS_PASSED_OVER])
@pytest.mark.parametrize("written", [(), (3,), (4,), (5,), (8,), (1, 3, 4, 5, 6, 7, 8)])
def test_later_dealer_or_forced_solo_reveals_an_earlier_dealer(dealers, written):
    sheet = dealt(*dealers, written=written)

    assert [(one.code, one.row) for one in check(sheet).findings] == [(Code.DEALT_OUT_OF_TURN, 2)]
    assert inspect(sheet).course.dealers == dealers


def test_without_evidence_the_deal_continues_from_the_wrong_dealer():
    free = [(1, 4), (2, 4), (3, 4), (4, 4)]
    rows = [replace(row, dealer=None) for row in FOUR.rows]
    rows[1] = replace(rows[1], dealer=3, out_of_turn=True)
    for number, (seat, _dealer) in enumerate(free, start=4):
        points = tuple(3 if at == seat else -1 for at in (1, 2, 3, 4))
        rows[number - 1] = replace(rows[number], no=number, soloist=seat, points=points)
    sheet = replace(FOUR, rows=tuple(replace(row, forced=False) for row in rows[:7]))

    assert inspect(sheet).course.dealers == (1, 3, 4, 1, 1, 1, 1)


def test_later_mark_follows_the_likeliest_dealers_before_it():
    """The typist sees them: position 1 would deal the fourth game, and it is 3 who does."""
    sheet = replace_row(dealt(*ON_FROM_THE_WRONG_DEALER), 4, dealer=3, out_of_turn=True)
    begun = replace(sheet, rows=sheet.rows[:4])
    course = inspect(begun).course

    assert course.dealers == (1, 3, 4, 3)
    assert [found.row for found in course.findings if found.code is Code.DEALT_OUT_OF_TURN] == [
        2,
        4,
    ]


def test_next_game_of_a_list_with_a_mark_is_not_in_doubt():
    begun = replace(
        dealt(*ON_FROM_THE_WRONG_DEALER), rows=dealt(*ON_FROM_THE_WRONG_DEALER).rows[:3]
    )
    ahead = outlook(begun)

    assert (ahead.in_doubt, ahead.next_game.dealer) == (False, 1)


def test_mark_makes_no_other_reading_of_a_list_likelier():
    """The reading with the fewest errors is taken: a game dealt out of turn is no error."""
    wrong = replace_row(dealt(*ON_FROM_THE_WRONG_DEALER), 5, kind=RowKind.VOLUNTARY_SOLO)
    duties = read_duties(wrong, [pattern_of(row.points) for row in wrong.rows])

    assert len(duties.readings) > 1
    assert [one.code for one in check(wrong).findings] == [
        Code.DEALT_OUT_OF_TURN,
        Code.VOLUNTARY_BEFORE_COMPULSORY,
    ]


def test_mark_round_trips_through_json_and_is_written_only_where_set():
    sheet = replace_row(FOUR, 8, dealer=2, out_of_turn=True)
    rows = sheet_to_json(sheet)["rows"]

    assert [row.get("out_of_turn") for row in rows] == [None] * 7 + [True]
    assert sheet_from_json(sheet_to_json(sheet)).rows == sheet.rows


@pytest.mark.parametrize("none", [{}, {"out_of_turn": False}, {"out_of_turn": None}])
def test_a_row_without_the_mark_reads_as_before(none):
    row = row_to_json(FOUR.rows[0])

    assert sheet_from_json({"table_size": 4, "rows": [row | none]}).rows == FOUR.rows[:1]


@pytest.mark.parametrize(
    ("row", "path", "problem"),
    [
        ({"out_of_turn": 1}, "rows[0].out_of_turn", "wrong_type"),
        ({"out_of_turn": True, "dealer": None}, "rows[0].dealer", "missing_key"),
    ],
)
def test_mark_names_the_actual_dealer(row, path, problem):
    with pytest.raises(Malformed) as refused:
        sheet_from_json({"table_size": 4, "rows": [row_to_json(FOUR.rows[0]) | row]})

    found = refused.value.finding
    assert (found.params["path"], found.params["problem"]) == (path, problem)


def test_at_a_five_table_the_empty_seat_names_him():
    row = row_to_json(FIVE.rows[0]) | {"dealer": None, "out_of_turn": True}

    assert sheet_from_json({"table_size": 5, "rows": [row]}).rows[0].dealer_named == 1
