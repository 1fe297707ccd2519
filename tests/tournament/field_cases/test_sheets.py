"""Lists of games as clubs write them: the command and the lane of the desk find the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.doctor import propose
from scoring.json_format import sheet_from_json
from scoring.sheet import check
from tournament.forms.mended_lines import mended_lines
from tournament.forms.score_sheets import LinesForm
from tournament.sheets.rules.table_rules import TableRules

FILES = Path(__file__).parent / "files"
OTHER_TABLE = {  # V02 as a list in which each deals in turn
    "rules": "club",
    "options": {"games": 4},
    "table_size": 5,
    "rows": [
        {"no": 1, "kind": "normal", "points": [None, -10, 0, -10, 0]},
        {"no": 2, "kind": "normal", "points": [-20, None, 0, -20, 0]},
        {"no": 3, "kind": "wedding", "points": [0, -9, None, -9, 0]},
        {"no": 4, "kind": "voluntary_solo", "soloist": 3, "points": [-1, -1, 0, None, -1]},
        {"no": 5, "kind": "voluntary_solo", "soloist": 1, "points": [-3, 0, 0, 0, None]},
    ],
}
WITHOUT_SOLO = {  # V04 by the DDV's rules, of three games that were all there was time for
    "rules": "club",
    "options": {"games": 8},
    "table_size": 4,
    "time_limit_after_row": 3,
    "struck_games": 5,
    "rows": [
        {"no": no, "kind": "normal", "points": [None] * 4, "cumulative": figures}
        for no, figures in enumerate([[2, 2, -2, -2], [5, -1, 1, -5], [3, 1, 3, -7]], start=1)
    ],
}
DEAR_SOLO = {  # V03 with blanks for nothing, and a solo that was lost
    "rules": "club",
    "options": {"games": 4},
    "table_size": 4,
    "rows": [
        {"no": 1, "kind": "normal", "points": [None, 2, None, 2]},
        {"no": 2, "kind": "voluntary_solo", "soloist": 4, "points": [5, 5, 5, None]},
        {"no": 3, "kind": "normal", "points": [1, None, None, 1]},
        {"no": 4, "kind": "normal", "points": [1, 1, None, None]},
    ],
}


def sheet_of(case: str | dict[str, Any]) -> dict[str, Any]:
    return json.loads((FILES / case).read_text()) if isinstance(case, str) else case


def as_typed(sheet: dict[str, Any]) -> LinesForm:
    """Return the list as somebody types its figures at the desk."""
    read = sheet_from_json(sheet)
    fields = {"time_limit": read.time_limit_after_row, "struck": read.struck_games}
    for row in read.rows:
        figures = row.cumulative or row.points
        text = " ".join("-" if figure is None else str(figure) for figure in figures)
        fields[f"l{row.no}"] = f"{text} {read.rules.kind(row.kind).letter}".strip()
    at = TableRules(read.table_size, read.agreed_games, read.rules)
    return LinesForm(at, {name: str(value or "") for name, value in fields.items()})


def played(form: LinesForm) -> list[tuple[int | None, ...]]:
    return [line.points for line in form.lines_typed]


@pytest.mark.parametrize(
    ("case", "code", "points"),
    [
        ("v02-nur-minuspunkte.json", "only_losers_written", None),
        (OTHER_TABLE, "only_losers_written", [
            (None, -10, 10, -10, 10), (-20, None, 20, -20, 20), (9, -9, None, -9, 9),
            (-1, -1, 3, None, -1), (-3, 1, 1, 1, None),
        ]),
        ("v03-nur-pluspunkte.json", "only_winners_written", [
            (3, 3, -3, -3), (-5, 5, 5, -5), (6, -2, -2, -2), (2, -2, -2, 2),
        ]),
        (DEAR_SOLO, "only_winners_written", [
            (-2, 2, -2, 2), (5, 5, 5, -15), (1, -1, -1, 1), (1, 1, -1, -1),
        ]),
        ("v04-nur-laufende-summen.json", "only_cumulative", [
            (-4, -4, 4, 4), (-1, 1, 1, -1), (2, -2, -2, 2), (4, -4, -4, 4),
        ]),
        (WITHOUT_SOLO, "only_cumulative", [
            (2, 2, -2, -2), (3, -3, 3, -3), (-2, 2, 2, -2),
        ]),
    ],
)  # fmt: skip
def test_one_sentence_and_all_points_at_once(case, code, points):
    sheet, form = sheet_of(case), as_typed(sheet_of(case))
    by_command = check(sheet_from_json(sheet)).findings
    by_desk = check(form.content()).findings
    assert [(each.code, each.row) for each in by_desk] == [
        (each.code, each.row) for each in by_command
    ]
    assert [each.code for each in by_command if each.row is None] == [code]

    proposals, mended = propose(sheet_from_json(sheet)), mended_lines(form)
    if points is None:  # the first dealer is wrong as well, and nothing says which it should be
        assert (list(proposals), mended) == ([], [])
        return
    (proposal,), (taken,) = proposals, mended
    assert [row.points for row in proposal.mended.rows] == points
    after = LinesForm(form.at, {**form.fields, **taken.fields})
    assert played(after) == points
    assert check(after.content()).ok


def test_lines_that_are_mostly_games_are_no_running_totals():
    form = as_typed(sheet_of("v06-solo-verlaengert-die-runde.json"))
    assert not form.are_only_running_totals
    slip = LinesForm(form.at, {"l1": "13 4", "l2": "24 2", "l3": "-12 -12 11 12"})
    assert not slip.are_only_running_totals
    two = LinesForm(form.at, {"l1": "4 2 -4 -2", "l2": "1 2 3 -6"})
    assert not two.are_only_running_totals
    beside = LinesForm(form.at, {f"l{no}": "4 2 -4 -2" for no in (1, 2, 3)} | {"s1": "4 2 -4 -2"})
    assert not beside.are_only_running_totals
