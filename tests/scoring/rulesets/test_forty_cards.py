"""Without the nines (3): which card points a party can have, and that 240 : 0 is schwarz."""

import json
from itertools import product

import pytest

from scoring.commands import answer as answered
from scoring.game import Impossible, LineKind
from scoring.rulesets import rule_set
from tests.factories.numbered import Told, json_of, worth

CARDS = (2, 3, 4, 10, 11)
"""Card points of jack, queen, king, ten and ace: eight of each are the forty cards."""
OF_EACH, IN_A_TRICK = 8, 4
FORTY = {"3": True}
SOURCES = {"pagat": "P", "club": "DDV"}


def sums_of_tricks():
    """Return every sum that the cards of some tricks can have."""
    sums = {(0, 0)}
    for points in CARDS:
        sums = {(n + k, total + k * points) for n, total in sums for k in range(OF_EACH + 1)}
    return {total for number, total in sums if number % IN_A_TRICK == 0}


def code_of(rules, game):
    try:
        rules.value_of(game)
    except Impossible as refused:
        return refused.code
    return None


@pytest.mark.parametrize("name", SOURCES)
def test_exactly_the_card_points_of_whole_tricks_are_taken(name):
    rules = rule_set(name, FORTY)
    taken = {
        points
        for points in range(241)
        if code_of(rules, json_of(Told(re_points=points))) != "points_unreachable"
    }

    assert taken == sums_of_tricks() == {0, *range(8, 233), 240}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("kind", ["normal", "silent_wedding"])
def test_240_to_0_is_schwarz_by_itself(name, kind):
    rules = rule_set(name, FORTY)
    for points, re_said, kontra_said in product((0, 240), range(6), range(6)):
        told = Told(kind, points, re_said=re_said, kontra_said=kontra_said)
        schwarz = told._replace(re_no_trick=points == 0, kontra_no_trick=points == 240)
        value = rules.value_of(json_of(told))

        assert (value.winner, value.value_re, value.points) == worth(schwarz, SOURCES[name], {})
        assert value == rules.value_of(json_of(schwarz))
        assert LineKind.NO_TRICK in {line.kind for line in value.breakdown}


def test_party_without_card_points_has_no_trick_to_count_anything_in():
    pairs = json_of(Told(re_points=0, re_special={"doppelkopf": 1}))

    assert code_of(rule_set("pagat", FORTY | {"15": True}), pairs) == "special_without_trick"
    assert code_of(rule_set("pagat", {"15": True}), pairs) is None


@pytest.mark.parametrize("name", ["ddv", *SOURCES])
@pytest.mark.parametrize("points", [0, 240])
def test_untold_schwarz_is_asked_for_with_forty_eight_cards(name, points):
    untold = Told(re_points=points)
    told = untold._replace(re_no_trick=points == 0, kontra_no_trick=points == 240)
    rules = rule_set(name)
    in_doubt, schwarz = rules.value_of(json_of(untold)), rules.value_of(json_of(told))

    assert abs(schwarz.value_re) == abs(in_doubt.value_re) + 1
    assert in_doubt.schwarz_untold == ("re" if points == 0 else "kontra")
    assert schwarz.schwarz_untold is None


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("kind", ["normal", "silent_wedding"])
def test_the_highest_value_is_that_with_forty_eight_cards(name, kind):
    assert rule_set(name, FORTY).highest(kind, 4) == rule_set(name).highest(kind, 4)


def notes(name, options, told):
    return answered(json.dumps(json_of(told)).encode(), rule_set(name, options))["notes"]


@pytest.mark.parametrize("name", ["pagat", "club"])
def test_the_command_asks_where_it_is_in_doubt_alone(name):
    won = Told(re_points=240)

    assert len(notes(name, {}, won)) == 1
    assert notes(name, {}, won) == notes("ddv", {}, won)
    assert notes(name, {}, won) != notes(name, {}, Told(re_points=0))
    assert notes(name, {}, won._replace(kontra_no_trick=True)) == []
    assert notes(name, {}, Told(re_points=238)) == []
    assert notes(name, FORTY, won) == []
