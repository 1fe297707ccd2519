"""Each option alone: it changes what it speaks of and nothing else, and right lists are quiet."""

from dataclasses import replace
from math import ceil
from random import Random

import pytest

from scoring.findings import Severity
from scoring.game import GameType, Impossible
from scoring.model import RowKind
from scoring.rulesets import RULE_SETS, rule_set
from scoring.sheet import check
from tests.factories.effort import chiefly, tries
from tests.factories.options import values_of
from tests.factories.ruled_sheets import ruled_sheet

NUMBERED = ("pagat", "club")
KINDS = (RowKind.NORMAL, RowKind.VOLUNTARY_SOLO, RowKind.SILENT_WEDDING)


EVERY_OPTION = [
    (name, {option: value, **({allowed.needs: True} if allowed.needs else {})})
    for name, rules in RULE_SETS.items()
    for option, allowed in rules.known_options.items()
    for value in values_of(allowed)
]
AT_TABLES = [(name, options, size) for name, options in EVERY_OPTION for size in (4, 5)]
BY_TURNS = AT_TABLES[::4] + AT_TABLES[3::4]
"""Each option at one size of table."""
LISTS = tries(1, ceil(3000 / (2 * len(EVERY_OPTION))))
"""Lists for each option and table size: 3,000 together with `make slow`."""
# What each numbered option changes, by the part of a rule set. With 3 a party without card points
# has no trick; 15 and others are about special points of a game, which the parts below leave out.
CHANGES = {
    "3": {"together", "alone", "smallest_trick", "calling"},
    "4": {"together", "alone"},
    "8": {"calling"},
    "10": {"special_points"},
    "11": {"special_points"},
    "12": {"solo_kinds"},
    "16": {"alone"},
    "18": {"special_points"},
    "20": {"doubling_rounds"},
    "23": {"keeps_dealer"},
    "24": {"solo_kinds"},
    "27": {"kinds"},
    "games": {"games"},
    "minutes": {"minutes"},
    "solos": {"duty", "kinds"},
    "owed": set(),
    "solo_extra_game": {"added_games"},
    "re_121": {"together", "alone"},
    "karlchen_caught": {"special_points"},
    "heart_ten": {"special_points"},
    "fox_end": {"special_points"},
    "levels": {"together", "alone", "calling"},
    "poverty": {"kinds"},
}
OF_ONE = {("pagat", "6"): {"kinds"}, ("pagat", "19"): {"special_points"}}


def games(alone):
    """Return games without special points, over what may be said and reached."""
    seats = {"re": [1], "kontra": [2, 3, 4]} if alone else {"re": [1, 2], "kontra": [3, 4]}
    for re_points in (0, 8, 60, 100, 120, 130, 160, 240):
        for re, kontra in ((False, False), (True, False), (False, True), (True, True)):
            for absage in (0, 1):
                yield {
                    "game_type": GameType.SILENT_WEDDING if alone else GameType.NORMAL,
                    "re_points": re_points, "re_announced": re, "kontra_announced": kontra,
                    "re_absage": absage, **seats,
                }  # fmt: skip


def worth(rules, game):
    try:
        return rules.value_of(game).points
    except Impossible as refused:
        return refused.code


def parts(rules):
    """Return what a rule set answers, by the part it belongs to."""
    return {
        "together": [worth(rules, game) for game in games(alone=False)],
        "alone": [worth(rules, game) for game in games(alone=True)],
        "smallest_trick": rules.smallest_trick,
        "calling": rules.calling("normal"),
        "special_points": rules.special_points,
        "solo_kinds": rules.solo_kinds,
        "doubling_rounds": rules.doubling_rounds,
        "keeps_dealer": [rules.keeps_dealer(kind, forced=False) for kind in KINDS],
        "kinds": rules.kinds,
        "games": [rules.games(size) for size in rules.table_sizes],
        "minutes": [rules.minutes(size) for size in rules.table_sizes],
        "duty": [rules.duty(size) for size in rules.table_sizes],
        "added_games": [rules.added_games(size) for size in rules.table_sizes],
    }


@pytest.mark.parametrize("name", NUMBERED)
def test_an_option_changes_only_what_it_speaks_of(name):
    usual = parts(rule_set(name))
    for option, allowed in RULE_SETS[name].known_options.items():
        for value in values_of(allowed):
            changed = parts(rule_set(name, {option: value}))
            found = {part for part in usual if changed[part] != usual[part]}
            spoken_of = OF_ONE.get((name, option), CHANGES.get(option, set()))
            is_usual = (option, value) == ("solos", 0)
            assert found == (set() if is_usual else spoken_of), option


def assert_a_slip_is_named(sheet, seed):
    row = sheet.rows[Random(seed).randrange(len(sheet.rows))]
    seat = next(place for place, figure in enumerate(row.points) if figure is not None)
    points = (*row.points[:seat], row.points[seat] + 7, *row.points[seat + 1 :])
    rows = (*sheet.rows[: row.no - 1], replace(row, points=points), *sheet.rows[row.no :])
    slipped = check(replace(sheet, rows=rows)).findings
    assert {one.row for one in slipped if one.severity is Severity.ERROR} == {row.no}


@pytest.mark.long
@pytest.mark.parametrize(("name", "options", "size"), chiefly(*BY_TURNS, of=AT_TABLES), ids=str)
def test_right_lists_are_quiet_and_a_slip_is_named(name, options, size):
    rules = rule_set(name, options)
    for seed in range(LISTS):
        sheet = ruled_sheet(rules, size, seed, 0.25)
        errors = [one for one in check(sheet).findings if one.severity is Severity.ERROR]
        assert errors == []
        assert_a_slip_is_named(sheet, seed)


@pytest.mark.parametrize(
    ("options", "size", "seed"),
    [
        ({"games": 60}, 4, 102),
        ({"forced_at_five": True}, 5, 127),
        ({"until": None}, 4, 294),
    ],
)
def test_an_odd_figure_is_one_mistake_where_later_solos_say_so(options, size, seed):
    """Read as a solo that nobody marked, it would put the periods of forced solos out of step."""
    assert_a_slip_is_named(ruled_sheet(rule_set("altgeld", options), size, seed, 0.25), seed)
