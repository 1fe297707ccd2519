"""An option never changes what it says nothing about: games of all kinds, with others chosen."""

from itertools import islice
from random import Random

import pytest

from scoring.game import Impossible
from scoring.game.model import GameType, OptionalSpecial
from scoring.rulesets import rule_set
from tests.factories.effort import tries
from tests.factories.numbered import Told, json_of
from tests.factories.options import CHOICES, with_and_without

pytestmark = pytest.mark.long

GAMES = tries(60, 3000)
SPECIALS = ("doppelkopf", "fox", "karlchen", *OptionalSpecial._fields)
EDGES = (0, 30, 59, 60, 89, 90, 119, 120, 121, 150, 151, 180, 181, 210, 211, 240)
TRUMP_AND_ACE = ("diamonds", "hearts", "spades", "clubs", "aces")


def has(*names):
    """Return whether either side has such special points."""
    return lambda told: any(
        side.get(name) for side in (told.re_special, told.kontra_special) for name in names
    )


def is_of(*kinds):
    return lambda told: told.kind in kinds


def never(_told):
    return False


def is_alone(told):
    return not told.with_partner


def has_calls(told):
    return told.re_said or told.kontra_said


def few_cards(told):
    return min(told.re_points, 240 - told.re_points) < 8


def has_levels(told):
    return told.re_said > 1 or told.kontra_said > 1 or not 90 <= told.re_points <= 150


def halved_after_kontra(told):
    return told.re_points == 120 and told.kontra_said == 1 and not told.re_said


SPEAKS_OF = {
    "3": few_cards,
    "4": lambda told: has_calls(told) or is_alone(told),  # one may count as if Re was said (16)
    "6": is_of("poverty"),
    "10": has("heart_ten"),
    "11": has("heart_trick"),
    "12": is_of("solo_kings"),
    "15": has("doppelkopf"),
    "16": is_alone,
    "18": has("fox_last", "fox_first"),
    "19": has("karlchen_lost"),
    "24": is_of(*(f"solo_{suit}" for suit in TRUMP_AND_ACE)),
    "27": is_of("black_sow"),
    "re_121": halved_after_kontra,
    "karlchen_caught": has("karlchen_caught"),
    "heart_ten": has("heart_ten"),
    "fox_end": has("fox_end"),
    "doppelkopf_solo": lambda told: is_alone(told) and has("doppelkopf")(told),
    "levels": has_levels,
    "poverty": is_of("poverty"),
}
"""What each option says something about; all others nothing about the value of a game."""


def random_game(random):
    said = [random.choice((0, 0, 0, 0, 1, 1, 2, 3, 4, 5)) for _side in range(2)]
    sides = [{name: 1 for name in SPECIALS if random.random() < 0.06} for _side in range(2)]
    points = random.choice((*EDGES, random.randrange(2, 239)))
    kind = random.choice(("normal", random.choice(list(GameType)).value))
    return Told(kind, points, False, False, *said, *sides)


def outcome(rules, told):
    try:
        value = rules.value_of(json_of(told))
    except Impossible as refused:
        return refused.code
    return value.winner, value.points, value.breakdown


VALUED = [each for each in CHOICES if each[0] in ("pagat", "club")]


@pytest.mark.parametrize(("name", "option", "value"), VALUED)
def test_option_changes_no_game_it_says_nothing_about(name, option, value):
    random = Random(f"{name} {option} {value}")
    speaks = SPEAKS_OF.get(option, never)
    silent = 0
    for _try in range(GAMES):
        with_it, without = with_and_without(name, option, value, random)
        told = random_game(random)
        if speaks(told):
            continue
        silent += 1
        assert outcome(with_it, told) == outcome(without, told), (without.options, told)
    assert silent


@pytest.mark.parametrize(
    ("name", "option", "value"), [each for each in VALUED if each[1] in SPEAKS_OF]
)
def test_option_changes_some_game_it_speaks_of(name, option, value):
    random = Random(option)
    if name == "club" and option in ("6", "19"):
        return  # a club has neither poverty nor a Karlchen lost by itself
    without, with_it = rule_set(name), rule_set(name, {option: value})
    spoken = (told for told in iter(lambda: random_game(random), None) if SPEAKS_OF[option](told))

    assert any(outcome(with_it, told) != outcome(without, told) for told in islice(spoken, 3000))
