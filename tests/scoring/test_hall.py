from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.model import Row, RowKind, ScoreSheet
from scoring.outlook import HallRow, hall_outlook, outlook
from tests.factories.effort import tries
from tests.factories.score_sheets import plain_sheet, replace_row, valid_sheets


def so_far(normal_games, *bid):
    """Return a list of 24: these positions have bid their compulsory solos, then so many games."""
    nothing = (0, 0, 0, 0)
    solos = [Row(number, RowKind.COMPULSORY_SOLO, nothing, None, s) for number, s in enumerate(bid)]
    return ScoreSheet(4, (*solos, *[Row(0, RowKind.NORMAL, nothing)] * normal_games))


def doubtful(sheet):
    return replace_row(sheet, 1, dealer=4)


SHEETS = {
    "complete": plain_sheet(),
    "struck and complete": replace(so_far(5, 2, 3, 4, 1), time_limit_after_row=9),
    "nobody owes, 1 game": so_far(19, 2, 3, 4, 1),
    "nobody owes, 2 games": so_far(18, 2, 3, 4, 1),
    "four owe, 5 normal games": so_far(15),
    "four owe, 2 normal games": so_far(18),
    "one owes, 2 normal games, in doubt": doubtful(so_far(18, 2, 3, 4)),
    "one owes, 2 normal games": so_far(18, 2, 3, 4),
    "one forced": so_far(20, 2, 3, 4),
    "four forced": so_far(20),
    "four forced, too": so_far(20),
    "four forced, in doubt": doubtful(so_far(20)),
}


def test_the_tables_that_need_attention_come_first():
    hall = hall_outlook(SHEETS.items())

    assert [row.name for row in hall] == [
        "four forced, in doubt",
        "four forced",
        "four forced, too",
        "one forced",
        "four owe, 2 normal games",
        "one owes, 2 normal games, in doubt",
        "one owes, 2 normal games",
        "four owe, 5 normal games",
        "nobody owes, 1 game",
        "nobody owes, 2 games",
        "struck and complete",
        "complete",
    ]
    assert hall[1] == HallRow("four forced", outlook(so_far(20)))


def test_8_6_table_with_most_forced_solos_comes_first_after_time():
    hall = hall_outlook(SHEETS.items(), time_is_up=True)

    assert [(row.name, row.outlook.struck, len(row.outlook.forced_games)) for row in hall] == [
        ("four forced, in doubt", 0, 4),
        ("four owe, 5 normal games", 5, 4),
        ("four owe, 2 normal games", 2, 4),
        ("four forced", 0, 4),
        ("four forced, too", 0, 4),
        ("one owes, 2 normal games, in doubt", 2, 1),
        ("one owes, 2 normal games", 2, 1),
        ("one forced", 0, 1),
        ("struck and complete", 15, 0),
        ("nobody owes, 1 game", 1, 0),
        ("nobody owes, 2 games", 2, 0),
        ("complete", 0, 0),
    ]


def test_an_empty_hall_has_no_rows():
    assert hall_outlook([]) == ()


@settings(max_examples=tries(15, 30), deadline=None)
@given(st.lists(st.tuples(valid_sheets(), st.integers(0, 30)), max_size=6), st.booleans())
def test_tables_have_one_line_each_and_complete_ones_come_last(tables, time_is_up):
    begun = [replace(sheet, rows=sheet.rows[:rows]) for sheet, rows in tables]
    hall = hall_outlook(enumerate(begun, start=1), time_is_up)

    assert sorted(row.name for row in hall) == list(range(1, len(begun) + 1))
    assert all(row.outlook == outlook(begun[row.name - 1], time_is_up) for row in hall)
    complete = [row.outlook.is_complete for row in hall]
    assert complete == sorted(complete)
