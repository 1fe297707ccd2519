"""Points over the rounds as coordinates in a drawing."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.rules.curves import (
    Frame,
    apart,
    bounds,
    centre_bounds,
    round_figures,
    running_totals,
)

FRAME = Frame(left=10, right=110, top=0, bottom=50, steps=4, low=-10, high=40)


@pytest.mark.parametrize(
    ("rounds", "deductions", "figures"),
    [
        ((), {}, (0,)),
        ((9, -4, 6), {}, (0, 9, 5, 11)),
        ((9, None, 6), {}, (0, 9, None, 15)),
        ((9, 2, None), {}, (0, 9, 11, None)),
        ((None, None), {}, (0, None, None)),
        ((9, -4, 6), {2: -3}, (0, 9, 2, 8)),
        ((9, -4, 6), {0: -12}, (0, -3, -7, -1)),
        ((9, None, 6), {2: -3}, (0, 9, None, 12)),
        ((9, -4, None), {3: -3, 0: -1}, (0, 8, 1, None)),
    ],
)
def test_totals_accumulate_over_the_rounds_with_deductions(rounds, deductions, figures):
    assert running_totals(rounds, deductions) == figures


def test_rounds_are_side_by_side_and_the_highest_on_top():
    assert FRAME.spots((0, 40, None, -10)) == ((10, 40), (35, 0), (85, 50))


def test_equal_figures_lie_in_the_middle():
    flat = Frame(left=0, right=10, top=0, bottom=20, steps=1, low=0, high=0)
    assert flat.spots((0, 0)) == ((0, 10), (10, 10))


def test_bounds_are_those_of_all_lines():
    assert bounds([(0, 9, None), (0, -4)]) == (-4, 9)
    assert bounds([]) == (0, 0)


def test_small_pictures_share_one_scale_with_figures_centred():
    assert centre_bounds((0, 10, 20), 100) == (-40, 60)
    assert centre_bounds((0, -100), 100) == (-100, 0)


@pytest.mark.parametrize(
    ("low", "high", "figures"),
    [
        (0, 0, (0,)),
        (-4, 9, (0, 5)),
        (-13, 56, (0, 20, 40)),
        (0, 184, (0, 50, 100, 150)),
        (-80, 0, (-80, -60, -40, -20, 0)),
        (3, 4, (3, 4)),
    ],
)
def test_lines_are_drawn_at_round_figures(low, high, figures):
    assert round_figures(low, high) == figures


@given(st.integers(-5000, 5000), st.integers(0, 9000))
def test_at_most_five_lines_and_all_lie_inside(low, span):
    found = round_figures(low, low + span)
    assert len(found) <= 5
    assert all(low <= figure <= low + span for figure in found)


def test_end_labels_move_as_little_as_needed():
    assert apart((10, 50, 90), 15, 0, 100) == (10, 50, 90)
    assert apart((50, 50, 52), 15, 0, 100) == (50, 65, 80)
    assert apart((98, 99), 15, 0, 100) == (85, 100)
    assert apart((), 15, 0, 100) == ()


heights = st.lists(st.integers(0, 100), min_size=1, max_size=12)


@given(heights, st.integers(1, 30))
def test_names_never_overlap_and_keep_their_order(ends, gap):
    placed = apart(ends, gap, 0, 100)
    room = min(gap, 100 / max(len(ends) - 1, 1))
    in_order = sorted(placed)
    assert all(after - before >= room - 1e-9 for before, after in pairwise(in_order))
    assert min(placed) >= -1e-9
    assert max(placed) <= 100 + 1e-9
    order = sorted(range(len(ends)), key=lambda at: ends[at])
    assert [placed[at] for at in order] == in_order
