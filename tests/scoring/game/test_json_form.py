"""A game as JSON and back."""

import json

from hypothesis import given

from scoring.game import game_from_json, game_to_json
from tests.factories.games import any_game, game_of, json_of
from tests.factories.mistakes import EXAMPLE
from tests.factories.paragraphs import Played
from tests.factories.refusals import KEYS


@given(any_game())
def test_a_game_written_and_read_is_the_same(played):
    game = game_of(played)

    assert game_from_json(json.loads(json.dumps(game_to_json(game)))) == game


@given(any_game())
def test_game_is_read_as_it_was_played(played):
    assert game_from_json(json_of(played)) == game_of(played)


def test_example_of_the_format_round_trips_unchanged():
    played = Played(
        re=(1, 3), kontra=(2, 4), re_points=172, re_announced=True, re_absage=1,
        re_special=(0, 1, 0),
    )  # fmt: skip

    assert game_from_json(EXAMPLE) == game_of(played)
    assert game_to_json(game_of(played)) == EXAMPLE
    assert json_of(played) == EXAMPLE


@given(any_game())
def test_a_written_game_has_all_keys(played):
    assert game_to_json(game_of(played)).keys() == KEYS
