"""A club's round that every compulsory solo makes one game longer (rule-sets.md 5)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.deal import Deal
from scoring.doctor import propose
from scoring.findings import Code
from scoring.json_format import sheet_from_json, sheet_to_json
from scoring.model import Row, RowKind, ScoreSheet, TotalsSheet
from scoring.notation import read_list
from scoring.outlook import SoFar, outlook, outlook_from
from scoring.rulesets import WrongOption, rule_set
from scoring.sheet import check
from scoring.totals import check_totals

FILES = Path(__file__).parents[2] / "tournament/field_cases/files"
SAMPLE = json.loads((FILES / "v06-solo-verlaengert-die-runde.json").read_text())
NORMAL, COMPULSORY = RowKind.NORMAL, RowKind.COMPULSORY_SOLO
VOLUNTARY, FORCED = RowKind.VOLUNTARY_SOLO, "forced"


def club(**options):
    return rule_set("club", {"games": 4, "solo_extra_game": True} | options)


def played(rules, *games, size=4):
    """Return a list dealt in turn of games: 0 for a normal one, else the soloist, or him forced."""
    deal, rows = Deal.first(size, rules.games(size), rules), []
    for number, game in enumerate(games, start=1):
        soloist, kind = game if isinstance(game, tuple) else (game, COMPULSORY)
        forced = kind == FORCED
        kind = COMPULSORY if forced else kind
        dealer = deal.dealer_now(time_up=False)
        sitting = dealer if size == 5 else None
        seats = [seat for seat in range(1, size + 1) if seat != sitting]
        won = {soloist: 3} if soloist else dict.fromkeys(seats[:2], 1)
        points = tuple(
            None if seat == sitting else won.get(seat, -1) for seat in range(1, size + 1)
        )
        row = Row(number, kind if soloist else NORMAL, points, dealer, soloist or None, forced)
        rows.append(row)
        deal = deal.after(row, time_up=False)
    return ScoreSheet(size, tuple(rows), rules=rules)


def codes(sheet):
    return [(found.code, found.row) for found in check(sheet).findings]


def test_a_list_that_a_solo_made_longer_needs_the_option():
    assert codes(sheet_from_json(SAMPLE)) == [(Code.TOO_MANY_GAMES, 9)]
    options = {**SAMPLE["options"], "solo_extra_game": True}
    sheet = sheet_from_json({**SAMPLE, "options": options})

    assert (sheet.agreed_games, sheet.planned_games, codes(sheet)) == (8, 9, [])
    assert outlook(sheet).is_complete
    assert sheet_from_json(sheet_to_json(sheet)) == sheet
    shorter = replace(sheet, rows=sheet.rows[:8])
    assert codes(shorter) == [(Code.TOO_FEW_GAMES, None)]
    assert outlook(shorter).games_left == 1


@pytest.mark.parametrize(
    ("options", "games", "planned"),
    [
        ({"solos": 1, "owed": "none"}, [0, 2, 0, 0, 0], 5),
        ({"solos": 1, "owed": "none"}, [0, 2, (2, VOLUNTARY), 0, 0], 5),
        ({"solos": 1, "owed": "none"}, [0, 0, 0, 1, 0], 5),
        ({"solos": 2, "owed": "none"}, [1, 1, 3, 0, 0, 0, 0], 7),
        ({}, [(1, VOLUNTARY), (1, VOLUNTARY), 0, 0, (4, VOLUNTARY), 0], 6),
        ({"solos": 1, "owed": "additional"}, [0, 1, 0, 0, 0, 2, 3, 4], 5),
        ({"solos": 1}, [3, 0, 0, 0, 0, (2, FORCED), (4, FORCED), (1, FORCED)], 8),
    ],
)
def test_each_solo_that_is_owed_adds_a_game(options, games, planned):
    sheet = played(club(**options), *games)

    assert sheet.planned_games == planned
    assert codes(sheet) == []
    assert outlook(sheet).is_complete
    for rows in range(len(games)):
        assert not outlook(replace(sheet, rows=sheet.rows[:rows])).is_complete


def test_a_list_of_five_people():
    rules = club(solos=1, owed="none")
    sheet = played(rules, 0, 3, 0, 0, 0, 0, size=5)

    assert (rules.games(5), sheet.planned_games, codes(sheet)) == (5, 6, [])


@pytest.mark.parametrize("games", [[0, 0, 0, 0, 1], [0, 2, 0, 0, 0, 3], [0, 2, 0, 0, 0, 0]])
def test_a_game_behind_the_last_is_too_many(games):
    sheet = played(club(solos=1, owed="none"), *games)

    assert codes(sheet) in ([(Code.TOO_MANY_GAMES, len(games))], [(Code.ROW_TWICE, len(games))])


def test_games_struck_by_the_time_are_those_of_the_longer_round():
    sheet = played(club(solos=1, owed="none"), 0, 2, 0)
    struck = replace(sheet, time_limit_after_row=3, struck_games=2)

    assert codes(struck) == []
    assert codes(replace(struck, struck_games=1)) == [(Code.TOO_FEW_GAMES, None)]


def test_a_second_solo_is_named_and_adds_nothing():
    sheet = played(club(solos=1, owed="none"), 0, 2, 2, 0, 0)

    assert codes(sheet) == [(Code.SECOND_COMPULSORY_SOLO, 3)]


def test_a_solo_left_out_is_put_back():
    sheet = played(club(solos=1, owed="none"), 0, 2, 0, 0, 0)
    running, rows = [0] * 4, []
    for row in sheet.rows:
        running = [total + figure for total, figure in zip(running, row.points, strict=True)]
        rows.append(replace(row, cumulative=tuple(running)))
    whole = replace(sheet, rows=tuple(rows), totals=tuple(running))
    left = [replace(row, no=no) for no, row in enumerate([rows[0], *rows[2:]], start=1)]

    assert [found.mended for found in propose(replace(whole, rows=tuple(left)))][:1] == [whole]


def test_lines_behind_a_solo_have_its_dealer():
    rules = club(solos=1, owed="additional")
    lines = read_list(
        [(line, "") for line in ("12 1", "2 1 p", "12 1", "12 1", "12 1")], 4, 4, None, rules
    )

    assert [line.context.coming.dealer for line in lines] == [1, 2, 2, 3, 4]
    assert not any(line.context.coming.is_forced for line in lines)


@pytest.mark.parametrize("owed", ["none", "forced", "additional"])
def test_figures_tell_what_is_left(owed):
    rules = club(solos=1, owed=owed)
    ahead = outlook_from(Deal.first(4, 4, rules), 4, SoFar(3, bid=frozenset({2})))

    assert ahead.normal_left == 2
    assert ahead.games_left == (2 if owed != "forced" else 5)
    assert ahead.planned_games == (5 if owed != "forced" else 8)


@pytest.mark.parametrize(
    ("options", "solos", "allowed"),
    [
        ({"solos": 1, "owed": "none"}, (1, 2), [6, 7, 8]),
        ({"solos": 1}, (1, 2, 3, 4), [8]),
        ({"solos": 1, "owed": "additional"}, (1, 2, 3, 4), [8]),
        ({}, (), [4, 5, 6, 7, 8]),
    ],
)
def test_bare_totals(options, solos, allowed):
    rules = club(minutes=None, **options)

    def is_right(games):
        return check_totals(TotalsSheet(4, (0, 0, 0, 0), games, solos, rules=rules)).ok

    assert [games for games in range(12) if is_right(games)] == allowed


def test_an_option_not_chosen_is_no_other_rule():
    assert rule_set("club", {"solo_extra_game": False}) == rule_set("club")
    for value in ("true", 1, None):
        with pytest.raises(WrongOption) as wrong:
            rule_set("club", {"solo_extra_game": value})
        assert wrong.value.allowed == ("true", "false")
    for rules in ("ddv", "pagat", "altgeld"):
        with pytest.raises(WrongOption):
            rule_set(rules, {"solo_extra_game": True})


def test_solos_that_add_games_take_no_room():
    assert club(solos=2).games(4) == 4
    with pytest.raises(WrongOption):
        rule_set("club", {"games": 4, "solos": 2})
