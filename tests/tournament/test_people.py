"""Changes of people and clubs are in the journal, and never alter a final list unnoticed."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.journal import NOTED, acts
from tests.factories.pages import text_of
from tests.factories.tournaments import make_club, make_entries, make_owner, make_tournament
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.models import Club, JournalEntry, Person, Tournament
from tournament.people.reads.players import player_data
from tournament.people.writes.people import edit_club, edit_person
from tournament.people.writes.players import add_player, edit_player
from tournament.permissions import COMMAND_LINE, Actor
from tournament.shared.rules.fields import PlayerData
from tournament.trust.reads.journal import journal_days, journal_entries

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FINAL = {"frozen_at": timezone.now(), "frozen_checksum": "ab"}


def stays(name: str) -> str:
    return refusal("stands_in_final_list", name=name, tournaments="Herbstturnier")


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(make_owner())
    return client


def sentences(tournament: Tournament) -> list[str]:
    days = journal_days(tournament, journal_entries(tournament).exclude(action=NOTED))
    return [sentence for day in days for act in day.acts for sentence in act.sentences]


def address(thing: Person | Club) -> str:
    return reverse(f"admin:tournament_{thing._meta.model_name}_change", args=[thing.pk])


@pytest.mark.parametrize(
    "final", [FINAL, {"status": Tournament.Status.FINISHED}], ids=["frozen", "finished"]
)
@pytest.mark.alone
def test_administration_renames_nobody_in_a_final_list(client: Client, final: dict) -> None:
    tournament = make_tournament(**final)
    person = make_entries(tournament, 1, clubs=1)[0].person
    page = client.post(address(person), {"last_name": "Falsch", "first_name": "Ida"})
    assert stays("Änne Arnold") in text_of(page)
    person.refresh_from_db()
    assert person.name == "Änne Arnold"
    club = Club.objects.get()
    page = client.post(address(club), {"code": "FALSCH", "name": "Falsch"})
    assert stays("CLUB 1") in text_of(page)
    assert Club.objects.get().code == "CLUB 1"
    assert not acts().exists()


def test_name_corrected_in_the_admin_is_in_every_journal(client: Client) -> None:
    one, other = make_tournament(), make_tournament("zweites")
    person = make_entries(one, 1)[0].person
    other.entries.create(person=person, number=7)
    client.post(address(person), {"last_name": " Adler ", "first_name": "Änne", "state": "NRW"})
    person.refresh_from_db()
    assert (person.name, person.state) == ("Änne Adler", "NRW")
    for tournament in (one, other):
        entry = acts().get(tournament=tournament)
        assert entry.data["changed"] == ["last_name", "state"]
        assert "Adler" not in str(entry.data)
        assert entry.user is not None


def test_club_corrected_in_the_admin_is_in_every_journal(client: Client) -> None:
    tournament = make_tournament()
    make_entries(tournament, 3, clubs=2)
    club = Club.objects.get(code="CLUB 1")
    client.post(address(club), {"code": "DU ZHN", "name": "Club 1", "state": ""})
    data = acts().get(tournament=tournament).data
    assert (data["players"], data["changes"]) == (2, {"code": ["CLUB 1", "DU ZHN"]})


def test_two_clubs_never_have_the_same_code_and_name(client: Client) -> None:
    make_entries(make_tournament(), 2, clubs=2)
    club = Club.objects.get(code="CLUB 1")
    taken = {"code": "CLUB  2", "name": " Club 2", "state": "NRW"}
    page = client.post(address(club), taken)
    exists = refusal("club_exists", club="CLUB 2 · Club 2")
    assert page.context["adminform"].form.errors == {"code": [exists]}
    assert [page.context["adminform"].form[field].value() for field in taken] == [*taken.values()]
    page = client.post(address(club), {"code": "", "name": " ", "state": ""})
    assert page.context["adminform"].form.errors == {"code": [refusal("club_nameless")]}
    for values, code in ((taken, "club_exists"), ({"code": "", "name": ""}, "club_nameless")):
        with pytest.raises(Refused, match=code):
            edit_club(COMMAND_LINE, club, values)
    club.refresh_from_db()
    assert club.full == "CLUB 1 · Club 1"
    assert not acts().exists()


def test_administration_adds_no_club_twice(client: Client) -> None:
    make_club()
    new = {"code": "DU ZHN", "name": "Zweite Herz  Neun Duisburg", "state": ""}
    page = client.post(reverse("admin:tournament_club_add"), new)
    assert page.status_code == 200
    assert Club.objects.filter(code="DU ZHN").count() == 1


def test_saving_without_a_change_changes_nothing_even_in_a_final_list(client: Client) -> None:
    person = make_entries(make_tournament(**FINAL), 1)[0].person
    values = {"last_name": person.last_name, "first_name": person.first_name, "state": ""}
    assert client.post(address(person), values).status_code == 302
    assert not acts().exists()


@pytest.mark.parametrize("final", [FINAL, {"status": Tournament.Status.FINISHED}])
@pytest.mark.alone
def test_services_refuse_changes_frozen_since_the_form_was_shown(final: dict) -> None:
    """Frozen between the page and the press of its button."""
    tournament = make_tournament(**final)
    person = make_entries(tournament, 1, clubs=1)[0].person
    with pytest.raises(Refused, match="stands_in_final_list"):
        edit_person(COMMAND_LINE, person, {"last_name": "Falsch"})
    with pytest.raises(Refused, match="stands_in_final_list"):
        edit_club(COMMAND_LINE, Club.objects.get(), {"code": "FALSCH"})
    assert (Person.objects.get().last_name, Club.objects.get().code) == ("Arnold", "CLUB 1")


def test_name_stays_in_a_final_list_when_the_person_changes_elsewhere() -> None:
    """The same person in two tournaments, one of which is over."""
    final, running = make_tournament(**FINAL), make_tournament("zweites")
    person = make_entries(final, 1)[0].person
    entry = running.entries.create(person=person, number=1)
    with pytest.raises(Refused, match="stands_in_final_list"):
        edit_player(COMMAND_LINE, entry, PlayerData("Falsch", "Änne"), 1)
    edit_player(COMMAND_LINE, entry, PlayerData("Arnold", "Änne", team="Rot"), 1)
    assert running.entries.get().team == "Rot"


def test_a_player_of_frozen_standings_is_not_changed() -> None:
    entry = make_entries(make_tournament(**FINAL), 1)[0]
    with pytest.raises(Refused, match="tournament_finished"):
        edit_player(COMMAND_LINE, entry, PlayerData("Falsch"), 1)


def test_club_of_a_final_list_gets_no_name_from_another_tournament() -> None:
    final, running = make_tournament(**FINAL), make_tournament("zweites")
    known = Club.objects.create(code="DU ZHN")
    make_entries(final, 1)
    final.entries.update(club=known)
    player = PlayerData("Otto", club_code="DU ZHN", club_name="Zweite Herz Neun")
    entry = add_player(COMMAND_LINE, running, player)
    known.refresh_from_db()
    assert (known.name, entry.club.name) == ("", "Zweite Herz Neun")


def test_journal_names_the_changed_fields_of_a_player() -> None:
    """Word for word: each kind of field, and how a value of it is written."""
    tournament = make_tournament()
    owner = Actor(make_owner("ulla"))
    entry = make_entries(tournament, 1)[0]
    entry.club = make_club()
    before = player_data(entry)
    after = PlayerData(
        "Neu",
        before.first_name,
        club_code="K KA",
        state="Hessen",
        tags=("Damen",),
        fee_paid=True,
        team="Rot",
        fixed_table=3,
        keeps_list=False,
    )
    edit_player(owner, entry, after, 9)
    assert sentences(tournament) == [
        "Änne Neu (Nummer 9) geändert: Name, Bundesland, Verein von DU ZHN auf K KA, Startnummer "
        "von 1 auf 9, Kategorien von – auf Damen, Mannschaft von – auf Rot, Fester Tisch von – "
        "auf 3, führt die Liste von ja auf nein, Startgeld bezahlt von nein auf ja."
    ]


def test_an_earlier_entry_says_which_fields_alone() -> None:
    """Word for word."""
    tournament = make_tournament()
    entry = make_entries(tournament, 1)[0]
    data = {"entry": entry.pk, "number": 2, "old_number": 1, "changed": ["first_name", "team"]}
    JournalEntry.objects.create(tournament=tournament, action="player_edited", data=data)
    assert sentences(tournament) == [
        "Änne Arnold (Nummer 2) geändert: Name, Mannschaft, Startnummer von 1 auf 2."
    ]
