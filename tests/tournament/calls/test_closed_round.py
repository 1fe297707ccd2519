"""Complaints, penalties and protests once the round is closed: the direction's alone."""

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.calls import call_address, complain
from tests.factories.pages import messages_of
from tests.factories.submissions import nothing_written
from tests.factories.words import refusal
from tournament.models import Call, GameTable, Penalty, Protest, Round, Tournament

COMPLAINT = {"paragraph": "9.3.2", "offender": 3, "caller": 1, "initials": "KS"}
DECISION = {
    "votes_for": 0,
    "votes_against": 3,
    "others": "Karla Kreuz, Ute Uhu, Ida Ibis",
    "heard": "beide angehört",
    "reason": "richtig angewandt",
    "minutes": 0,
}
pytestmark = pytest.mark.alone
CLOSED = "round_is_for_direction"


@pytest.fixture
def table(round: Round, referee: Client) -> GameTable:
    """A table with a decision and an undecided protest against it, whose round was closed."""
    table = round.tables.get(number=1)
    complain(referee, table, **COMPLAINT, row=7)
    offender = table.seats.get(position=3).entry
    Protest.objects.create(table=table, call=Call.objects.get(), protester=offender)
    Round.objects.filter(pk=round.pk).update(closed_at=timezone.now())
    return table


def addresses(tournament: Tournament) -> dict[str, str]:
    call, protest, penalty = Call.objects.get(), Protest.objects.get(), Penalty.objects.get()
    slug = tournament.slug
    place = "?round=1&table=1"
    return {
        "complaint": reverse("call-new", args=[slug]) + place,
        "lodge": reverse("protest-new", args=[slug]) + place,
        "lodge against": reverse("protest-new", args=[slug]) + f"?call={call.pk}",
        "decide": reverse("protest", args=[slug, protest.pk]),
        "withdraw": reverse("call-withdraw", args=[slug, call.pk]),
        "revoke": reverse("penalty-revoke", args=[slug, penalty.pk]),
    }


def page(client: Client, address: str, *args: object) -> str:
    return client.get(reverse(address, args=args)).content.decode()


def refused_in(answer: HttpResponse) -> list[str]:
    assert answer.status_code == 422
    return answer.context["form"].non_field_errors() or answer.context["form"].errors["table"]


def test_a_referee_is_offered_nothing_that_would_be_refused(
    tournament: Tournament, table: GameTable, referee: Client, direction: Client
) -> None:
    there = addresses(tournament)
    pages = [
        ("sheet", "complaint"),
        ("sheet", "lodge"),
        ("calls", "withdraw"),
        ("penalties", "revoke"),
    ]
    for client, is_offered in ((referee, False), (direction, True)):
        for name, act in pages:
            args = (tournament.slug, 1, 1) if name == "sheet" else (tournament.slug,)
            text = page(client, name, *args).replace("&amp;", "&")
            assert (there[act] in text) == is_offered, (name, act)
        form = client.get(there["decide"]).context["form"]
        assert (form is not None) == is_offered


def test_who_decides_an_open_protest_now_is_told(
    tournament: Tournament, table: GameTable, referee: Client, typist: Client, direction: Client
) -> None:
    address = addresses(tournament)["decide"]
    for client in (referee, typist):
        assert refusal(CLOSED, round=1) in client.get(address).content.decode()
    assert refusal(CLOSED, round=1) not in direction.get(address).content.decode()


@pytest.mark.parametrize("form", ["complaint", "lodge", "lodge against"])
def test_a_referee_is_told_before_typing(
    tournament: Tournament, table: GameTable, referee: Client, direction: Client, form: str
) -> None:
    address = addresses(tournament)[form]
    assert refused_in(referee.get(address)) == [refusal(CLOSED, round=1)]
    assert direction.get(address).status_code == 200


def test_what_was_typed_stays_where_the_round_was_closed_meanwhile(
    tournament: Tournament, table: GameTable, referee: Client
) -> None:
    there = addresses(tournament)
    typed = {
        "complaint": {**COMPLAINT, "note": "Karte gezeigt", "action": "preview"},
        "lodge": {"protester": 2, "note": "dagegen"},
        "decide": DECISION,
    }
    for form, fields in typed.items():
        with nothing_written():
            answer = referee.post(there[form], fields)
        assert refused_in(answer) == [refusal(CLOSED, round=1)]
        kept = str(fields.get("note") or fields["heard"])
        assert kept in answer.content.decode()


def test_the_answer_beside_the_form_says_so(
    tournament: Tournament, table: GameTable, referee: Client
) -> None:
    there = addresses(tournament)
    of_complaint = referee.post(call_address(table) + "&part=answer", COMPLAINT)
    of_decision = referee.post(there["decide"] + "?part=answer", DECISION)
    for answer in (of_complaint, of_decision):
        assert (answer.status_code, answer.context["refused"]) == (200, refusal(CLOSED, round=1))


@pytest.mark.parametrize("button", ["withdraw", "revoke"])
def test_taking_back_is_refused_with_the_reason(
    tournament: Tournament, table: GameTable, referee: Client, button: str
) -> None:
    answer = referee.post(addresses(tournament)[button], {"reason": "Irrtum"}, follow=True)
    assert messages_of(answer) == [refusal(CLOSED, round=1)]
    assert Penalty.objects.count() == 1


def test_the_direction_still_decides(
    tournament: Tournament, table: GameTable, direction: Client
) -> None:
    direction.post(addresses(tournament)["decide"], DECISION)
    assert Protest.objects.get().decided_at is not None
