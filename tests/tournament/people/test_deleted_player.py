"""A player whose data was deleted still belongs to the tournament: its page can be saved."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.pages import signed_in
from tests.factories.rounds import make_drawn_tournament
from tournament.errors import Refused
from tournament.models import Entry, Person
from tournament.people.writes.players import edit_player
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import delete_person
from tournament.shared.rules.fields import PlayerData
from tournament.trust.reads.audit import contradictions

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def entry() -> Entry:
    entry = make_drawn_tournament(4).entries.get(number=1)
    delete_person(COMMAND_LINE, entry.person)
    return Entry.objects.get(pk=entry.pk)


@pytest.fixture
def owner(entry: Entry) -> Client:
    return signed_in()


def saved(owner: Client, entry: Entry, **typed: str) -> int:
    """Return the status of sending the page as a browser does, with these fields typed."""
    address = reverse("player-edit", args=[entry.tournament.slug, entry.pk])
    form = owner.get(address).context["form"]
    fields = {field.html_name: field.value() for field in form if not field.field.disabled}
    values = {name: value for name, value in fields.items() if value not in (None, False)}
    return owner.post(address, values | typed).status_code


def test_team_category_and_the_list_are_saved(owner: Client, entry: Entry) -> None:
    typed = {"team": "Rot", "tags": "Damen", "keeps_no_list": "on", "club_code": "DU ZHN"}
    assert saved(owner, entry, **typed) == 302
    entry.refresh_from_db()
    kept = (entry.team, entry.tags, entry.keeps_list, entry.club_short)
    assert kept == ("Rot", ["Damen"], False, "DU ZHN")
    assert contradictions(entry.tournament) == ()


def test_nothing_of_the_person_comes_back(owner: Client, entry: Entry) -> None:
    typed = {"last_name": "Arnold", "first_name": "Änne", "state": "NRW", "email": "a@example.org"}
    saved(owner, entry, team="Rot", tags="Damen", club_code="DU ZHN", **typed)
    person = Person.objects.get(pk=entry.person_id)
    kept = (person.name, person.state, person.email, person.club, person.tags)
    assert kept == ("N. N.", "", "", None, [])


def test_service_refuses_a_new_name_and_saves_nothing(entry: Entry) -> None:
    for player in (PlayerData("Arnold", team="Rot"), PlayerData("N. N.", state="NRW", team="Rot")):
        with pytest.raises(Refused, match="person_is_deleted"):
            edit_player(COMMAND_LINE, entry, player, entry.number)
    assert Entry.objects.get(pk=entry.pk).team == ""
