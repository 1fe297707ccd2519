"""Notes and marks of players: for those who run the tournament, and never public."""

import json
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.http import Http404
from django.test import Client
from pypdf import PdfReader

from tests.factories.pages import signed_in
from tests.factories.papers import page_texts
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.errors import Refused
from tournament.exports.archive import archive_file
from tournament.exports.papers import PAPERS, Asked, Reader
from tournament.lists.columns import List
from tournament.lists.money import door_list
from tournament.lists.people import players_list
from tournament.models import Entry, JournalEntry, Role, Tournament
from tournament.money.reads import accounts_of
from tournament.people.reads.players import player_list
from tournament.permissions import COMMAND_LINE, Actor
from tournament.phones.writes import let_phones_in, release_standings
from tournament.privacy.reads import all_data
from tournament.privacy.writes import delete_person
from tournament.stage.rules import Picture
from tournament.stage.writes import let_screens_in

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
        "rounds/1/",
        "rounds/1/board/",
    ]


def test_note_is_shown_with_its_mark_to_those_who_run_the_tournament(tournament, noted):
    typist = signed_in(tournament, Role.TYPIST)
    colour = text("▲ red").partition(" ")[2]
    sign = f'<span role="img" aria-label="{colour}">▲</span> '
    for place in places_of(noted):
        page = typist.get(f"/t/herbst/{place}").content.decode()
        assert (
            page.count(f'<span class="desk-note red" title="{SHOWN}">{sign}{SHOWN}</span>') == 1
        ), place
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


def test_note_is_on_no_phone_on_no_screen_and_in_no_journal(tournament, noted):
    enter_round(round_number(tournament, 1))
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 1)
    let_screens_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    code, phone = tournament.phone_code, Client()
    ends = ("?q=1", "", "mine/", "players/1/", "seats/1/", "standings/", "clock/", "timetable/")
    assert "Rollstuhl" not in shown_at(phone, (f"/h/{code}/{end}" for end in ends))
    screens = (f"/t/herbst/beamer/pictures/{picture}/" for picture in Picture)
    assert "Rollstuhl" not in shown_at(signed_in(), screens)
    acts = JournalEntry.objects.filter(tournament=tournament)
    assert "desk_note" in acts.get(action="player_edited").data["changed"]
    assert [act for act in acts if "Rollstuhl" in json.dumps([act.data, act.facts])] == []


def shown_at(client: Client, addresses: Iterable[str]) -> str:
    """Return all that these pages say; each must open."""
    pages = [client.get(address, follow=True) for address in addresses]
    assert {page.status_code for page in pages} == {200}
    return "".join(page.content.decode() for page in pages)


def test_note_is_on_the_list_to_tick_and_on_no_other_paper(tournament, noted):
    enter_round(round_number(tournament, 1))
    reader, telling, asked = Reader(COMMAND_LINE, tournament), [], 0
    for paper in PAPERS.values():
        if paper.is_possible(reader):
            with suppress(Refused, Http404):
                asks = Asked(reader, 1 if paper.of_round else None, {"player": str(noted.pk)})
                content = paper.make(asks).content
                telling += [paper.key] if "Rollstuhl" in words_of(content) else []
                asked += 1
    assert (telling, asked >= 15) == (["door"], True)


def words_of(content: bytes) -> str:
    """Return the words of a PDF or of a file of files."""
    if content.startswith(b"%PDF"):
        return " ".join(page_texts(PdfReader(BytesIO(content))))
    return unpacked(content).decode(errors="replace") if content[:2] == b"PK" else content.decode()


def test_note_is_in_no_promised_format(tournament, noted):
    enter_round(round_number(tournament, 1))
    out = StringIO()
    for chosen in ("json", "csv"):
        call_command("standings", "herbst", "--format", chosen, stdout=out)
    assert "Rollstuhl" not in out.getvalue()


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


def test_club_without_fees_has_a_list_to_tick_with_what_it_has_alone(tournament, noted):
    columns = [column.key for column in door_of(tournament).columns]
    assert columns == ["box", "number", "name", "club", "note"]
    Entry.objects.filter(number=2).update(fee_paid=True)  # noted without amounts
    assert "fee" in [column.key for column in door_of(tournament).columns]
    page = signed_in(tournament, Role.TYPIST).get("/t/herbst/print/").content.decode()
    assert page.count("/t/herbst/print/door/") == 2


def door_of(tournament: Tournament) -> List:
    return door_list(accounts_of(tournament).values(), [], has_fees=False)
