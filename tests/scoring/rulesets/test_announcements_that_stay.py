"""Announcements that stay with the player who changes sides (rule-sets.md 2, pagat 14)."""

import pytest

from scoring.game import Code, Impossible, LineKind, Party
from scoring.rulesets import rule_set

GENSCHER = {"14": True}
GAME = {"game_type": "normal", "re": [1, 3], "kontra": [2, 4], "re_points": 140}


def value(announced, options=GENSCHER, name="pagat", **more):
    return rule_set(name, options).value_of(GAME | {"announced": announced} | more)


@pytest.mark.parametrize("name", ["pagat", "club"])
@pytest.mark.parametrize(
    ("announced", "re"),
    [
        ({}, 1),
        ({"1": "re"}, 3),
        ({"2": "re"}, 3),
        ({"1": "re", "3": "kontra"}, 5),
        ({"2": "re", "4": "kontra"}, 5),
        ({"1": "re", "2": "kontra"}, 5),
    ],
)
def test_pagat_14_each_announcement_counts_for_the_winner_whoever_made_it(name, announced, re):
    valued = value(announced, name=name)

    assert (valued.value_re, valued.points) == (re, (re, -re, re, -re))
    said = [line.party for line in valued.breakdown if line.kind is LineKind.ANNOUNCED]
    assert sorted(said) == sorted(announced.values())


def test_pagat_14_re_needs_120_where_its_opponents_alone_have_announced():
    """An announcement is that of the side on which its player ends."""
    assert value({"2": "re"}, re_points=120).winner is Party.RE
    assert value({"1": "kontra"}, re_points=120).winner is Party.KONTRA
    assert value({"1": "kontra", "2": "re"}, re_points=120).winner is Party.KONTRA


def test_pagat_14_with_4_both_announcements_double_on_one_side():
    doubled = {"14": True, "4": "game"}

    assert value({"1": "re", "3": "kontra"}, doubled).value_re == 4
    assert value({"1": "re"}, doubled).value_re == 2


def test_pagat_14_absage_without_its_announcement_adds_none():
    """The partner who had announced plays on the other side now."""
    valued = value({"2": "re"}, re_absage=1, re_points=160)

    assert valued.announcements_added == ()
    assert valued.value_re == 1 + 1 + 2 + 1  # won, under 90, Re, no 90


def test_pagat_14_announcements_of_the_usual_kind_count_as_ever():
    for name in ("pagat", "club"):
        told = GAME | {"re_announced": True, "kontra_absage": 1}
        assert rule_set(name, GENSCHER).value_of(told) == rule_set(name).value_of(told)


@pytest.mark.parametrize(
    ("announced", "more"),
    [
        ({"1": "re", "2": "re"}, {}),
        ({"5": "re"}, {}),
        ({"x": "re"}, {}),
        ({"1": "maybe"}, {}),
        ([1], {}),
        ({"1": 1}, {}),
        ({"1": "re"}, {"kontra_announced": True}),
        ({"1": "re"}, {"game_type": "silent_wedding", "re": [1], "kontra": [2, 3, 4]}),
    ],
)
def test_pagat_14_impossible_announcements_are_refused(announced, more):
    with pytest.raises(Impossible) as refused:
        value(announced, **more)
    assert refused.value.code is Code.ANNOUNCEMENT


@pytest.mark.parametrize("name", ["ddv", "pagat", "club"])
def test_without_14_nobody_takes_an_announcement_along(name):
    with pytest.raises(Impossible) as refused:
        value({"1": "re"}, {}, name)
    assert (refused.value.code, refused.value.key) == (Code.UNKNOWN_KEY, "announced")
