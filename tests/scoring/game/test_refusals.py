"""Impossible games: which code names which mistake, and which of several."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Code, Impossible, evaluate, game_from_json
from tests.factories.games import game_of, json_of
from tests.factories.mistakes import EXAMPLE, MISSING, MISTAKES, changed
from tests.factories.paragraphs import Played
from tests.factories.refusals import CODES, KEYS, KINDS, refusals

PARTY_ALONE = {"re": (1,), "kontra": (2, 3, 4)}
IMPOSSIBLE = [
    ("solo_kind", Played(solo_kind="compulsory")),
    ("solo_kind", Played("wedding", solo_kind="voluntary")),
    ("solo_kind", Played("solo_jacks", **PARTY_ALONE)),
    ("solo_kind", Played("silent_wedding", solo_kind="compulsory", **PARTY_ALONE)),
    ("solo_kind", Played("wedding_unclarified", solo_kind="voluntary", **PARTY_ALONE)),
    ("members", Played(re=(), kontra=())),
    ("members", Played(re=(1,), kontra=(2, 3, 4))),
    ("members", Played(re=(1, 2), kontra=(2, 3))),
    ("members", Played(re=(1, 1), kontra=(2, 3))),
    ("members", Played(re=(1, 2), kontra=(3, 5))),
    ("members", Played(re=(0, 2), kontra=(3, 4))),
    ("members", Played(re=(0, 2), kontra=(3, 4), table_size=5)),
    ("members", Played(re=(1, 6), kontra=(3, 4), table_size=5)),
    ("members", Played(table_size=3)),
    ("members", Played(table_size=6)),
    ("members", Played(re=(1, 2, 5), kontra=(3, 4), table_size=5)),
    ("members", Played("silent_wedding")),
    ("members", Played("solo_aces", "voluntary", re=(1, 2, 3), kontra=(4,))),
    ("points_range", Played(re_points=-1)),
    ("points_range", Played(re_points=241)),
    ("points_unreachable", Played(re_points=1)),
    ("points_unreachable", Played(re_points=239)),
    ("no_trick_with_points", Played(re_points=2, re_no_trick=True)),
    ("no_trick_with_points", Played(re_points=238, kontra_no_trick=True)),
    ("no_trick_with_points", Played(re_points=240, re_no_trick=True)),
    ("no_trick_with_points", Played(re_points=0, kontra_no_trick=True)),
    ("no_trick_both", Played(re_points=0, re_no_trick=True, kontra_no_trick=True)),
    ("no_trick_both", Played(re_points=240, re_no_trick=True, kontra_no_trick=True)),
    ("no_trick_both", Played(re_points=120, re_no_trick=True, kontra_no_trick=True)),
    ("absage_level", Played(re_absage=-1)),
    ("absage_level", Played(re_absage=5)),
    ("absage_level", Played(kontra_absage=-1)),
    ("absage_level", Played(kontra_absage=5)),
    ("special", Played(re_special=(-1, 0, 0))),
    ("special", Played(kontra_special=(0, -1, 0))),
    ("special", Played(re_special=(0, 0, 1), kontra_special=(0, 0, -1))),
    ("special_in_solo", Played("silent_wedding", **PARTY_ALONE, re_special=(0, 2, 0))),
    ("special_in_solo", Played("wedding_unclarified", **PARTY_ALONE, kontra_special=(0, 0, 1))),
    ("special_in_solo", Played("solo_clubs", "compulsory", **PARTY_ALONE, re_special=(1, 0, 0))),
    ("special_max", Played(re_special=(2, 0, 0), kontra_special=(3, 0, 0))),
    ("special_max", Played(re_special=(0, 3, 0))),
    ("special_max", Played(re_special=(0, 0, 1), kontra_special=(0, 0, 1))),
    ("special_without_trick", Played(re_points=0, re_no_trick=True, re_special=(0, 0, 1))),
    (
        "special_without_trick",
        Played(re_points=240, kontra_no_trick=True, kontra_special=(1, 1, 0)),
    ),
    ("special_points", Played(re_points=0, re_special=(0, 0, 1))),
    ("special_points", Played(re_points=201, kontra_special=(1, 0, 0))),
]

# Mistakes that cannot occur in the same game.
NEVER_TOGETHER = {
    ("game_type", "special_in_solo"),
    ("points_range", "points_unreachable"),
    ("points_range", "no_trick_with_points"),
    ("points_range", "special_points"),
}


def code_of(game):
    """Return the code that refuses the JSON of a game, None for a possible game."""
    try:
        game_from_json(game)
    except Impossible as refusal:
        return refusal.code
    return None


def test_codes_are_declared_in_the_order_they_are_reported():
    beyond_the_ddv = {Code.FORCED, Code.TRICKS, Code.ANNOUNCEMENT}

    assert tuple(code for code in Code if code not in beyond_the_ddv) == CODES


def test_a_mistake_is_named():
    for mistake in MISTAKES:
        game = changed(EXAMPLE, mistake.change)

        assert (code_of(game), refusals(game)[0]) == (mistake.code, mistake.code), mistake


def test_a_prepared_game_is_refused_like_its_json():
    for code, played in IMPOSSIBLE:
        with pytest.raises(Impossible) as refusal:
            evaluate(game_of(played))

        assert (refusal.value.code, code_of(json_of(played))) == (code, code), played


def test_every_code_has_its_mistakes():
    assert {mistake.code for mistake in MISTAKES} == set(CODES)
    assert {code for code, _ in IMPOSSIBLE} == set(CODES) - {"game_type", "flag", "unknown_key"}


def test_first_code_of_the_table_wins_over_the_second():
    seen = set()
    for one, other in combinations(MISTAKES, 2):
        game = changed(EXAMPLE, one.change | other.change)
        codes = refusals(game)
        seen.update(combinations(codes, 2))

        assert code_of(game) == (codes[0] if codes else None), (one, other)

    assert set(combinations(CODES, 2)) - seen == NEVER_TOGETHER


RUBBISH = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 6),
    st.sampled_from([240, 241, 10**30, 1.0, 172.0, float("nan"), "", "1", "normal", "re", (), {}]),
    st.lists(st.integers(-1, 6), max_size=4),
    st.dictionaries(st.sampled_from(["re", "kontra", "fox"]), st.integers(-1, 2), max_size=2),
)
COUNTS = st.dictionaries(st.sampled_from(["doppelkopf", "fox", "karlchen"]), st.integers(0, 5))
LIKELY = {
    "game_type": st.sampled_from(KINDS),
    "solo_kind": st.sampled_from([None, "compulsory", "voluntary"]),
    "re": st.lists(st.integers(1, 5), min_size=1, max_size=3),
    "kontra": st.lists(st.integers(1, 5), min_size=1, max_size=3),
    "re_points": st.integers(0, 240),
    "table_size": st.sampled_from([4, 5]),
    "special": st.dictionaries(st.sampled_from(["re", "kontra"]), COUNTS),
    "re_absage": st.integers(0, 5),
    "kontra_absage": st.integers(0, 5),
}
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        key: st.one_of(LIKELY.get(key, st.booleans()), RUBBISH, st.just(MISSING))
        for key in sorted(KEYS | {"else"})
    },
)


@given(CHANGES)
def test_input_is_read_or_refused_by_the_first_code_of_the_table(change):
    game = changed(EXAMPLE, change)
    codes = refusals(game)

    assert code_of(game) == (codes[0] if codes else None)
