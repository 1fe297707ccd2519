"""Complaints, protests and deductions sent after the end, or after somebody has decided."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.factories.calls import call_address, complain
from tests.factories.submissions import nothing_written
from tests.factories.words import refusal
from tournament.models import Call, GameTable, Protest, Round, Tournament

DECISION = {
    "votes_for": 0,
    "votes_against": 3,
    "others": "Karla Kreuz, Ute Uhu, Ida Ibis",
    "heard": "beide angehört",
    "reason": "richtig angewandt",
    "minutes": 0,
}
pytestmark = pytest.mark.alone


@pytest.fixture
def protest(round: Round, referee: Client) -> Protest:
    """An undecided protest against a decision at table 1."""
    table = round.tables.get(number=1)
    complain(referee, table, paragraph="9.3.2", offender=3, caller=1, initials="KS", row=7)
    offender = table.seats.get(position=3).entry
    return Protest.objects.create(table=table, call=Call.objects.get(), protester=offender)


def page_of(protest: Protest) -> str:
    return reverse("protest", args=[protest.table.round.tournament.slug, protest.pk])


def assert_asked_again(answer: HttpResponse, code: str, *typed: str) -> None:
    """The form is shown again, with why it was refused and with what was typed."""
    assert answer.status_code == 422
    assert answer.context["form"].non_field_errors() == [refusal(code)]
    content = answer.content.decode()
    assert [each for each in typed if each not in content] == []
    assert content.count(escape(refusal(code))) == 1


def test_what_was_typed_stays_where_the_tournament_was_finished_meanwhile(
    tournament: Tournament, protest: Protest, referee: Client, direction: Client
) -> None:
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    table: GameTable = protest.table
    lodge = reverse("protest-new", args=[tournament.slug])
    complaint = {"paragraph": "9.3.2", "offender": 2, "caller": 1, "initials": "KS"}
    deduction = {"entry": "1", "points": 3, "reason": "Handy am Tisch"}
    sent = [
        (referee, call_address(table), {**complaint, "note": "gezeigt", "action": "preview"}),
        (referee, f"{lodge}?round=1&table=1", {"protester": 2, "note": "dagegen"}),
        (referee, page_of(protest), DECISION),
        (direction, page_of(protest), DECISION),
        (direction, reverse("deduction-new", args=[tournament.slug]), deduction),
    ]
    for client, address, fields in sent:
        with nothing_written():
            answer = client.post(address, fields)
        words = [str(fields[name]) for name in ("note", "heard", "reason") if name in fields]
        assert_asked_again(answer, "tournament_finished", *words)
    assert referee.get(page_of(protest)).context["form"] is None


def test_what_was_typed_stays_where_somebody_decided_meanwhile(
    protest: Protest, referee: Client, direction: Client
) -> None:
    direction.post(page_of(protest), {**DECISION, "reason": "andere Worte"})
    with nothing_written():
        answer = referee.post(page_of(protest), DECISION)
    words = [DECISION["heard"], DECISION["reason"], "andere Worte"]
    assert_asked_again(answer, "protest_is_final", *map(str, words))
    answer = referee.post(f"{page_of(protest)}?part=answer", DECISION)
    assert "notice" not in answer.content.decode()
    assert referee.get(page_of(protest)).context["form"] is None


def test_whoever_never_had_the_right_is_told_so_after_the_end_as_well(
    protest: Protest, typist: Client
) -> None:
    for _ in range(2):
        assert typist.post(page_of(protest), DECISION).status_code == 403
        Tournament.objects.update(status=Tournament.Status.FINISHED)
