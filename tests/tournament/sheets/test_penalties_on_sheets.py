"""Penalties that are on a sheet, or should be."""

import pytest

from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import current, refused_codes, submit
from tournament.models import (
    GameTable,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.writes.sheets import SheetNotSaved

pytestmark = pytest.mark.django_db

# 20 games won by positions 1 and 2 with value 1, then four forced solos, each won with value 1.
TOTALS = [20, 20, -20, -20]

MINOR = {"row": 7, "rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1], "initials": "KS"}


def listed(table: GameTable) -> list[tuple]:
    return list(table.penalties.values_list("row", "rule", "offender", "source", "initials"))


def test_penalty_on_a_sheet_is_listed(table: GameTable, typist: Actor) -> None:
    submit(typist, table, {**rows_content(), "penalties": [MINOR]})
    assert current(table).totals == [21, 21, -23, -19]
    assert listed(table) == [(7, "9.3.2", 3, "sheet", "KS")]


def test_penalty_without_a_row_belongs_to_the_last(table: GameTable, typist: Actor) -> None:
    # In the last game position 1 played its solo.
    last = {**MINOR, "row": None, "rule": "9.3.3b2"}
    version = submit(typist, table, {**rows_content(), "penalties": [last]}).version
    assert version.content["penalties"][0]["row"] == 24
    assert listed(table) == [(24, "9.3.3b2", 3, "sheet", "KS")]


def test_penalty_removed_from_the_sheet_leaves_the_list(table: GameTable, typist: Actor) -> None:
    submit(typist, table, {**rows_content(), "penalties": [MINOR]})
    submit(typist, table, rows_content(), based_on=1, reason="Falscher Tisch")
    assert listed(table) == []


def test_same_penalty_twice_is_listed_twice(table: GameTable, typist: Actor) -> None:
    twice = [MINOR, {**MINOR, "row": 9}]
    submit(typist, table, {**rows_content(), "penalties": twice})
    assert [row for row, *_rest in listed(table)] == [7, 9]


@pytest.mark.parametrize("content", [rows_content(), totals_content(TOTALS)])
def test_sheet_without_the_awarded_penalty_is_refused(
    table: GameTable, typist: Actor, content: dict
) -> None:
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR")
    assert refused_codes(typist, table, content) == [("awarded_penalty_missing", 3)]


def test_penalty_must_be_listed_as_often_as_awarded(table: GameTable, typist: Actor) -> None:
    for _time in range(2):
        award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR")
    content = {**rows_content(), "penalties": [MINOR]}
    assert refused_codes(typist, table, content) == [("awarded_penalty_missing", 3)]
    submit(typist, table, {**content, "penalties": [MINOR, {**MINOR, "row": 9}]})
    assert listed(table) == [(7, "9.3.2", 3, "referee", "SR"), (9, "9.3.2", 3, "referee", "SR")]


@pytest.mark.parametrize("initials", ["K\0S", "K\ud800S"])
def test_text_that_no_database_holds_is_refused(
    table: GameTable, typist: Actor, initials: str
) -> None:
    content = {**rows_content(), "penalties": [{**MINOR, "initials": initials}]}
    assert refused_codes(typist, table, content) == [("malformed", None)]


def test_detail_nested_too_deeply_is_refused(table: GameTable, typist: Actor) -> None:
    detail: dict = {}
    for _level in range(5000):
        detail = {"a": detail}
    content = rows_content()
    content["rows"][0]["detail"] = detail
    assert refused_codes(typist, table, content) == [("malformed", None)]


def test_long_initials_are_refused_with_their_limit(table: GameTable, typist: Actor) -> None:
    long = {**MINOR, "initials": "Karl-Heinz Schmidt-Rottluff"}
    with pytest.raises(SheetNotSaved) as refused:
        submit(typist, table, {**rows_content(), "penalties": [long]})
    assert (refused.value.code, refused.value.params["most"]) == ("text_longer_than", 10)
    assert listed(table) == []
