"""Each finding about a penalty, alone, on an otherwise valid list, with all its parameters."""

from dataclasses import replace

import pytest

from scoring.findings import Code, error, warning
from scoring.model import Penalty
from scoring.sheet import check
from tests.factories.parameters import OF_FINDINGS
from tests.factories.score_sheets import plain_sheet, with_columns

FOUR = plain_sheet()
FIVE = plain_sheet(5)
WRITTEN = with_columns(FOUR)


def penalised(sheet, *penalties):
    return replace(sheet, penalties=penalties)


CASES = {
    "a penalty of unknown sort": (
        penalised(FOUR, Penalty(2, "9.9", 3, (1, 1, -3, 1), "KS")),
        error(Code.PENALTY_AMOUNT, 2, 3, rule="9.9", reason="unknown_rule"),
    ),
    "a penalty of a wrong amount": (
        penalised(FOUR, Penalty(2, "9.3.2", 3, (4, 4, -12, 4), "KS")),
        error(Code.PENALTY_AMOUNT, 2, 3, rule="9.3.2", reason="pattern"),
    ),
    "a penalty that is no whole number": (
        penalised(FOUR, Penalty(2, "9.3.2", 3, (1, 1.0, -3, 1), "KS")),
        error(Code.PENALTY_AMOUNT, 2, 3, rule="9.3.2", reason="pattern"),
    ),
    "a penalty against the soloist's opponent in a normal game": (
        penalised(FOUR, Penalty(2, "9.3.3b1", 3, (0, 3, -3, 0), "KS")),
        error(Code.PENALTY_AMOUNT, 2, 3, rule="9.3.3b1", reason="offender"),
    ),
    "a penalty in no row of the list": (
        penalised(WRITTEN, Penalty(9, "9.3.2", 3, (1, 1, -3, 1), "KS")),
        error(Code.PENALTY_AMOUNT, 9, 3, rule="9.3.2", reason="unknown_row"),
    ),
    "a penalty with a sum other than 0, of unknown sort as well": (
        penalised(WRITTEN, Penalty(2, "9.9", 3, (1, 1, -3, 2), "KS")),
        error(Code.PENALTY_NONZERO_SUM, 2, 3, rule="9.9", sum=1),
    ),
    "a penalty for a game with partners, in an announced solo": (
        penalised(FOUR, Penalty(5, "9.3.2", 3, (1, 1, -3, 1), "KS")),
        error(Code.PENALTY_AMOUNT, 5, 3, rule="9.3.2", reason="announced_solo"),
    ),
    "game points beside the penalty that counts in their place": (
        penalised(FOUR, Penalty(5, "9.4.4", 3, (0, 12, -12, 0), "KS")),
        error(Code.PENALTY_AMOUNT, 5, 3, rule="9.4.4", reason="game_points"),
    ),
    "a penalty that nobody has signed": (
        penalised(FOUR, Penalty(2, "9.3.2", 3, (1, 1, -3, 1), " ")),
        warning(Code.INITIALS_MISSING, 2, 3, rule="9.3.2"),
    ),
    "a penalty of 0 for the sitting dealer": (
        penalised(FIVE, Penalty(2, "9.3.2", 3, (1, 0, -3, 1, 1), "KS")),
        error(Code.PENALTY_AMOUNT, 2, 3, rule="9.3.2", reason="pattern"),
    ),
    "a penalty for the sitting dealer": (
        penalised(FIVE, Penalty(2, "9.3.2", 2, (1, -3, None, 1, 1), "KS")),
        error(Code.PENALTY_AMOUNT, 2, 2, rule="9.3.2", reason="offender"),
    ),
}


@pytest.mark.parametrize(("sheet", "finding"), CASES.values(), ids=CASES.keys())
def test_check_finds_one_mistake_alone(sheet, finding):
    documented = OF_FINDINGS[finding.code]

    assert check(sheet).findings == (finding,)
    assert set(finding.params) == set(documented)


def test_every_reason_has_a_case():
    assert {found.params.get("reason") for _sheet, found in CASES.values()} == {
        *("unknown_rule", "unknown_row", "offender", "pattern", "announced_solo", "game_points"),
        None,
    }
    assert {found.code for _sheet, found in CASES.values()} == {
        *(Code.PENALTY_AMOUNT, Code.PENALTY_NONZERO_SUM, Code.INITIALS_MISSING)
    }


def test_repeated_game_scores_along_with_the_soloists_penalty():
    """9.4.4 refers to 9.4.3: not played, and the game played instead is scored."""
    repeated = penalised(FOUR, Penalty(5, "9.4.4", 2, (4, -12, 4, 4), "KS"))

    assert check(repeated).findings == ()


def test_penalty_is_not_reported_at_a_row_in_doubt():
    for rule, points in (("9.3.2", (1, 1, -3, 1)), ("9.4.4", (0, 12, -12, 0))):
        sheet = penalised(FOUR, Penalty(5, rule, 3, points, "KS"))
        row = replace(sheet.rows[4], points=(-1, 3, -1, 1))
        doubtful = replace(sheet, rows=(*sheet.rows[:4], row, *sheet.rows[5:]))

        assert [found.code for found in check(doubtful).findings] == [Code.NONZERO_SUM]


def test_a_penalty_of_no_game_may_belong_to_any():
    sheet = penalised(FOUR, Penalty(None, "9.3.2", 3, (1, 1, -3, 1), "KS"))

    assert check(sheet).findings == ()
