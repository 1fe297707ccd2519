"""Lines of rules other than the DDV's (rule-sets.md section 5)."""

import pytest

from scoring.model import Penalty
from scoring.notation import LineCode, LineProblem, parse_line, read_list, write_line
from scoring.rulesets import rule_set

ALTGELD, PAGAT, CLUB = (rule_set(name) for name in ("altgeld", "pagat", "club"))


@pytest.mark.parametrize(
    ("text", "size", "kind", "points", "soloist"),
    [
        ("13 4", 4, "normal", (4, 0, 4, 0), None),
        ("13 4/1", 4, "normal", (4, 1, 4, 1), None),
        ("24 2/2 h", 4, "wedding", (2, 2, 2, 2), None),
        ("12 3 a", 4, "poverty", (3, 3, 0, 0), None),
        ("2 6/1 s", 4, "trump_solo", (1, 6, 1, 1), 2),
        ("134 13/1 s", 4, "trump_solo", (13, 1, 13, 13), 2),
        ("2 3 l", 4, "lumper", (0, 3, 0, 0), 2),
        ("134 12 l", 4, "lumper", (12, 0, 12, 12), 2),
        ("134 6 q", 4, "silent_solo", (6, 0, 6, 6), 2),
        ("1 3 dv", 4, "queen_solo", (3, 0, 0, 0), 1),
        ("135 4/1", 6, "normal", (4, 1, 4, 1, 4, 1), None),
        ("12 4/1", 6, "normal", (4, 4, 1, 1, 1, 1), None),
        ("3456 4/1", 6, "normal", (1, 1, 4, 4, 4, 4), None),
        ("23456 6 f", 6, "suit_solo", (0, 6, 6, 6, 6, 6), 1),
        ("0", 6, "normal", (0, 0, 0, 0, 0, 0), None),
    ],
)
def test_lines_of_altgeld(text, size, kind, points, soloist):
    game = parse_line(text, size, rules=ALTGELD)

    assert (game.kind, game.points, game.soloist) == (kind, points, soloist)
    assert game.forced == text.endswith("v")
    again = write_line(game, ALTGELD)
    assert parse_line(again, size, rules=ALTGELD) == game
    assert again == text or game.points == (2, 2, 2, 2)  # who won then nobody can tell


def test_5_people_without_a_side():
    game = parse_line("12 3 -56", 6, rules=ALTGELD)

    assert (game.kind, game.points, game.no_side) == ("poverty", (3, 3, 0, 0, 0, 0), (5, 6))
    assert write_line(game, ALTGELD) == "12 3 -56 a"
    assert parse_line("12 3 -52", 6, rules=ALTGELD).code is LineCode.SEAT_TWICE
    assert isinstance(parse_line("12 3 -34", 4, rules=ALTGELD), LineProblem)


def test_where_the_dealer_of_seven_sits_out():
    game = parse_line("246 4/1", 7, 1, rules=ALTGELD)

    assert game.points == (None, 4, 1, 4, 1, 4, 1)
    assert write_line(game, ALTGELD) == "246 4/1"
    assert parse_line("146 4/1", 7, 1, rules=ALTGELD).code is LineCode.SEAT_SITS_OUT


@pytest.mark.parametrize("rules", [rule_set("ddv"), PAGAT, CLUB])
def test_elsewhere_a_slash_is_a_separator(rules):
    assert parse_line("13/4", rules=rules).points == (4, -4, 4, -4)
    assert parse_line("13 4/1", rules=rules).code is LineCode.EXTRA_NUMBER


def test_letters_are_those_of_the_rules():
    sow = rule_set("club", {"27": True})

    assert parse_line("13 4 a", rules=PAGAT).kind == "poverty"
    assert parse_line("13 4 a", rules=CLUB).code is LineCode.LETTER_UNKNOWN
    assert parse_line("2 5 w", rules=sow).kind == "black_sow"
    assert parse_line("2 5 p", rules=CLUB).code is LineCode.LETTER_UNKNOWN
    assert parse_line("2 5", rules=CLUB).params["options"] == ("l", "s", "u")
    assert parse_line("2 5 lv", rules=CLUB).code is LineCode.LETTER_UNKNOWN


def test_values_are_those_of_the_rules():
    assert parse_line("13 30", rules=PAGAT).points == (30, -30, 30, -30)
    assert parse_line("13 30", rules=CLUB).params == {"limit": 29}
    assert parse_line("13 29", rules=ALTGELD).params == {"limit": 28}
    doubling = rule_set("club", {"20": True})
    assert parse_line("13 58", rules=doubling).points == (58, -58, 58, -58)


@pytest.mark.parametrize(
    ("rules", "line", "points"),
    [
        (ALTGELD, "13 4 ! 2 5 came late", (0, -5, 0, 0)),
        (PAGAT, "13 4 ! 2 6 came late", (2, -6, 2, 2)),
        (CLUB, "13 4 ! 2 6 came late", (2, -6, 2, 2)),
    ],
)
def test_free_penalties(rules, line, points):
    game = parse_line(line, row=3, rules=rules)

    assert game.penalties == (Penalty(3, "free", 2, points, reason="came late"),)
    assert write_line(game, rules) == line
    assert parse_line("13 4 ! 2", rules=rules).code is LineCode.FREE_POINTS_MISSING
    assert parse_line("13 4 ! 2 6", rules=rules).code is LineCode.REASON_MISSING
    assert parse_line("13 4 ! 2 late", rules=rules).params["expected"] == "free_points"


def test_indivisible_points_of_the_others():
    assert parse_line("13 4 ! 2 4 late", rules=PAGAT).params == {"others": 3}


def test_running_totals_tell_the_points():
    texts = [("13 4/1", "4 1 4 1"), ("", "4 2 4 2"), ("s", "4 8 4 2"), ("+1 +2 +1 +2", "")]
    read = read_list(texts, 4, 24, rules=ALTGELD)

    assert [line.points for line in read] == [
        (4, 1, 4, 1), (0, 1, 0, 1), (0, 6, 0, 0), (1, 2, 1, 2),
    ]  # fmt: skip
    assert read[2].soloist == 2
    unknown = read_list([("", "4 8 4 2"), ("", "9 8 4 2")], 4, 24, rules=ALTGELD)
    assert unknown[1].problem.code is LineCode.LETTER_MISSING
