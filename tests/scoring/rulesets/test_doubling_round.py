"""Everything in a game of a doubling round counts twice (rule-sets.md, variant 20)."""

import pytest

from scoring.rulesets import rule_set
from scoring.rulesets.numbered import in_doubling_round

DOUBLING = {"20": True}


@pytest.mark.parametrize("rules", ["pagat", "club"])
@pytest.mark.parametrize("re_points", [25, 59, 95, 120, 130, 160, 200, 240])
@pytest.mark.parametrize("foxes", [0, 2])
def test_doubling_round_figures_are_twice_the_usual_ones(
    rules: str, re_points: int, foxes: int
) -> None:
    game = {
        "game_type": "normal",
        "re": [1, 3],
        "kontra": [2, 4],
        "re_points": re_points,
        "special": {"re": {"fox": foxes}, "kontra": {}},
    }
    played_by = rule_set(rules, DOUBLING)
    once = played_by.value_of(game)
    twice = in_doubling_round(once)
    assert twice.points == tuple(2 * figure for figure in once.points)
    assert twice.value_re == 2 * once.value_re
    assert (twice.base_re, twice.special_re) == (2 * once.base_re, 2 * once.special_re)
