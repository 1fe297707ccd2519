"""Totals for a table whose list is there: they confirm it, or contradict it with the reason."""

from typing import Any

import pytest
from django.utils import translation

from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import nothing_written, submit
from tests.factories.words import text
from tournament.errors import Refused
from tournament.labels.sheets import penalty_words
from tournament.models import GameTable
from tournament.permissions import Actor
from tournament.sheets.writes.sheets import Outcome

pytestmark = pytest.mark.django_db

TOTALS = [20, 20, -20, -20]  # of rows_content()
PENALTY = {"row": 3, "rule": "9.3.2", "offender": 1, "points": [-3, 1, 1, 1], "initials": "KS"}
WITH_PENALTY = [17, 21, -19, -19]


def contradiction(
    table: GameTable, typist: Actor, totals: dict[str, Any], **more: Any
) -> tuple[str, dict[str, Any]]:
    """Return why the totals are refused: after "totals_contradict_", what each side says."""
    with nothing_written(), pytest.raises(Refused) as refused:
        submit(typist, table, totals, based_on=1, **more)
    assert refused.value.params.pop("table") == table.number
    return refused.value.code.removeprefix("totals_contradict_"), refused.value.params


def test_other_number_of_games_contradicts_a_list(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    code, figures = contradiction(table, typist, totals_content(TOTALS, games_played=4))
    assert (code, figures) == ("games", {"counted": 24, "given": 4})


@pytest.mark.parametrize(
    ("typed", "suspicion"),
    [
        ([20, -20, 20, -20], "Positions 2 and 3 look exchanged."),
        ([-20, -20, 20, 20], "All signs look reversed."),
        ([20, 22, -20, -22], ""),
    ],
)
def test_contradicting_totals_are_described(
    table: GameTable, typist: Actor, typed: list[int], suspicion: str
) -> None:
    submit(typist, table, rows_content())
    with translation.override("en"):
        code, told = contradiction(table, typist, totals_content(typed))
    assert (code, told["suspicion"].strip()) == ("rows", suspicion)


def test_penalty_that_the_list_lacks_contradicts_it(table: GameTable, typist: Actor) -> None:
    submit(typist, table, rows_content())
    totals = totals_content(TOTALS, penalties=[PENALTY])
    code, told = contradiction(table, typist, totals)
    assert (code, told["counted"]) == ("penalties", text("none"))
    assert told["given"] == penalty_words({**PENALTY, "row": None, "initials": ""})


def test_totals_need_not_name_the_penalties_they_contain(table: GameTable, typist: Actor) -> None:
    submit(typist, table, {**rows_content(), "penalties": [PENALTY]})

    done = submit(typist, table, totals_content(WITH_PENALTY), based_on=1)

    assert done.outcome is Outcome.CONFIRMED


def test_penalty_noted_twice_contradicts_a_list_that_has_it_once(
    table: GameTable, typist: Actor
) -> None:
    submit(typist, table, {**rows_content(), "penalties": [PENALTY]})
    totals = totals_content(WITH_PENALTY, penalties=[PENALTY, PENALTY])
    assert contradiction(table, typist, totals)[0] == "penalties"


def test_solo_that_only_the_totals_miss_contradicts_the_list(
    table: GameTable, direction: Actor
) -> None:
    submit(direction, table, rows_content())
    totals = {**totals_content(TOTALS), "compulsory_solos": [1, 2, 4]}
    accepted = [{"code": "missing_compulsory_solo", "seat": 3}]
    assert contradiction(table, direction, totals, accepted=accepted, reason="Ohne Solo") == (
        "solos",
        {"counted": "1, 2, 3, 4", "given": "1, 2, 4"},
    )


def test_same_penalty_confirms_wherever_it_was_booked(table: GameTable, typist: Actor) -> None:
    submit(typist, table, {**rows_content(), "penalties": [PENALTY]})
    elsewhere = {**PENALTY, "row": None, "initials": ""}
    totals = totals_content(WITH_PENALTY, penalties=[elsewhere])
    assert submit(typist, table, totals, based_on=1).outcome is Outcome.CONFIRMED


def test_shortened_list_is_confirmed_by_its_number_of_games(
    table: GameTable, typist: Actor
) -> None:
    sheet = rows_content()
    del sheet["rows"][16:20]
    for number, row in enumerate(sheet["rows"], start=1):
        row["no"], row["dealer"] = number, None
    sheet |= {"struck_games": 4, "time_limit_after_row": 16}
    totals = submit(typist, table, sheet).version.totals
    code, figures = contradiction(table, typist, totals_content(totals))
    assert (code, figures) == ("games", {"counted": 20, "given": 24})
    confirming = totals_content(totals, games_played=20)
    assert submit(typist, table, confirming, based_on=1).outcome is Outcome.CONFIRMED
