"""A refused game names the place in its public form where there is a single one."""

import pytest

from scoring.game import Code, Impossible, game_from_json

GAME = {"game_type": "normal", "re": [1, 2], "kontra": [3, 4], "re_points": 130}

PLACES = {
    "game_type": ({"game_type": "skat"}, Code.GAME_TYPE),
    "solo_kind": ({"solo_kind": "forced"}, Code.SOLO_KIND),
    "re": ({"re": "12"}, Code.MEMBERS),
    "kontra": ({"kontra": [3, "4"]}, Code.MEMBERS),
    "table_size": ({"table_size": "4"}, Code.MEMBERS),
    "re_points": ({"re_points": 130.0}, Code.POINTS_RANGE),
    "re_absage": ({"re_absage": None}, Code.ABSAGE_LEVEL),
    "kontra_absage": ({"kontra_absage": "1"}, Code.ABSAGE_LEVEL),
    "special": ({"special": [1]}, Code.SPECIAL),
    "special.both": ({"special": {"both": {}}}, Code.SPECIAL),
    "special.re": ({"special": {"re": 2}}, Code.SPECIAL),
    "special.kontra.pig": ({"special": {"kontra": {"pig": 1}}}, Code.SPECIAL),
    "special.kontra.fox": ({"special": {"kontra": {"fox": True}}}, Code.SPECIAL),
    "re_announced": ({"re_announced": 1}, Code.FLAG),
    "kontra_no_trick": ({"kontra_no_trick": "no"}, Code.FLAG),
    "score": ({"score": 4}, Code.UNKNOWN_KEY),
    "": ({"re_points": 239}, Code.POINTS_UNREACHABLE),
}


@pytest.mark.parametrize(("change", "code", "place"), [(*v, k) for k, v in PLACES.items()])
def test_a_refusal_names_code_and_place(change, code, place):
    with pytest.raises(Impossible) as refused:
        game_from_json(GAME | change)

    assert (refused.value.code, refused.value.key) == (code, place)
    assert str(refused.value) == code.value


def test_a_kind_that_is_missing_has_its_place():
    with pytest.raises(Impossible) as refused:
        game_from_json({key: value for key, value in GAME.items() if key != "game_type"})

    assert (refused.value.code, refused.value.key) == (Code.GAME_TYPE, "game_type")
