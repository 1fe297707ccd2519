"""Notes and marks of players: for those who run the tournament, and never public."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client

from tests.factories.pages import signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.exports.archive import archive_file
from tournament.lists.money import door_list
from tournament.lists.people import players_list
from tournament.models import Entry, JournalEntry, Role, Tournament
from tournament.money.reads import accounts_of
from tournament.people.reads.players import player_list
from tournament.permissions import COMMAND_LINE, Actor
from tournament.phones.writes import let_phones_in, release_standings
from tournament.privacy.reads import all_data
from tournament.privacy.writes import delete_person

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

NOTE = "Rollstuhl <b>"
SHOWN = "Rollstuhl &lt;b&gt;"


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn_tournament(8)


@pytest.fixture
def noted(tournament: Tournament) -> Entry:
    """Number 1, with a note typed on the form."""
    entry = tournament.entries.get(number=1)
    client = signed_in(tournament, Role.DIRECTION)
    form = client.get(f"/t/herbst/players/{entry.pk}/edit/").context["form"]
    typed = {name: "" if value is None else value for name, value in form.initial.items()}
    typed = {name: value for name, value in typed.items() if value is not False}
    answer = client.post(
        f"/t/herbst/players/{entry.pk}/edit/", typed | {"desk_note": NOTE, "desk_mark": "red"}
    )
    assert answer.status_code == 302
    entry.refresh_from_db()
    return entry


def places_of(entry: Entry) -> list[str]:
    return [
        "players/",
        f"players/{entry.pk}/",
        "rounds/1/seats/",
        "rounds/1/seats/?by=name",
    ]


def test_note_is_shown_with_its_mark_to_those_who_run_the_tournament(tournament, noted):
    typist = signed_in(tournament, Role.TYPIST)
    colour = text("▲ red").partition(" ")[2]
    sign = f'<span role="img" aria-label="{colour}">▲</span> '
    for place in places_of(noted):
        page = typist.get(f"/t/herbst/{place}").content.decode()
        assert page.count(f'<span class="desk-note red">{sign}{SHOWN}</span>') == 1, place
    Entry.objects.filter(pk=noted.pk).update(desk_note="", desk_mark="")
    assert "desk-note " not in typist.get(f"/t/herbst/players/{noted.pk}/").content.decode()


def test_note_is_on_the_list_to_tick_and_on_no_other(tournament, noted):
    listed = door_list(accounts_of(tournament).values(), [], has_fees=False)
    notes = [row["note"] for row in listed.by_key()]
    assert notes == [f"{NOTE}, {text('▲ red').partition(' ')[2]}", *[None] * 7]
    assert NOTE not in str(players_list(player_list(tournament)).by_key())
    Entry.objects.filter(pk=noted.pk).update(desk_note="", desk_mark="")
    without = door_list(accounts_of(tournament).values(), [], has_fees=False)
    assert "note" not in [column.key for column in without.columns]


def test_note_is_on_no_phone_and_in_no_journal(tournament, noted):
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 1)
    tournament.refresh_from_db()
    places = [f"/h/{tournament.phone_code}/{end}" for end in ("", "?q=1")]
    pages = [Client().get(place, follow=True) for place in places]
    assert [page.status_code for page in pages] == [200, 200]
    assert ["Rollstuhl" in page.content.decode() for page in pages] == [False, False]
    acts = JournalEntry.objects.filter(tournament=tournament)
    assert "desk_note" in acts.get(action="player_edited").data["changed"]
    assert [act for act in acts if "Rollstuhl" in json.dumps([act.data, act.facts])] == []


def test_note_leaves_with_the_contacts_alone_and_goes_with_the_person(tournament, noted):
    archives = [archive_file(tournament, contacts=contacts).content for contacts in (False, True)]
    assert [b"Rollstuhl" in content for content in map(unpacked, archives)] == [False, True]
    told = all_data(COMMAND_LINE, noted.person)["tournaments"][0]
    assert (told["desk_note"], told["desk_mark"]) == (NOTE, "red")
    delete_person(Actor(make_owner()), noted.person)
    noted.refresh_from_db()
    assert (noted.desk_note, noted.desk_mark) == ("", "")


def unpacked(content: bytes) -> bytes:
    with ZipFile(BytesIO(content)) as files:
        return b"".join(files.read(name) for name in files.namelist())
