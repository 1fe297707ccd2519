"""Running totals in place of the points of the games: recognised by the rules of the list."""

from itertools import accumulate

import pytest

from scoring.notation.figures import are_running_totals
from scoring.rulesets import rule_set

GAMES = {
    "ddv": ["4 4 -4 -4", "-3 1 1 1", "2 -2 2 -2", "6 -2 -2 -2", "0 0 0 0"],
    "altgeld": ["4 1 4 1", "13 1 13 13", "0 3 0 0", "2 2 0 0", "6 1 6 6"],
}
GAMES["pagat"] = GAMES["club"] = GAMES["ddv"]


def summed(games: list[str]) -> list[str]:
    rows = ([int(figure) for figure in game.split()] for game in games)
    sums = accumulate(rows, lambda before, row: [*map(sum, zip(before, row, strict=True))])
    return [" ".join(map(str, each)) for each in sums]


@pytest.mark.parametrize("rules", GAMES)
def test_figures_of_most_rows_tell(rules: str) -> None:
    games = GAMES[rules]
    assert are_running_totals(summed(games), 4, rule_set(rules))
    assert not are_running_totals(games, 4, rule_set(rules))
    assert are_running_totals([*summed(games), "", "13 4"], 4, rule_set(rules))
    assert not are_running_totals(["13 4", "4 4", ""], 4, rule_set(rules))


def test_half_of_the_rows_may_be_slips() -> None:
    assert not are_running_totals(["4 4 -4 -4", "4 2 -4 -2"], 4, rule_set("ddv"))
    assert are_running_totals(["4 4 -4 -4", "4 2 -4 -2", "1 2 3 -6"], 4, rule_set("ddv"))


def test_soloist_has_as_much_as_the_rules_give() -> None:
    assert are_running_totals(["8 -2 -2 -4"], 4, rule_set("ddv"))
    assert not are_running_totals(["3 3 3 9"], 4, rule_set("ddv"))
    assert are_running_totals(["4 -2 -2 0"], 4, rule_set("ddv"))
    assert not are_running_totals(["4 2 2 0"], 4, rule_set("altgeld"))


def test_dealer_who_sits_out_may_have_0() -> None:
    assert not are_running_totals(["0 4 4 -4 -4", "– 3 -1 -1 -1"], 5, rule_set("ddv"))
    assert are_running_totals(["0 4 4 -4 -4", "3 5 3 -7 -4", "4 6 2 -8 -4"], 5, rule_set("ddv"))


def test_lines_with_more_than_figures_are_games() -> None:
    assert not are_running_totals(["12 -5 -3 -4 p", "1 2 3 -6 ! 3 9.3.2"], 4, rule_set("ddv"))
