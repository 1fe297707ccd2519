"""Results and standings on the wall that a change makes void are offered for printing again."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.desk import typed_totals
from tests.factories.pages import messages_of, signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.words import text
from tournament.models import Entry, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.writes import close_round

pytestmark = pytest.mark.django_db
LINK = re.compile(r'<a href="([^"]+)" target="_blank">([^<]+)</a>')
STANDINGS = ("/t/herbst/print/standings/?after=1", "Zwischenstand nach Runde 1")
RESULT = ("/t/herbst/print/1/result/", "Rundenergebnis, Runde 1")


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Round 1 of three is played, and round 2 published and not begun."""
    tournament = make_drawn_tournament(8, published=2)
    enter_round(round_number(tournament, 1))
    return tournament


@pytest.fixture
def closed(tournament: Tournament) -> Tournament:
    close_round(COMMAND_LINE, round_number(tournament, 1))
    return tournament


def post(client: Client, name: str, *args: object, **typed: object) -> list[tuple[str, str]]:
    """Return what the page offers after something was sent."""
    address = reverse(name, args=["herbst", *args])
    found = messages_of(client.post(address, typed, follow=True))
    return [link for each in found for link in LINK.findall(each)]


def deduct(client: Client, tournament: Tournament, **more: object) -> list[tuple[str, str]]:
    return post(client, "deduction-new", entry=1, points=10, reason="Handy", **more)


def test_nothing_hangs_before_a_round_is_closed(tournament: Tournament) -> None:
    client = signed_in()
    assert deduct(client, tournament) == []
    assert correct(client, tournament) == []


def test_deductions_change_the_standings_from_their_round_on(closed: Tournament) -> None:
    """One that names no round counts from round 2, whose list is not on the wall yet."""
    client, first = signed_in(), round_number(closed, 1)
    assert deduct(client, closed, round=first.pk) == [STANDINGS]
    assert deduct(client, closed) == []
    person = closed.entries.get(number=2)
    for round, again in ((first, [STANDINGS]), (None, [])):
        booked = deduct_points(COMMAND_LINE, person, 5, "Rauchen", round)
        assert post(client, "deduction-revoke", booked.pk, reason="Irrtum") == again


def correct(client: Client, tournament: Tournament) -> list[tuple[str, str]]:
    table = round_number(tournament, 1).tables.get(number=1)
    typed = typed_totals(0, 4, -4, 0) | {"reason": "verschrieben"}
    return post(client, "sheet", 1, 1, based_on=table.current_version.number, **typed)


def test_a_corrected_sheet_changes_its_round_and_the_standings(closed: Tournament) -> None:
    client = signed_in()
    assert correct(client, closed) == [RESULT, STANDINGS]
    versions = post(client, "sheet-versions", 1, 1, version=1, based_on=2, reason="doch so")
    assert versions == [RESULT, STANDINGS]


def test_a_penalty_changes_its_round_and_the_standings(closed: Tournament) -> None:
    client = signed_in()
    told = {"paragraph": "9.4.3", "offender": "2", "absagen": "1", "initials": "KS"}
    told["contained"] = "add"
    address = f"{reverse('call-new', args=['herbst'])}?round=1&table=1"
    shown = client.post(address, {**told, "action": "preview"})
    told |= {"action": "log", "previewed": shown.context["previewed"]}
    answer = client.post(address, told, follow=True)
    assert LINK.findall(" ".join(messages_of(answer))) == [RESULT, STANDINGS]
    penalty = round_number(closed, 1).tables.get(number=1).penalties.get()
    assert post(client, "penalty-revoke", penalty.pk, reason="Irrtum") == [RESULT, STANDINGS]


def test_changed_name_affects_results_and_papers_of_later_rounds(
    closed: Tournament,
) -> None:
    client, entry = signed_in(), closed.entries.get(number=1)
    form = client.get(reverse("player-edit", args=["herbst", entry.pk])).context["form"]
    typed = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    found = post(client, "player-edit", entry.pk, **typed | {"last_name": "Arnolt"})
    again = "Print again: seat list of round %(number)s, score sheets: table %(tables)s."
    assert found[0][1].startswith(text(again, number=2, tables="|").partition("|")[0])
    assert found[-2:] == [RESULT, STANDINGS]


def test_departure_changes_the_standings(closed: Tournament) -> None:
    entry = closed.entries.get(number=1)
    status = Entry.Status.WITHDRAWN.value
    found = post(signed_in(), "player-status", entry.pk, status=status, reason="krank")
    assert found == [STANDINGS]
