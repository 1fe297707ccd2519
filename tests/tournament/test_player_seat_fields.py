"""Team, fixed table, who keeps no list; and a start number that is fixed once drawn."""

import pytest

from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.models import Bye, Entry, JournalEntry, Seat
from tournament.people.reads.players import player_data
from tournament.people.rules.registration import Verdict
from tournament.people.writes.players import add_player, edit_player, import_players, remove_player
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import redraw_rounds
from tournament.seating.writes.lots import Lots, close_list, publish_commitment
from tournament.shared.rules.fields import PlayerData

pytestmark = pytest.mark.django_db

NEW = "/t/herbst/players/new/"
SEATED = PlayerData("Otto", "Ida", team="<b>Rot", fixed_table=3, keeps_list=False)


def edit_page(entry: Entry) -> str:
    return f"/t/herbst/players/{entry.pk}/edit/"


@pytest.mark.alone
def test_fields_are_kept_and_the_journal_names_them():
    entry = add_player(COMMAND_LINE, make_tournament(), SEATED)
    assert player_data(Entry.objects.get()) == SEATED
    edit_player(COMMAND_LINE, entry, PlayerData("Otto", "Ida"), 1)
    assert player_data(Entry.objects.get()) == PlayerData("Otto", "Ida")
    assert JournalEntry.objects.last().data["changed"] == ["team", "fixed_table", "keeps_list"]


@pytest.mark.alone
def test_form_asks_for_rare_fields_and_nothing_is_preselected():
    make_tournament()
    client = signed_in()
    client.post(NEW, {"last_name": "Otto"})
    assert player_data(Entry.objects.get()) == PlayerData("Otto")
    typed = {"last_name": "Beck", "team": " Rot ", "fixed_table": "3", "keeps_no_list": "on"}
    client.post(NEW, typed)
    entry = Entry.objects.get(number=2)
    assert player_data(entry) == PlayerData("Beck", team="Rot", fixed_table=3, keeps_list=False)
    form = client.get(edit_page(entry)).context["form"]
    shown = [form[name].value() for name in ("team", "fixed_table", "keeps_no_list")]
    assert shown == ["Rot", 3, True]


@pytest.mark.parametrize("table", ["0", "1000", "eins"])
@pytest.mark.alone
def test_fixed_table_is_a_number(table):
    make_tournament()
    page = signed_in().post(NEW, {"last_name": "Otto", "fixed_table": table})
    assert list(page.context["form"].errors) == ["fixed_table"]
    assert not Entry.objects.exists()


def test_list_of_players_marks_only_those_concerned():
    tournament = make_tournament()
    add_player(COMMAND_LINE, tournament, PlayerData("Beck"))
    add_player(COMMAND_LINE, tournament, SEATED)
    page = signed_in().get("/t/herbst/players/")
    words = "Otto, Ida Mannschaft <b>Rot · immer Tisch 3 · führt keine Liste"
    assert words in text_of(page)
    assert page.content.decode().count("Mannschaft ") == 1


@pytest.mark.alone
def test_list_read_from_a_file_may_say_it():
    data = (
        "Name;Mannschaft;fester Tisch;führt Liste\n"
        "Otto Beck;Rot;Tisch 4;nein\nIda Groß;;;\nUwe Horn;Blau;-;ja\nAda Witt;;vorn;selten\n"
    )
    rows = read_players(data.encode()).rows
    seats = [(r.player.team, r.player.fixed_table, r.player.keeps_list) for r in rows]
    assert seats == [("Rot", 4, False), ("", None, True), ("Blau", None, True), ("", None, True)]
    assert [row.verdict for row in rows] == [Verdict.OK] * 3 + [Verdict.DOUBTFUL]
    assert [f.code for f in rows[3].findings] == ["fixed_table_unclear", "keeps_list_unclear"]
    import_players(COMMAND_LINE, make_tournament(), rows)
    entry = Entry.objects.get(number=1)
    assert (entry.team, entry.fixed_table, entry.keeps_list) == ("Rot", 4, False)


def test_a_column_of_those_who_keep_no_list_is_read_the_other_way_round():
    data = (
        "Name;Führt keine Liste\nOtto Beck;x\nIda Groß;ja\nUwe Horn;nein\nAda Witt;\nEva Abt;mal\n"
    )
    rows = read_players(data.encode()).rows
    assert [row.player.keeps_list for row in rows] == [False, False, True, True, True]
    assert [row.verdict for row in rows] == [Verdict.OK] * 4 + [Verdict.DOUBTFUL]


def test_a_number_that_is_drawn_stays():
    tournament = make_drawn_tournament(8)
    entry = tournament.entries.get(number=3)
    page = signed_in().post(edit_page(entry), {"last_name": "Conrad", "number": "50"})
    assert page.context["form"].errors == {"number": [refusal("number_is_drawn", number=3)]}
    assert tournament.entries.filter(number=3).exists()
    edit_player(COMMAND_LINE, entry, PlayerData("Conrad", "Uwe"), 3)
    assert tournament.entries.get(number=3).person.name == "Uwe Conrad"


def test_a_number_that_was_drawn_once_stays_as_well():
    tournament = make_drawn_tournament(16)
    entry = tournament.entries.get(number=3)
    tournament.entries.filter(number=3).update(status="withdrawn")
    redraw_rounds(COMMAND_LINE, tournament, "krank", Lots())
    assert not Seat.objects.filter(entry=entry).exists()
    for act in (
        lambda: edit_player(COMMAND_LINE, entry, PlayerData("Conrad"), 50),
        lambda: remove_player(COMMAND_LINE, entry),
    ):
        with pytest.raises(Refused):
            act()
    assert tournament.entries.filter(number=3).exists()


def test_a_list_closed_for_a_draw_gives_no_seats():
    tournament = make_tournament()
    first, last = make_entries(tournament, 9)[::8]
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    assert "von der Liste streichen" in text_of(signed_in().get(edit_page(first)))
    edit_player(COMMAND_LINE, first, PlayerData("Horn"), 50)
    remove_player(COMMAND_LINE, last)
    assert sorted(tournament.entries.values_list("number", flat=True)) == [*range(2, 9), 50]


def test_player_sitting_out_is_not_removed_and_keeps_the_number():
    tournament = make_drawn_tournament(8)
    (entry,) = make_entries(tournament, 1)
    bye = Bye.objects.create(round=tournament.rounds.get(number=1), entry=entry)
    with pytest.raises(Refused) as refusal:
        remove_player(COMMAND_LINE, entry)
    assert refusal.value.code == "player_seated"
    with pytest.raises(Refused) as refusal:
        edit_player(COMMAND_LINE, entry, PlayerData("Horn"), 50)
    assert refusal.value.code == "number_is_drawn"
    bye.delete()
    edit_player(COMMAND_LINE, entry, PlayerData("Horn"), 50)
    assert tournament.entries.filter(number=50).exists()
