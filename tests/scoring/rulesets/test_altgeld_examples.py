"""The rules of Altgeld Hall line by line, rule-sets.md 3 and 4, with the worked examples there."""

import pytest

from scoring.rulesets import rule_set
from tests.factories.altgeld import Told, json_of

ALTGELD = rule_set("altgeld")
SOLOS = ("queen_solo", "jack_solo", "suit_solo", "no_trump_solo", "trump_solo", "silent_solo")


def sides(told=None, **game):
    """Return the points of Re's side and of Kontra's."""
    value = ALTGELD.value_of(json_of(told or Told(**game)))
    return value.re, value.kontra


def points(**game):
    return ALTGELD.value_of(game).points


@pytest.mark.parametrize(
    ("least", "most", "re", "kontra"),
    [
        (240, 240, 5, 0), (211, 238, 4, 0), (181, 210, 3, 0), (151, 180, 2, 0), (121, 150, 1, 0),
        (120, 120, 0, 0), (90, 119, 0, 1), (60, 89, 0, 2), (30, 59, 0, 3), (2, 29, 0, 4),
        (0, 0, 0, 5),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["normal", "wedding", "poverty"])
def test_3_1_game_part_by_the_card_points_of_re(kind, least, most, re, kontra):
    """Where Re has half or less, "against the old ones" comes on top (3.2)."""
    old_ones = 1 if most <= 120 else 0

    assert sides(kind=kind, re_points=least) == (re, kontra + old_ones)
    assert sides(kind=kind, re_points=most) == (re, kontra + old_ones)


def test_3_1_kontras_figures_in_the_source_include_the_old_ones():
    printed = {119: 2, 89: 3, 59: 4, 29: 5, 0: 6, 120: 1}

    assert {points: sides(re_points=points)[1] for points in printed} == printed


def test_3_2_extra_points_for_either_side_whoever_wins():
    assert sides(re_points=130, re_extra=(1, 1, 1)) == (4, 0)
    assert sides(re_points=130, kontra_extra=(1, 1, 1)) == (1, 3)
    assert sides(re_points=100, re_extra=(0, 0, 2), kontra_extra=(2, 0, 1)) == (2, 5)


def test_3_2_the_old_ones_are_beaten_only_where_nobody_plays_alone():
    assert sides(re_points=120) == (0, 1)
    assert sides(kind="silent_solo", re_points=90) == (0, 6)


@pytest.mark.parametrize(
    ("re", "kontra", "times"),
    [(True, False, 2), (False, True, 2), (True, True, 4), (False, False, 1)],
)
def test_3_3_announcements_double_the_game_part_but_no_extra_point(re, kontra, times):
    said = {"re_announced": re, "kontra_announced": kontra}

    assert sides(re_points=151, re_extra=(1, 0, 0), kontra_extra=(0, 1, 0), **said) == (
        2 * times + 1,
        1,
    )
    assert sides(re_points=89, kontra_extra=(1, 0, 0), **said) == (0, 2 * times + 1 + 1)


def test_3_3_announcements_move_no_limit():
    assert sides(re_points=121, re_announced=True) == (2, 0)
    assert sides(re_points=120, kontra_announced=True) == (0, 1)


def test_3_4_worked_solo_of_the_source():
    """Trump solo, Re has 87, one of his foxes is caught, he wins the last trick with Charlie."""
    game = Told("trump_solo", re_points=87, re_extra=(0, 1, 0), kontra_extra=(1, 0, 0))

    assert sides(game) == (1, 13)
    assert ALTGELD.value_of(json_of(game)).points == (1, 13, 13, 13)


@pytest.mark.parametrize("kind", SOLOS)
def test_3_4_solo_won_counts_three_times_for_the_soloist(kind):
    assert sides(kind=kind, re_points=121) == (3, 0)
    assert sides(kind=kind, re_points=240) == (15, 0)


@pytest.mark.parametrize("kind", SOLOS)
def test_3_4_a_solo_lost_is_doubled_before(kind):
    assert sides(kind=kind, re_points=119) == (0, 6)
    assert sides(kind=kind, re_points=0) == (0, 30)


@pytest.mark.parametrize("kind", SOLOS)
def test_3_4_120_each_counts_as_121_for_kontra(kind):
    assert sides(kind=kind, re_points=120) == (0, 6)
    assert points(kind=kind, re=[3], kontra=[1, 2, 4], re_points=120) == (6, 6, 0, 6)


@pytest.mark.parametrize("kind", SOLOS)
def test_3_4_announcements_double_a_solo_once_each(kind):
    assert sides(kind=kind, re_points=151, kontra_announced=True) == (12, 0)
    assert sides(kind=kind, re_points=151, kontra_announced=True, re_announced=True) == (24, 0)
    assert sides(kind=kind, re_points=89, kontra_announced=True) == (0, 24)


def test_3_4_full_trick_counts_in_every_solo():
    for kind in SOLOS:
        assert sides(kind=kind, re_points=130, kontra_extra=(0, 0, 1)) == (3, 1)


def test_3_4_a_lumper_without_a_trick_brings_three():
    assert points(kind="lumper", re=[2], kontra=[1, 3, 4], tricks=0) == (0, 3, 0, 0)


@pytest.mark.parametrize(("tricks", "each"), [(1, 6), (2, 12), (12, 72)])
def test_3_4_lumper_brings_the_others_six_for_each_trick(tricks, each):
    assert points(kind="lumper", re=[2], kontra=[1, 3, 4], tricks=tricks) == (each, 0, each, each)


def test_3_4_announcements_double_a_lumper():
    lumper = {"kind": "lumper", "re_points": None}

    assert sides(**lumper, tricks=0, kontra_announced=True) == (6, 0)
    assert sides(**lumper, tricks=0, kontra_announced=True, re_announced=True) == (12, 0)
    assert sides(**lumper, tricks=2, kontra_announced=True, re_announced=True) == (0, 48)


def test_3_4_a_forced_solo_counts_as_any_other():
    assert sides(kind="trump_solo", re_points=130, forced=True, re_extra=(1, 0, 0)) == (4, 0)
    assert sides(kind="lumper", re_points=None, tricks=0, forced=True) == (3, 0)


@pytest.mark.parametrize("kind", ["normal", "silent_solo"])
def test_5_game_has_the_row_of_its_kind(kind):
    assert ALTGELD.value_of(json_of(Told(kind))).kind == kind


def test_3_5_people_of_a_side_write_the_same_and_sitters_nothing():
    assert points(kind="normal", re=[1, 5], kontra=[2, 4], re_points=155) == (2, 0, None, 0, 2)


@pytest.mark.parametrize(
    ("least", "most", "re", "kontra"),
    [
        (181, 210, 1, 0), (211, 240, 2, 0), (241, 270, 3, 0), (271, 300, 4, 0), (301, 330, 5, 0),
        (331, 358, 6, 0), (360, 360, 7, 0), (180, 180, 0, 0), (150, 179, 0, 1), (120, 149, 0, 2),
        (90, 119, 0, 3), (60, 89, 0, 4), (30, 59, 0, 5), (2, 29, 0, 6), (0, 0, 0, 7),
    ],
)  # fmt: skip
def test_4_game_part_of_six_people(least, most, re, kontra):
    old_ones = 1 if most <= 180 else 0

    assert sides(people=6, re_points=least) == (re, kontra + old_ones)
    assert sides(people=6, re_points=most) == (re, kontra + old_ones)


def test_4_solo_of_six_counts_three_times_and_180_is_lost():
    assert sides(kind="trump_solo", people=6, re_points=211) == (6, 0)
    assert sides(kind="trump_solo", people=6, re_points=180) == (0, 6)
    assert points(kind="jack_solo", re=[4], kontra=[1, 2, 3, 5, 6], re_points=149) == (
        12, 12, 12, 0, 12, 12,
    )  # fmt: skip


def test_4_two_against_four_is_scored_the_same():
    assert points(kind="wedding", re=[1, 2], kontra=[3, 4, 5, 6], re_points=211) == (
        2, 2, 0, 0, 0, 0,
    )  # fmt: skip


def test_4_people_without_a_side_get_nothing():
    poverties = {"kind": "poverty", "re": [1, 2], "kontra": [3, 4], "no_side": [5, 6]}

    assert points(**poverties, re_points=170) == (0, 0, 2, 2, 0, 0)


def test_4_at_seven_the_dealer_sits_out():
    assert points(kind="normal", re=[1, 3, 7], kontra=[2, 5, 6], re_points=181) == (
        1, 0, 1, None, 0, 0, 1,
    )  # fmt: skip


def test_4_a_lumper_of_six():
    assert points(kind="lumper", re=[6], kontra=[1, 2, 3, 4, 5], tricks=1) == (6, 6, 6, 6, 6, 0)


def lines(**game):
    value = ALTGELD.value_of(json_of(Told(**game)))
    assert sum(line.points for line in value.breakdown if line.party == "re") == value.re
    assert sum(line.points for line in value.breakdown if line.party == "kontra") == value.kontra
    return [tuple(line) for line in value.breakdown]


def test_the_breakdown_goes_in_the_order_of_3_4():
    game = {"kind": "silent_solo", "re_points": 87, "kontra_announced": True, "re_announced": True}

    assert lines(**game, re_extra=(0, 1, 0), kontra_extra=(2, 0, 1)) == [
        ("A 3.1", "game", "kontra", "kontra", 2),
        ("A 3.4", "solo_lost", "re", "kontra", 2),
        ("A 3.3", "announced", "re", "kontra", 4),
        ("A 3.3", "announced", "kontra", "kontra", 8),
        ("A 3.4", "solo", "re", "kontra", 32),
        ("A 3.2", "charlie", "re", "re", 1),
        ("A 3.2", "fox", "kontra", "kontra", 2),
        ("A 3.2", "full_trick", "kontra", "kontra", 1),
    ]


def test_the_breakdown_of_other_games():
    assert lines(re_points=120, kontra_announced=True) == [
        ("A 3.2", "against_the_queens", "kontra", "kontra", 1)
    ]
    assert lines(re_points=360, people=6, re_announced=True) == [
        ("A 4", "game", "re", "re", 7),
        ("A 3.3", "announced", "re", "re", 7),
    ]
    assert lines(kind="suit_solo", re_points=121) == [
        ("A 3.1", "game", "re", "re", 1),
        ("A 3.4", "solo", "re", "re", 2),
    ]
    assert lines(kind="lumper", re_points=None, tricks=0) == [
        ("A 3.4", "lumper_made", "re", "re", 3)
    ]
    assert lines(kind="lumper", re_points=None, tricks=2, kontra_announced=True) == [
        ("A 3.4", "lumper_tricks", "re", "kontra", 12),
        ("A 3.3", "announced", "kontra", "kontra", 12),
    ]
