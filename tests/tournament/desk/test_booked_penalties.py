"""Totals and a booked penalty: they contain it, or the program adds it.

9.3.2 turns the parity of all four positions, so no check notices that its points are missing.
"""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.desk import address_of, form_fields, typed_totals
from tests.factories.pages import messages_of
from tests.factories.sheets import rows_content
from tests.factories.submissions import current, submit
from tests.factories.tournaments import make_user
from tests.factories.words import text
from tournament.labels.sheets import added_words, outcome_sentence, penalty_words
from tournament.models import (
    GameTable,
    Penalty,
    Role,
    SheetDraft,
    Verification,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.reads.sheets import penalty_content

TYPED = typed_totals(6, 2, -2, -6)
ADDED = [7, 3, -5, -5]


def award(table: GameTable, rule: str = "9.3.2", **more: int) -> Penalty:
    return award_penalty(
        COMMAND_LINE, table, rule=rule, offender=3, initials="KS", contained=False, **more
    )


def save(client: Client, table: GameTable, **fields: str):
    """Send what a browser would from the current page, with this typed into it."""
    page = client.get(f"{address_of(table)}?kind=totals")
    return client.post(address_of(table), {**form_fields(page), **TYPED, **fields}, follow=True)


def test_totals_are_not_saved_before_the_question_is_answered(typist, table):
    award(table)
    page = typist.post(address_of(table), TYPED)
    assert page.status_code == 422
    assert [(note.anchor, note.code) for note in page.context["summary"]] == [
        ("x1-booked", "penalty_undecided")
    ]
    assert not table.versions.exists()
    # The question comes back with everything typed.
    fields = form_fields(page)
    assert (fields["t1"], fields["x1-rule"], fields["x1-booked"]) == ("6", "9.3.2", "")


@pytest.mark.parametrize(("answer", "totals"), [("in", [6, 2, -2, -6]), ("add", ADDED)])
def test_answer_decides_what_counts(typist, table, answer, totals):
    award(table)
    page = save(typist, table, **{"x1-booked": answer})
    version = current(table)
    assert version.totals == totals
    assert [each["rule"] for each in version.content["penalties"]] == ["9.3.2"]
    added = added_words(version.content["penalties"]) if answer == "add" else ""
    assert messages_of(page)[0] == outcome_sentence("accepted", 1, totals) + added
    # The result contains them: nobody is asked again.
    assert "x1-booked" not in form_fields(typist.get(address_of(table)))


def test_penalty_booked_while_typing_is_asked_about(typist, table):
    fields = form_fields(typist.get(f"{address_of(table)}?kind=totals"))
    award(table)
    page = typist.post(address_of(table), {**fields, **TYPED})
    assert page.status_code == 422
    assert not table.versions.exists()


def test_penalty_booked_during_a_correction_is_asked_about(typist, table):
    """The version with it counts now; what was typed before lacks its points."""
    save(typist, table)
    fields = form_fields(typist.get(address_of(table)))
    award(table)
    corrected = {**fields, "t1": "8", "t4": "-8", "reason": "Papier"}
    page = typist.post(address_of(table), corrected)
    assert page.context["summary"][0].code == "penalty_undecided"
    page = typist.post(address_of(table), {**form_fields(page), "x1-booked": "add"})
    assert page.status_code == 409
    assert [(line.before, line.after) for line in page.context["lines"] if line.differs] == [
        ("+7", "+9"),
        ("−5", "−7"),
    ]


@pytest.mark.alone
def test_draft_keeps_the_answer(typist, table):
    award(table)
    save(typist, table, **{"x1-booked": "add", "t4": "-5"})
    assert SheetDraft.objects.get().content["t4"] == "-5"
    fields = form_fields(typist.get(address_of(table)))
    assert (fields["t1"], fields["x1-booked"]) == ("6", "add")


def test_two_penalties_are_two_questions(typist, table):
    award(table)
    award(table, "9.4.3")
    answers = {"x1-booked": "add", "x2-booked": "in"}
    assert save(typist, table, **answers).status_code == 200
    assert current(table).totals == ADDED


def test_lists_and_penalties_on_the_paper_are_not_asked_about(typist, table):
    award(table)
    assert "x1-booked" not in form_fields(typist.get(f"{address_of(table)}?kind=rows"))
    Penalty.objects.all().delete()
    on_paper = {"x1-rule": "9.3.2", "x1-offender": "3", "x1-initials": "KS"}
    assert save(typist, table, **on_paper).status_code == 200
    assert current(table).totals == [6, 2, -2, -6]


def test_totals_with_a_list_are_asked_about_as_well(typist, table):
    author = Actor(make_user(Role.TYPIST, table.round.tournament, "anna"))
    submit(author, table, rows_content())
    award(table)
    fields = form_fields(typist.get(f"{address_of(table)}?kind=totals"))
    assert fields["x1-booked"] == ""
    typed = {**fields, **typed_totals(20, 20, -20, -20), "x1-booked": "add"}
    page = typist.post(address_of(table), typed, follow=True)
    confirmed = outcome_sentence("confirmed", 1, current(table).totals)
    assert messages_of(page)[0] == confirmed + added_words(current(table).content["penalties"])


@pytest.fixture
def blind(table: GameTable, typist: Client) -> GameTable:
    """Return a blindly typed table; the penalty its list lacks was added afterwards."""
    table.round.tournament.verification = VerificationRule.BLIND
    table.round.tournament.save()
    save(typist, table)
    award(table)
    return table


def look(client: Client, table: GameTable, **answers: str):
    address = reverse("verification", args=[table.round.tournament.slug, 1])
    totals = {f"t{seat}": total for seat, total in enumerate((6, 2, -2, -6), 1)}
    fields = {"table": 1, "version": 2, **totals, **answers}
    return client.post(address, fields, follow=True)


@pytest.mark.alone
def test_blind_typing_is_asked_about_the_penalty_too(typist, blind):
    page = look(typist, blind)
    assert page.status_code == 422
    penalty = Penalty.objects.get()
    name = f"booked-{penalty.pk}"
    assert page.context["refused"] == text(
        "Penalty of the referee: %(penalty)s. Do these totals contain it already?",
        penalty=penalty_words(penalty_content(penalty)),
    )
    assert [line["total"].text for line in page.context["total_lines"]] == ["6", "2", "-2", "-6"]
    look(typist, blind, **{name: "add"})
    assert Verification.objects.get().agrees


@pytest.mark.alone
def test_blind_typing_with_the_penalty_in_it_is_compared_as_typed(typist, blind):
    look(typist, blind, **{f"booked-{Penalty.objects.get().pk}": "in"})
    assert not Verification.objects.get().agrees
