"""Winners and value as on paper (TSR 7.3.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.forms.shorthand import flaw_of, note_of, points_of


@pytest.mark.parametrize(
    ("winners", "value", "points"),
    [
        ("13", "5", (5, -5, 5, -5)),
        ("31", "5", (5, -5, 5, -5)),
        ("1, 3", "5", (5, -5, 5, -5)),
        ("2", "4", (-4, 12, -4, -4)),
        ("134", "4", (4, -12, 4, 4)),
        ("", "0", (0, 0, 0, 0)),
        ("13", "0", (0, 0, 0, 0)),
        ("13", "-2", (-2, 2, -2, 2)),
        ("13", "−2", (-2, 2, -2, 2)),
    ],
)
def test_note_means_points(winners, value, points):
    assert points_of(winners, value, 4, None) == points


@pytest.mark.parametrize(
    ("winners", "value"),
    [("", "5"), ("1234", "5"), ("15", "5"), ("11", "5"), ("1x", "5"), ("13", ""), ("13", "x")],
)
def test_note_that_means_nothing_gives_no_points(winners, value):
    assert points_of(winners, value, 4, None) is None


def test_note_at_a_table_of_five_leaves_out_the_dealer():
    assert points_of("25", "3", 5, 1) == (None, 3, -3, -3, 3)
    assert points_of("5", "2", 5, 1) == (None, -2, -2, -2, 6)
    assert points_of("245", "2", 5, 1) == (None, 2, -6, 2, 2)
    assert points_of("", "0", 5, 3) == (0, 0, None, 0, 0)


def test_note_that_names_the_sitting_dealer_gives_no_points():
    assert points_of("12", "3", 5, 1) is None


@pytest.mark.parametrize(
    ("winners", "value", "part", "code"),
    [
        ("12", "3", "winners", "note_dealer"),
        ("26", "3", "winners", "note_no_position"),
        ("99", "3", "winners", "note_no_position"),
        ("2x", "3", "winners", "note_no_position"),
        ("22", "3", "winners", "note_twice"),
        ("2345", "3", "winners", "note_too_many"),
        ("", "3", "winners", "note_winners_missing"),
        ("23", "", "value", "note_value_missing"),
        ("23", "abc", "value", "note_no_value"),
        ("", "4,5", "value", "note_no_value"),
        ("12", "abc", "winners", "note_dealer"),
    ],
)
def test_flaw_of_a_note_names_the_field_that_is_wrong(winners, value, part, code):
    flaw = flaw_of(winners, value, 5, 1)
    assert flaw is not None
    assert (flaw.part, flaw.code) == (part, code)


@st.composite
def games(draw):
    """Size, sitting dealer, winners, value of any game that can be noted."""
    size = draw(st.sampled_from([4, 5]))
    sitting = draw(st.integers(1, 5)) if size == 5 else None
    playing = [seat for seat in range(1, size + 1) if seat != sitting]
    winners = draw(st.lists(st.sampled_from(playing), min_size=1, max_size=3, unique=True))
    return size, sitting, "".join(map(str, sorted(winners))), draw(st.integers(1, 29))


@given(games())
def test_note_of_points_is_the_note_they_came_from(game):
    size, sitting, winners, value = game
    points = points_of(winners, str(value), size, sitting)
    assert points is not None
    assert flaw_of(winners, str(value), size, sitting) is None
    assert sum(figure for figure in points if figure is not None) == 0
    assert note_of(points) == (winners, str(value))


@pytest.mark.parametrize("points", [(2, -1, -1, 0), (5, 4, -4, -5), (None, None, None, None)])
def test_points_without_a_note_have_none(points):
    assert note_of(points) == ("", "")
