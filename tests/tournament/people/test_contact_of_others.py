"""A person known from another direction's tournament can be reached by that one and by owners."""

from collections.abc import Callable, Iterator
from datetime import date
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.pages import messages_of, signed_in
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tests.factories.words import text
from tournament.archives.writes import open_archive
from tournament.exports.archive import archive_file
from tournament.imports.archives import read_archive
from tournament.imports.player_tables import read_player_table
from tournament.models import Entry, JournalEntry, Person, PlayerImport, Role, Tournament
from tournament.people.writes.players import add_player, remove_player
from tournament.permissions import COMMAND_LINE, Actor
from tournament.privacy.writes import merge_people, set_person_details
from tournament.series.writes import create_next_evening
from tournament.shared.rules.fields import PlayerData
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone, pytest.mark.usefixtures("blank_papers")]

MAIL, PHONE = "otto.geheim@example.org", "0203 987654"
OTHER = {"email": "falsch@example.org", "phone": "1"}
OTTO = PlayerData("Müller", "Otto", club_name="Asse", club_code="DU ZHN", state="NRW")


@pytest.fixture
@copied
def theirs() -> Tournament:
    """The tournament of another direction, whose player has given it contact data."""
    theirs = make_tournament("theirs", name="Frühlingsturnier", date=date(2026, 10, 12))
    account = make_user(Role.DIRECTION, theirs, "dora")
    entry = add_player(Actor(account), theirs, OTTO)
    set_person_details(Actor(account), entry.person, publish_name=False, email=MAIL, phone=PHONE)
    return theirs


@pytest.fixture
def ours(theirs: Tournament) -> Tournament:
    return make_tournament("ours")


@pytest.fixture
def us(ours: Tournament) -> Client:
    client = Client()
    client.force_login(make_user(Role.DIRECTION, ours, "uwe"))
    return client


@pytest.fixture
def them(theirs: Tournament) -> Client:
    client = Client()
    client.force_login(theirs.memberships.get().user)
    return client


def by_form(us: Client, name: str = "Otto") -> None:
    typed = {"last_name": "Müller", "first_name": name, "publish_name": "on"}
    us.post(reverse("player-new", args=["ours"]), typed)


def by_form_with_contact(us: Client) -> None:
    typed = {"last_name": "Müller", "first_name": "Otto", "publish_name": "on", **OTHER}
    page = us.post(reverse("player-new", args=["ours"]), typed, follow=True)
    told = text(
        "%(name)s is known from another tournament: e-mail and telephone were not kept. An owner "
        "can let this direction change them, on the page of the person.",
        name="Otto Müller",
    )
    assert told in messages_of(page)


def by_answer(us: Client) -> None:
    typed = {"last_name": "Müler", "first_name": "Otto", "publish_name": "on", **OTHER}
    us.post(reverse("player-new", args=["ours"]), {**typed, "who": otto().pk})


def by_list(us: Client) -> None:
    table = read_player_table("Nachname;Vorname;Kürzel\nMueller;Otto;DU ZHN".encode())
    kept = PlayerImport.objects.create(
        tournament=Tournament.objects.get(slug="ours"),
        user_id=us.session["_auth_user_id"],
        file_name="l.csv",
        table=table.to_json(),
    )
    us.post(reverse("players-import-preview", args=["ours", kept.pk]))


def by_command(us: Client, tmp_path) -> None:
    path = tmp_path / "l.csv"
    path.write_text("Nachname;Vorname;Kürzel\nMueller;Otto;DU ZHN\n", "utf-8")
    call_command("import_players", "ours", str(path))


def at_the_desk(us: Client) -> None:
    typed = {"typed": "Otto Müller, DU ZHN", "person": ""}
    us.post(reverse("player-walk-in", args=["ours"]), typed)


def by_archive(us: Client) -> None:
    """Written elsewhere, opened here by an owner, who makes us its direction."""
    ours = Tournament.objects.get(slug="ours")
    add_player(COMMAND_LINE, ours, PlayerData("Mueller", "Otto", club_code="DU ZHN"))
    content = archive_file(ours).content
    delete_tournament(COMMAND_LINE, ours)
    opened = open_archive(Actor(make_owner("olga")), read_archive(content)).tournament
    opened.memberships.create(user_id=us.session["_auth_user_id"], role=Role.DIRECTION)


def by_the_last_evening(us: Client) -> None:
    """Entered there, and taken over into the next one, with its direction."""
    by_form(us)
    source = Tournament.objects.get(slug="ours")
    Tournament.objects.filter(slug="ours").update(slug="before")
    source.refresh_from_db()
    made = create_next_evening(COMMAND_LINE, source, name="Danach", date=None)
    Tournament.objects.filter(pk=made.pk).update(slug="ours")


def once_more(us: Client) -> None:
    by_form(us)
    remove_player(COMMAND_LINE, Entry.objects.get(tournament__slug="ours"))
    by_form(us)


WAYS = [by_form, by_form_with_contact, by_answer, by_list, by_command, at_the_desk]
WAYS += [by_archive, by_the_last_evening, once_more]


def otto() -> Person:
    return Person.objects.get(last_name="Müller")


def as_kept() -> tuple[str, str, bool]:
    return otto().email, otto().phone, otto().publish_name


def entered(way: Callable[..., None], us: Client, tmp_path) -> Entry:
    """Return our entry of the person the other direction has entered."""
    way(us, tmp_path) if way is by_command else way(us)
    entry = Entry.objects.get(tournament__slug="ours")
    assert entry.person == otto()
    return entry


def own_pages(entry: Entry) -> Iterator[str]:
    """Return pages where a direction reads or looks for one player."""
    slug = entry.tournament.slug
    yield reverse("player-edit", args=[slug, entry.pk])
    yield reverse("person", args=[entry.person.pk])
    yield reverse("people") + "?q=Müller"
    yield from (reverse("players", args=[slug]) + query for query in ("", "?q=Müller", "?as=csv"))
    yield reverse("players", args=[slug]) + f"?last={entry.pk}&desk=now"
    yield from (reverse("find", args=[slug]) + f"?q={typed}" for typed in ("Müller", "Otto"))


@pytest.mark.parametrize("way", WAYS)
def test_contact_and_consent_stay_with_the_direction_that_entered_them(
    way, us, ours, tmp_path
) -> None:
    entry = entered(way, us, tmp_path)
    kept = (MAIL, PHONE, False)
    assert as_kept() == kept
    for address in own_pages(entry):
        page = us.get(address, follow=True)
        shown = page.content.decode()
        assert (page.status_code, MAIL in shown, PHONE in shown) == (200, False, False), address
    player, person = list(own_pages(entry))[:2]
    typed = {"last_name": "Müller", "first_name": "Otto", "number": "1", "publish_name": "on"}
    for address in (player, person):
        answer = us.post(address, {**typed, "state": "NRW", **OTHER, "linked": entry.tournament_id})
        assert (answer.status_code, as_kept()) == (302, kept)
    assert us.get(reverse("person-data", args=[entry.person.pk])).status_code == 403
    assert us.get(f"/admin/tournament/person/{entry.person.pk}/change/").status_code != 200


@pytest.mark.parametrize("way", WAYS)
def test_owner_links_the_two_and_the_other_direction_keeps_its_data(
    way, us, them, theirs, tmp_path
) -> None:
    entry = entered(way, us, tmp_path)
    person, owner = reverse("person", args=[entry.person.pk]), signed_in()
    names = {"last_name": "Müller", "first_name": "Otto", "state": "NRW"}
    page = owner.get(person).content.decode()
    assert (MAIL in page, 'name="linked"' in page) == (True, True)
    assert MAIL in them.get(person).content.decode()
    them.post(person, {**names, "email": MAIL, "phone": "2"})
    assert as_kept() == (MAIL, "2", False)
    owner.post(person, {**names, "email": MAIL, "phone": PHONE, "linked": entry.tournament_id})
    told = JournalEntry.objects.get(action="person_linked")
    assert told.data == {"person": entry.person.pk, "tournaments": ["ours"]}
    for address in list(own_pages(entry))[:2]:
        assert MAIL in us.get(address).content.decode()
    us.post(person, {**names, **OTHER, "publish_name": "on"})
    assert as_kept() == ("falsch@example.org", "1", True)


def test_person_can_withdraw_consent_at_any_desk(us, them, ours) -> None:
    """Any direction that has the person withdraws consent; none but the first restores it."""
    Person.objects.update(publish_name=True)
    us.post(reverse("player-new", args=["ours"]), {"last_name": "Müller", "first_name": "Otto"})
    assert as_kept() == (MAIL, PHONE, False)
    Person.objects.update(publish_name=True)
    edit = reverse("player-edit", args=["ours", ours.entries.get().pk])
    typed = {"last_name": "Müller", "first_name": "Otto", "number": "1"}
    us.post(edit, {**typed, "publish_name": "on", **OTHER})
    assert as_kept() == (MAIL, PHONE, True)
    us.post(edit, typed)
    assert as_kept() == (MAIL, PHONE, False)


def test_merging_two_by_an_owner_links_both_directions(us, them, ours) -> None:
    us.post(
        reverse("player-new", args=["ours"]),
        {"last_name": "Möller", "first_name": "Otto", "who": "new"},
    )
    double = ours.entries.get().person
    merge_people(COMMAND_LINE, otto(), double)
    page = us.get(reverse("person", args=[otto().pk])).content.decode()
    assert (MAIL in page, PHONE in page) == (True, True)


@pytest.mark.parametrize("linked", [False, True])
def test_an_archive_has_the_contacts_its_direction_reads(us, ours, linked: bool) -> None:
    by_form(us)
    own = add_player(COMMAND_LINE, ours, PlayerData("Beck", "Ida"))
    set_person_details(COMMAND_LINE, own.person, publish_name=True, email="ida@b.de", phone="")
    if linked:
        Entry.objects.update(known_elsewhere=False)
    page = us.post(reverse("tournament-archive", args=["ours"]), {"contacts": "on"})
    data = ZipFile(BytesIO(page.content)).read("data.json").decode()
    assert ("ida@b.de" in data, MAIL in data, PHONE in data) == (True, linked, linked)


def test_director_of_both_tournaments_still_reads(us, them, theirs, ours) -> None:
    by_form(us)
    ours.memberships.create(user=theirs.memberships.get().user, role=Role.DIRECTION)
    address = reverse("player-edit", args=["ours", ours.entries.get().pk])
    assert MAIL in them.get(address).content.decode()
