"""The row kind of a game on the list, and that a game is immutable."""

from dataclasses import FrozenInstanceError

import pytest

from scoring.game import evaluate
from tests.factories.games import game_of
from tests.factories.paragraphs import Played
from tests.factories.refusals import ANNOUNCED_SOLOS, TEAM_GAMES, UNDECLARED_SOLOS

ALONE = {"re": (1,), "kontra": (2, 3, 4)}


@pytest.mark.parametrize(
    ("played", "row_kind"),
    [
        *((Played(kind), kind) for kind in TEAM_GAMES),
        *((Played(kind, **ALONE), kind) for kind in UNDECLARED_SOLOS),
        *((Played(kind, "voluntary", **ALONE), "voluntary_solo") for kind in ANNOUNCED_SOLOS),
        *((Played(kind, "compulsory", **ALONE), "compulsory_solo") for kind in ANNOUNCED_SOLOS),
    ],
)
def test_game_has_the_row_of_its_kind(played, row_kind):
    assert game_of(played).row_kind == row_kind


def test_a_game_and_its_value_cannot_be_changed():
    game = game_of(Played())
    value = evaluate(game)

    for thing, name in (
        (game, "re_points"),
        (game.re, "absage"),
        (game.re.special, "fox"),
        (value, "winner"),
        (value.breakdown[0], "re"),
    ):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(thing, name, 0)
