"""A penalty after the points of a game, or after its letter: read, and in the running totals."""

import pytest

from scoring.model import Penalty
from scoring.notation import read_list

BEHIND_FIGURES = [
    ("4 -4 4 -4 ! 3 9.3.2 KS", None, Penalty(1, "9.3.2", 3, (1, 1, -3, 1), "KS"), (5, -3, 1, -3)),
    ("4 -4 4 -4 h ! 3 9.3.2", None, Penalty(1, "9.3.2", 3, (1, 1, -3, 1)), (5, -3, 1, -3)),
    ("6 -2 -2 -2 l ! 2 9.3.3b1", 1, Penalty(1, "9.3.3b1", 2, (3, -3, 0, 0)), (9, -5, -2, -2)),
    ("6 -2 -2 -2 l ! 1 9.3.3a", 1, Penalty(1, "9.3.3a", 1, (-3, 1, 1, 1)), (3, -1, -1, -1)),
    ("- 4 -4 4 -4 ! 3 9.3.2", None, Penalty(1, "9.3.2", 3, (None, 1, -3, 1, 1)), (0, 5, -7, 5, -3)),
]


@pytest.mark.parametrize(("text", "soloist", "penalty", "running"), BEHIND_FIGURES)
def test_penalty_after_the_points_is_read_with_its_game(text, soloist, penalty, running):
    size = len(running)
    (line,) = read_list([(text, "")], size, size * 6)

    assert line.problem is None
    assert (line.soloist, line.penalties) == (soloist, (penalty,))
    assert [each or 0 for each in line.points] == [
        total - (moved or 0) for total, moved in zip(running, penalty.points, strict=True)
    ]
    assert line.running.reckoned == running


@pytest.mark.parametrize(
    ("text", "paper", "points"),
    [
        ("! 3 9.3.2 KS", "5 -3 1 -3", (4, -4, 4, -4)),
        ("h ! 3 9.3.2 KS", "5 -3 1 -3", (4, -4, 4, -4)),
        ("l ! 1 9.3.2", "3 -1 -1 -1", (6, -2, -2, -2)),
        ("! 3 9.3.2 ! 1 9.3.2", "2 -2 2 -2", (4, -4, 4, -4)),
    ],
)
def test_lone_penalty_is_subtracted_from_the_gain_in_running_totals(text, paper, points):
    (line,) = read_list([(text, paper)], 4, 24)

    assert (line.problem, line.points) == (None, points)
    assert [each.rule for each in line.penalties] == ["9.3.2"] * text.count("!")
    assert [each.offender for each in line.penalties] == [
        int(part.split()[0]) for part in text.split("!")[1:]
    ]


def test_second_line_goes_on_from_points_and_penalty():
    _first, second = read_list([("4 -4 4 -4 ! 3 9.3.2", ""), ("", "6 -2 0 -4")], 4, 24)

    assert second.points == (1, 1, -1, -1)
