"""`python -m scoring value` as another program uses it: bytes in, bytes out."""

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from scoring.__main__ import main
from tests.factories.games import json_of, random_games
from tests.factories.mistakes import EXAMPLE, MISTAKES, changed
from tests.factories.paragraphs import reckon
from tests.factories.refusals import CODES

ROOT = Path(__file__).parents[3]
LEAST = {"game_type": "normal", "re": [1, 2], "kontra": [3, 4], "re_points": 121}
REFUSED = LEAST | {"re_points": 239}


@pytest.fixture
def value(monkeypatch, capsys):
    """Return exit code and answers of the command, without the cost of a process."""

    def run(*lines):
        data = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["value"])
        printed = capsys.readouterr()
        assert printed.err == ""
        return code, [json.loads(line) for line in printed.out.splitlines()]

    return run


def outcome(answer):
    """Return the essence of an answer: the code of a refusal or the value."""
    return answer.get("error", answer.get("value_re"))


def test_the_command_answers_as_a_process():
    lines = [json.dumps(EXAMPLE), "", json.dumps(REFUSED), "[]"]

    done = subprocess.run(
        [sys.executable, "-m", "scoring", "value"],
        cwd=ROOT,
        input="\n".join(lines).encode(),
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (2, b"")
    assert [outcome(json.loads(line)) for line in done.stdout.splitlines()] == [
        6, "points_unreachable", "malformed",
    ]  # fmt: skip


def test_example_of_the_format_is_answered_in_its_form(value):
    code, [answer] = value(json.dumps(EXAMPLE))

    assert code == 0
    assert list(answer) == [
        "winner", "base_re", "special_re", "value_re", "points", "breakdown", "notes",
    ]  # fmt: skip
    assert all(list(line) == ["rule", "text", "re"] for line in answer["breakdown"])
    assert all(isinstance(line["text"], str) and line["text"] for line in answer["breakdown"])
    breakdown = [(line["rule"], line["re"]) for line in answer.pop("breakdown")]
    assert breakdown == [
        ("7.2.2(a)", 1), ("7.2.2(a)", 1), ("7.2.2(b)", 2), ("7.2.2(c)", 1), ("7.2.3", 1),
    ]  # fmt: skip
    assert answer == {
        "winner": "re",
        "base_re": 5,
        "special_re": 1,
        "value_re": 6,
        "points": [6, -6, 6, -6],
        "notes": [],
    }


def test_game_without_winner_at_a_table_of_five_has_nulls(value):
    game = LEAST | {"re": [5, 2], "re_points": 57, "re_absage": 4, "kontra_absage": 4}

    code, [answer] = value(json.dumps(game))

    assert (code, answer["winner"], answer["points"]) == (0, None, [None, -5, 5, 5, -5])
    assert answer["special_re"] == 0


def test_missing_announcement_with_an_absage_is_added_with_a_note(value):
    absagen = LEAST | {"re_points": 181, "re_absage": 2, "kontra_absage": 1}
    said = absagen | {"re_announced": True, "kontra_announced": True}

    _, [left_out, one_left_out, complete] = value(
        json.dumps(absagen), json.dumps(absagen | {"re_announced": True}), json.dumps(said)
    )

    assert [len(answer.pop("notes")) for answer in (left_out, one_left_out, complete)] == [2, 1, 0]
    assert left_out == one_left_out == complete


def test_a_refused_game_is_an_answer(value):
    code, [answer] = value(json.dumps(REFUSED))

    assert code == 0
    assert list(answer) == ["error", "message"]
    assert answer["error"] == "points_unreachable"
    assert isinstance(answer["message"], str)
    assert answer["message"] != ""


def test_every_code_has_a_unique_message(value):
    games = {mistake.code: changed(EXAMPLE, mistake.change) for mistake in MISTAKES}

    code, answers = value(*(json.dumps(game) for game in games.values()))

    assert code == 0
    assert {answer["error"] for answer in answers} == set(CODES)
    assert len({answer["message"] for answer in answers}) == len(CODES)


def test_answers_are_in_the_order_of_the_games(value):
    points = [121, 239, 240, 0, 1, 150, 151]

    code, answers = value(*(json.dumps(LEAST | {"re_points": one}) for one in points))

    assert code == 0
    assert [outcome(answer) for answer in answers] == [
        1, "points_unreachable", 4, -5, "points_unreachable", 1, 2,
    ]  # fmt: skip


def test_answers_are_the_values_of_the_games(value):
    games = list(random_games(Random(52), 400))

    _, answers = value(*(json.dumps(json_of(played)) for played in games))

    for played, answer in zip(games, answers, strict=True):
        reckoned = reckon(played)
        assert sum(line["re"] for line in answer["breakdown"]) == answer["value_re"]
        assert answer["points"] == list(reckoned.points)
        assert (answer["winner"], answer["base_re"], answer["special_re"]) == reckoned[:3]


@pytest.mark.parametrize("blank", ["", "  ", "\t", "\r"])
def test_blank_lines_are_passed_over(value, blank):
    code, answers = value(blank, json.dumps(LEAST), blank, blank, json.dumps(REFUSED), blank)

    assert code == 0
    assert [outcome(answer) for answer in answers] == [1, "points_unreachable"]


def test_no_input_is_no_answer(value):
    assert value() == (0, [])
    assert value("", "", "") == (0, [])


@pytest.mark.parametrize(
    "line",
    [
        "[]", "null", "121", '"normal"', "true", "{", "}", "{} {}", "{}[]", "game", "NaN",
        '{"re_points": NaN}', '{"re_points": Infinity}', '{"re_points": -Infinity}',
        "{'re_points': 121}", '{"re_points": 121,}', '{"re_points": +121}', '{"re_points": 0121}',
        b"\xff", b'{"game_type": "\xe4"}', json.dumps(LEAST).encode("utf-16"),
    ],
)  # fmt: skip
def test_non_json_line_is_reported_and_the_others_answered(value, line):
    code, answers = value(json.dumps(LEAST), line, json.dumps(LEAST | {"re_points": 151}))

    assert code == 2
    assert [outcome(answer) for answer in answers] == [1, "malformed", 2]
    assert list(answers[1]) == ["error", "message"]


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("1" * 5000, "points_range"),
        ("-" + "1" * 5000, "points_range"),
        ("1e999", "points_range"),
        ("1.0e2", "points_range"),
        ("172.0", "points_range"),
        ("-0.0", "points_range"),
        ("-0", -5),
        ("0", -5),
    ],
)
def test_a_number_of_any_length_is_an_answer(value, number, code):
    line = json.dumps(LEAST).replace("121", number)

    exit_code, [answer] = value(line)

    assert (exit_code, outcome(answer)) == (0, code)


def test_duplicate_key_is_refused(value):
    twice = json.dumps(LEAST)[:-1] + ', "re_points": 240}'
    inside = json.dumps(LEAST)[:-1] + ', "special": {"re": {"fox": 1, "fox": 1}}}'

    code, answers = value(twice, inside, json.dumps(LEAST))

    assert code == 0
    assert [outcome(answer) for answer in answers] == ["malformed", "special", 1]


@pytest.mark.parametrize(
    ("opening", "closing", "depth", "inside", "alone"),
    [
        ("[", "]", 50, "special", "malformed"),
        ("[", "]", 100_000, "malformed", "malformed"),
        ('{"a":', "}", 50, "special", "game_type"),
        ('{"a":', "}", 100_000, "malformed", "malformed"),
    ],
)
def test_deep_nesting_is_refused_and_the_others_answered(
    value, opening, closing, depth, inside, alone
):
    deep = opening * depth + "1" + closing * depth
    special = json.dumps(LEAST)[:-1] + f', "special": {deep}}}'

    _, answers = value(json.dumps(LEAST), special, deep, json.dumps(LEAST))

    assert [outcome(answer) for answer in answers] == [1, inside, alone, 1]


def test_a_byte_order_mark_is_passed_over(value):
    code, [answer] = value(b"\xef\xbb\xbf" + json.dumps(LEAST).encode())

    assert (code, outcome(answer)) == (0, 1)


def test_unusual_letters_do_no_harm(value):
    surrogate = json.dumps(LEAST)[:-1] + ', "\\ud800": 1}'
    separator = json.dumps(LEAST | {"\u2028": "\u2029"}, ensure_ascii=False)
    null = json.dumps(LEAST | {"\0": 1})

    code, answers = value(surrogate, separator, null)

    assert code == 0
    assert [outcome(answer) for answer in answers] == ["unknown_key"] * 3
