"""A sheet typed line by line: the fields are exactly what is on paper."""

import pytest

from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.sheet import check
from tests.factories.desk import real_sheets, typed_rows
from tournament.forms.score_sheets import LinesForm
from tournament.sheets.rules.table_rules import TableRules

FIVE = "sheets-30-players-1-round.json"
REAL = [(4, 24, sheet) for sheet in real_sheets()] + [
    (sheet["table_size"], {4: 24, 5: 30}[sheet["table_size"]], sheet) for sheet in real_sheets(FIVE)
]


def bare(content: dict) -> dict:
    """Return a sheet without derived data: dealers, running totals and totals."""
    complete = sheet_to_json(sheet_from_json(content))
    rows = [{**row, "cumulative": None, "dealer": None} for row in complete["rows"]]
    return {**complete, "rows": rows, "totals": None}


@pytest.mark.parametrize(("size", "games", "sheet"), REAL)
@pytest.mark.parametrize("notes", [False, True])
def test_real_sheet_typed_is_the_sheet(size, games, sheet, notes):
    form = LinesForm(TableRules(size, games), typed_rows(sheet, notes=notes))
    assert form.problems() == []
    assert bare(sheet_to_json(form.content())) == bare(sheet)


@pytest.mark.parametrize(("size", "games", "sheet"), REAL)
def test_stored_sheet_opened_again_is_the_same_sheet(size, games, sheet):
    form = LinesForm.of_content(sheet, TableRules(size, games))
    assert bare(sheet_to_json(form.content())) == bare(sheet)
    assert form.problems() == []
    assert check(form.content()).ok
    assert form.content() == sheet_from_json(sheet_to_json(form.content()))


@pytest.mark.parametrize(
    ("points", "line", "rules"),
    [([1, 1, -3, 1], "13 4 ! 3 9.3.2 KS", None), ([0, 3, -3, 0], "13 4", "9.3.2")],
)
def test_stored_penalty_is_in_its_line_or_else_in_the_block(points, line, rules):
    penalty = {"row": 1, "rule": "9.3.2", "offender": 3, "points": points, "initials": "KS"}
    form = LinesForm(TableRules(4, 24), {"l1": "13 4"})
    content = sheet_to_json(form.content()) | {"penalties": [penalty]}
    fields = LinesForm.of_content(content, TableRules(4, 24)).fields
    assert (fields["l1"], fields.get("x1-rule")) == (line, rules)


def test_empty_form_is_a_sheet_without_rows():
    assert sheet_to_json(LinesForm(TableRules(4, 24), {}).content()) == {
        "table_size": 4,
        "games": 24,
        "time_limit_after_row": None,
        "struck_games": 0,
        "rows": [],
        "penalties": [],
        "totals": None,
    }


def test_row_left_out_in_the_middle_stays_a_row():
    rows = LinesForm(TableRules(4, 24), {"l1": "13 4", "l3": "24 2"}).content().rows
    assert [row.points for row in rows] == [
        (4, -4, 4, -4),
        (None, None, None, None),
        (-2, 2, -2, 2),
    ]


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"l1": "1", "l2": "14"}, [("l1", "line", 1), ("l2", "line", 2)]),
        ({"s1": "4 -4"}, [("s1", "line", 1)]),
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
    found = LinesForm(TableRules(4, 24), fields).problems()
    assert [(problem.name, problem.code, problem.row) for problem in found] == problems


def test_penalty_without_points_gets_those_of_its_paragraph():
    typed = {"l1": "2 0 p", "x1-rule": "9.4.4"}
    line = {"x1-offender": "3", "x1-row": "1", "x1-absagen": "1", "x1-initials": "KS"}
    form = LinesForm(TableRules(4, 24), {**typed, **line})
    assert sheet_to_json(form.content())["penalties"] == [
        {"row": 1, "rule": "9.4.4", "offender": 3, "points": [0, 15, -15, 0], "initials": "KS"}
    ]


def test_penalty_at_a_table_of_five_leaves_out_the_dealer():
    typed = {"l1": "25 1", "l2": "13 1"}
    line = {"x1-rule": "9.3.2", "x1-offender": "3", "x1-row": "2"}
    (penalty,) = LinesForm(TableRules(5, 30), {**typed, **line}).content().penalties
    assert penalty.points == (1, None, -3, 1, 1)
