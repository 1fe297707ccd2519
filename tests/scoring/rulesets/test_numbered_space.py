"""Every possible game by the source P and at a club: the second evaluator agrees on all of them."""

from itertools import product

import pytest

from scoring.game import Impossible
from scoring.rulesets import rule_set
from tests.factories.effort import chiefly, tries
from tests.factories.numbered import OUTCOMES, Told, games, json_of, sum_of, worth
from tests.factories.special_points import both_sides, fits, one_sided, splits

pytestmark = pytest.mark.long

SOURCES = {"pagat": "P", "club": "DDV"}
OPTIONS = (
    {},
    {"4": "game"},
    {"4": "all"},
    {"16": "double"},
    {"16": "re"},
    {"4": "game", "16": "re"},
    {"4": "all", "16": "double"},
)
EACH_OPTION = [(name, options) for options in OPTIONS for name in SOURCES]
BY_TURNS = [*EACH_OPTION[:2], *EACH_OPTION[2::4], *EACH_OPTION[5::4]]
"""The two rule sets by turns; both without options."""
EVERYTHING = {"10": True, "11": True, "18": "last_first"}
SOME = tries(193, 97)
"""The step through a long list; coprime to the number of things that can be counted."""
EACH = tries(3, 1)
"""The step through a list that is gone through whole with `make slow`."""
WHOLE_LADDER = (
    *((points, False, False) for points in range(241) if points not in (1, 239)),
    (0, True, False),
    (240, False, True),
)


def valued(rules, told):
    value = rules.value_of(json_of(told))
    return value.winner, value.value_re, value.points


def differing(rules, source, options, tolds):
    """Return the first games on which the program and the second evaluator disagree."""
    return [told for told in tolds if valued(rules, told) != worth(told, source, options)][:3]


@pytest.mark.parametrize("name", SOURCES)
def test_second_evaluator_agrees_on_card_points_and_calls(name):
    space = games(outcomes=WHOLE_LADDER[::EACH])

    assert differing(rule_set(name), SOURCES[name], {}, space) == []


@pytest.mark.parametrize(("name", "options"), chiefly(*BY_TURNS, of=EACH_OPTION))
def test_the_second_evaluator_agrees_with_options(name, options):
    assert differing(rule_set(name, options), SOURCES[name], options, games()) == []


@pytest.mark.parametrize("mode", [{}, {"4": "game"}, {"4": "all"}])
@pytest.mark.parametrize("name", SOURCES)
def test_second_evaluator_agrees_on_special_points(name, mode):
    """All that need no option, and some of all the others: for each winner and for none."""
    rules, options = rule_set(name, mode | EVERYTHING), mode | EVERYTHING
    lost = name == "pagat"
    sets = both_sides({}, lost)[::EACH] + both_sides(EVERYTHING, lost)[::SOME]
    tolds = [
        Told("normal", points, re_said=said, kontra_said=said, re_special=re, kontra_special=kontra)
        for re, kontra in sets
        for points, said in ((118, 0), (122, 1), (120, 2))
        if fits(re, kontra, points, (False, False))
    ]

    assert len(tolds) > 900 / EACH
    assert differing(rules, SOURCES[name], options, tolds) == []


@pytest.mark.parametrize("name", SOURCES)
def test_special_points_are_taken_exactly_where_they_are_possible(name):
    lost = name == "pagat"
    sets = both_sides({}, lost)[:: 2 * EACH] + both_sides(EVERYTHING, lost)[::SOME]
    rules = rule_set(name, EVERYTHING)
    wrong = []
    for (re, kontra), (points, *no_trick) in product(sets, OUTCOMES):
        told = Told("normal", points, *no_trick, re_special=re, kontra_special=kontra)
        if is_taken(rules, told) != fits(re, kontra, points, no_trick):
            wrong.append(told)

    assert wrong[:3] == []


def is_taken(rules, told):
    try:
        rules.value_of(json_of(told))
    except Impossible:
        return False
    return True


ALL_TOGETHER = [
    (name, EVERYTHING | together) for together in ({}, {"4": "all"}) for name in SOURCES
]


@pytest.mark.parametrize(
    ("name", "options"),
    chiefly(*BY_TURNS, *ALL_TOGETHER[:2], of=[*EACH_OPTION, *ALL_TOGETHER]),
)
def test_highest_value_is_the_highest_possible(name, options):
    """Special points of one party move the value one way, so the most of each decides."""
    alone = [({"doppelkopf": re}, {"doppelkopf": kontra}) for re, kontra in splits(4)]
    sets = {
        "normal": one_sided(both_sides(options, lost=name == "pagat")),
        "silent_wedding": alone if name == "pagat" else [({}, {})],
    }
    seen = {
        kind: max(
            abs(worth(told, SOURCES[name], options).value_re)
            for best in (best_first(sets[kind], side=1), best_first(sets[kind], side=-1))
            for outcome in OUTCOMES
            for told in with_most(kind, outcome, best)
        )
        for kind in sets
    }

    rules = rule_set(name, options)
    assert {kind: rules.highest(kind, 4) for kind in seen} == seen


def best_first(sets, side):
    """Return those worth most to Re (1) or to Kontra (-1)."""
    return sorted(sets, key=lambda pair: side * (sum_of(pair[1]) - sum_of(pair[0])))


def with_most(kind, outcome, best):
    """Return all calls, with the first special points that the card points allow."""
    points, *no_trick = outcome
    re, kontra = next(pair for pair in best if fits(*pair, points, no_trick))
    for told in games(kinds=(kind,), outcomes=(outcome,)):
        yield told._replace(re_special=re, kontra_special=kontra)
