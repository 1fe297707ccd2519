"""Slips in lists by rules other than the DDV's: each is named, once, in its row."""

from dataclasses import replace

import pytest

from scoring.findings import Code, Severity
from scoring.model import Penalty, Row, RowKind, ScoreSheet, TotalsSheet
from scoring.rulesets import rule_set
from scoring.rulesets.altgeld_game import AltgeldKind
from scoring.sheet import check
from scoring.totals import check_totals
from tests.factories.ruled_sheets import ruled_sheet

ALTGELD, PAGAT, CLUB = (rule_set(name) for name in ("altgeld", "pagat", "club"))
NO_SOLOS = 0.0


def found(sheet):
    report = check(sheet)
    return [
        (one.code, one.row, one.seat)
        for one in report.findings
        if one.severity is Severity.ERROR
    ]  # fmt: skip


def plain(sheet):
    """Return the list without columns, so that a changed figure changes nothing else."""
    rows = tuple(replace(row, cumulative=None) for row in sheet.rows)
    return replace(sheet, rows=rows, totals=None)


def with_row(sheet, number, **contents):
    rows = list(sheet.rows)
    rows[number - 1] = replace(rows[number - 1], **contents)
    return replace(sheet, rows=tuple(rows))


@pytest.fixture(scope="module")
def evening():
    """Nobody owes a solo at a table of six."""
    return plain(ruled_sheet(ALTGELD, 6, 1, NO_SOLOS))


@pytest.mark.parametrize(
    ("contents", "code", "seat"),
    [
        ({"points": (4, 4, 4, 1, 1, 0)}, Code.SIDE_UNEQUAL, None),
        ({"points": (4, 1, 1, 1, 1, 1)}, Code.SIDE_UNEQUAL, None),
        ({"points": (4, 4, 4, 0, 0, -1)}, Code.NEGATIVE_POINTS, 6),
        ({"points": (9, 9, 9, 8, 8, 8)}, Code.BOTH_SIDES_WON, None),
        ({"points": (60, 60, 60, 0, 0, 0)}, Code.VALUE_UNREACHABLE, None),
        ({"points": (4, 4, 4, 0, 0, None)}, Code.POINTS_MISSING, 6),
        ({"points": (4, 4, 4, 0, 0, "x")}, Code.NOT_INTEGER, 6),
        ({"points": (4, 4, 0, 0, 0, 0), "soloist": 1}, Code.SOLOIST_MISMATCH, 1),
        ({"points": (6, 0, 0, 0, 0, 0), "kind": AltgeldKind.TRUMP_SOLO},
         Code.SOLOIST_MISSING, None),
        ({"points": (6, 0, 0, 0, 0, 0), "kind": AltgeldKind.TRUMP_SOLO, "soloist": 2},
         Code.SOLOIST_MISMATCH, 2),
        ({"points": (5, 0, 0, 0, 0, 0), "kind": AltgeldKind.LUMPER, "soloist": 1},
         Code.VALUE_UNREACHABLE, None),
        ({"points": (3, 3, 0, 0, 0, 0), "kind": AltgeldKind.POVERTY, "no_side": (2, 6)},
         Code.SIDE_UNEQUAL, None),
        ({"dealer": 6}, Code.WRONG_DEALER, None),
    ],
)  # fmt: skip
def test_a_slip_in_a_row_of_six(contents, code, seat, evening):
    slipped = with_row(evening, 3, **contents)

    assert found(evening) == []
    assert found(slipped) == [(code, 3, seat)]


@pytest.mark.parametrize(
    "contents",
    [
        {"points": (3, 3, 0, 0, 0, 0), "kind": AltgeldKind.POVERTY, "no_side": (5, 6)},
        {"points": (0, 3, 3, 3, 3, 3), "kind": AltgeldKind.NORMAL},
        {"points": (3, 0, 0, 0, 0, 0), "kind": AltgeldKind.LUMPER, "soloist": 1},
        {"points": (0, 12, 12, 12, 12, 12), "kind": AltgeldKind.LUMPER, "soloist": 1},
    ],
)
def test_possible_and_impossible_rows(contents, evening):
    expected = [] if contents["kind"] is not AltgeldKind.NORMAL else [(Code.SIDE_UNEQUAL, 3, None)]

    assert found(with_row(evening, 3, **contents)) == expected


@pytest.mark.parametrize("name", ["pagat", "club"])
def test_option_16_solo_that_counts_double_has_an_even_value(name):
    rules = rule_set(name, {"16": "double"})
    odd = Row(1, RowKind.SILENT_WEDDING, (9, -3, -3, -3), 1, 1)
    even = replace(odd, points=(12, -4, -4, -4))
    game = replace(odd, kind=RowKind.NORMAL, points=(3, 3, -3, -3), soloist=None)

    def found_in(row, rules=rules):
        all_found = found(ScoreSheet(4, (row,), games=1, rules=rules))
        return [one for one in all_found if one[1] is not None]  # solos are owed besides

    assert found_in(odd) == [(Code.VALUE_UNREACHABLE, 1, None)]
    assert found_in(even) == []
    assert found_in(game) == []
    assert found_in(odd, rule_set(name, {"16": "re"})) == []


def test_3_6_solo_is_owed_from_the_eleventh_game():
    rows = tuple(
        Row(number, AltgeldKind.NORMAL, (1, 0, 1, 0), (number - 1) % 4 + 1)
        for number in range(1, 25)
    )
    begun = ScoreSheet(4, rows[:10], games=10, rules=ALTGELD)
    forced = Row(11, AltgeldKind.LUMPER, (0, 6, 6, 6), 3, 1, True)

    assert found(begun) == []
    assert found(replace(begun, rows=rows[:11], games=11)) == [(Code.OWED_SOLO, 11, 4)]
    assert found(replace(begun, rows=(*rows[:10], forced), games=11)) == [
        (Code.FORCED_WRONG_PLAYER, 11, 1)
    ]
    voluntary = replace(forced, forced=False)  # anybody may announce one
    assert found(replace(begun, rows=(*rows[:10], voluntary), games=11)) == []
    early = replace(forced, no=10, dealer=2)
    assert found(replace(begun, rows=(*rows[:9], early))) == [(Code.FORCED_FLAG, 10, None)]


def four_additional(rules=PAGAT):
    """Return a round in which nobody announced a solo, with the four additional games."""
    normal = tuple(
        Row(number, RowKind.NORMAL, (1, 1, -1, -1), (number - 1) % 4 + 1) for number in range(1, 25)
    )
    solo = RowKind.COMPULSORY_SOLO
    points = {1: (3, -1, -1, -1), 2: (-1, 3, -1, -1), 3: (-1, -1, 3, -1), 4: (-1, -1, -1, 3)}
    extra = tuple(Row(24 + seat, solo, points[seat], None, seat) for seat in range(1, 5))
    return ScoreSheet(4, normal + extra, rules=rules)


def test_additional_games_are_for_those_who_owe_a_solo():
    sheet = four_additional()

    assert found(sheet) == []
    assert found(replace(sheet, rows=sheet.rows[:27])) == [(Code.MISSING_COMPULSORY_SOLO, None, 4)]
    again = Row(29, RowKind.COMPULSORY_SOLO, (3, -1, -1, -1), None, 1)
    assert found(replace(sheet, rows=(*sheet.rows, again))) == [(Code.EXTRA_GAME, 29, 1)]
    normal = Row(29, RowKind.NORMAL, (1, 1, -1, -1))
    assert found(replace(sheet, rows=(*sheet.rows, normal))) == [(Code.EXTRA_GAME, 29, None)]
    assert found(with_row(sheet, 28, kind=RowKind.NORMAL, soloist=None, points=(1, 1, -1, -1))) == [
        (Code.FORCED_SOLO_OMITTED, 28, 4)
    ]


def test_two_solos_each_and_no_third():
    sheet = plain(ruled_sheet(rule_set("club", {"solos": 2}), 4, 3))
    own = [row.no for row in sheet.rows if row.soloist == 1 and row.kind == "compulsory_solo"]

    assert found(sheet) == []
    assert len(own) == 2
    lacking = with_row(sheet, own[1], kind=RowKind.SILENT_WEDDING, forced=False)
    assert {seat for _code, _row, seat in found(lacking)} == {1}


def test_nobody_owes_a_solo_at_a_club_evening():
    rows = tuple(
        Row(number, RowKind.NORMAL, (1, 1, -1, -1), (number - 1) % 4 + 1) for number in range(1, 25)
    )
    assert found(ScoreSheet(4, rows, rules=CLUB)) == []
    assert found(ScoreSheet(4, rows[:23], rules=CLUB)) == [(Code.TOO_FEW_GAMES, None, None)]
    solo = Row(25, RowKind.VOLUNTARY_SOLO, (3, -1, -1, -1), 1, 1)
    assert found(ScoreSheet(4, (*rows, solo), rules=CLUB)) == [(Code.TOO_MANY_GAMES, 25, None)]
    nobody = replace(solo, no=24, dealer=4, soloist=None)
    sheet = ScoreSheet(4, (*rows[:23], nobody), rules=CLUB)
    assert found(sheet) == [(Code.SOLOIST_MISSING, 24, None)]


FREE = Penalty(3, "free", 2, (0, -5, 0, 0), reason="late")
SHARED = replace(FREE, points=(1, -3, 1, 1))


@pytest.mark.parametrize(
    ("rules", "penalty", "reason"),
    [
        (ALTGELD, FREE, None),
        (ALTGELD, SHARED, "deduction"),
        (ALTGELD, replace(FREE, reason=" "), "no_reason"),
        (ALTGELD, replace(FREE, rule="9.3.2"), "not_free"),
        (ALTGELD, replace(FREE, points=(0, 0, 0, 0)), "pattern"),
        (ALTGELD, replace(FREE, row=99), "unknown_row"),
        (PAGAT, SHARED, None),
        (PAGAT, FREE, -5),
        (CLUB, SHARED, None),
        (CLUB, FREE, None),
        (rule_set("ddv"), SHARED, "unknown_rule"),
    ],
)
def test_free_penalties(rules, penalty, reason):
    """Bare totals and lists find the same; initials are the DDV's."""
    sheet = plain(ruled_sheet(rules, 4, 5, 0.2 if rules is ALTGELD else NO_SOLOS))
    sheet = replace(sheet, penalties=(replace(penalty, initials="KS"),))
    errors = (one for one in check(sheet).findings if one.severity is Severity.ERROR)
    seen = [(one.code, one.params.get("reason", one.params.get("sum"))) for one in errors]
    code = Code.PENALTY_NONZERO_SUM if reason == -5 else Code.PENALTY_AMOUNT

    assert seen == ([] if reason is None else [(code, reason)])


def test_bare_totals_by_the_rules():
    assert check_totals(TotalsSheet(4, (30, 7, 12, 0), 24, (), rules=ALTGELD)).ok
    negative = check_totals(TotalsSheet(4, (30, 7, 12, -4), 24, (), rules=ALTGELD))
    assert [(one.code, one.seat) for one in negative.findings] == [(Code.NEGATIVE_POINTS, 4)]
    deducted = replace(FREE, row=None, offender=4, points=(0, 0, 0, -5))
    sheet = TotalsSheet(4, (30, 7, 12, -4), 24, (), (deducted,), rules=ALTGELD)
    assert check_totals(sheet).ok
    assert not check_totals(replace(sheet, games_played=23)).ok  # no time limit, nothing is struck
    assert check_totals(TotalsSheet(4, (4, -4, 2, -2), 3, (), rules=CLUB)).ok
    assert check_totals(TotalsSheet(4, (4, -4, 2, -2), 26, (1, 2, 3, 4), rules=PAGAT)).ok
    two = TotalsSheet(4, (4, -4, 2, -2), 24, (1, 2, 3, 4), rules=rule_set("club", {"solos": 2}))
    assert {one.code for one in check_totals(two).findings} == {Code.MISSING_COMPULSORY_SOLO}
    assert check_totals(replace(two, compulsory_solos=(1, 2, 3, 4) * 2)).ok
    fined = TotalsSheet(4, (4, -9, 2, -2), 24, (), (replace(FREE, row=None),), rules=CLUB)
    assert check_totals(fined).ok
