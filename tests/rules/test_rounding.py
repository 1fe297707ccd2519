"""Rounding: half away from zero, the same above and below, in figures and in their texts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.labels.points import MINUS, average_words, match_points_words
from tournament.shared.rules.rounding import half_away

FIGURES = st.fractions(min_value=-999, max_value=999, max_denominator=64)


@given(FIGURES, st.integers(0, 3))
def test_the_nearest_figure_and_of_two_the_one_farther_from_zero(
    figure: Fraction, decimals: int
) -> None:
    step = Fraction(1, 10**decimals)
    rounded = half_away(figure, decimals)
    assert (rounded / step).denominator == 1
    assert abs(rounded - figure) <= step / 2
    if abs(rounded - figure) == step / 2:
        assert abs(rounded) > abs(figure)
    assert half_away(-figure, decimals) == -rounded


@pytest.mark.parametrize(
    ("figure", "shown"),
    [("1/8", "+0,13"), ("-1/8", f"{MINUS}0,13"), ("-3/8", f"{MINUS}0,38"), ("0", "0,00")],
)
def test_averages_are_shown_rounded(figure: str, shown: str) -> None:
    assert average_words(Fraction(figure)) == shown


@pytest.mark.parametrize(
    ("figure", "shown"),
    [("11/3", "3,67"), ("-11/3", f"{MINUS}3,67"), ("-1/2", f"{MINUS}½"), ("7/2", "3½"), ("4", "4")],
)
def test_shared_match_points_are_shown_rounded(figure: str, shown: str) -> None:
    assert match_points_words(Fraction(figure)) == shown
