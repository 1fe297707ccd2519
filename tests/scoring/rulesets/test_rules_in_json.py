"""Sheets name their rules in JSON; what does not fit them is named by its path."""

import io
import json

import pytest

from scoring.commands import check_sheets
from scoring.json_format import Malformed, sheet_from_json, sheet_to_json, totals_from_json
from scoring.outlook import hall_outlook
from scoring.rulesets import DDV, rule_set
from tests.factories.ruled_sheets import ruled_sheet

ALTGELD = rule_set("altgeld")
ROW = {"no": 1, "kind": "normal", "points": [4, 1, 4, 1]}


def sheet(**keys):
    return {"rules": "altgeld", "table_size": 4, "games": 1, "rows": [ROW]} | keys


def test_the_rules_of_the_ddv_are_not_written_down():
    plain = sheet_from_json({"table_size": 4, "rows": []})

    assert plain.rules == DDV
    assert not {"rules", "options"} & sheet_to_json(plain).keys()


def test_rules_and_options_are_read_and_written():
    options = {"games": 12, "solos": 2}
    read = sheet_from_json({"table_size": 4, "rows": [], "rules": "club", "options": options})

    assert read.rules == rule_set("club", options)
    assert read.planned_games == 12
    written = sheet_to_json(read)
    assert (written["rules"], written["options"]) == ("club", options)
    bare = {"totals": [1, 2, 3, 4, 5, 6], "games_played": 24, "compulsory_solos": []}
    assert totals_from_json(bare | {"rules": "altgeld"}).rules == ALTGELD


def test_sheet_that_names_no_rules_has_the_usual_ones():
    assert sheet_from_json({"table_size": 6, "rows": []}, ALTGELD).rules == ALTGELD
    assert sheet_from_json({"table_size": 4, "rows": [], "rules": "ddv"}, ALTGELD).rules == DDV


@pytest.mark.parametrize(
    ("obj", "path"),
    [
        (sheet(rules="skat"), "rules"),
        (sheet(rules=4), "rules"),
        (sheet(options={"4": "game"}), "options.4"),
        (sheet(options={"games": 1}), "options.games"),
        (sheet(options=[]), "options"),
        (sheet(table_size=8), "table_size"),
        (sheet(games=0), "games"),
        (sheet(rows=[ROW | {"kind": "compulsory_solo"}]), "rows[0].kind"),
        (sheet(rows=[ROW | {"no_side": [1]}]), "rows[0].no_side"),  # nobody at four
        (sheet(rules="ddv", games=3), "games"),
        (sheet(rules="ddv", games=24, penalties=[
            {"row": 1, "rule": "free", "offender": 1, "points": [-3, 1, 1, 1], "reason": "late"},
        ]), "penalties[0].reason"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_the_rules(obj, path):
    with pytest.raises(Malformed) as refused:
        sheet_from_json(obj)
    assert refused.value.finding.params["path"] == path


def answers(line, *arguments):
    output = io.StringIO()
    check_sheets(json.dumps(line).encode(), output, *arguments)
    return json.loads(output.getvalue())


def test_check_judges_by_the_rules_of_the_sheet():
    assert answers(sheet())["ok"]
    unnamed = {key: value for key, value in sheet().items() if key != "rules"}
    assert answers(unnamed, ALTGELD)["totals"] == [4, 1, 4, 1]
    assert not answers(unnamed)["ok"]
    wrong = answers(sheet(rows=[ROW | {"points": [4, 1, 4, 2]}]))
    assert [found["code"] for found in wrong["findings"]] == ["side_unequal"]
    assert "+4 / +1 / +4 / +2" in wrong["findings"][0]["message"]


def test_without_a_time_limit_nothing_is_overdue():
    played = ruled_sheet(ALTGELD, 4, 1)
    begun = sheet_from_json(sheet_to_json(played) | {"rows": [], "totals": None})
    (row,) = hall_outlook([(1, begun)], time_is_up=True)

    assert (row.outlook.struck, row.outlook.normal_left) == (0, 24)
    assert row.outlook.forced_from == 11
    assert [game.soloist for game in row.outlook.forced_games] == [4, 1, 2, 3]
