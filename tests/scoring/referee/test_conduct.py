"""Unsporting conduct (TSR 9.7) and who may complain (9.6.1)."""

from itertools import combinations

import pytest

from scoring.penalties import RULES
from scoring.referee import (
    Authority,
    ImpossibleCase,
    ProblemCode,
    Sanction,
    SanctionRuling,
    may_complain,
    sanction_for,
)

FOUR = frozenset({1, 2, 3, 4})


@pytest.mark.parametrize(
    ("sanction", "paragraph"),
    [(Sanction.WARNING, "9.7.2a"), (Sanction.DISQUALIFICATION, "9.7.2c")],
)
def test_sanction_without_points_is_the_jurys_9_7_2(sanction, paragraph):
    assert sanction_for(sanction) == SanctionRuling(sanction, paragraph, Authority.JURY, 0)


@pytest.mark.parametrize("points", range(1, 13))
def test_deduction_is_an_adjustment_of_the_tournament_9_7_2b(points):
    assert sanction_for(Sanction.DEDUCTION, points) == SanctionRuling(
        Sanction.DEDUCTION, "9.7.2b", Authority.JURY, -points
    )


def test_bound_decision_is_the_referees_own_9_7_3():
    assert sanction_for(Sanction.BOUND, 6) == SanctionRuling(
        Sanction.BOUND, "9.7.3", Authority.REFEREE, -6
    )


def test_sanctions_never_appear_on_a_sheet_9_7_2b():
    with_points = {Sanction.DEDUCTION: 12, Sanction.BOUND: 12}
    rulings = [sanction_for(each, with_points.get(each, 0)) for each in Sanction]

    assert {ruling.paragraph for ruling in rulings}.isdisjoint(RULES)


@pytest.mark.parametrize(
    ("sanction", "points", "code", "params"),
    [
        (Sanction.WARNING, 3, ProblemCode.SANCTION_WITHOUT_POINTS, {"points": 3}),
        (Sanction.DISQUALIFICATION, 12, ProblemCode.SANCTION_WITHOUT_POINTS, {"points": 12}),
        (Sanction.DEDUCTION, 0, ProblemCode.DEDUCTION_WITHOUT_POINTS, {"most": 12}),
        (Sanction.BOUND, 0, ProblemCode.DEDUCTION_WITHOUT_POINTS, {"most": 12}),
        (
            Sanction.DEDUCTION,
            13,
            ProblemCode.DEDUCTION_OUT_OF_RANGE,
            {"points": 13, "most": 12},
        ),
        (Sanction.BOUND, -1, ProblemCode.DEDUCTION_OUT_OF_RANGE, {"points": -1, "most": 12}),
    ],
)
def test_impossible_sanction_is_refused(sanction, points, code, params):
    with pytest.raises(ImpossibleCase) as refused:
        sanction_for(sanction, points)
    assert (refused.value.code, refused.value.params) == (code, params)


@pytest.mark.parametrize("offender", FOUR)
def test_all_but_the_offender_may_complain_while_parties_are_open_9_6_1(offender):
    assert may_complain(offender, FOUR) == FOUR - {offender}


@pytest.mark.parametrize("offender", FOUR)
@pytest.mark.parametrize("size", [1, 2])
def test_only_opponents_may_complain_once_parties_are_settled_9_6_1(offender, size):
    for re in map(frozenset, combinations(FOUR, size)):
        opponents = {seat for seat in FOUR if (seat in re) != (offender in re)}
        assert may_complain(offender, FOUR, re) == opponents


def test_only_players_may_complain_at_a_five_table():
    players = frozenset({1, 3, 4, 5})

    assert may_complain(3, players) == {1, 4, 5}
    assert may_complain(3, players, frozenset({5})) == {5}


@pytest.mark.parametrize(
    ("question", "code", "params"),
    [
        ((5, FOUR), ProblemCode.SEAT_SITS_OUT, {"seat": 5}),
        ((1, FOUR, frozenset()), ProblemCode.PARTY_IMPOSSIBLE, {"members": 0}),
        ((1, FOUR, frozenset({1, 2, 3})), ProblemCode.PARTY_IMPOSSIBLE, {"members": 3}),
        ((1, FOUR, frozenset({1, 5})), ProblemCode.PARTY_IMPOSSIBLE, {"members": 2}),
        ((1, frozenset({1, 2}), frozenset({1})), ProblemCode.PARTY_IMPOSSIBLE, {"members": 1}),
    ],
)
def test_impossible_parties_are_refused(question, code, params):
    with pytest.raises(ImpossibleCase) as refused:
        may_complain(*question)
    assert (refused.value.code, refused.value.params) == (code, params)
