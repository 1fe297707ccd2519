import pytest

from scoring.findings import Code, error
from scoring.model import Penalty
from scoring.penalties import (
    RULES,
    allowed_patterns,
    breaks_parity,
    check_penalty,
    last_row_for,
    pattern,
)
from tests.factories.score_sheets import plain_sheet

# TSR 9.4: the loss with 0 to 4 Absagen of the other party, and what each of three others gets.
SERIOUS = [(0, 12, 4), (1, 15, 5), (2, 18, 6), (3, 21, 7), (4, 24, 8)]


def test_catalogue_holds_every_paragraph_with_points():
    assert list(RULES) == ["9.3.2", "9.3.3a", "9.3.3b1", "9.3.3b2", "9.4.3", "9.4.4", "9.5.1"]
    assert [rule for rule in RULES if RULES[rule].counts_absagen] == ["9.4.3", "9.4.4"]


@pytest.mark.parametrize(
    ("rule", "offender", "soloist", "points"),
    [
        ("9.3.2", 3, None, (1, 1, -3, 1)),
        ("9.3.2", 3, 1, (1, 1, -3, 1)),  # before the solo was named
        ("9.3.3a", 3, 3, (1, 1, -3, 1)),
        ("9.3.3b1", 3, 2, (0, 3, -3, 0)),
        ("9.3.3b2", 3, 2, (1, 1, -3, 1)),
        ("9.5.1", 3, None, (1, 1, -3, 1)),
        ("9.5.1", 3, 2, (1, 1, -3, 1)),
    ],
)
def test_pattern_of_a_minor_violation(rule, offender, soloist, points):
    assert pattern(rule, offender, soloist, 4) == points


@pytest.mark.parametrize(("absagen", "loss", "share"), SERIOUS)
def test_pattern_of_a_serious_violation(absagen, loss, share):
    shared = (share, -loss, share, share)

    assert pattern("9.4.3", 2, None, 4, absagen=absagen) == shared
    assert pattern("9.4.4", 2, 2, 4, absagen=absagen) == shared
    assert pattern("9.4.4", 2, 3, 4, absagen=absagen) == (0, -loss, loss, 0)
    assert {type(figure) for figure in pattern("9.4.3", 2, None, 4, absagen=absagen)} == {int}


def test_without_absagen_a_serious_violation_costs_twelve():
    assert pattern("9.4.3", 1, None, 4) == (-12, 4, 4, 4)


def test_pattern_at_a_five_table_leaves_the_dealer_out():
    assert pattern("9.3.2", 3, None, 5, sitting_dealer=1) == (None, 1, -3, 1, 1)
    assert pattern("9.3.3b1", 3, 5, 5, sitting_dealer=1) == (None, 0, -3, 0, 3)
    assert pattern("9.4.3", 5, None, 5, 2, absagen=2) == (6, None, 6, 6, -18)


@pytest.mark.parametrize(
    ("rule", "offender", "soloist", "size", "sitting", "absagen"),
    [
        ("9.9", 1, None, 4, None, 0),
        ("9.4.3", 1, None, 4, None, 5),
        ("9.3.3a", 1, 2, 4, None, 0),
        ("9.3.3a", 1, None, 4, None, 0),
        ("9.3.3b1", 1, 1, 4, None, 0),
        ("9.3.3b2", 1, None, 4, None, 0),
        ("9.3.2", 1, None, 5, 1, 0),
        ("9.3.2", 6, None, 5, 1, 0),
        ("9.3.2", 0, None, 4, None, 0),
        ("9.3.3b1", 2, 1, 5, 1, 0),
    ],
)
def test_pattern_of_an_impossible_penalty_is_refused(
    rule, offender, soloist, size, sitting, absagen
):
    with pytest.raises(ValueError, match=r"penalty|does not fit"):
        pattern(rule, offender, soloist, size, sitting, absagen)


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("rule", list(RULES))
def test_patterns_add_up_to_nothing_and_the_offender_pays(rule, size):
    sitting = 2 if size == 5 else None
    for soloist in (None, 1, 3):
        for points in allowed_patterns(rule, 3, soloist, size, sitting):
            assert sum(figure or 0 for figure in points) == 0
            assert points[2] == min(figure for figure in points if figure is not None)
            assert [seat for seat, figure in enumerate(points, 1) if figure is None] == (
                [2] if size == 5 else []
            )


def test_allowed_patterns_know_both_cases_of_a_decided_solo():
    assert allowed_patterns("9.5.1", 3, 2, 4) == ((1, 1, -3, 1), (0, 3, -3, 0))
    assert allowed_patterns("9.5.1", 3, None, 4) == ((1, 1, -3, 1),)


def test_broken_off_solo_credits_the_soloist_unless_the_offender():
    shared = [(share, share, -loss, share) for _absagen, loss, share in SERIOUS]
    single = [(0, loss, -loss, 0) for _absagen, loss, _share in SERIOUS]

    assert allowed_patterns("9.4.4", 3, 2, 4) == tuple(single)
    assert allowed_patterns("9.4.4", 3, 3, 4) == tuple(shared)
    # broken off by the soloist, and booked in the row of the repetition, a normal game
    assert allowed_patterns("9.4.4", 3, None, 4) == tuple(shared)


@pytest.mark.parametrize(
    ("rule", "offender", "sitting"), [("9.9", 1, None), ("9.3.2", 6, None), ("9.3.2", 2, 2)]
)
def test_allowed_patterns_of_an_impossible_penalty_are_none(rule, offender, sitting):
    assert allowed_patterns(rule, offender, None, 5, sitting) == ()


def test_parity_is_broken_by_exactly_the_patterns_of_tsr_7_3_3():
    # The rule names +3, +15 and +21 to a soloist; the other patterns keep all odd or all even.
    breaking = {
        points
        for rule in RULES
        for soloist in (None, 2, 3)
        for points in allowed_patterns(rule, 3, soloist, 4)
        if breaks_parity(points)
    }
    assert breaking == {(0, 3, -3, 0), (0, 15, -15, 0), (0, 21, -21, 0)}


def test_breaks_parity_passes_over_the_sitting_dealer():
    assert not breaks_parity((None, 1, -3, 1, 1))
    assert breaks_parity((None, 0, -3, 3, 0))


@pytest.mark.parametrize(
    ("points", "finding"),
    [
        ((0, 3, -3, 0), None),
        ((0, 3, -3, 1), error(Code.PENALTY_NONZERO_SUM, 7, 3, rule="9.3.3b1", sum=1)),
        ((3, 0, -3, 0), error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.3b1", reason="pattern")),
        ((0, "3", -3, 0), error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.3b1", reason="pattern")),
        ((None, 3, -3, 0), error(Code.PENALTY_AMOUNT, 7, 3, rule="9.3.3b1", reason="pattern")),
    ],
)
def test_check_penalty_compares_with_the_game_it_belongs_to(points, finding):
    assert check_penalty(Penalty(7, "9.3.3b1", 3, points), 4, [2], []) == finding


def test_check_penalty_allows_any_soloist_and_dealer_when_unknown():
    penalty = Penalty(None, "9.4.4", 3, (15, None, -15, 0, 0))

    assert check_penalty(penalty, 5, range(1, 6), range(1, 6)) is None
    assert check_penalty(penalty, 5, [4], range(1, 6)).code is Code.PENALTY_AMOUNT
    assert check_penalty(penalty, 5, range(1, 6), [1]).code is Code.PENALTY_AMOUNT


@pytest.mark.parametrize(
    ("size", "rule", "sitting", "row"),
    [
        (4, "9.4.3", None, 8),
        (4, "9.3.2", None, 4),  # behind it there are compulsory solos only
        (5, "9.4.3", 3, 8),
        (5, "9.3.2", 3, 3),
        (5, "9.3.2", None, 5),
        (4, "9.9", None, 8),
        (5, "9.4.3", 6, 10),  # nowhere: the last
    ],
)
def test_penalty_of_no_game_is_in_the_last_row_that_fits(size, rule, sitting, row):
    assert last_row_for(rule, plain_sheet(size).rows, sitting) == row
