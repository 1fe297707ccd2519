"""Categories by the year of birth count as if they had been typed; the year is for few."""

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.databases import copied
from tests.factories.journal import acts
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_round, make_drawn_tournament
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tests.tournament.standings.test_counting_pages import settings_of
from tournament.archives.writes import open_archive
from tournament.exports.archive import archive_file
from tournament.exports.list_files import template_of_players
from tournament.imports.archives import read_archive
from tournament.imports.players import read_players
from tournament.labels.people import years_left_out
from tournament.models import Entry, Person, PlayerImport, PrizeAward, Role, Tournament
from tournament.money.rules import Fee
from tournament.money.writes import set_fees, take_payment
from tournament.people.reads.players import player_data
from tournament.people.writes.players import add_player, edit_player, import_players
from tournament.permissions import COMMAND_LINE
from tournament.privacy.reads import all_data
from tournament.privacy.writes import (
    delete_person,
    merge_people,
    purge_contacts,
    set_person_details,
)
from tournament.prizes.reads import prize_list
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import assign_prizes, set_prizes
from tournament.series.writes import create_next_evening
from tournament.shared.rules.fields import PlayerData
from tournament.standings.reads.standings import standings_after
from tournament.tournaments.writes.tournaments import (
    delete_tournament,
    edit_tournament,
    resume_tournament,
)
from tournament.trust.reads.audit import contradictions
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db
SENIORS, JUNIORS = ["Senioren", None, 1966], ["Junioren", 2005, None]


def set_ages(tournament: Tournament, *categories: object) -> None:
    edit_tournament(COMMAND_LINE, tournament, {"age_categories": [*categories]})


def born(entry: Entry, year: str) -> None:
    person = Person.objects.get(pk=entry.person_id)
    set_person_details(COMMAND_LINE, person, publish_name=True, birth_year=year)


def freeze(tournament: Tournament) -> None:
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Test")


def tags(tournament: Tournament) -> list[list[str]]:
    return [
        *Entry.objects.filter(tournament=tournament)
        .order_by("number")
        .values_list("tags", flat=True)
    ]


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Eight players after the only round; number 1 was born in 1950, 2 in 2006."""
    tournament = make_drawn_tournament(8, rounds_planned=1)
    enter_round(tournament.rounds.get())
    tournament.rounds.update(closed_at=timezone.now())
    tournament.entries.filter(number=3).update(tags=["Damen", "Senioren"])
    first, second = tournament.entries.order_by("number")[:2]
    born(first, "1950")
    born(second, "2006")
    return tournament


def test_without_the_setting_a_year_changes_nothing(tournament) -> None:
    assert tags(tournament) == [[], [], ["Damen", "Senioren"], *[[]] * 5]
    assert not acts().filter(action="player_edited").exists()


def test_the_setting_puts_people_in_and_takes_them_out(tournament) -> None:
    set_ages(tournament, SENIORS, JUNIORS)
    assert tags(tournament)[:4] == [["Senioren"], ["Junioren"], ["Damen", "Senioren"], []]
    set_ages(tournament, ["Alte", None, 1960])
    assert tags(tournament)[:4] == [["Alte"], [], ["Damen", "Senioren"], []]
    set_ages(tournament)
    assert tags(tournament)[:4] == [[], [], ["Damen", "Senioren"], []]


def test_a_year_told_later_changes_the_categories_and_the_journal_says_so(tournament) -> None:
    set_ages(tournament, SENIORS, JUNIORS)
    third = tournament.entries.get(number=3)
    born(third, "2005")
    assert tags(tournament)[2] == ["Damen", "Junioren"]
    act = acts().get(action="player_edited")
    assert act.data["changes"] == {"tags": [["Damen", "Senioren"], ["Damen", "Junioren"]]}
    assert "2005" not in json.dumps(act.data)


def test_rankings_and_prizes_know_them_as_typed_ones(tournament) -> None:
    set_ages(tournament, SENIORS, JUNIORS)
    report = standings_after(tournament)
    assert report.tags == ("Damen", "Junioren", "Senioren")
    seniors = standings_after(tournament, tag="Senioren")
    assert {row.number for row in seniors.rows} == {1, 3}
    for entry in tournament.entries.all():
        take_payment(COMMAND_LINE, entry, 500)
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind.CATEGORY, "Junioren"), 1, 1, 500)])
    second = tournament.entries.get(number=2)
    assert [line.award.entry for line in prize_list(tournament).lines] == [second.pk]


def test_the_fee_follows_the_category(tournament) -> None:
    set_fees(COMMAND_LINE, tournament, [Fee(1500), Fee(500, "Junioren")])
    second = tournament.entries.get(number=2)
    take_payment(COMMAND_LINE, second, 500)
    second.refresh_from_db()
    assert not second.fee_paid
    set_ages(tournament, JUNIORS)
    second.refresh_from_db()
    assert second.fee_paid


def test_what_counted_stays_when_the_year_is_deleted(tournament) -> None:
    set_ages(tournament, SENIORS, JUNIORS)
    freeze(tournament)
    before = tags(tournament)
    Person.objects.update(contact_given_on="2001-01-01")
    purge_contacts(COMMAND_LINE, 24)
    assert not Person.objects.exclude(birth_year="").exists()
    assert tags(tournament) == before
    delete_person(COMMAND_LINE, tournament.entries.get(number=2).person)
    assert tags(tournament) == before


def test_a_final_list_does_not_move_by_a_year_told_later(tournament) -> None:
    set_ages(tournament, SENIORS)
    freeze(tournament)
    born(tournament.entries.get(number=4), "1950")
    assert tags(tournament)[3] == []


def test_an_archive_has_the_categories_and_not_the_year(tournament) -> None:
    set_ages(tournament, SENIORS, JUNIORS)
    before, content = tags(tournament), archive_file(tournament).content
    delete_tournament(COMMAND_LINE, tournament)
    opened = open_archive(COMMAND_LINE, read_archive(content), "offen").tournament
    assert tags(opened) == before
    assert opened.age_categories == [SENIORS, JUNIORS]
    years = Person.objects.filter(entries__tournament=opened).values_list("birth_year", flat=True)
    assert {*years} == {""}


def test_whoever_is_known_is_entered_with_the_categories(tournament) -> None:
    other = make_tournament("other")
    set_ages(other, SENIORS)
    first = tournament.entries.get(number=1).person
    entry = add_player(COMMAND_LINE, other, PlayerData(first.last_name), person=first)
    assert entry.tags == ["Senioren"]
    edit_player(COMMAND_LINE, entry, PlayerData(first.last_name, first.first_name, tags=("X",)), 1)
    assert tags(other) == [["X", "Senioren"]]


def test_the_next_evening_has_them_too(tournament) -> None:
    set_ages(tournament, SENIORS)
    made = create_next_evening(COMMAND_LINE, tournament, name="Danach", date=None)
    assert made.age_categories == [SENIORS]
    assert tags(made)[:2] == [["Senioren"], []]


def test_a_list_brings_the_year_and_people_are_put_in() -> None:
    tournament = make_tournament()
    set_ages(tournament, SENIORS)
    told = "Nachname;Vorname;Jahrgang\nAlt;A;12.11.1950\nJung;J;2006\nOhne;O;\nFalsch;F;1.1.50\n"
    rows = read_players(told.encode()).rows
    import_players(COMMAND_LINE, tournament, rows, [row.line for row in rows])
    assert tags(tournament) == [["Senioren"], [], [], []]
    entries = tournament.entries.order_by("number").select_related("person")
    assert [entry.person.birth_year for entry in entries] == ["1950", "2006", "", ""]
    assert [each.code for row in rows for each in row.findings] == ["year_unclear"]


YEARS = b"Nachname;Vorname;Jahrgang\nAlt;A;12.11.1950\nJung;J;2006\n"


@pytest.mark.parametrize("with_ages", [False, True])
def test_a_page_keeps_the_year_where_a_category_follows_from_it(*, with_ages: bool) -> None:
    tournament, client = make_tournament(), signed_in()
    if with_ages:
        set_ages(tournament, SENIORS)
    page = uploaded(client, tournament, YEARS)
    assert page.count(years_left_out("Jahrgang")) == (not with_ages)
    client.post(preview_of(tournament))
    assert years(tournament) == (["1950", "2006"] if with_ages else ["", ""])


def test_the_year_is_kept_where_somebody_chooses_its_column() -> None:
    tournament, client = make_tournament(), signed_in()
    uploaded(client, tournament, YEARS)
    columns = {"column-0": "last_name", "column-1": "first_name", "column-2": "birth_year"}
    chosen = {**columns, "columns": "1", "heading": "1"}
    page = text_of(client.post(preview_of(tournament), chosen, follow=True))
    assert years_left_out("Jahrgang") not in page
    client.post(preview_of(tournament))
    assert years(tournament) == ["1950", "2006"]


def test_letters_read_again_leave_the_year_out_too() -> None:
    """Where nobody can tell the encoding, the file is read again."""
    tournament, client = make_tournament(), signed_in()
    uploaded(client, tournament, YEARS + b"D\x99rr;\xe4;1999\n")
    client.post(preview_of(tournament), {"letters": "dos"})
    client.post(preview_of(tournament), {"accept": ["4"]})
    assert years(tournament) == ["", "", ""]


def test_the_command_leaves_the_year_out_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    tournament = make_tournament()
    (tmp_path / "list.csv").write_bytes(YEARS)
    call_command("import_players", tournament.slug, str(tmp_path / "list.csv"))
    assert years_left_out("Jahrgang") in capsys.readouterr().err.splitlines()
    assert years(tournament) == ["", ""]


def uploaded(client: Client, tournament: Tournament, data: bytes) -> str:
    """Send a list, and return what its preview says."""
    sent = {"file": SimpleUploadedFile("list.csv", data)}
    address = reverse("players-import", args=[tournament.slug])
    return text_of(client.post(address, sent, follow=True))


def preview_of(tournament: Tournament) -> str:
    kept = PlayerImport.objects.get(tournament=tournament)
    return reverse("players-import-preview", args=[tournament.slug, kept.pk])


def years(tournament: Tournament) -> list[str]:
    entries = tournament.entries.order_by("number")
    return list(entries.values_list("person__birth_year", flat=True))


def test_the_preview_shows_the_categories_that_follow() -> None:
    tournament, client = make_tournament(), signed_in()
    set_ages(tournament, SENIORS)
    assert uploaded(client, tournament, YEARS).count("Senioren") == 1
    shown = client.get(preview_of(tournament)).context
    ((*_words, lines),) = shown["groups"]
    assert [row.player.tags for row, _sentences in lines] == [("Senioren",), ()]
    assert [field.name for field, _words in shown["told_fields"]] == ["tags"]


def test_merging_takes_the_year_along(tournament) -> None:
    set_ages(tournament, SENIORS)
    other = make_tournament("other")
    goes = add_player(COMMAND_LINE, other, PlayerData("Anders"), is_unknown=True)
    born(goes, "1940")
    stays = tournament.entries.get(number=5).person
    merge_people(COMMAND_LINE, stays, goes.person)
    stays.refresh_from_db()
    assert stays.birth_year == "1940"
    assert tags(tournament)[4] == ["Senioren"]


def test_the_year_is_handed_out_and_hidden_from_the_direction_of_others(tournament) -> None:
    first = tournament.entries.get(number=1).person
    assert all_data(COMMAND_LINE, first)["birth_year"] == "1950"
    other = make_tournament("other")
    known = PlayerData(first.last_name, first.first_name)
    entry = add_player(COMMAND_LINE, other, known, person=first)
    client = Client()
    client.force_login(make_user(Role.DIRECTION, other, "uwe"))
    page = reverse("player-edit", args=[other.slug, entry.pk])
    form = client.get(page).context["form"]
    assert {"birth_year", "email", "phone"}.isdisjoint(form.fields)


@pytest.mark.parametrize("typed", ["50", "85", "1800", "2999", "19500", "x", "<b>", "١٩٨٥"])
def test_a_form_refuses_what_is_no_year(tournament, typed) -> None:
    set_ages(tournament, SENIORS)
    entry = tournament.entries.get(number=4)
    answer = signed_in().post(reverse("person", args=[entry.person_id]), {"birth_year": typed})
    form = answer.context["form"]
    assert "birth_year" in form.errors
    assert form["birth_year"].value() == typed


def settings_page(tournament: Tournament, client: Client, typed: str):
    sent = {**settings_of(client, tournament), "age_categories": typed}
    return client.post(reverse("settings", args=[tournament.slug]), sent, follow=True)


def test_settings_keep_what_was_typed(tournament) -> None:
    client, typed = signed_in(), "<script>alert(1)</script> 1940-1966\nJunioren ab 2005"
    answer = settings_page(tournament, client, typed)
    tournament.refresh_from_db()
    assert tournament.age_categories == [["<script>alert(1)</script>", 1940, 1966], JUNIORS]
    assert answer.content.decode().count("<script>alert(1)") == 0
    (again,) = [f for f in answer.context["form"] if f.name == "age_categories"]
    assert again.field.to_python(again.value() and again.field.prepare_value(again.value())) == (
        tournament.age_categories
    )


@pytest.mark.parametrize(
    "typed", ["Senioren", "A bis 1966\na ab 2005", "\n".join(f"K{n} bis 1966" for n in range(9))]
)
def test_settings_refuse_what_is_no_category(tournament, typed) -> None:
    answer = settings_page(tournament, signed_in(), typed)
    form = answer.context["form"]
    assert [*form.errors] == ["age_categories"]
    assert form["age_categories"].value() == typed
    tournament.refresh_from_db()
    assert tournament.age_categories == []


@pytest.mark.parametrize("is_set", [False, True])
def test_the_year_is_asked_for_where_a_category_follows_from_it(tournament, is_set) -> None:
    if is_set:
        set_ages(tournament, SENIORS)
    entry, client, here = tournament.entries.get(number=4), signed_in(), tournament.slug
    pages = [("player-new", here), ("player-edit", here, entry.pk), ("person", entry.person_id)]
    for page, *args in pages:
        form = client.get(reverse(page, args=args)).context["form"]
        assert ("birth_year" in form.fields) is is_set
    sheet = load_workbook(BytesIO(template_of_players(tournament).content)).worksheets[0]
    cells = {str(cell.value) for row in sheet for cell in row}
    assert (text("Year of birth") in cells) is is_set


def test_of_a_date_the_year_alone_is_kept(tournament) -> None:
    set_ages(tournament, SENIORS)
    entry, client = tournament.entries.get(number=4), signed_in()
    page = reverse("person", args=[entry.person_id])
    initial = client.get(page).context["form"].initial
    sent = {**initial, "publish_name": "on", "birth_year": " 1.1.1950 "}
    client.post(page, {name: value for name, value in sent.items() if value is not None})
    assert Person.objects.get(pk=entry.person_id).birth_year == "1950"
    assert tags(tournament)[3] == ["Senioren"]


def test_a_year_corrected_while_it_was_final_counts_once_it_goes_on(tournament) -> None:
    set_ages(tournament, SENIORS)
    freeze(tournament)
    before = contradictions(tournament)
    born(tournament.entries.get(number=4), "1950")
    made = create_next_evening(COMMAND_LINE, tournament, name="Danach", date=None)
    assert (tags(tournament)[3], tags(made)[3]) == ([], ["Senioren"])
    resume_tournament(COMMAND_LINE, tournament, "Test")
    assert tags(tournament)[3] == ["Senioren"]
    assert contradictions(tournament) == before


def test_a_prize_given_stays_whatever_year_is_told_later(tournament) -> None:
    set_ages(tournament, SENIORS, JUNIORS)
    before = contradictions(tournament)
    for entry in tournament.entries.all():
        take_payment(COMMAND_LINE, entry, 500)
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind.CATEGORY, "Junioren"), 1, 1, 500)])
    assign_prizes(COMMAND_LINE, tournament)
    born(tournament.entries.get(number=2), "1950")
    second = tournament.entries.get(number=2)
    assert second.tags == ["Senioren"]
    assert [*PrizeAward.objects.values_list("entry", flat=True)] == [second.pk]
    assert {*contradictions(tournament)} <= {*before}


def test_what_follows_from_the_age_is_not_kept_of_the_person(tournament) -> None:
    set_ages(tournament, SENIORS)
    entry = tournament.entries.get(number=1)
    player = replace(player_data(entry), tags=("Damen",))
    edit_player(COMMAND_LINE, entry, player, 1)
    assert tags(tournament)[0] == ["Damen", "Senioren"]
    assert Person.objects.get(pk=entry.person_id).tags == ["Damen"]
