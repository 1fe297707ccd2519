"""Impossible games at Altgeld Hall, rule-sets.md 3 to 5 and formats.md 1."""

from dataclasses import replace

import pytest

from scoring.game import Code, Impossible
from scoring.rulesets import rule_set
from scoring.rulesets.altgeld_game import altgeld_game_from_json
from scoring.rulesets.altgeld_value import evaluate_altgeld
from tests.factories.altgeld import ANNOUNCED_SOLOS, COUNTING, KINDS, TEAM_GAMES
from tests.factories.mistakes import MISSING, NOT_A_FLAG, NOT_WHOLE, changed

NORMAL = {
    "kind": "normal", "forced": False, "re": [1, 3], "kontra": [2, 4], "re_points": 87,
    "re_announced": False, "kontra_announced": False,
    "special": {"re": {"fox": 0, "charlie": 1, "full_trick": 0},
                "kontra": {"fox": 1, "charlie": 0, "full_trick": 0}},
    "tricks": None, "no_side": [], "table_size": 4,
}  # fmt: skip
SOLO = {"kind": "trump_solo", "re": [2], "kontra": [1, 3, 4], "re_points": 87}
LUMPER = {"kind": "lumper", "re": [2], "kontra": [1, 3, 4], "tricks": 2}
SIX = {"kind": "normal", "re": [1, 3, 5], "kontra": [2, 4, 6], "re_points": 200}
POVERTIES = {"kind": "poverty", "re": [1, 2], "kontra": [3, 4], "no_side": [5, 6], "re_points": 200}


def code_of(game, table_size=4):
    try:
        rule_set("altgeld").value_of(game, table_size)
    except Impossible as refused:
        return refused.code
    return None


def special(party, **counts):
    return {"special": {party: counts}}


def with_value(code, key, values):
    return [(code, {key: value}) for value in values]


MISTAKES = [
    *with_value("game_type", "kind", (MISSING, None, "", "Normal", "silent_wedding", 1, [])),
    *with_value("members", "re", (MISSING, None, [], [1], [1, 1], [1, 2], [1, 3, 4], [0, 1], "13")),
    *with_value("members", "kontra", (MISSING, None, [], [2], [2, 3], [2, 5], [2, 4, 4], {})),
    *with_value("members", "re", ([1, None], [1, True], [1, 3.0], [-1, 3], [1, 10**30])),
    *with_value("members", "table_size", (None, True, 0, 3, 8, 6, 7, "4", 4.0, 10**30)),
    *with_value("members", "no_side", (None, "", [5], [1], {}, [True])),
    ("members", {"re": [2], "kontra": [1, 3, 4]}),
    *with_value("points_range", "re_points", (MISSING, *NOT_WHOLE, -1, 241, 360, 10**30)),
    *with_value("points_unreachable", "re_points", (1, 239)),
    *with_value("tricks", "tricks", (0, 2, 12, -1, True, 1.0, "2", [])),
    *with_value("forced", "forced", (True,)),
    *with_value("flag", "forced", (None, 0, 1, "true", [])),
    *with_value("flag", "re_announced", NOT_A_FLAG),
    *with_value("flag", "kontra_announced", NOT_A_FLAG),
    *with_value("special", "special", (None, [], 1, {"both": {}}, {"re": None}, {"re": 1})),
    *with_value("special", "special", [{"re": {"fox": value}} for value in (*NOT_WHOLE, -1)]),
    *with_value("special", "special", ({"kontra": {"karlchen": 0}}, {"re": {"doppelkopf": 1}})),
    ("special_max", special("re", fox=3)),
    ("special_max", {"special": {"re": {"fox": 2}, "kontra": {"fox": 1}}}),
    ("special_max", special("kontra", charlie=2)),
    ("special_max", {"special": {"re": {"charlie": 1}, "kontra": {"charlie": 1}}}),
    ("special_max", special("re", full_trick=5)),
    ("special_max", {"special": {"re": {"full_trick": 2}, "kontra": {"full_trick": 3}}}),
    ("special_points", {"re_points": 39, **special("re", full_trick=1)}),
    ("special_points", {"re_points": 79, **special("re", full_trick=2)}),
    ("special_points", {"re_points": 123, **special("re", full_trick=3)}),
    ("special_points", {"re_points": 167, **special("re", full_trick=4)}),
    ("special_points", {"re_points": 41, **special("re", full_trick=1, charlie=1)}),
    ("special_points", {"re_points": 10, **special("re", fox=1)}),
    ("special_points", {"re_points": 23, **special("re", fox=2, charlie=1)}),
    ("special_points", {"re_points": 0, **special("re", charlie=1)}),
    ("special_points", {"re_points": 201, **special("kontra", full_trick=1)}),
    *with_value("unknown_key", "game_type", ("normal", None)),
    *with_value("unknown_key", "re_absage", (0, 1)),
    *with_value("unknown_key", "re_no_trick", (False, True)),
]  # fmt: skip


def test_a_mistake_is_named():
    assert code_of(NORMAL) is None
    for code, change in MISTAKES:
        assert code_of(changed(NORMAL, change)) == code, change


def test_what_may_be_left_out_is_nothing():
    least = {"kind": "normal", "re": [3, 1], "kontra": [4, 2], "re_points": 87}
    rules = rule_set("altgeld")

    plain = rules.value_of(NORMAL | {"special": {}})

    assert rules.value_of(least) == plain
    assert rules.value_of(least | {"special": {"re": {"fox": 0}}, "tricks": None}) == plain


def test_extra_points_may_reach_what_their_cards_allow():
    for points, extra in (
        (40, {"full_trick": 1, "fox": 2}), (80, {"full_trick": 2}), (124, {"full_trick": 3}),
        (168, {"full_trick": 4}), (11, {"fox": 1}), (24, {"fox": 2, "charlie": 1}),
    ):  # fmt: skip
        assert code_of(NORMAL | {"re_points": points, **special("re", **extra)}) is None
        assert code_of(NORMAL | {"re_points": 240 - points, **special("kontra", **extra)}) is None


@pytest.mark.parametrize(
    ("points", "extra"),
    [
        (60, {"full_trick": 1, "fox": 3}), (120, {"full_trick": 2}), (186, {"full_trick": 3}),
        (252, {"full_trick": 4}), (33, {"fox": 3}), (35, {"fox": 3, "charlie": 1}),
    ],
)  # fmt: skip
def test_4_extra_points_of_six_people(points, extra):
    assert code_of(SIX | {"re_points": points, **special("re", **extra)}) is None
    assert code_of(SIX | {"re_points": points - 1, **special("re", **extra)}) == "special_points"
    assert code_of(SIX | {"re_points": 360 - points, **special("kontra", **extra)}) is None


def test_4_three_foxes_and_no_more_at_six():
    assert code_of(SIX | {"special": {"re": {"fox": 2}, "kontra": {"fox": 2}}}) == "special_max"
    assert code_of(SIX | {"special": {"re": {"fox": 2}, "kontra": {"fox": 1}}}) is None


@pytest.mark.parametrize(
    ("points", "code"),
    [
        (241, None), (358, None), (359, "points_unreachable"), (360, None), (361, "points_range"),
        (1, "points_unreachable"), (239, None),
    ],
)  # fmt: skip
def test_4_card_points_of_six_people(points, code):
    assert code_of(SIX | {"re_points": points}) == code


@pytest.mark.parametrize("kind", KINDS)
def test_extra_points_that_do_not_count_in_a_kind_are_refused(kind):
    alone = kind not in TEAM_GAMES
    game = (SOLO if alone else NORMAL | {"special": {}}) | {"kind": kind}
    if kind == "lumper":
        game = LUMPER

    for name in ("fox", "charlie", "full_trick"):
        code = None if name in COUNTING[kind] else "special_in_solo"
        for party in ("re", "kontra"):
            assert code_of(game | special(party, **{name: 1})) == code
            assert code_of(game | special(party, **{name: 0})) is None


@pytest.mark.parametrize("kind", KINDS)
def test_announcements_that_a_kind_does_not_allow_are_refused(kind):
    alone, made_to = kind not in TEAM_GAMES, kind in ("wedding", "poverty")
    game = (SOLO if alone else NORMAL) | {"kind": kind}
    if kind == "lumper":
        game = LUMPER
    both = {"re_announced": True, "kontra_announced": True}

    assert code_of(game | {"re_announced": True}) == (None if kind == "normal" else "announcement")
    assert code_of(game | {"kontra_announced": True}) == ("announcement" if made_to else None)
    assert code_of(game | both) == ("announcement" if made_to else None)


@pytest.mark.parametrize("said", ["re_announced", "kontra_announced"])
def test_forced_solos_have_no_announcements(said):
    for game in (SOLO, LUMPER):
        assert code_of(game | {"forced": True, said: True}) == "announcement"
        assert code_of(game | {"forced": True}) is None


@pytest.mark.parametrize("kind", KINDS)
def test_only_announced_solos_at_a_table_of_four_are_forced(kind):
    game = LUMPER if kind == "lumper" else SOLO if kind not in TEAM_GAMES else NORMAL
    code = None if kind in ANNOUNCED_SOLOS else "forced"

    assert code_of(game | {"kind": kind, "forced": True}) == code


@pytest.mark.parametrize("size", [5, 6, 7])
def test_nobody_is_forced_at_larger_tables(size):
    players = [1, 3, 4, 5, 6, 7][: 3 if size == 5 else 5]
    solo = SOLO | {"kontra": players, "table_size": size}

    assert code_of(solo) is None
    assert code_of(solo | {"forced": True}) == "forced"


@pytest.mark.parametrize("tricks", [0, 1, 12])
def test_a_lumper_has_tricks_and_no_card_points(tricks):
    assert code_of(LUMPER | {"tricks": tricks}) is None
    assert code_of(LUMPER | {"tricks": tricks, "re_points": None}) is None
    assert code_of(LUMPER | {"tricks": tricks, "re_points": 0}) == "points_range"


@pytest.mark.parametrize("tricks", [None, -1, 13, True, 2.0, "2", 10**30])
def test_tricks_of_a_lumper_are_counted_from_0_to_12(tricks):
    assert code_of(LUMPER | {"tricks": tricks}) == "tricks"


def test_size_of_a_table_is_the_highest_seat_named_or_four():
    size = rule_set("altgeld").value_of

    assert len(size(NORMAL | {"table_size": 5, "re": [1, 5]}).points) == 5
    assert len(size(changed(NORMAL, {"table_size": MISSING, "re": [1, 5]})).points) == 5
    assert len(size(SIX).points) == 6
    assert len(size(POVERTIES).points) == 6
    assert len(size(POVERTIES | {"no_side": [5, 7]}).points) == 7
    assert len(size(SIX, 7).points) == 7
    assert code_of(changed(NORMAL, {"table_size": MISSING}), 5) is None
    assert code_of(changed(NORMAL, {"table_size": MISSING}), 6) == "members"


@pytest.mark.parametrize(
    ("re", "kontra"),
    [([1, 2], [3, 4, 5, 6]), ([1, 2, 3], [4, 5, 6]), ([6, 2, 3], [4, 5, 1])],
)
def test_4_sides_of_six_people(re, kontra):
    for kind in TEAM_GAMES:
        assert code_of(SIX | {"kind": kind, "re": re, "kontra": kontra}) is None


@pytest.mark.parametrize(
    "change",
    [
        {"re": [1], "kontra": [2, 3, 4, 5, 6]},
        {"re": [1, 2, 3, 4], "kontra": [5, 6]},
        {"re": [1, 2], "kontra": [3, 4], "no_side": [5, 6]},
        {"re": [1, 2, 3], "kontra": [4, 5, 6], "no_side": [7]},
        {"re": [1, 2, 3], "kontra": [4, 5, 5]},
        {"re": [1, 2, 3], "kontra": [4, 5, 8]},
        {"re": [0, 2, 3], "kontra": [4, 5, 6]},
        {"re": [1, 2, 3], "kontra": [4, 5, 7], "table_size": 6},
    ],
)
def test_4_other_sides_are_refused(change):
    assert code_of(SIX | change) == "members"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, None),
        ({"no_side": [6, 5]}, None),
        ({"kind": "wedding"}, "members"),
        ({"kind": "normal"}, "members"),
        ({"no_side": [5]}, "members"),
        ({"no_side": [4, 5]}, "members"),
        ({"no_side": [5, 5]}, "members"),
        ({"no_side": [], "table_size": 6}, "members"),
        ({"re": [1], "no_side": [2, 5, 6]}, "members"),
        ({"kontra": [3], "no_side": [4, 5, 6]}, "members"),
    ],
)
def test_4_two_people_may_have_no_side_in_poverties(change, code):
    assert code_of(POVERTIES | change) == code


def test_everybody_has_a_side_at_four_and_five():
    poverty = NORMAL | {"kind": "poverty"}

    assert code_of(poverty | {"no_side": [5], "table_size": 5}) == "members"
    assert code_of(poverty | {"re": [1], "kontra": [2], "no_side": [3, 4]}) == "members"


def test_first_of_several_mistakes_by_code_is_named():
    wrong = NORMAL | {
        "kind": "skat", "forced": True, "re": [1], "tricks": 2, "re_points": 1,
        "re_announced": 1, "special": {"re": {"fox": 5}}, "unknown": 0,
    }  # fmt: skip
    named = []
    for key, right in (
        ("kind", "poverty"), ("forced", False), ("re", [1, 3]), ("tricks", None),
        ("re_points", 240), ("re_announced", True), ("re_announced", 1),
        ("special", {"kontra": {"fox": 1}}), ("special", {}), ("re_announced", False),
    ):  # fmt: skip
        named.append(code_of(wrong))
        wrong[key] = right

    assert named == [
        "game_type", "forced", "members", "tricks", "points_unreachable", "special_max",
        "announcement", "special_max", "special_points", "flag",
    ]  # fmt: skip
    assert code_of(wrong) == "unknown_key"


def test_a_refusal_names_its_place():
    for change, place in (
        ({"kind": 1}, "kind"),
        ({"no_side": 1}, "no_side"),
        ({"tricks": "2"}, "tricks"),
        ({"forced": 0}, "forced"),
        ({"special": {"re": {"queen": 1}}}, "special.re.queen"),
        ({"forced": True}, ""),
    ):
        with pytest.raises(Impossible) as refused:
            rule_set("altgeld").value_of(NORMAL | change)
        assert refused.value.key == place
    assert refused.value.code is Code.FORCED


def test_a_prepared_game_is_refused_like_its_json():
    game = altgeld_game_from_json(SOLO)

    with pytest.raises(Impossible, match="points_unreachable"):
        evaluate_altgeld(replace(game, re_points=239))
    assert evaluate_altgeld(game).kontra == 12
