"""`python -m scoring next` as a referee reads it: a table as text, whose words are the subject."""

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.__main__ import main
from scoring.commands import next_games
from scoring.json_format import sheet_to_json
from scoring.model import Row, RowKind, ScoreSheet
from scoring.rulesets import RULE_SETS, rule_set
from tests.factories.effort import tries
from tests.factories.score_sheets import plain_sheet, played_sheet, replace_row

ROOT = Path(__file__).parents[2]
HEADINGS = "Table  Games  Dealer  Next game  Owe  Normal left  Solos left  Forced from"


def so_far(table_size, normal_games, *bid):
    """Return a list where these positions have bid their compulsory solos, then so many games."""
    rows = []
    for number in range(1, len(bid) + normal_games + 1):
        soloist = bid[number - 1] if number <= len(bid) else None
        dealer = 1 if soloist else (number - len(bid) - 1) % table_size + 1
        points = tuple(
            None if table_size == 5 and seat == dealer else 0 for seat in range(1, table_size + 1)
        )
        kind = RowKind.COMPULSORY_SOLO if soloist else RowKind.NORMAL
        rows.append(Row(number, kind, points, dealer, soloist))
    return ScoreSheet(table_size, tuple(rows))


HALL = {
    1: so_far(4, 6, 2),
    2: plain_sheet(),
    "Fünf": so_far(5, 25, 2, 3, 4, 5),
    4: so_far(4, 19, 2, 3, 4),
    5: so_far(4, 3, 2, 3, 4, 1),
    6: so_far(4, 20),
    7: replace_row(so_far(4, 12, 3), 1, soloist=None),
}


def lines(hall, **options):
    """Return code and lines of the answer."""
    cases = [{"id": name, "sheet": sheet_to_json(sheet)} for name, sheet in hall.items()]
    return answered(json.dumps({"cases": cases}).encode(), **options)


def answered(data, time_is_up=False):
    output = io.StringIO()
    code = next_games(data, output, time_is_up)
    return code, output.getvalue().splitlines()


def test_next_prints_a_line_per_list_most_urgent_first():
    assert lines(HALL) == (
        0,
        [
            "Table  Games  Dealer  Next game  Owe      Normal left  Solos left  Forced from",
            "6      20/24       1  forced: 2  1 2 3 4            0           4  21",
            "Fünf   29/30       2  forced: 1  1                  0           1  30",
            "4      22/24       4  free       1                  1           1  24",
            "7 ?    13/24       1  free       2 3 4              8           3  22, at latest 24",
            "1       7/24       3  free       1 3 4             14           3  22, at latest 24",
            "5       7/24       4  free       -                 17           0  -",
            "2        8/8       -  complete   -                  0           0  -",
            "",
            "? The list contradicts itself or the rules: check it first.",
        ],
    )


def test_next_says_who_plays_on_when_time_is_up():
    assert lines(HALL, time_is_up=True) == (
        0,
        [
            "Table  Games  Struck  Still to play",
            "6      20/24       0  2 (1 deals), 3 (2 deals), 4 (3 deals), 1 (4 deals)",
            "7 ?    13/24       8  2 (1 deals), 3 (2 deals), 4 (3 deals)",
            "1       7/24      14  4 (3 deals), 1 (4 deals), 3 (1 deals)",
            "Fünf   29/30       0  1 (2 deals instead)",
            "4      22/24       1  1 (4 deals)",
            "5       7/24      17  complete",
            "2        8/8       0  complete",
            "",
            "A game dealt before time was up is finished first: write it down, then look again.",
            "",
            "? The list contradicts itself or the rules: check it first.",
        ],
    )


def test_no_list_is_a_table_without_lines():
    assert answered(b"") == (0, [HEADINGS])


def test_non_list_is_named_on_standard_error(capsys):
    data = [
        json.dumps(sheet_to_json(plain_sheet())),
        "{",
        json.dumps({"id": "a\x1b[2J" + "b" * 20, "sheet": {}}),
    ]

    assert answered("\n".join(data).encode()) == (
        2,
        [
            "Table  Games  Dealer  Next game  Owe  Normal left  Solos left  Forced from",
            "1        8/8       -  complete   -              0           0  -",
        ],
    )
    assert capsys.readouterr().err.splitlines() == [
        "2: “sheet” cannot be read.",
        "a?[2Jbbbbbbbb...: “table_size” is missing. “rows” is missing.",
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("sixteen letters.", "sixteen letters."),
        ("seventeen letters", "seventeen let..."),
        ("two\nlines\ud800", "two?lines?"),
        (-7, "-7"),
    ],
)
def test_a_name_stays_in_its_column(name, shown):
    _code, found = lines({name: plain_sheet()})

    assert found[1].split("  ")[0] == shown


@pytest.mark.parametrize(("encoding", "shown"), [("utf-8", "Tisch Ä"), ("ascii", "Tisch ?")])
def test_a_name_is_written_as_the_output_can(encoding, shown):
    cases = {"id": "Tisch Ä", "sheet": sheet_to_json(plain_sheet())}
    output = io.TextIOWrapper(io.BytesIO(), encoding=encoding)

    next_games(json.dumps(cases).encode(), output, time_is_up=False)

    output.flush()
    assert output.buffer.getvalue().decode(encoding).splitlines()[1].startswith(f"{shown}  ")


def test_only_a_list_in_doubt_explains_its_mark():
    for time_is_up in (False, True):
        _code, found = lines({1: HALL[1]}, time_is_up=time_is_up)
        assert not any(line.startswith("?") for line in found)


@settings(max_examples=tries(15, 40), deadline=None)
@given(st.lists(st.tuples(st.text(), st.integers(0), st.integers(0, 30)), max_size=8))
def test_the_tables_fit_on_100_columns(tables):
    hall = {}
    for name, seed, rows in tables:
        sheet = played_sheet(Random(seed), 5)
        hall[name] = replace(sheet, rows=sheet.rows[:rows], totals=None)
    for time_is_up in (False, True):
        code, found = lines(hall, time_is_up=time_is_up)
        table = found[: len(hall) + 1]

        assert code == 0
        assert all(len(line) <= 100 for line in found)
        assert all(line.isprintable() and line == line.rstrip() for line in table)
        assert all(f"/{30}  " in line for line in table[1:])


def test_the_command_reads_standard_input():
    data = json.dumps(sheet_to_json(so_far(4, 19, 2, 3, 4))).encode()
    for options, last in (([], "24"), (["--time-up"], "1 (4 deals)")):
        done = subprocess.run(
            [sys.executable, "-m", "scoring", "next", *options],
            cwd=ROOT,
            input=data,
            capture_output=True,
            check=True,
        )

        assert done.stdout.decode().splitlines()[1].endswith(f"  {last}")
        assert done.stderr == b""


TIME_UP_HEADINGS = "Table  Games  Struck  Still to play"


@pytest.fixture
def call(monkeypatch, capsys):
    """Return exit code, lines and complaints of the command, without the cost of a process."""

    def run(arguments, data=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["next", *arguments])
        printed = capsys.readouterr()
        return code, printed.out.splitlines(), printed.err

    return run


@pytest.mark.parametrize(
    ("options", "headings"), [([], HEADINGS), (["--time-up"], TIME_UP_HEADINGS)]
)
def test_command_says_what_is_next_or_who_plays_on(options, headings, call):
    code, found, complaint = call(options)

    assert (code, found[0], complaint) == (0, headings, "")


def test_lists_without_rules_use_those_of_the_call(call):
    played = so_far(4, 24)
    unnamed = json.dumps(sheet_to_json(played)).encode()
    options = ["--rules", "club", "--options", '{"games": 30}']
    named = json.dumps(
        sheet_to_json(replace(played, rules=rule_set("club", {"games": 30}))) | {"games": None}
    ).encode()
    unplanned = json.dumps(json.loads(unnamed) | {"games": None}).encode()

    assert call(options, unplanned) == call([], named)
    assert call(options, unplanned)[1][1] == (
        "1      24/30       1  free       -              6           0  -"
    )
    assert call(["--rules", "pagat"], unnamed) != call([], unnamed)
    assert call(["--rules", "ddv", "--options", "{}"], unnamed) == call([], unnamed)


def test_rules_and_end_of_time_are_accepted_in_any_order(call):
    data = json.dumps(sheet_to_json(so_far(4, 19, 2, 3, 4))).encode()
    pagat = ["--rules", "pagat"]
    found = call(["--time-up", *pagat], data)

    assert found == call([*pagat, "--time-up"], data)
    assert found[1][0] == TIME_UP_HEADINGS
    assert found != call(["--time-up"], data)


@pytest.mark.parametrize(
    "arguments", [["--timeup"], ["--time-up", "--time-up"], ["--rules"], ["--rules", "--time-up"]]
)
def test_a_wrong_call_explains_the_right_one(arguments, call):
    code, found, complaint = call(arguments)

    assert (code, found) == (2, [])
    assert "python -m scoring next [--time-up] [--rules RULES] [--options JSON] < SHEETS" in (
        complaint
    )


def test_wrong_rules_are_named(call):
    assert call(["--rules", "skat"]) == (
        2,
        [],
        f"python -m scoring: There are no rules skat, only {', '.join(RULE_SETS)}.\n",
    )
