"""A correction of totals that removes a booked penalty: asked about, reported, recounted."""

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories.desk import address_of, form_fields
from tests.factories.pages import signed_in
from tests.factories.sheets import totals_content
from tests.factories.submissions import current, journal, submit
from tests.factories.words import entry
from tournament.labels.audit import DIFFERENCES
from tournament.labels.sheets import penalty_words
from tournament.models import GameTable, Role
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty

pytestmark = pytest.mark.django_db

TYPED = [6, 2, -2, -6]
WITH_PENALTY = [7, 3, -5, -5]
MINOR = {"rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1]}
NAMED = {**MINOR, "row": None, "initials": "SR"}
GONE = {"round": 1, "table": 1, "rule": "9.3.2", "seat": 3}


@pytest.fixture
def table(table: GameTable, typist: Actor) -> GameTable:
    """A table with totals typed without a penalty, and the penalty the referee booked later."""
    submit(typist, table, totals_content(TYPED))
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR", contained=False)
    return table


@pytest.fixture
def browser(table: GameTable) -> Client:
    return signed_in(table.round.tournament, Role.TYPIST)


def recount(capsys: pytest.CaptureFixture) -> tuple[int, list[str]]:
    """Return exit code and differences."""
    code = 0
    try:
        call_command("recount", "herbst")
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, capsys.readouterr().err.splitlines()


def correct(browser: Client, table: GameTable, totals: list[int], **more: str):
    """Return the page of the version that counts, with these totals typed into it."""
    fields = form_fields(browser.get(address_of(table)))
    typed = {f"t{seat}": str(total) for seat, total in enumerate(totals, 1)}
    return browser.post(address_of(table), {**fields, **typed, "reason": "Papier", **more})


def test_recount_names_table_offender_and_paragraph(table, typist, capsys):
    assert recount(capsys) == (0, [])
    without = totals_content([8, 2, -2, -8], penalties=[NAMED])
    submit(typist, table, without, based_on=2, reason="Papier")
    assert recount(capsys) == (1, [str(DIFFERENCES["penalty_gone"]) % GONE])


def test_correction_that_keeps_the_penalty_is_fine(table, typist, capsys):
    submit(typist, table, totals_content([9, 3, -5, -7], penalties=[NAMED]), based_on=2, reason="x")
    assert recount(capsys) == (0, [])


def test_figures_from_before_the_penalty_are_asked_about(browser, table, capsys):
    page = correct(browser, table, [8, 2, -2, -8])
    assert page.status_code == 422
    assert [note.anchor for note in page.context["summary"]] == ["x1-booked"]
    assert form_fields(page)["x1-booked"] == ""
    assert current(table).number == 2

    again = {**form_fields(page), "x1-booked": "add"}
    browser.post(address_of(table), again)
    assert current(table).totals == [9, 3, -5, -7]
    assert recount(capsys) == (0, [])


def test_answer_that_they_contain_it_is_journalled_and_not_asked_again(browser, table, capsys):
    """The paper had the penalty from the start, and the program added it a second time."""
    page = correct(browser, table, TYPED)
    browser.post(address_of(table), {**form_fields(page), "x1-booked": "in"})
    assert current(table).totals == TYPED
    (told,) = journal("penalties_contained")
    assert (told["version"], told["contained"]) == (3, [MINOR])
    assert recount(capsys) == (0, [])
    assert penalty_words(MINOR) in entry("penalties_contained", told)
    assert correct(browser, table, [8, 2, -2, -8]).status_code == 302
    assert recount(capsys) == (0, [])


def test_sheet_sent_by_a_command_is_reported_by_the_recount(table, capsys):
    submit(COMMAND_LINE, table, totals_content(TYPED, penalties=[NAMED]), based_on=2, reason="x")
    assert recount(capsys) == (1, [str(DIFFERENCES["penalty_gone"]) % GONE])
