"""Doubling rounds on lists (rule-sets.md 2, pagat 20), and the Schwarze Sau (pagat 27)."""

from dataclasses import replace
from random import Random

import pytest

from scoring.doctor import Field, Reason, propose
from scoring.doubling import doubled, doubled_games, follow_doubling, halved
from scoring.findings import Code, Severity
from scoring.game import Impossible
from scoring.ledger import Ledger, shifted
from scoring.model import Penalty, Row, RowKind, ScoreSheet
from scoring.rulesets import rule_set
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.ruled_sheets import ruled_sheet

CLUB = rule_set("club", {"20": True, "27": True})
SOW = next(kind.name for kind in CLUB.kinds if kind.after_doubling)
ZERO = (0, 0, 0, 0)


def row(number, points, kind=RowKind.NORMAL, soloist=None, **more):
    return Row(number, kind, points, (number - 1) % len(points) + 1, soloist, **more)


def evening(*values, rules=CLUB):
    """Return a list of so many games at a table of four: their values, or whole rows."""
    rows = [
        replace(value, no=number, dealer=(number - 1) % 4 + 1)
        if isinstance(value, Row)
        else row(number, (value, value, -value, -value))
        for number, value in enumerate(values, start=1)
    ]
    return ScoreSheet(4, tuple(rows), games=len(rows), rules=rules)


def errors(sheet):
    return [found for found in check(sheet).findings if found.severity is Severity.ERROR]


def found(sheet):
    return [(one.code, one.row) for one in errors(sheet)]


def doubles(sheet):
    return "".join(
        {True: "x", False: "-", None: "?"}[each.is_double] for each in follow_doubling(sheet)
    )


def described(value, **game):
    """Return a game of seats 1 and 2 against 3 and 4, with the points it gives times `value`."""
    detail = {"game_type": "normal", "re": [1, 2], "kontra": [3, 4], **game}
    points = tuple(value * figure for figure in CLUB.value_of(detail).points)
    return row(1, points, detail=detail)


PLAIN = described(1, re_points=130)


def test_pagat_20_game_worth_nothing_doubles_the_next_four():
    assert doubles(evening(PLAIN, 0, 2, 2, 2, 2, PLAIN)) == "--xxxx?-"
    assert found(evening(1, 0, 2, 4, 6, 2, 1)) == []
    for wrong in range(3, 7):
        values = [1, 0, 2, 4, 6, 2, 1]
        values[wrong - 1] = 3
        assert found(evening(*values)) == [(Code.NOT_DOUBLED, wrong)]


def test_pagat_20_five_people_double_five_deals():
    def played(number, value):
        points = [value, value, -value, -value]
        points.insert((number - 1) % 5, None)
        return row(number, tuple(points))

    values = [1, 0, 2, 2, 2, 2, 2, 1]
    rows = tuple(played(number, value) for number, value in enumerate(values, start=1))
    sheet = ScoreSheet(5, rows, games=len(rows), rules=CLUB)
    slipped = replace(sheet, rows=(*rows[:6], played(7, 1), rows[7]))

    assert found(sheet) == []
    assert found(slipped) == [(Code.NOT_DOUBLED, 7)]


def test_pagat_20_games_to_come_are_known_too():
    assert doubled_games(evening(PLAIN, 0, 2, 0)) == {
        **dict.fromkeys((3, 4, 5, 6), 2),
        **dict.fromkeys((7, 8, 9, 10), 4),
    }
    assert doubled_games(evening(0, rules=rule_set("club"))) == {}


def test_pagat_20_events_add_up_one_after_the_other():
    assert found(evening(0, 2, 0, 2, 2, 2, 2, 2, 2, 1)) == []
    late = evening(0, 2, 0, 2, 2, 2, 2, 2, 1, 1)
    (one,) = errors(late)
    assert (one.code, one.row, one.params["event"]) == (Code.NOT_DOUBLED, 9, 3)


@pytest.mark.parametrize(
    "game",
    [
        {"re_points": 120},
        {"re_points": 120, "kontra_announced": True},
        {"re_points": 100, "re_announced": True},
        {"re_points": 130, "kontra_announced": True},
        {"re_points": 130, "re_absage": 1},
    ],
)
def test_pagat_20_events_that_the_described_game_shows(game):
    assert doubles(evening(described(1, **game))) == "-x"
    assert found(evening(described(1, **game), 3)) == [(Code.NOT_DOUBLED, 2)]


@pytest.mark.parametrize(
    "game",
    [
        {"re_points": 130},
        {"re_points": 100},
        {"re_points": 130, "re_announced": True},
        {"re_points": 100, "kontra_announced": True},
        {"re_points": 119},
    ],
)
def test_pagat_20_games_that_are_no_event(game):
    assert doubles(evening(described(1, **game))) == "--"


def test_pagat_20_trick_of_hearts_alone():
    rules = rule_set("pagat", {"3": True, "11": True, "20": True})
    game = {"game_type": "normal", "re": [1, 2], "kontra": [3, 4], "re_points": 160}
    hearts = {**game, "special": {"kontra": {"heart_trick": 1}}}

    assert not rules.begins_doubling(game)
    assert rules.begins_doubling(hearts)
    assert not rule_set("pagat", {"3": True, "11": True}).begins_doubling(hearts)
    with pytest.raises(Impossible):
        rules.begins_doubling({**game, "re_points": 300})


def test_pagat_20_other_rows_may_hide_an_event():
    assert doubles(evening(1, 1, 1)) == "-???"
    assert doubles(evening(PLAIN, PLAIN, 1, PLAIN)) == "---?-"


def test_pagat_20_row_doubled_in_the_wrong_deal():
    wrong = evening(PLAIN, described(2, re_points=100), PLAIN)
    (one,) = errors(wrong)

    assert (one.code, one.row) == (Code.WRONGLY_DOUBLED, 2)
    assert one.params["right_points"] == halved(wrong.rows[1].points)
    (first, *_) = propose(wrong)
    assert first.reason is Reason.DOUBLING_ROUND
    assert first.mended == evening(PLAIN, described(1, re_points=100), PLAIN)


def test_pagat_20_described_row_that_was_not_doubled():
    described_once = described(1, re_points=100)
    assert found(evening(0, described_once)) == [(Code.NOT_DOUBLED, 2)]
    assert found(evening(0, described(2, re_points=100))) == []


def test_pagat_20_doubled_solo_counts_twice_before_three_times():
    solo = row(1, (6, -2, -2, -2), RowKind.VOLUNTARY_SOLO, 1)
    odd = replace(solo, points=(9, -3, -3, -3))
    by_16 = rule_set("club", {"16": "double", "20": True})

    assert found(evening(0, solo)) == []
    assert found(evening(0, odd)) == [(Code.NOT_DOUBLED, 2)]
    # Doubled as a solo and in the doubling round: a multiple of four.
    assert found(evening(0, solo, rules=by_16)) == [(Code.NOT_DOUBLED, 2)]
    assert found(evening(0, replace(solo, points=(12, -4, -4, -4)), rules=by_16)) == []


def test_pagat_20_game_without_points_beside_a_penalty_may_be_one_broken_off():
    penalty = Penalty(1, "free", 2, (0, -5, 0, 0), reason="late")
    sheet = evening(0, 3)

    assert found(sheet) == [(Code.NOT_DOUBLED, 2)]
    assert found(replace(sheet, penalties=(penalty,))) == []


def test_without_20_nothing_is_doubled():
    rules = rule_set("club")

    assert found(evening(0, 3, 0, 3, rules=rules)) == []
    doubled_row = described(2, re_points=100)
    assert found(evening(doubled_row, rules=rules)) == [(Code.VALUE_MISMATCH, 1)]


# --- The Schwarze Sau


def sow(number):
    return row(number, (6, -2, -2, -2), SOW, 1)


def test_pagat_27_only_in_the_round_after_a_doubling_round():
    for place in range(2, 12):
        values = [PLAIN, 0, 2, 2, 2, 2, *[PLAIN] * 6]
        values[place - 1] = sow(place)
        # The doubling round is 3 to 6; 7 to 10 is the round after it.
        expected = [] if 7 <= place <= 10 else [(Code.NO_ROUND_FOR_IT, place)]
        assert [
            one for one in found(evening(*values)) if one[0] is Code.NO_ROUND_FOR_IT
        ] == expected


def test_pagat_27_may_follow_a_doubling_round_that_no_row_shows():
    assert found(evening(sow(1))) == [(Code.NO_ROUND_FOR_IT, 1)]
    assert found(evening(1, sow(2))) == [(Code.NO_ROUND_FOR_IT, 2)]
    assert found(evening(1, 2, sow(3))) == [(Code.NO_ROUND_FOR_IT, 3)]
    assert found(evening(1, 2, 2, 2, sow(5))) == [(Code.NO_ROUND_FOR_IT, 5)]
    assert found(evening(1, 2, 2, 2, 2, sow(6))) == []  # the first game may have been an event
    assert found(evening(1, 2, 1, 2, 2, sow(6))) == [(Code.NO_ROUND_FOR_IT, 6)]


def test_pagat_27_without_20_is_played_as_before():
    assert found(evening(sow(1), rules=rule_set("club", {"27": True}))) == []


# --- Any list


TABLES = [
    (name, options, size)
    for name, options in (
        ("club", {"20": True}),
        ("pagat", {"20": True, "27": True}),
        ("club", {"16": "double", "20": True, "solos": 1}),
        ("pagat", {"3": True, "4": "all", "11": True, "20": True}),
    )
    for size in (4, 5)
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "options", "size"), TABLES)
def test_right_lists_with_doubling_rounds_are_quiet(name, options, size):
    for seed in range(tries(4, 400)):
        sheet = ruled_sheet(rule_set(name, options), size, seed)
        assert errors(sheet) == []


def rows_known_to_double(sheet):
    known = follow_doubling(sheet)
    return [
        number
        for number, row in enumerate(sheet.rows, start=1)
        if known[number - 1].is_double and any(row.points)
    ]


@pytest.mark.long
@pytest.mark.parametrize(("name", "options", "size"), TABLES)
def test_row_that_was_not_doubled_is_found_and_mended(name, options, size):
    """Running totals are added up from the row as written."""
    for seed in range(tries(1, 12)):
        sheet = ruled_sheet(rule_set(name, options), size, seed)
        slipped = None
        for number in rows_known_to_double(sheet)[:: tries(2, 1)]:
            right = sheet.rows[number - 1]
            once = replace(right, points=halved(right.points))
            rows = (*sheet.rows[: number - 1], once, *sheet.rows[number:])
            steps = [-(figure or 0) for figure in once.points]
            slipped = shifted(replace(sheet, rows=rows), number, steps)
            if any((figure or 0) % 2 for figure in once.points) or once.detail:
                assert found(slipped) == [(Code.NOT_DOUBLED, number)]
                (first, *_) = propose(slipped)
                assert first.reason is Reason.DOUBLING_ROUND
                assert replace(first.mended, games=None) == sheet
                assert Ledger(first.mended).adds_up()
                assert {change.field for change in first.changes} <= {
                    Field.POINTS,
                    Field.CUMULATIVE,
                }


def test_whole_round_that_was_not_doubled_is_one_proposal():
    forgotten = evening(1, 0, 1, 3, 5, 1, 1)

    assert found(forgotten) == [(Code.NOT_DOUBLED, row) for row in (3, 4, 5, 6)]
    (first, *_) = propose(forgotten)
    assert (first.reason, first.row) == (Reason.DOUBLING_ROUND, 3)
    assert first.mended == evening(1, 0, 2, 6, 10, 2, 1)


def test_doubling_and_halving_keep_empty_seats():
    points = tuple(Random(3).sample((None, 4, -4, 8), 4))

    assert halved(doubled(points)) == points
