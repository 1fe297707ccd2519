"""Games refused by the source P and by a club: special points that do not count, or cannot be."""

import pytest

from scoring.game import Impossible, Side, evaluate
from scoring.game.model import OptionalSpecial
from scoring.rulesets import DDV, rule_set
from tests.factories.games import game_of, json_of
from tests.factories.mistakes import EXAMPLE, MISTAKES, SOLO, changed
from tests.factories.numbered import SPECIAL_POINTS
from tests.factories.paragraphs import Played

LEAST = {"game_type": "normal", "re": [1, 2], "kontra": [3, 4], "re_points": 121}
ALL = {"10": True, "11": True, "18": "last_first"}
BY_OPTION = {
    "karlchen_lost": {}, "heart_ten": {"10": True}, "heart_trick": {"11": True},
    "fox_last": {"18": "last"}, "fox_first": {"18": "last_first"},
}  # fmt: skip


def code_of(game, options=None, name="pagat"):
    try:
        rule_set(name, options or {}).value_of(game)
    except Impossible as refused:
        return refused.code
    return None


def with_special(re=None, kontra=None, **game):
    return LEAST | game | {"special": {"re": re or {}, "kontra": kontra or {}}}


# What the DDV does not know, other rule sets may.
MISTAKES_EVERYWHERE = [
    one for one in MISTAKES if one.code not in ("special_in_solo", "special_max")
]


@pytest.mark.parametrize("name", ["pagat", "club"])
def test_games_the_ddv_refuses_are_refused(name):
    for mistake in MISTAKES_EVERYWHERE:
        assert code_of(changed(EXAMPLE, mistake.change), name=name) == mistake.code, mistake


@pytest.mark.parametrize("special", BY_OPTION)
def test_special_point_not_given_by_the_options_is_refused(special):
    given, game = BY_OPTION[special], with_special({special: 1})

    assert code_of(game, given) is None
    assert code_of(game, {"19": True}) == "special"
    for name in ("ddv", "club"):
        assert code_of(game, name=name) == "special"
    if special != "karlchen_lost":
        assert code_of(game, given, "club") is None


def test_foxes_of_the_first_trick_need_more_than_those_of_the_last():
    assert code_of(with_special({"fox_first": 1}), {"18": "last"}) == "special"
    assert code_of(with_special({"fox_last": 1}), {"18": "last_first"}) is None


@pytest.mark.parametrize("special", SPECIAL_POINTS)
@pytest.mark.parametrize("kind", ["solo_jacks", "silent_wedding"])
def test_alone_doppelkopf_alone_counts(special, kind):
    alone = {key: SOLO[key] for key in ("re", "kontra")} | {"game_type": kind, "re_points": 121}
    if kind == "solo_jacks":
        alone["solo_kind"] = "voluntary"
    code = None if special == "doppelkopf" else "special_in_solo"

    assert code_of(LEAST | alone | {"special": {"re": {special: 1}}}, ALL) == code
    assert code_of(LEAST | alone | {"special": {"kontra": {special: 1}}}, ALL) == code
    assert code_of(LEAST | alone | {"special": {"re": {special: 0}}}, ALL) is None
    if special in ("doppelkopf", "fox"):
        game = LEAST | alone | {"special": {"re": {special: 1}}}
        assert code_of(game, name="club") == "special_in_solo"


@pytest.mark.parametrize(
    ("re", "kontra"),
    [
        ({"karlchen_lost": 1}, {"karlchen_lost": 1}),
        ({"karlchen_lost": 1, "karlchen": 1}, {}),
        ({}, {"karlchen_lost": 1, "karlchen": 1}),
        ({"karlchen_lost": 3}, {}),
        ({"karlchen_lost": 2}, {"karlchen": 1}),
        ({"fox": 1, "fox_last": 1}, {"fox_first": 1}),
        ({"fox_last": 3}, {}),
        ({"fox": 1}, {"fox_last": 2}),
        ({"heart_ten": 2}, {"heart_ten": 1}),
        ({"heart_trick": 1}, {"heart_trick": 1}),
        ({"doppelkopf": 3}, {"doppelkopf": 2}),
    ],
)
def test_more_than_there_can_be_is_refused(re, kontra):
    assert code_of(with_special(re, kontra), ALL) == "special_max"


@pytest.mark.parametrize(
    ("re", "kontra"),
    [
        ({"karlchen_lost": 2}, {}),
        ({"karlchen_lost": 1}, {"karlchen": 1}),
        ({"fox": 1, "fox_last": 1}, {}),
        ({"fox_last": 1}, {"fox_first": 1}),
        ({"heart_ten": 1}, {"heart_ten": 1}),
        ({"doppelkopf": 2}, {"doppelkopf": 2}),
    ],
)
def test_as_many_as_there_can_be_are_taken(re, kontra):
    assert code_of(with_special(re, kontra), ALL) is None
    assert code_of(with_special(kontra, re, re_points=119), ALL) is None


@pytest.mark.parametrize("options", [{}, {"19": True}])
def test_one_karlchen_takes_the_last_trick(options):
    assert code_of(with_special({"karlchen": 2}), options) == "special_max"
    assert code_of(with_special({"karlchen": 1}, {"karlchen": 1}), options) == "special_max"


@pytest.mark.parametrize(
    ("enough", "re", "kontra"),
    [
        (10, {"heart_ten": 1}, {}),
        (20, {"heart_ten": 2}, {}),
        (42, {"heart_ten": 2, "fox": 2}, {}),
        (42, {"heart_ten": 2, "fox": 2, "doppelkopf": 1}, {}),
        (40, {"heart_ten": 2, "fox": 1, "doppelkopf": 1}, {}),
        (30, {"heart_trick": 1}, {}),
        (70, {"heart_trick": 1, "doppelkopf": 1}, {}),
        (11, {"fox_last": 1}, {}),
        (22, {"fox_last": 1, "fox_first": 1}, {}),
        (2, {}, {"karlchen_lost": 1}),
        (4, {}, {"karlchen_lost": 2}),
        (4, {"karlchen": 1}, {"karlchen_lost": 1}),
        (0, {"karlchen_lost": 2}, {}),
    ],
)
def test_special_points_need_card_points(enough, re, kontra):
    short = max(enough - 1 - (enough == 2), 0)
    for points, mine, theirs in ((enough, re, kontra), (240 - enough, kontra, re)):
        assert code_of(with_special(mine, theirs, re_points=points), ALL) is None
    if enough:
        assert code_of(with_special(re, kontra, re_points=short), ALL) == "special_points"
        assert code_of(with_special(kontra, re, re_points=240 - short), ALL) == "special_points"


def test_party_without_a_trick_can_lose_but_not_take_a_karlchen():
    schwarz = {"re_points": 240, "kontra_no_trick": True}

    assert code_of(with_special({}, {"karlchen_lost": 2}, **schwarz)) is None
    assert code_of(with_special({"karlchen_lost": 1}, {}, **schwarz)) == "special_without_trick"
    assert code_of(with_special({}, {"fox_last": 1}, **schwarz), ALL) == "special_without_trick"


@pytest.mark.parametrize(("nines", "most", "worth"), [({}, 12, 0), ({"3": True}, 10, 240)])
def test_15_pairs_of_pairs_are_bounded_by_the_tricks_alone(nines, most, worth):
    options = {"15": True} | nines

    assert code_of(with_special({"doppelkopf": most}, re_points=worth), options) is None
    assert code_of(with_special({"doppelkopf": most}, {"doppelkopf": 1}), options) == "special_max"
    assert code_of(with_special({"doppelkopf": 1, "fox": 1}, re_points=10), options) == (
        "special_points"
    )


@pytest.mark.parametrize("kind", ["poverty", "solo_kings", "black_sow"])
def test_the_ddv_knows_no_kinds_of_others(kind):
    game = changed(EXAMPLE, {"game_type": kind})
    prepared = game_of(Played(kind, re=(1, 2) if kind == "poverty" else (1,)))

    assert code_of(game, name="ddv") == "game_type"
    with pytest.raises(Impossible, match="game_type"):
        evaluate(prepared)


def test_ddv_counts_nothing_of_others_in_a_prepared_game():
    game = game_of(Played())
    more = Side(game.re.seats, optional=OptionalSpecial(heart_ten=1))

    with pytest.raises(Impossible, match="special"):
        DDV.evaluate(type(game)(game.game_type, more, game.kontra, game.re_points))


def test_table_of_five_is_read_as_by_the_ddv():
    game = json_of(Played(re=(5, 1), kontra=(2, 4), table_size=5))

    assert rule_set("pagat").value_of(game).points == (1, -1, None, -1, 1)
    least = {key: game[key] for key in ("game_type", "re", "kontra", "re_points")}
    assert rule_set("pagat").value_of(least) == rule_set("pagat").value_of(game)
    assert rule_set("club").value_of(LEAST, 5).points == (1, 1, -1, -1, None)
