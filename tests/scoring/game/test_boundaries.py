"""The limits of the possible: the last game accepted and the first refused."""

from functools import partial
from itertools import product

import pytest

from scoring.game import Game, GameType, Impossible, Side, evaluate, game_from_json
from tests.factories.effort import tries
from tests.factories.games import game_of, json_of
from tests.factories.paragraphs import Played
from tests.factories.refusals import refusals

PARTIES = ("re", "kontra")
# Doppelkopf, fox, Karlchen; the fewest card points; and the highest insufficient ones, as a single
# card point is unreachable.
SPECIAL_NEEDS = [
    ((0, 0, 1), 2, 0),
    ((0, 1, 0), 11, 10),
    ((0, 1, 1), 13, 12),
    ((0, 2, 0), 22, 21),
    ((0, 2, 1), 24, 23),
    ((1, 0, 0), 40, 39),
    ((1, 1, 0), 40, 39),
    ((1, 2, 0), 40, 39),
    ((1, 0, 1), 42, 41),
    ((1, 2, 1), 42, 41),
    ((2, 0, 0), 80, 79),
    ((2, 2, 1), 82, 81),
    ((3, 0, 0), 124, 123),
    ((3, 2, 1), 126, 125),
    ((4, 0, 0), 168, 167),
    ((4, 2, 0), 168, 167),
    ((4, 2, 1), 170, 169),
]
# Of Re and of Kontra, at 120 card points each, so that they suffice.
MOST_TOGETHER = [((2, 0, 0), (2, 0, 0)), ((0, 1, 0), (0, 1, 0)), ((0, 0, 1), (0, 0, 0))]
ONE_TOO_MANY = [
    ((2, 0, 0), (3, 0, 0)), ((3, 0, 0), (2, 0, 0)), ((5, 0, 0), (0, 0, 0)), ((0, 0, 0), (5, 0, 0)),
    ((0, 2, 0), (0, 1, 0)), ((0, 1, 0), (0, 2, 0)), ((0, 3, 0), (0, 0, 0)), ((0, 0, 0), (0, 3, 0)),
    ((0, 0, 1), (0, 0, 1)), ((0, 0, 2), (0, 0, 0)), ((0, 0, 0), (0, 0, 2)),
]  # fmt: skip


def answers(played):
    """Return the code with which each entry point refuses the game, None where it is accepted."""
    return code_of(lambda: evaluate(game_of(played))), code_of(
        lambda: game_from_json(json_of(played))
    )


def code_of(call):
    try:
        call()
    except Impossible as refusal:
        return refusal.code
    return None


def both(code):
    return code, code


def of_party(party, points, special):
    """Return a game in which this party has so many card points and special points."""
    re_points = points if party == "re" else 240 - points
    return Played(re_points=re_points, **{f"{party}_special": special})


@pytest.mark.parametrize(
    ("points", "code"),
    [(-1, "points_range"), (0, None), (1, "points_unreachable"), (2, None), (120, None),
     (238, None), (239, "points_unreachable"), (240, None), (241, "points_range")],
)  # fmt: skip
def test_card_points_end_at_0_and_240_and_leave_out_1_and_239(points, code):
    assert answers(Played(re_points=points)) == both(code)


@pytest.mark.parametrize(("special", "enough", "too_few"), SPECIAL_NEEDS)
@pytest.mark.parametrize("party", PARTIES)
def test_special_points_need_card_points(party, special, enough, too_few):
    assert answers(of_party(party, enough, special)) == both(None)
    assert answers(of_party(party, too_few, special)) == both("special_points")


@pytest.mark.parametrize(("re", "kontra"), MOST_TOGETHER)
def test_special_points_of_both_parties_may_reach_the_maximum(re, kontra):
    played = Played(re_points=120, re_special=re, kontra_special=kontra)

    assert answers(played) == both(None)
    assert answers(played._replace(re_special=kontra, kontra_special=re)) == both(None)


@pytest.mark.parametrize(("re", "kontra"), ONE_TOO_MANY)
def test_special_points_of_both_parties_may_not_exceed_the_maximum(re, kontra):
    played = Played(re_points=120, re_special=re, kontra_special=kontra)

    assert answers(played) == both("special_max")


@pytest.mark.parametrize("party", PARTIES)
def test_worthless_trick_is_too_little_for_special_points(party):
    played = of_party(party, 0, (0, 1, 0))

    assert answers(played) == both("special_points")
    assert answers(played._replace(**{f"{party}_no_trick": True})) == both("special_without_trick")


def test_special_points_are_accepted_exactly_where_possible():
    """Every number of each kind, one too many included, by turns at all card points, for each."""
    every = [*product(PARTIES, range(241), product(range(6), range(4), range(3)))]
    for party, points, special in every[:: tries(5, 1)]:
        played = of_party(party, points, special)

        codes = refusals(json_of(played))

        assert code_of(partial(evaluate, game_of(played))) == (codes[0] if codes else None), played


@pytest.mark.parametrize("party", PARTIES)
@pytest.mark.parametrize(
    ("level", "code"), [(-1, "absage_level"), (0, None), (4, None), (5, "absage_level")]
)
def test_an_absage_has_levels_0_to_4(party, level, code):
    assert answers(Played(**{f"{party}_absage": level})) == both(code)


@pytest.mark.parametrize(
    ("party", "points", "code"),
    [("re", 0, None), ("re", 2, "no_trick_with_points"),
     ("kontra", 0, None), ("kontra", 2, "no_trick_with_points")],
)  # fmt: skip
def test_without_a_trick_there_are_no_card_points(party, points, code):
    played = of_party(party, points, (0, 0, 0))._replace(**{f"{party}_no_trick": True})

    assert answers(played) == both(code)


@pytest.mark.parametrize(
    ("re", "kontra", "table_size", "code"),
    [
        ((4, 1), (3, 2), 4, None),
        ((4, 1), (3, 2), 5, None),
        ((5, 1), (3, 2), 5, None),
        ((2, 1), (3, 5), 5, None),
        ((5, 1), (3, 2), 4, "members"),
        ((4, 0), (3, 2), 5, "members"),
        ((4, 6), (3, 2), 5, "members"),
        ((4, 1), (3, 2), 3, "members"),
        ((4, 1), (3, 2), 6, "members"),
    ],
)
def test_seats_fit_the_table(re, kontra, table_size, code):
    assert answers(Played(re=re, kontra=kontra, table_size=table_size)) == both(code)


def test_seat_5_makes_a_table_of_five_unless_a_size_is_given():
    game = {"game_type": "wedding", "re": [1, 5], "kontra": [2, 3], "re_points": 121}

    assert game_from_json(game).table_size == 5
    assert game_from_json(game | {"kontra": [5, 2], "re": [1, 3]}).table_size == 5
    assert game_from_json(game | {"re": [1, 4]}).table_size == 4
    assert game_from_json(game | {"re": [1, 4], "table_size": 5}).table_size == 5
    assert code_of(lambda: game_from_json(game | {"table_size": 4})) == "members"


def test_what_may_be_left_out_is_nothing():
    least = {"game_type": "wedding", "re": [4, 1], "kontra": [3, 2], "re_points": 130}

    plain = Game(GameType.WEDDING, re=Side((4, 1)), kontra=Side((3, 2)), re_points=130)

    assert game_from_json(least) == plain
    for special in ({}, {"re": {}}, {"kontra": {"fox": 0}, "re": {"karlchen": 0}}):
        assert game_from_json(least | {"special": special}) == plain
    assert game_from_json(least | {"solo_kind": None, "table_size": 4}) == plain


@pytest.mark.parametrize("kind", ["silent_wedding", "solo_hearts"])
def test_lone_game_may_count_its_special_points_as_none(kind):
    game = {
        "game_type": kind,
        "solo_kind": "voluntary" if kind == "solo_hearts" else None,
        "re": [3],
        "kontra": [4, 1, 2],
        "re_points": 121,
        "special": {"re": {"doppelkopf": 0, "fox": 0}, "kontra": {"karlchen": 0}},
    }

    assert evaluate(game_from_json(game)).points == (-1, -1, 3, -1)


def test_reading_a_game_changes_nothing_in_it():
    game = json_of(Played(re_points=90, re_special=(0, 1, 0)))
    before = json_of(Played(re_points=90, re_special=(0, 1, 0)))

    game_from_json(game)

    assert game == before
