"""A sheet typed game by game: the fields say exactly what is on paper."""

import pytest

from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.sheet import check
from tests.factories.desk import real_sheets, typed_rows
from tournament.forms.row_sheets import RowsForm

FIVE = "sheets-30-players-1-round.json"
REAL = [(4, 24, sheet) for sheet in real_sheets()] + [
    (sheet["table_size"], {4: 24, 5: 30}[sheet["table_size"]], sheet) for sheet in real_sheets(FIVE)
]


def bare(content: dict) -> dict:
    """A sheet without what is computed: running totals and totals."""
    complete = sheet_to_json(sheet_from_json(content))
    rows = [{**row, "cumulative": None} for row in complete["rows"]]
    return {**complete, "rows": rows, "totals": None}


@pytest.mark.parametrize(("size", "games", "sheet"), REAL)
@pytest.mark.parametrize("notes", [False, True])
def test_real_sheet_typed_is_the_sheet(size, games, sheet, notes):
    form = RowsForm(size, games, typed_rows(sheet, notes=notes))
    assert form.problems() == []
    assert bare(form.content()) == bare(sheet)


@pytest.mark.parametrize(("size", "games", "sheet"), REAL)
def test_stored_sheet_opened_again_is_the_same_sheet(size, games, sheet):
    form = RowsForm.of_content(sheet, size, games)
    assert bare(form.content()) == bare(sheet)
    assert form.problems() == []
    assert check(sheet_from_json(form.content())).ok


def test_empty_form_is_a_sheet_without_rows():
    assert RowsForm(4, 24, {}).content() == {
        "table_size": 4,
        "games": 24,
        "time_limit_after_row": None,
        "struck_games": 0,
        "rows": [],
        "penalties": [],
        "totals": None,
    }


def test_row_left_out_in_the_middle_stays_a_row():
    rows = RowsForm(4, 24, {"r1-p1": "1", "r3-p1": "2"}).content()["rows"]
    assert [row["points"] for row in rows] == [
        [1, None, None, None],
        [None, None, None, None],
        [2, None, None, None],
    ]


def test_figure_that_is_none_stays_the_text():
    form = RowsForm(4, 24, {"r1-p1": "1o", "r1-p2": " x ", "r1-p3": "+3", "r1-p4": "–4"})
    assert form.content()["rows"][0]["points"] == ["1o", " x ", 3, -4]
    assert form.problems() == []


def test_typed_points_count_and_a_note_that_differs_is_named():
    fields = {"r1-winners": "12", "r1-value": "3", "r1-p1": "3", "r1-p2": "3", "r1-p3": "-3"}
    form = RowsForm(4, 24, {**fields, "r1-p4": "-2"})
    assert form.content()["rows"][0]["points"] == [3, 3, -3, -2]
    assert [(found.code, found.row, found.is_doubt) for found in form.problems()] == [
        ("note_differs", 1, True)
    ]


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"r2-winners": "14"}, [("r2-value", "note_value_missing", 2)]),
        ({"r2-winners": "15", "r2-value": "2"}, [("r2-winners", "note_no_position", 2)]),
        ({"r2-value": "abc"}, [("r2-value", "note_no_value", 2)]),
        ({"r1-kind": "skat", "r1-p1": "1"}, [("r1-kind", "kind_unknown", 1)]),
        ({"r1-soloist": "5"}, [("r1-soloist", "position_unknown", 1)]),
        ({"struck": "x"}, [("struck", "struck_out_of_range", None)]),
        ({"struck": "21"}, [("struck", "struck_out_of_range", None)]),
        ({"time_limit": "-1"}, [("time_limit", "time_limit_out_of_range", None)]),
        (
            {"x1-rule": "9.3.2"},
            [
                ("x1-offender", "penalty_offender_missing", None),
                ("x1-row", "penalty_row_missing", None),
            ],
        ),
    ],
)
def test_field_that_cannot_be_read_is_a_problem(fields, problems):
    found = RowsForm(4, 24, fields).problems()
    assert [(problem.name, problem.code, problem.row) for problem in found] == problems


def test_penalty_without_points_gets_those_of_its_paragraph():
    typed = {"r1-soloist": "2", "r1-kind": "compulsory_solo", "x1-rule": "9.4.4"}
    line = {"x1-offender": "3", "x1-row": "1", "x1-absagen": "1", "x1-initials": "KS"}
    form = RowsForm(4, 24, {**typed, **line})
    assert form.content()["penalties"] == [
        {"row": 1, "rule": "9.4.4", "offender": 3, "points": [0, 15, -15, 0], "initials": "KS"}
    ]


def test_penalty_at_a_table_of_five_leaves_out_the_dealer_of_its_game():
    typed = {"r1-winners": "25", "r1-value": "1", "r2-winners": "13", "r2-value": "1"}
    line = {"x1-rule": "9.3.2", "x1-offender": "3", "x1-row": "2"}
    (penalty,) = RowsForm(5, 30, {**typed, **line}).content()["penalties"]
    assert penalty["points"] == [1, None, -3, 1, 1]
