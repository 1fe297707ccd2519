"""`python -m scoring value --rules ... --options ...`: input to output, and wrong calls.

Two whole answers are written out, with their words: the form that other programs read.
"""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.english import game_refusal
from scoring.rulesets import RULE_SETS, rule_set
from tests.factories.altgeld import Told as AltgeldTold
from tests.factories.altgeld import json_of as altgeld_json
from tests.factories.mistakes import EXAMPLE
from tests.factories.numbered import Told, json_of

ROOT = Path(__file__).parents[3]
SOLO_OF_3_4 = {
    "kind": "trump_solo", "forced": False, "re": [1], "kontra": [2, 3, 4], "re_points": 87,
    "re_announced": False, "kontra_announced": False,
    "special": {"re": {"fox": 0, "charlie": 1, "full_trick": 0},
                "kontra": {"fox": 1, "charlie": 0, "full_trick": 0}}, "tricks": None,
}  # fmt: skip
BOTH_SAID = Told(re_points=119, re_said=1, kontra_said=1, kontra_special={"fox": 1})


@pytest.fixture
def call(monkeypatch, capsys):
    """Return exit code, answers and complaints of the command, without the cost of a process."""

    def run(arguments, *games):
        data = "\n".join(json.dumps(game) for game in games).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["value", *arguments])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run


def test_the_command_answers_as_a_process():
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "value", "--rules", "altgeld"],
        cwd=ROOT,
        input=json.dumps(SOLO_OF_3_4).encode(),
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    assert (answer["re"], answer["kontra"], answer["points"]) == (1, 13, [1, 13, 13, 13])


def test_5_an_answer_of_altgeld_hall_in_its_form(call):
    code, [answer], _ = call(["--rules", "altgeld"], SOLO_OF_3_4)

    assert code == 0
    assert answer == {
        "re": 1,
        "kontra": 13,
        "points": [1, 13, 13, 13],
        "breakdown": [
            {"rule": "A 3.1", "text": "Kontra won", "re": 0, "kontra": 2},
            {"rule": "A 3.4", "text": "Re lost a solo: doubled", "re": 0, "kontra": 2},
            {"rule": "A 3.4", "text": "Re played alone: three times", "re": 0, "kontra": 8},
            {"rule": "A 3.2", "text": "Re: last trick won with Charlie", "re": 1, "kontra": 0},
            {"rule": "A 3.2", "text": "Kontra: 1 × fox caught", "re": 0, "kontra": 1},
        ],
    }


def test_5_answer_of_the_source_p_has_the_form_of_the_ddv(call):
    code, [answer], _ = call(["--rules", "pagat", "--options", '{"4": "game"}'], json_of(BOTH_SAID))

    assert code == 0
    assert answer == {
        "winner": "kontra",
        "base_re": -4,
        "special_re": -5,
        "value_re": -9,
        "points": [-9, -9, 9, 9],
        "breakdown": [
            {"rule": "P", "text": "Kontra won", "re": -1},
            {"rule": "P", "text": "Kontra against the queens of clubs", "re": -1},
            {"rule": "P", "text": "Kontra: 1 × fox caught", "re": -1},
            {"rule": "P 4", "text": "Re doubles", "re": -2},
            {"rule": "P 4", "text": "Kontra doubles", "re": -4},
        ],
        "notes": [],
    }


def test_5_club_is_valued_as_the_ddv_with_options(call):
    failed = json_of(Told(re_points=130, re_said=3))

    values = [
        call(["--rules", rules, *options], failed)[1][0]["value_re"]
        for rules, options in (
            ("ddv", ()), ("club", ()), ("pagat", ()), ("club", ("--options", '{"4": "all"}')),
        )
    ]  # fmt: skip

    # 1 + 2 + 2 levels + 90 against no 60 + the old ones; P: 1 + 2 + 2 * 2 + the old ones.
    assert values == [-7, -7, -8, -10]


def test_the_ddv_is_the_default(call):
    default = call([], EXAMPLE)

    for arguments in (
        ["--rules", "ddv"],
        ["--options", "{}"],
        ["--rules", "ddv", "--options", "{}"],
        ["--options", "{}", "--rules", "ddv"],
    ):
        assert call(arguments, EXAMPLE) == default


def test_null_is_the_sitting_player(call):
    game = {"kind": "normal", "re": [1, 5], "kontra": [2, 3], "re_points": 130}

    _, [answer], _ = call(["--rules", "altgeld"], game)

    assert answer["points"] == [1, 0, 0, None, 1]


def test_refused_game_is_answered_with_a_sentence_of_its_rule_set(call):
    too_many = json_of(Told(re_special={"fox": 3}))
    messages = {
        rules: call(["--rules", rules], too_many)[1][0] for rules in ("ddv", "pagat", "club")
    }

    assert {answer["error"] for answer in messages.values()} == {"special_max"}
    assert messages["ddv"]["message"] != messages["pagat"]["message"] == messages["club"]["message"]

    code, answers, _ = call(
        ["--rules", "altgeld"],
        altgeld_json(AltgeldTold(re_points=241)),
        altgeld_json(AltgeldTold("wedding", kontra_announced=True)),
        altgeld_json(AltgeldTold(forced=True)),
        altgeld_json(AltgeldTold("lumper", re_points=None, tricks=13)),
    )

    assert code == 0
    assert [answer["error"] for answer in answers] == [
        "points_range", "announcement", "forced", "tricks",
    ]  # fmt: skip
    reason = game_refusal("points_range", rule_set("altgeld"))
    assert answers[0]["message"] == f"{reason[:1].upper()}{reason[1:]}."


def test_non_object_line_is_malformed_under_any_rules(call):
    code, [answer], _ = call(["--rules", "altgeld"], [])

    assert (code, answer["error"]) == (2, "malformed")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--rules"], ["altgeld"], ["--rules", "pagat", "--options"], ["--rule", "ddv"],
        ["--rules", "ddv", "--rules", "ddv"], ["--options", "{}", "--options", "{}"],
        ["--rules", "ddv", "x"], ["--rules=ddv"],
    ],
)  # fmt: skip
def test_a_wrong_call_explains_the_right_one(call, arguments):
    code, answers, complaint = call(arguments, EXAMPLE)

    assert (code, answers) == (2, [])
    assert complaint.startswith("usage: python -m scoring")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--rules", "skat"], f"There are no rules skat, only {', '.join(RULE_SETS)}."),
        (["--options", '{"4": "game"}'], "There is no option 4. Options: none."),
        (["--rules", "pagat", "--options", "{"], "Options are a JSON object."),
        (["--rules", "pagat", "--options", "null"], "Options are a JSON object."),
        (["--rules", "pagat", "--options", '{"10": 1, "10": 1}'], "Options are a JSON object."),
        (["--rules", "pagat", "--options", "[4]"], "Options are a JSON object."),
        (
            ["--rules", "club", "--options", '{"16": "game"}'],
            "The option 16 is one of double, re, or left out.",
        ),
        (["--rules", "club", "--options", '{"27": true}'], "The option 27 needs 20."),
        (
            ["--rules", "pagat", "--options", '{"14": true, "22": true}'],
            "The option 22 excludes 14.",
        ),
    ],
)  # fmt: skip
def test_wrong_rules_are_named(call, arguments, complaint):
    assert call(arguments, EXAMPLE) == (2, [], f"python -m scoring: {complaint}\n")
