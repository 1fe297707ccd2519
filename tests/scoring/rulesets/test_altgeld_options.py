"""Altgeld's own options (rule-sets.md 5): forced at five, until a score, equal deals."""

import pytest

from scoring.deal import next_game
from scoring.findings import Code, Severity
from scoring.game import Impossible
from scoring.json_format import Malformed, sheet_from_json, sheet_to_json
from scoring.model import Penalty, Row, ScoreSheet, TotalsSheet
from scoring.outlook import outlook
from scoring.rulesets import rule_set
from scoring.rulesets.altgeld_game import AltgeldKind
from scoring.sheet import check
from scoring.totals import check_totals

NORMAL, TRUMP_SOLO = AltgeldKind.NORMAL, AltgeldKind.TRUMP_SOLO


def errors(sheet):
    return [
        (found.code, found.row, found.seat)
        for found in check(sheet).findings
        if found.severity is Severity.ERROR
    ]


def row_at_four(number, first=3):
    """Return a game that positions 1 and 2 win."""
    return Row(number, NORMAL, (first, first, 0, 0), (number - 1) % 4 + 1)


def row_at_five(number, kind=NORMAL, soloist=None, forced=False):
    """Return a game dealt in turn at a table of five, in which the soloist wins, else two do."""
    dealer = (number - 1) % 5 + 1
    players = [seat for seat in range(1, 6) if seat != dealer]
    winners = [soloist] if soloist else players[:2]
    points = {seat: (3 if soloist else 1) * (seat in winners) for seat in players}
    figures = tuple(points.get(seat) for seat in range(1, 6))
    return Row(number, kind, figures, dealer, soloist, forced)


def sheet_at_five(rows, **options):
    return ScoreSheet(5, tuple(rows), 15, rules=rule_set("altgeld", options))


def forced_round():
    """Return fifteen games: nobody announces a solo, so from the eleventh on they are forced."""
    forced = ((11, 2), (12, 3), (13, 4), (14, 5), (15, 1))
    free = [row_at_five(number) for number in range(1, 11)]
    return [*free, *(row_at_five(number, TRUMP_SOLO, seat, True) for number, seat in forced)]


def test_at_five_solos_are_forced_from_the_eleventh_game_where_chosen():
    normal = [row_at_five(number) for number in range(1, 16)]

    assert errors(sheet_at_five(normal)) == []
    assert errors(sheet_at_five(forced_round(), forced_at_five=True)) == []
    assert errors(sheet_at_five(normal, forced_at_five=True)) == [
        (Code.OWED_SOLO, number, seat) for number, seat in ((11, 2), (12, 3), (13, 4), (14, 5))
    ] + [(Code.OWED_SOLO, 15, 1)]
    assert errors(sheet_at_five(forced_round())) == [
        (Code.FORCED_FLAG, number, None) for number in range(11, 16)
    ]


def test_forced_solo_at_five_is_valued_only_where_it_can_be():
    game = {"kind": "trump_solo", "re": [1], "kontra": [2, 3, 4], "re_points": 130,
            "forced": True, "table_size": 5}  # fmt: skip

    assert rule_set("altgeld", {"forced_at_five": True}).value_of(game).re == 3
    with pytest.raises(Impossible) as refused:
        rule_set("altgeld").value_of(game)
    assert refused.value.code == "forced"


UNTIL = rule_set("altgeld", {"until": 20, "games": 12})


def until_20(rows, penalties=()):
    return ScoreSheet(4, tuple(rows), penalties=penalties, rules=UNTIL)


def test_round_ends_with_the_game_that_reaches_the_score():
    seven = [row_at_four(number) for number in range(1, 8)]

    assert errors(until_20(seven)) == []
    assert until_20(seven).planned_games == 7
    assert errors(until_20(seven[:6])) == [(Code.TOO_FEW_GAMES, None, None)]
    assert errors(until_20([*seven, row_at_four(8, first=2)])) == [(Code.TOO_MANY_GAMES, 8, None)]


def test_round_ends_after_its_games_where_nobody_reaches_the_score():
    rows = [row_at_four(number, first=1) for number in range(1, 13)]
    solos = [(Code.OWED_SOLO, 11), (Code.OWED_SOLO, 12)]

    assert [found[:2] for found in errors(until_20(rows))] == solos
    more = [*rows, row_at_four(13, first=1)]
    assert (Code.TOO_MANY_GAMES, 13, None) in errors(until_20(more))


def test_deduction_counts_for_the_score():
    late = Penalty(5, "free", 1, (-4, 0, 0, 0), "KS", "late")
    both = Penalty(5, "free", 2, (0, -4, 0, 0), "KS", "late")
    eight = [row_at_four(number) for number in range(1, 9)]

    assert until_20(eight, (late,)).planned_games == 7  # position 2 has 21
    assert until_20(eight, (late, both)).planned_games == 8


def test_nothing_comes_after_the_score_is_reached():
    seven = [row_at_four(number) for number in range(1, 8)]

    assert next_game(until_20(seven)) is None
    assert outlook(until_20(seven)).is_complete
    assert next_game(until_20(seven[:6])).dealer == 3
    assert not outlook(until_20(seven[:6])).is_complete


@pytest.mark.parametrize(
    ("totals", "games", "codes"),
    [
        ((21, 21, 0, 0), 7, []),
        ((21, 21, 0, 0), 12, []),
        ((21, 21, 0, 0), 13, [Code.TOO_MANY_GAMES]),
        ((19, 18, 0, 0), 12, []),
        ((19, 18, 0, 0), 7, [Code.TOO_FEW_GAMES]),
    ],
)
def test_bare_totals_until_a_score(totals, games, codes):
    report = check_totals(TotalsSheet(4, totals, games, (), rules=UNTIL))

    assert [found.code for found in report.findings] == codes


def test_number_of_games_at_which_all_deal_equally_often():
    rules = rule_set("altgeld", {"games": 20, "equal_deals": True})

    assert {size: rules.games(size) for size in rules.table_sizes} == {4: 20, 5: 25, 6: 24, 7: 28}
    plain = rule_set("altgeld", {"games": 20})
    assert {size: plain.games(size) for size in plain.table_sizes} == {4: 20, 5: 25, 6: 20, 7: 24}


def test_list_with_a_number_of_games_that_is_no_multiple_is_refused():
    told = sheet_to_json(ScoreSheet(4, (), 22, rules=rule_set("altgeld")))

    assert sheet_from_json(told).agreed_games == 22
    with pytest.raises(Malformed) as refused:
        sheet_from_json({**told, "options": {"equal_deals": True}})
    assert (refused.value.finding.params["path"], refused.value.finding.params["expected"]) == (
        "games",
        "4, 8, 12 ...",
    )
