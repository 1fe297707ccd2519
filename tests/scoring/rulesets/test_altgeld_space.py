"""Every possible game at Altgeld Hall: the second evaluator agrees on all of them."""

from itertools import product

import pytest

from scoring.game import Impossible
from scoring.rulesets import rule_set
from tests.factories.altgeld import (
    ANNOUNCED_SOLOS,
    KINDS,
    Told,
    edges,
    extras,
    fits,
    games,
    json_of,
    reachable,
    worth,
)

ALTGELD = rule_set("altgeld")
PEOPLE = (4, 6)


def valued(told):
    value = ALTGELD.value_of(json_of(told))
    return value.re, value.kontra


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("kind", KINDS)
def test_second_evaluator_agrees_on_card_points_and_announcements(kind, people):
    assert [told for told in games(kind, people) if valued(told) != worth(told)][:3] == []


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("kind", ["normal", "trump_solo", "jack_solo"])
def test_extra_points_are_accepted_exactly_where_they_fit_and_agree(kind, people):
    wrong = []
    sets = extras(kind, people)[:: 1 if people == 4 else 5]
    for points, (re, kontra) in product(edges(people), sets):
        told = Told(kind, people, points, False, True, re, kontra)
        expected = worth(told) if fits(told) else "special_points"
        if outcome(told) != expected:
            wrong.append(told)

    assert wrong[:3] == []


def outcome(told):
    try:
        return valued(told)
    except Impossible as refused:
        return refused.code


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("kind", KINDS)
def test_reachable_pairs_are_those_of_all_games(kind, people):
    pairs = reachable(kind, people)

    assert ALTGELD.reachable(kind, people) == pairs
    assert ALTGELD.highest(kind, people) == max(map(max, pairs))


@pytest.mark.parametrize("kind", ANNOUNCED_SOLOS)
def test_forced_solo_reaches_what_needs_no_announcement(kind):
    pairs = ALTGELD.reachable(kind, 4, forced=True)

    assert pairs == reachable(kind, 4, forced=True)
    assert pairs < ALTGELD.reachable(kind, 4)


@pytest.mark.parametrize(("five", "four"), [(5, 4), (7, 6)])
def test_sitting_out_does_not_change_what_can_be_reached(five, four):
    for kind in KINDS:
        assert ALTGELD.reachable(kind, five) == ALTGELD.reachable(kind, four)


def test_3_5_most_extra_points_of_the_other_side():
    assert [ALTGELD.most_extra_points(size) for size in (4, 5, 6, 7)] == [5, 5, 6, 6]


@pytest.mark.parametrize(("people", "half", "most"), [(4, 120, 5), (6, 180, 6)])
def test_3_5_kontra_without_a_game_part_has_one_more_at_half(people, half, most):
    """At half of the card points the old ones add it; nobody has a game part there."""
    of_side = {"re": [], "kontra": []}
    for points, (re, kontra) in product((half - 1, half, half + 1), extras("normal", people)):
        told = Told("normal", people, points, re_extra=re, kontra_extra=kontra)
        if fits(told):
            got = dict(zip(("re", "kontra"), valued(told), strict=True))
            for side in ("re", "kontra"):
                without_game = points == half or (side == "re") == (points < half)
                of_side[side].append((got[side], points) if without_game else (0, points))

    assert max(of_side["re"])[0] == most
    assert max(of_side["kontra"]) == (most + 1, half)
