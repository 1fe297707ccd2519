"""People entered before are recognised: by the form, by a list, at the desk."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.check_in.writes import enter_walk_in
from tournament.errors import Refused
from tournament.imports.player_tables import read_player_table
from tournament.models import Person, PlayerImport, Role, Tournament
from tournament.people.writes.players import add_player, edit_player, remove_player
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import set_person_details
from tournament.shared.rules.fields import PlayerData
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.views.new_people import asked_about, to_choose

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

OTTO = PlayerData(
    "Müller", "Otto", club_name="Asse", club_code="DU ZHN", state="NRW", tags=("Senioren",)
)
LAST_SEEN = "Otto Müller, DU ZHN, zuletzt 12.10.2026 (Frühlingsturnier)"


@pytest.fixture
def earlier() -> Tournament:
    return make_tournament("fruehling", name="Frühlingsturnier", date=date(2026, 10, 12))


@pytest.fixture
def tournament(earlier: Tournament) -> Tournament:
    add_player(COMMAND_LINE, earlier, OTTO)
    return make_tournament()


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(make_user(Role.DIRECTION, tournament))
    return client


def otto() -> Person:
    return Person.objects.get(last_name="Müller")


def entry_of(tournament: Tournament) -> tuple:
    entry = tournament.entries.get()
    return entry.person.name, str(entry.club), entry.tags, entry.person.state


def test_same_person_is_matched_silently_and_brings_known_data(tournament) -> None:
    entry = add_player(COMMAND_LINE, tournament, PlayerData("Mueller", "otto"))
    assert entry.person == otto()
    assert entry_of(tournament) == ("Otto Müller", "DU ZHN", ["Senioren"], "NRW")


def test_answer_is_remembered_and_the_older_entry_stays(tournament, earlier) -> None:
    add_player(COMMAND_LINE, earlier, PlayerData("Beck", "Ida"))
    said = PlayerData("Müller", "Otto", club_name="Asse", club_code="DU ZHN", tags=("Herren",))
    entry = add_player(COMMAND_LINE, tournament, said)
    assert (otto().tags, earlier.entries.get(number=1).tags) == (["Herren"], ["Senioren"])
    edit_player(COMMAND_LINE, entry, PlayerData("Müller", "Otto", club_code="BO", state="NRW"), 1)
    assert (str(otto().club), otto().tags) == ("BO", [])
    assert str(earlier.entries.get(number=1).club) == "DU ZHN"


def test_new_state_is_recorded_in_the_journals_of_all_tournaments(tournament, earlier) -> None:
    Person.objects.update(state="")
    entry = add_player(COMMAND_LINE, tournament, PlayerData("Müller", "Otto", state="Hessen"))
    assert (entry.person.pk, otto().state) == (otto().pk, "Hessen")
    assert earlier.journal.filter(action="person_edited").count() == 1


def test_nobody_is_entered_twice_as_one_person(tournament) -> None:
    add_player(COMMAND_LINE, tournament, OTTO)
    again = add_player(COMMAND_LINE, tournament, OTTO)
    assert again.person != otto_of(tournament)
    with pytest.raises(Refused, match="person_entered"):
        add_player(COMMAND_LINE, tournament, OTTO, person=otto_of(tournament))
    remove_player(COMMAND_LINE, again)
    spelt = PlayerData("Mueller", "Otto", club_code="DU ZHN")
    with pytest.raises(Refused, match="name_entered"):
        add_player(COMMAND_LINE, tournament, spelt, besides=())


def otto_of(tournament: Tournament) -> Person:
    return tournament.entries.get(number=1).person


def test_made_up_people_of_the_example_are_not_known_people(tournament, earlier) -> None:
    Tournament.objects.filter(pk=earlier.pk).update(is_example=True)
    assert add_player(COMMAND_LINE, tournament, OTTO).person.entries.count() == 1


def test_people_without_an_entry_go_with_their_last_club(tournament, earlier) -> None:
    entry = add_player(COMMAND_LINE, tournament, OTTO)
    delete_tournament(COMMAND_LINE, earlier)
    assert str(otto().club) == "DU ZHN"
    remove_player(COMMAND_LINE, entry)
    assert not Person.objects.exists()
    assert type(entry.club).objects.count() == 0


def preview(tournament: Tournament, rows: list[str], user) -> str:
    table = read_player_table("\n".join(["Nachname;Vorname;Kürzel", *rows]).encode())
    kept = PlayerImport.objects.create(
        tournament=tournament, user=user, file_name="l.csv", table=table.to_json()
    )
    return reverse("players-import-preview", args=[tournament.slug, kept.pk])


def test_people_of_one_name_are_distinguished_by_their_last_tournament(tournament) -> None:
    quast = PlayerData("Quast", "Sönke")
    for slug, name in (("mai", "Maiturnier"), ("juni", "Juniturnier")):
        other = make_tournament(slug, name=name, date=None)
        Person.objects.filter(last_name="Quast").update(last_name="Anders")
        add_player(COMMAND_LINE, other, quast)
    Person.objects.filter(last_name="Anders").update(last_name="Quast")
    words = [words for _pk, words in to_choose(asked_about(tournament, quast))]
    assert words == ["Sönke Quast, zuletzt Maiturnier", "Sönke Quast, zuletzt Juniturnier"]


@pytest.mark.parametrize(("said", "is_otto"), [({}, False), ({"person-2": "pk"}, True)])
def test_list_asks_about_people_who_may_be_known(tournament, direction, said, is_otto) -> None:
    user = tournament.memberships.get().user
    page = preview(tournament, ["Müler;Otto;", "Beck;Ida;"], user)
    shown = direction.get(page)
    assert shown.context["asked"] == {2: [(otto().pk, LAST_SEEN)]}
    assert text("Yes, this is %(words)s", words=LAST_SEEN) in text_of(shown)
    direction.post(page, {name: otto().pk for name in said})
    entered = tournament.entries.get(number=1)
    assert (entered.person == otto(), tournament.entries.count()) == (is_otto, 2)
    assert entered.person.name == ("Otto Müller" if is_otto else "Otto Müler")


def test_list_without_doubts_takes_one_press_and_is_known_next_time(tournament, direction) -> None:
    user = tournament.memberships.get().user
    rows = ["Mueller;Otto;DU ZHN", "Beck;Ida;"]
    page = preview(tournament, rows, user)
    shown = direction.get(page).context
    assert (shown["recognised"], shown["asked"], shown["counts"]["known"]) == (1, {}, 0)
    direction.post(page)
    assert tournament.entries.get(number=1).person == otto()
    counts = direction.get(preview(tournament, rows, user)).context["counts"]
    assert (counts["known"], counts["ok"]) == (2, 0)


def test_person_who_was_not_offered_cannot_be_chosen(tournament, direction) -> None:
    page = preview(tournament, ["Beck;Ida;"], tournament.memberships.get().user)
    direction.post(page, {"person-2": otto().pk, "person-x": "1", "person-4": "new"})
    assert tournament.entries.get().person.name == "Ida Beck"


def test_the_form_asks_once_and_loses_nothing(tournament, direction) -> None:
    address = reverse("player-new", args=[tournament.slug])
    typed = {"last_name": "Müler", "first_name": "Otto", "team": "Rot", "publish_name": "on"}
    page = direction.post(address, typed)
    assert text("Yes, this is %(words)s", words=LAST_SEEN) in text_of(page)
    assert 'value="Rot"' in page.content.decode()
    direction.post(address, {**typed, "who": otto().pk})
    assert entry_of(tournament) == ("Otto Müller", "DU ZHN", ["Senioren"], "NRW")


def test_form_enters_another_person(tournament, direction) -> None:
    address = reverse("player-new", args=[tournament.slug])
    typed = {"last_name": "Müler", "first_name": "Otto", "who": "new", "publish_name": "on"}
    direction.post(address, typed)
    assert tournament.entries.get().person.name == "Otto Müler"


def test_tick_left_in_the_form_is_no_consent_of_a_known_person(tournament, direction) -> None:
    set_person_details(COMMAND_LINE, otto(), publish_name=False, email="o@example.org", phone="")
    address = reverse("player-new", args=[tournament.slug])
    direction.post(address, {"last_name": "Müller", "first_name": "Otto", "publish_name": "on"})
    assert tournament.entries.get().person == otto()
    assert (otto().publish_name, otto().email) == (False, "o@example.org")


def test_walk_in_in_one_line_is_entered_and_present_by_one_press(tournament, direction) -> None:
    add_player(COMMAND_LINE, tournament, PlayerData("Horn", "Jana"))
    page = direction.get(reverse("players", args=[tournament.slug]) + "?q=Keller Jana, DU ZHN")
    assert "Keller, Jana (DU ZHN) aufnehmen" in page.content.decode()
    address = reverse("player-walk-in", args=[tournament.slug])
    direction.post(address, {"typed": "Keller Jana, DU ZHN", "person": "new"})
    entry = tournament.entries.get(number=2)
    assert (entry.person.list_name, str(entry.club)) == ("Keller, Jana", "DU ZHN")
    assert entry.checked_in


def test_walk_in_offers_known_people_first_and_warns_of_duplicates(tournament, direction) -> None:
    add_player(COMMAND_LINE, tournament, PlayerData("Horn", "Uwe"))
    here = reverse("players", args=[tournament.slug])
    address = reverse("player-walk-in", args=[tournament.slug])
    page = direction.get(here + "?q=Otto Mühler").content.decode()
    assert page.index(LAST_SEEN) < page.index("Mühler, Otto aufnehmen")
    direction.post(address, {"typed": "Otto Mühler", "person": otto().pk})
    entry = tournament.entries.get(number=2)
    assert (entry.person, entry.checked_in, str(entry.club)) == (otto(), True, "DU ZHN")
    page = direction.get(here + "?q=Otto Mühler").content.decode()
    assert f"Otto Müller, DU ZHN, {text('entered with number %(number)s', number=2)}" in page
    refused = direction.post(address, {"typed": "Otto Mueller"}, follow=True)
    assert messages_of(refused) == [refusal("name_entered", name="Otto Müller", number=2)]
    assert tournament.entries.count() == 2


def test_walk_in_offers_matches_to_those_who_may_see_them(tournament, direction) -> None:
    add_player(COMMAND_LINE, tournament, PlayerData("Horn", "Uwe"))
    page = reverse("players", args=[tournament.slug]) + "?q=Mül"
    assert LAST_SEEN in signed_in().get(page).content.decode()
    assert "Müller" not in direction.get(page).content.decode()


def test_walk_in_takes_all_or_nothing(tournament) -> None:
    with pytest.raises(Refused, match="name_missing"):
        enter_walk_in(COMMAND_LINE, tournament, PlayerData(""))
    assert not tournament.entries.exists()


@pytest.mark.parametrize("typed", ["<script>alert(1)</script>", "=1+1", "X" * 300, ",", "99"])
def test_hostile_walk_ins(tournament, direction, typed: str) -> None:
    page = direction.get(reverse("players", args=[tournament.slug]), {"q": typed})
    assert (page.status_code, "<script>alert" in page.content.decode()) == (200, False)
    direction.post(
        reverse("player-walk-in", args=[tournament.slug]), {"typed": typed, "person": "new"}
    )
    assert tournament.entries.count() == (0 if typed in (",", "X" * 300) else 1)
