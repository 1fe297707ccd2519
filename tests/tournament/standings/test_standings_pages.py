"""The standings and the result of a round on the screen."""

import re

import pytest
from django.http import HttpResponse

from tests.factories.databases import copied
from tests.factories.journal import note
from tests.factories.pages import cells_of, signed_in, text_of
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.journal.writes import record
from tournament.labels.journal import setting_name
from tournament.labels.standings import (
    TIE_BREAK_CHOICES,
    TIE_BREAK_NAMES,
    standings_title,
    tie_break_sentence,
)
from tournament.models import Adjustment, Tournament
from tournament.permissions import COMMAND_LINE

pytestmark = pytest.mark.django_db

STANDINGS = "/t/herbst/standings/"


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Eight players, two rounds; in round 2 the sheet of table 2 is missing."""
    tournament = make_tournament(rounds_planned=2)
    first = make_round(tournament, 1, sizes=(4, 4))
    for table, totals in zip(
        first.tables.order_by("number"), ([9, 1, -3, -7], [4, 4, -2, -6]), strict=True
    ):
        enter_totals(table, totals)
    second = make_round(tournament, 2, sizes=(4, 4))
    enter_totals(second.tables.get(number=1), [-8, 6, 4, -2])
    return tournament


def cells(page: HttpResponse) -> list[list[str]]:
    """Return the cell texts of the list, row by row, without moves and drawings."""
    return cells_of(page, "move", "course")


def headings_with_sort(page: HttpResponse) -> dict[str, str]:
    """Return which heading says that it sorts, and how."""
    found = re.findall(r'aria-sort="(\w+)">\s*<a[^>]*>([^<]*)</a>', page.content.decode())
    return {heading: order for order, heading in found}


def test_standings_say_what_decides_between_equal_totals(tournament: Tournament) -> None:
    client = signed_in()
    assert tie_break_sentence([]) in text_of(client.get(STANDINGS))
    Tournament.objects.update(tie_breaks=["last_round", "opponents"])
    note(tournament)
    assert tie_break_sentence(["last_round", "opponents"]) in text_of(client.get(STANDINGS))


def test_settings_alone_say_when_a_criterion_makes_a_difference() -> None:
    named, offered = (each["points_played"] for each in (TIE_BREAK_NAMES, TIE_BREAK_CHOICES))
    assert str(named) == text("the points played")
    assert str(offered) == text("the points played (where something else is ranked)")


@pytest.mark.parametrize("stored", [["dice"], ["last_round", "dice"], [None], 7, {"dice": 1}])
@pytest.mark.parametrize("page", [STANDINGS, "/t/herbst/rounds/1/result/", "/t/herbst/settings/"])
def test_unknown_criteria_break_no_page(tournament: Tournament, stored: object, page: str) -> None:
    Tournament.objects.update(tie_breaks=stored)
    assert signed_in().get(page).status_code == 200


def test_standings_name_criteria_that_they_do_not_know(tournament: Tournament) -> None:
    Tournament.objects.update(tie_breaks=["last_round", "dice"])
    page = signed_in().get(STANDINGS)
    unknown = text(
        "Setting “%(field)s”: the program does not know what is stored: %(found)s.",
        field=setting_name("tie_breaks"),
        found="['last_round', 'dice']",
    )
    assert f"{tie_break_sentence(['last_round'])} {unknown}" in text_of(page)
    assert [(row[0], row[2]) for row in cells(page)][:5] == [
        ("1", "Beck, Bernd"),
        ("2", "Engel, Erika"),
        ("2", "Franke, Frank"),
        ("4", "Conrad, Christa"),
        ("5", "Arnold, Änne"),
    ]


def test_journal_reports_criteria_the_program_no_longer_knows(
    tournament: Tournament,
) -> None:
    changes = {"tie_breaks": [["dice"], ["best_round"]]}
    record(COMMAND_LINE, tournament, "tournament_edited", changes=changes)
    shown = text_of(signed_in().get("/t/herbst/journal/"))
    assert "['dice']" in shown
    assert tie_break_sentence(["best_round"]).removesuffix(".") in shown


def test_standings_show_every_round_and_the_total(tournament: Tournament) -> None:
    page = signed_in().get(STANDINGS)
    assert [row[:1] + row[2:3] + row[4:] for row in cells(page)] == [
        ["1", "Beck, Bernd", "+1", "+6", "+7"],
        ["2", "Engel, Erika", "+4", "–", "+4"],
        ["2", "Franke, Frank", "+4", "–", "+4"],
        ["4", "Arnold, Änne", "+9", "−8", "+1"],
        ["4", "Conrad, Christa", "−3", "+4", "+1"],
        ["6", "Groß, Günter", "−2", "–", "−2"],
        ["7", "Horn, Heike", "−6", "–", "−6"],
        ["8", "Dietz, Dieter", "−7", "−2", "−9"],
    ]
    shown = text_of(page)
    assert "Vorläufig: 1 von 2 Tischen" in shown
    assert "Kontrollsumme 0." in shown


def test_standings_sort_by_rank_until_another_heading_is_pressed(tournament: Tournament) -> None:
    client = signed_in()
    assert headings_with_sort(client.get(STANDINGS)) == {"Platz": "ascending"}
    page = client.get(f"{STANDINGS}?sort=-r1")
    assert headings_with_sort(page) == {"R1": "descending"}
    assert [row[4] for row in cells(page)] == ["+9", "+4", "+4", "+1", "−2", "−3", "−6", "−7"]


def test_missing_results_sort_below_all_others(tournament: Tournament) -> None:
    page = signed_in().get(f"{STANDINGS}?sort=-r2")
    assert [row[5] for row in cells(page)] == ["+6", "+4", "−2", "−8", "–", "–", "–", "–"]


def test_names_sort_as_in_a_german_list(tournament: Tournament) -> None:
    person = tournament.entries.get(number=1).person
    person.last_name = "Ärmel"
    person.save()
    page = signed_in().get(f"{STANDINGS}?sort=name")
    assert [row[2] for row in cells(page)][:2] == ["Ärmel, Änne", "Beck, Bernd"]


def test_standings_after_an_earlier_round(tournament: Tournament) -> None:
    page = signed_in().get(f"{STANDINGS}?after=1")
    assert text_of(page).startswith(f"{standings_title(rounds=1, final=False)} ")
    assert re.findall(r'href="\?after=(\d)"', page.content.decode())[:2] == ["1", "2"]
    assert cells(page)[0][4:] == ["+9", "+9"]


def test_category_has_separate_ranks(tournament: Tournament) -> None:
    tournament.entries.filter(number__in=[3, 8]).update(tags=["Damen & mehr"])
    client = signed_in()
    assert 'tag=Damen+%26+mehr"' in client.get(STANDINGS).content.decode()
    page = client.get(f"{STANDINGS}?tag=Damen+%26+mehr")
    assert [row[:1] + row[2:3] for row in cells(page)] == [
        ["1", "Conrad, Christa"],
        ["2", "Horn, Heike"],
    ]
    tabs = [(tab["label"], tab["here"]) for tab in page.context["tabs"]]
    assert tabs == [("Alle", False), ("Damen & mehr", True)]


def test_search_keeps_other_filters(tournament: Tournament) -> None:
    asked = {"after": "1", "tag": "Damen", "more": "1", "sort": "-r1"}
    tournament.entries.filter(number=3).update(tags=["Damen"])
    page = signed_in().get(STANDINGS, asked).content.decode()
    form = page.partition('role="search"')[2].partition("</form>")[0]
    assert dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)) == asked


def test_deductions_and_notes_have_columns_only_when_there_are_any(
    tournament: Tournament,
) -> None:
    client = signed_in()
    assert "Abzug" not in client.get(STANDINGS).content.decode()
    first = tournament.entries.get(number=1)
    Adjustment.objects.create(entry=first, points=-3, reason="Unsportlich")
    tournament.entries.filter(number=2).update(status="unranked")
    note(tournament)
    page = client.get(STANDINGS)
    last = cells(page)[-1]
    assert (last[0], last[2], last[-1]) == ("–", "Beck, Bernd", "spielt außer Wertung")
    assert [row[6] for row in cells(page) if row[2] == "Arnold, Änne"] == ["−3"]
    assert "Kontrollsumme 0, Punktabzüge −3." in text_of(page)


@pytest.mark.parametrize("query", ["after=3", "after=0", "after=x", "after=-1"])
def test_a_round_that_is_not_there_is_not_found(tournament: Tournament, query: str) -> None:
    assert signed_in().get(f"{STANDINGS}?{query}").status_code == 404


def test_an_unknown_heading_changes_nothing(tournament: Tournament) -> None:
    assert headings_with_sort(signed_in().get(f"{STANDINGS}?sort=nonsense")) == {}


def test_without_a_draw_the_page_says_what_will_be_here() -> None:
    make_tournament()
    page = signed_in().get(STANDINGS).content.decode()
    assert ('<div class="empty">' in page, "<table" in page) == (True, False)


def test_round_result_shows_table_seat_points_and_total(tournament: Tournament) -> None:
    page = signed_in().get("/t/herbst/rounds/2/result/")
    assert [row[:1] + row[2:3] + row[4:] for row in cells(page)][:5] == [
        ["1", "Beck, Bernd", "1", "2", "+6", "+7"],
        ["2", "Conrad, Christa", "1", "3", "+4", "+1"],
        ["3", "Dietz, Dieter", "1", "4", "−2", "−9"],
        ["4", "Arnold, Änne", "1", "1", "−8", "+1"],
        ["–", "Engel, Erika", "2", "1", "–", "+4"],
    ]
    assert "Rundenergebnis, Runde 2 Vorläufig: 1 von 2 Tischen" in text_of(page)


@pytest.mark.parametrize("players", [4, 16])
def test_standings_pages_need_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    tournament = make_drawn_tournament(players, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    client = signed_in()
    with django_assert_num_queries(13):
        assert len(cells(client.get(STANDINGS))) == players
    with django_assert_num_queries(12):
        assert len(cells(client.get("/t/herbst/rounds/1/result/"))) == players
