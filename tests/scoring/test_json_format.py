import json
import math
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring import english
from scoring.findings import Code, error
from scoring.json_format import (
    Malformed,
    NotJson,
    Unreadable,
    parse,
    sheet_from_json,
    sheet_to_json,
    totals_from_json,
    totals_to_json,
)
from scoring.model import Penalty, Row, RowKind, ScoreSheet, TotalsSheet
from scoring.penalties import RULES
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.parameters import OF_FINDINGS
from tests.factories.score_sheets import valid_sheets

ROW = {"no": 1, "kind": "normal", "points": [6, 6, -6, -6]}
PENALTY = {"rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1]}
TOTALS = {"totals": [1, 1, -3, 1], "games_played": 24, "compulsory_solos": [1, 2, 3, 4]}


def sheet_with(**changes):
    return {"table_size": 4, "rows": [ROW]} | changes


def row_with(**changes):
    return sheet_with(rows=[ROW, ROW | changes])


def penalty_with(**changes):
    return sheet_with(penalties=[PENALTY | changes])


def without(obj, key):
    return {name: value for name, value in obj.items() if name != key}


def test_sheet_from_json_fills_in_what_is_left_out():
    assert sheet_from_json(sheet_with()) == ScoreSheet(4, (Row(1, RowKind.NORMAL, (6, 6, -6, -6)),))
    assert sheet_from_json(sheet_with()).planned_games == 24
    assert sheet_from_json({"table_size": 5, "rows": []}).planned_games == 30


def test_sheet_from_json_reads_null_like_left_out():
    optional = ("games", "time_limit_after_row", "struck_games", "penalties", "totals")
    in_row = ("dealer", "soloist", "forced", "cumulative", "detail")
    nulls = sheet_with(rows=[ROW | dict.fromkeys(in_row)], **dict.fromkeys(optional))

    assert sheet_from_json(nulls) == sheet_from_json(sheet_with())
    assert sheet_from_json(penalty_with(row=None, initials=None)).penalties == (
        Penalty(None, "9.3.2", 3, (1, 1, -3, 1)),
    )


def test_sheet_from_json_keeps_invalid_figures_for_the_check():
    typed = [None, 2.5, "x", True]

    assert sheet_from_json(row_with(points=typed)).rows[1].points == tuple(typed)


@settings(max_examples=tries(15, 50), deadline=None)
@given(valid_sheets())
def test_sheets_survive_the_way_through_json(sheet):
    text = json.dumps(sheet_to_json(sheet))

    assert sheet_from_json(parse(text)) == replace(sheet, games=sheet.planned_games)


def test_detail_survives_the_way_through_json():
    sheet = sheet_from_json(row_with(detail={"game_type": "normal", "re": [1, 3]}))

    assert sheet.rows[1].detail == {"game_type": "normal", "re": [1, 3]}
    assert sheet_from_json(sheet_to_json(sheet)).rows == sheet.rows


def test_totals_survive_the_way_through_json():
    sheet = TotalsSheet(
        4, (1, 1, -3, 1), 20, (4, 3, 2, 1), (Penalty(None, "9.3.2", 3, (1, 1, -3, 1)),), 24
    )

    assert totals_from_json(totals_to_json(sheet)) == sheet
    assert totals_from_json(TOTALS) == TotalsSheet(4, (1, 1, -3, 1), 24, (1, 2, 3, 4))
    assert totals_from_json(TOTALS | {"totals": [0, 0, 0, 0, 0]}).planned_games == 30


MALFORMED = {
    "no object": ([], "", "wrong_type", "object"),
    "nothing": (None, "", "wrong_type", "object"),
    "unknown key": (sheet_with(rouns=1), "rouns", "unknown_key", None),
    "no table size": ({"rows": []}, "table_size", "missing_key", None),
    "no rows": ({"table_size": 4}, "rows", "missing_key", None),
    "table of six": (sheet_with(table_size=6), "table_size", "out_of_range", "4, 5"),
    "table size in words": (sheet_with(table_size="4"), "table_size", "wrong_type", "whole_number"),
    "table size with point": (
        sheet_with(table_size=4.0), "table_size", "wrong_type", "whole_number",
    ),
    "table size null": (sheet_with(table_size=None), "table_size", "wrong_type", "whole_number"),
    "table size true": (sheet_with(table_size=True), "table_size", "wrong_type", "whole_number"),
    "rows null": (sheet_with(rows=None), "rows", "wrong_type", "list"),
    "rows an object": (sheet_with(rows={}), "rows", "wrong_type", "list"),
    "row a number": (sheet_with(rows=[ROW, 2]), "rows[1]", "wrong_type", "object"),
    "too few games": (sheet_with(games=3), "games", "out_of_range", ">= 4"),
    "games NaN": (sheet_with(games=math.nan), "games", "wrong_type", "whole_number"),
    "struck below 0": (sheet_with(struck_games=-1), "struck_games", "out_of_range", ">= 0"),
    "limit below 0": (
        sheet_with(time_limit_after_row=-1), "time_limit_after_row", "out_of_range", ">= 0",
    ),
    "totals too short": (sheet_with(totals=[1, -1]), "totals", "wrong_length", "4"),
    "totals an object": (sheet_with(totals={}), "totals", "wrong_type", "list"),
    "row: unknown key": (row_with(point=1), "rows[1].point", "unknown_key", None),
    "row: no number": (sheet_with(rows=[without(ROW, "no")]), "rows[0].no", "missing_key", None),
    "row: no kind": (sheet_with(rows=[without(ROW, "kind")]), "rows[0].kind", "missing_key", None),
    "row: no points": (
        sheet_with(rows=[without(ROW, "points")]), "rows[0].points", "missing_key", None,
    ),
    "row: number true": (row_with(no=True), "rows[1].no", "wrong_type", "whole_number"),
    "row: unknown kind": (row_with(kind="solo"), "rows[1].kind", "out_of_range", "row_kind"),
    "row: kind a list": (row_with(kind=["normal"]), "rows[1].kind", "wrong_type", "text"),
    "row: points null": (row_with(points=None), "rows[1].points", "wrong_type", "list"),
    "row: points too long": (row_with(points=[0] * 5), "rows[1].points", "wrong_length", "4"),
    "row: points in lists": (
        row_with(points=[[1], 1, -1, -1]), "rows[1].points[0]", "wrong_type", "figure",
    ),
    "row: cumulative too short": (
        row_with(cumulative=[1]), "rows[1].cumulative", "wrong_length", "4",
    ),
    "row: dealer in words": (row_with(dealer="1"), "rows[1].dealer", "wrong_type", "whole_number"),
    "row: soloist a list": (row_with(soloist=[1]), "rows[1].soloist", "wrong_type", "whole_number"),
    "row: forced a number": (row_with(forced=0), "rows[1].forced", "wrong_type", "truth_value"),
    "row: detail a list": (row_with(detail=[]), "rows[1].detail", "wrong_type", "object"),
    "penalty: no object": (sheet_with(penalties=[None]), "penalties[0]", "wrong_type", "object"),
    "penalties an object": (sheet_with(penalties={}), "penalties", "wrong_type", "list"),
    "penalty: unknown key": (penalty_with(seat=1), "penalties[0].seat", "unknown_key", None),
    "penalty: no rule": (
        sheet_with(penalties=[without(PENALTY, "rule")]), "penalties[0].rule", "missing_key", None,
    ),
    "penalty: rule a number": (penalty_with(rule=9.4), "penalties[0].rule", "wrong_type", "text"),
    "penalty: row in words": (
        penalty_with(row="7"), "penalties[0].row", "wrong_type", "whole_number",
    ),
    "penalty: initials a number": (
        penalty_with(initials=1), "penalties[0].initials", "wrong_type", "text",
    ),
}  # fmt: skip

MALFORMED_TOTALS = {
    "no object": (1, "", "wrong_type", "object"),
    "three": (TOTALS | {"totals": [1, 1, -2]}, "totals", "wrong_length", "4, 5"),
    "not played": (without(TOTALS, "games_played"), "games_played", "missing_key", None),
    "a seat too high": (
        TOTALS | {"compulsory_solos": [1, 5]}, "compulsory_solos[1]", "out_of_range", "1..4",
    ),
    "solos null": (TOTALS | {"compulsory_solos": None}, "compulsory_solos", "wrong_type", "list"),
    "table": (TOTALS | {"table": 8}, "table", "unknown_key", None),
}  # fmt: skip


def malformed(path, problem, expected):
    hint = {} if expected is None else {"expected": expected}
    return error(Code.MALFORMED, None, None, path=path, problem=problem, **hint)


@pytest.mark.parametrize(("obj", "path", "problem", "expected"), MALFORMED.values(), ids=MALFORMED)
def test_sheet_from_json_names_the_path_of_an_error(obj, path, problem, expected):
    with pytest.raises(Malformed) as refused:
        sheet_from_json(obj)

    assert refused.value.finding == malformed(path, problem, expected)
    assert set(refused.value.finding.params) <= {
        name.rstrip("?") for name in OF_FINDINGS[Code.MALFORMED]
    }


@pytest.mark.parametrize(
    ("obj", "path", "problem", "expected"), MALFORMED_TOTALS.values(), ids=MALFORMED_TOTALS
)
def test_totals_from_json_names_the_path_of_an_error(obj, path, problem, expected):
    with pytest.raises(Malformed) as refused:
        totals_from_json(obj)

    assert refused.value.finding == malformed(path, problem, expected)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"table_size": 4, "rows": [], "rows": []}', "rows"),
        ('{"table_size": 4, "rows": [{"no": 1, "no": 2}]}', "rows[0].no"),
        (
            '{"table_size": 4, "rows": [{"no": 1, "kind": "normal", '
            '"points": [{"a": 1, "a": 1}, 0, 0, 0]}]}',
            "rows[0].points[0].a",
        ),
        (
            '{"table_size": 4, "rows": [{"no": 1, "kind": "normal", "points": [0, 0, 0, 0], '
            '"detail": {"special": [{"fox": 1, "fox": 1}]}}]}',
            "rows[0].detail.fox",
        ),
    ],
)
def test_a_key_named_twice_is_malformed(text, path):
    with pytest.raises(Malformed) as refused:
        sheet_from_json(parse(text))

    assert refused.value.finding == malformed(path, "repeated_key", None)


@pytest.mark.parametrize("text", ["", "{", "NaN", "[Infinity]", "{'a': 1}", "1 2", "nul"])
def test_parse_refuses_non_json(text):
    with pytest.raises(NotJson):
        parse(text)


def test_parse_keeps_an_oversized_number_as_typed():
    assert parse("-" + "1" * 20) == -int("1" * 20)
    assert parse("1" * 5000) == "1" * 5000
    assert [parse("1e400"), parse("-1e400"), parse("1.5")] == ["1e400", "-1e400", 1.5]


def test_parse_gives_up_on_depth_without_failing():
    assert parse("[" * 100_000 + "]" * 100_000) == Unreadable("too_deep")
    with pytest.raises(Malformed) as refused:
        sheet_from_json(Unreadable("too_deep"))
    assert refused.value.finding == malformed("", "too_deep", None)


# Anything JSON can hold, and well-formed sheets with odd figures, seats and kinds.
odd_figures = st.none() | st.integers(-40, 40) | st.floats() | st.booleans() | st.text(max_size=3)
anything = st.recursive(
    odd_figures,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=8,
)
seats = st.none() | st.integers(-1, 7)


@st.composite
def odd_sheets(draw):
    size = draw(st.sampled_from((4, 5)))
    values = st.lists(st.integers(-3, 3) | st.none(), min_size=size, max_size=size)
    odd_values = st.lists(odd_figures, min_size=size, max_size=size)
    patterns = st.permutations([3, -1, -1, -1, None][:size]) | st.just([0, 0, 0, 0, None][:size])
    figures = patterns | values | odd_values
    rows = st.fixed_dictionaries(
        {"no": st.integers(-1, 9), "kind": st.sampled_from(list(RowKind)), "points": figures},
        optional={
            "dealer": seats,
            "soloist": seats,
            "forced": st.booleans(),
            "cumulative": figures,
        },
    )
    penalties = st.fixed_dictionaries(
        {
            "rule": st.sampled_from((*RULES, "")),
            "offender": st.integers(-1, 7),
            "points": figures,
        },
        optional={"row": seats},
    )
    return draw(
        st.fixed_dictionaries(
            {"table_size": st.just(size), "rows": st.lists(rows, max_size=12)},
            optional={
                "games": st.integers(size, 12),
                "struck_games": st.integers(0, 5),
                "time_limit_after_row": st.integers(0, 14),
                "penalties": st.lists(penalties, max_size=3),
                "totals": figures,
            },
        )
    )


@pytest.mark.no_cover  # so many cases take four times as long when measured
@settings(max_examples=tries(40, 500), deadline=None)
@example({"table_size": 4, "rows": [], "games": 4, "struck_games": 3})
@given(odd_sheets())
def test_odd_sheets_are_checked_and_findings_are_complete(obj):
    report = check(sheet_from_json(obj))

    assert len(report.totals) == obj["table_size"]
    for found in report.findings:
        documented = OF_FINDINGS[found.code]
        needed = {name for name in documented if not name.endswith("?")}
        assert needed <= set(found.params) <= {name.rstrip("?") for name in documented}
        assert english.message(found) != ""


@settings(max_examples=tries(40, 200), deadline=None)
@given(
    anything
    | st.fixed_dictionaries({"table_size": anything, "rows": st.lists(anything, min_size=1)})
)
def test_non_sheet_is_refused_as_malformed(obj):
    with pytest.raises(Malformed) as refused:
        sheet_from_json(obj)

    assert refused.value.finding.code is Code.MALFORMED


def test_every_key_that_is_missing_is_named_at_once():
    row = {"no": 1, "kind": "normal", "points": [2, 2, -2, -2]}
    rows = [row, {"no": 2}, {"kind": "normal", "points": [2, 2, -2, -2]}]
    with pytest.raises(Malformed) as refused:
        sheet_from_json({"rows": rows, "penalties": [{"rule": "9.3.2"}]})
    paths = [
        *("table_size", "rows[1].kind", "rows[1].points", "rows[2].no"),
        *("penalties[0].offender", "penalties[0].points"),
    ]
    assert [*refused.value.findings] == [malformed(path, "missing_key", None) for path in paths]
    assert refused.value.finding == refused.value.findings[0]
    with pytest.raises(Malformed) as refused:
        totals_from_json({"penalties": []})
    assert [each.params["path"] for each in refused.value.findings] == [
        *("totals", "games_played", "compulsory_solos")
    ]
