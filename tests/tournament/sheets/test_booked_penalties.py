"""Which of the referee's penalties a sheet lacks, and totals with their points."""

from typing import Any

import pytest

from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tournament.models import GameTable
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.reads.sheets import (
    add_penalties,
    awarded_penalties,
    missing_penalties,
    penalty_content,
)

pytestmark = pytest.mark.django_db

MINOR = {"rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1], "initials": "SR"}
TOTALS = (6, 2, -2, -6)


def award(table: GameTable) -> None:
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR")


def penalties_not_on(table: GameTable, sheet: dict[str, Any]) -> list[dict[str, Any]]:
    return missing_penalties(sheet["penalties"], map(penalty_content, awarded_penalties(table)))


def test_penalty_that_totals_do_not_name_is_not_on_them(
    table: GameTable, django_assert_num_queries
) -> None:
    award(table)
    with django_assert_num_queries(1):
        missing = penalties_not_on(table, totals_content(TOTALS))
    assert missing == [{**MINOR, "row": None}]
    assert add_penalties(TOTALS, missing) == [7, 3, -5, -5]


def test_named_penalty_is_missing_as_often_as_awarded_besides(table: GameTable) -> None:
    award(table)
    named = {**MINOR, "initials": "anders", "row": 7}
    assert penalties_not_on(table, totals_content(TOTALS, penalties=[named])) == []
    award(table)
    assert len(penalties_not_on(table, totals_content(TOTALS, penalties=[named]))) == 1


def test_penalty_brought_by_the_sheet_is_not_asked_for(table: GameTable, typist: Actor) -> None:
    submit(typist, table, totals_content(TOTALS, penalties=[MINOR]))
    assert penalties_not_on(table, totals_content(TOTALS)) == []


def test_sitting_player_gets_nothing_and_invalid_figures_stay() -> None:
    moved = add_penalties([6, 2, -2, None, "x"], [{"points": [3, None, -3, 0, 0]}])
    assert moved == [9, 2, -5, None, "x"]
