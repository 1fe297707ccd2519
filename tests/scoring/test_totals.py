from dataclasses import replace

import pytest

from scoring.findings import Code, error, warning
from scoring.model import Penalty, TotalsSheet
from scoring.totals import check_totals
from tests.factories.parameters import OF_FINDINGS

FOUR = TotalsSheet(4, (12, -4, -20, 12), 24, (1, 2, 3, 4))
FIVE = TotalsSheet(5, (3, -4, -20, 12, 9), 30, (5, 4, 3, 2, 1))
BREAKING = Penalty(None, "9.3.3b1", 2, (3, -3, 0, 0), "KS")
TURNING = Penalty(None, "9.3.2", 1, (-3, 1, 1, 1), "KS")

CASES = {
    "a total missing": (
        replace(FOUR, totals=(12, None, -20, 12)),
        error(Code.POINTS_MISSING, None, 2),
    ),
    "no whole number": (
        replace(FOUR, totals=(12, -4.0, -20, 12)),
        error(Code.NOT_INTEGER, None, 2, figure="-4.0", field="totals"),
    ),
    "a sum other than 0": (
        replace(FOUR, totals=(12, -4, -20, 13)),
        error(Code.NONZERO_SUM, sum=1),
    ),
    "odd and even totals": (
        replace(FOUR, totals=(13, -4, -21, 12)),
        error(Code.PARITY, odd_seats=(1, 3), even_seats=(2, 4)),
    ),
    "odd and even totals in spite of a penalty that keeps parity": (
        replace(
            FOUR,
            totals=(13, -4, -21, 12),
            penalties=(Penalty(None, "9.3.2", 1, (-3, 1, 1, 1), "KS"),),
        ),
        error(Code.PARITY, odd_seats=(1, 3), even_seats=(2, 4)),
    ),
    "a penalty of a wrong amount": (
        replace(FOUR, penalties=(Penalty(None, "9.3.2", 1, (-6, 2, 2, 2), "KS"),)),
        error(Code.PENALTY_AMOUNT, None, 1, rule="9.3.2", reason="pattern"),
    ),
    "a penalty with a sum other than 0": (
        replace(FOUR, penalties=(Penalty(7, "9.3.2", 1, (-3, 1, 1, 2), "KS"),)),
        error(Code.PENALTY_NONZERO_SUM, 7, 1, rule="9.3.2", sum=1),
    ),
    "a penalty that nobody has signed": (
        replace(FOUR, penalties=(Penalty(7, "9.3.2", 1, (-3, 1, 1, 1)),)),
        warning(Code.INITIALS_MISSING, 7, 1, rule="9.3.2"),
    ),
    "a compulsory solo missing": (
        replace(FOUR, compulsory_solos=(1, 2, 4)),
        error(Code.MISSING_COMPULSORY_SOLO, None, 3),
    ),
    "too many games": (
        replace(FOUR, games_played=25),
        error(Code.TOO_MANY_GAMES, games=24, rows=25, struck=0),
    ),
    "fewer games than compulsory solos": (
        replace(FOUR, games_played=3),
        error(Code.TOO_FEW_GAMES, games=24, rows=3, struck=0, reason="fewer_than_solos", solos=4),
    ),
}


@pytest.mark.parametrize(("sheet", "finding"), CASES.values(), ids=CASES.keys())
def test_check_totals_finds_one_mistake_alone(sheet, finding):
    documented = OF_FINDINGS[finding.code]

    assert check_totals(sheet).findings == (finding,)
    assert set(finding.params) <= {name.rstrip("?") for name in documented}


@pytest.mark.parametrize(
    "sheet",
    [
        FOUR,
        FIVE,
        replace(FOUR, games_played=4),
        replace(FOUR, compulsory_solos=(4, 3, 3, 2, 1)),
        replace(FOUR, games=8, games_played=8),
        replace(FOUR, totals=(13, -4, -21, 12), penalties=(BREAKING,)),
        replace(
            FOUR, totals=(1, 1, -3, 1), penalties=(Penalty(3, "9.3.2", 3, (1, 1, -3, 1), "KS"),)
        ),
        replace(FIVE, penalties=(Penalty(None, "9.4.3", 1, (-12, 4, None, 4, 4), "KS"),)),
    ],
)
def test_check_totals_accepts_valid_totals(sheet):
    report = check_totals(sheet)

    assert report.findings == ()
    assert report.ok
    assert report.totals == sheet.totals


@pytest.mark.parametrize(
    ("totals", "findings"),
    [
        ((15, -7, -20, 12), ()),
        ((12, -4, -20, 12), (error(Code.PARITY, odd_seats=(1, 2), even_seats=(3, 4)),)),
        ((13, -4, -21, 12), (error(Code.PARITY, odd_seats=(2, 3), even_seats=(1, 4)),)),
    ],
)
def test_totals_without_known_penalties_are_all_odd_or_all_even(totals, findings):
    """TSR 7.3.3: a penalty that breaks parity excuses its own points, nothing else."""
    sheet = replace(FOUR, totals=totals, penalties=(BREAKING,))

    assert check_totals(sheet, penalties_known=True).findings == findings


@pytest.mark.parametrize(
    ("totals", "penalties"),
    [
        ((9, -3, -19, 13), (TURNING,)),  # even games, and all four turned
        ((12, -6, -19, 13), (TURNING, BREAKING)),
    ],
)
def test_penalty_credited_to_all_others_turns_all_parities_and_breaks_none(totals, penalties):
    """9.3.2: -3 and three times +1."""
    sheet = replace(FOUR, totals=totals, penalties=penalties)
    other = replace(sheet, totals=(totals[0] - 1, totals[1] + 1, *totals[2:]))

    assert check_totals(sheet, penalties_known=True).findings == ()
    assert [found.code for found in check_totals(other, penalties_known=True).findings] == [
        Code.PARITY
    ]


@pytest.mark.parametrize("soloist", [1, 2, 4])
def test_anyone_may_be_the_soloist_of_a_penalty_with_totals(soloist):
    points = tuple({soloist: 12, 3: -12}.get(seat, 0) for seat in range(1, 5))
    sheet = replace(FOUR, penalties=(Penalty(None, "9.4.4", 3, points, "KS"),))

    assert check_totals(sheet).findings == ()


@pytest.mark.parametrize("seat", [1, 2, 3, 4, 5])
def test_every_position_owes_its_compulsory_solo_with_totals(seat):
    played = tuple(other for other in range(1, 6) if other != seat)

    assert check_totals(replace(FIVE, compulsory_solos=played)).findings == (
        error(Code.MISSING_COMPULSORY_SOLO, seat=seat),
    )


def test_check_totals_reports_null_for_non_integers():
    assert check_totals(replace(FOUR, totals=(1, "2", None, 3))).totals == (1, None, None, 3)
