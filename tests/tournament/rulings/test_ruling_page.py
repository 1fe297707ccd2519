"""The page on which the direction sets the points of a table, and the pages that say so."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.desk import address_of
from tests.factories.journal import note_everything
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rulings import REASON, make_lost_list, rule, ruling, table_of
from tests.factories.sheets import totals_content
from tests.factories.submissions import nothing_written
from tournament.models import GameTable, Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty
from tournament.sheets.writes.progress import save_draft
from tournament.sheets.writes.sheets import submit_sheet

pytestmark = pytest.mark.django_db

TYPED = {
    "why": "broken_up",
    "reason": "Stromausfall",
    "based_on": "",
    "how1": "0",
    "points1": "",
    "how2": "average",
    "points2": "",
    "how3": "average",
    "points3": "−12",
    "how4": "0",
    "points4": "+7",
}


@pytest.fixture
def tournament() -> Tournament:
    return make_lost_list()


@pytest.fixture
def table(tournament: Tournament) -> GameTable:
    """The table whose list is missing."""
    return table_of(tournament, 3, 1)


@pytest.fixture
def direction(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.DIRECTION)


@pytest.fixture
def typist(tournament: Tournament) -> Client:
    return signed_in(tournament, Role.TYPIST)


def test_the_page_sets_the_points(direction: Client, table: GameTable) -> None:
    page = direction.post(address_of(table, "sheet-ruling"), TYPED, follow=True)
    assert messages_of(page) == ["Tisch 1 ist gespeichert."]
    table.refresh_from_db()
    figures = [0, "average", -12, 7]
    expected = ruling(figures, ruling="broken_up", reason="Stromausfall")
    assert table.current_version.content == expected
    assert table.current_version.reason == "Stromausfall"
    assert "Tisch 1 ● festgesetzt" in text_of(page)


def test_page_shows_the_current_averages_and_the_consequences(
    direction: Client, table: GameTable
) -> None:
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="KS")
    shown = text_of(direction.get(address_of(table, "sheet-ruling")))
    assert "Schnitt, derzeit −" in shown
    assert "Schnitt, derzeit +" in shown
    assert "Der Schiedsrichter hat gebucht: 9.3.2 gegen Position 3" in shown


def test_page_says_which_way_an_average_is_rounded(direction: Client, table: GameTable) -> None:
    shown = text_of(direction.get(address_of(table, "sheet-ruling")))
    assert "Halbe werden aufgerundet: 2,5 ist 3, −2,5 ist −2." in shown


def test_earlier_ruling_is_shown_for_changing(direction: Client, tournament: Tournament) -> None:
    page = direction.get(address_of(table_of(tournament, 1, 1), "sheet-ruling"))
    form = page.context["form"]
    assert form["reason"].value() == REASON
    assert form["why"].value() == "list_lost"
    shown = [(how.value(), points.value()) for how, points in form.lines()]
    assert shown == [("average", ""), ("average", ""), ("0", ""), ("average", "−7")]
    assert "Fassung 2 bleibt in der Geschichte" in text_of(page)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"reason": " "}, "Dieses Feld ist zwingend erforderlich."),
        ({"why": ""}, "Dieses Feld ist zwingend erforderlich."),
        ({"points4": "viel"}, "„viel“ ist keine ganze Zahl wie +12 oder −4."),
        ({"points4": "99999"}, "99999"),
        ({"based_on": "4"}, "Diesen Tisch gibt es nicht mehr"),
        ({"table": "77"}, "Diesen Tisch gibt es nicht mehr"),
    ],
)
def test_refused_it_keeps_what_was_typed(
    direction: Client, table: GameTable, changed: dict[str, str], said: str
) -> None:
    with nothing_written():
        page = direction.post(address_of(table, "sheet-ruling"), {**TYPED, **changed})
    assert page.status_code == 422
    assert said in text_of(page)
    form = page.context["form"]
    typed = {**TYPED, **changed}
    assert {name: form[name].value() for name in form.fields} == {
        name: typed[name] for name in form.fields
    }


def test_a_result_saved_meanwhile_is_shown_first(direction: Client, table: GameTable) -> None:
    submit_sheet(COMMAND_LINE, table, "totals", totals_content([6, 2, -2, -6]), based_on=None)
    page = direction.post(address_of(table, "sheet-ruling"), TYPED)
    assert "Inzwischen gibt es ein anderes Ergebnis: +6 / +2 / −2 / −6." in text_of(page)
    assert 'name="based_on" value="1"' in page.content.decode()
    again = direction.post(address_of(table, "sheet-ruling"), {**TYPED, "based_on": "1"})
    assert again.status_code == 302


def test_sent_twice_it_is_saved_once(direction: Client, table: GameTable) -> None:
    sent = {**TYPED, "submission": "12345678-1234-5678-1234-567812345678"}
    for _ in range(2):
        assert direction.post(address_of(table, "sheet-ruling"), sent).status_code == 302
    assert table.versions.count() == 1


def test_where_it_is_offered(direction: Client, typist: Client, table: GameTable) -> None:
    way = address_of(table, "sheet-ruling")
    tournament = table.round.tournament
    round_page = reverse("round", args=[tournament.slug, 3])
    assert way in direction.get(address_of(table)).content.decode()
    assert way not in direction.get(round_page).content.decode()
    submit_sheet(
        COMMAND_LINE,
        table_of(tournament, 3, 2),
        "totals",
        totals_content([6, 2, -2, -6]),
        based_on=None,
    )
    assert way in direction.get(round_page).content.decode()
    for page in (round_page, address_of(table)):
        assert way not in typist.get(page).content.decode()
    tournament.status = Tournament.Status.FINISHED
    tournament.save()
    note_everything(tournament)
    assert direction.get(way).status_code == 302
    refused = direction.post(way, TYPED)
    assert refused.status_code == 422


def test_pages_of_the_table_show_the_ruling(
    direction: Client, typist: Client, tournament: Tournament
) -> None:
    table = table_of(tournament, 1, 1)
    said = ("Spielliste verloren", REASON, "Schnitt der eigenen anderen Runden", "−7")
    for page in (
        direction.get(address_of(table)),
        direction.get(address_of(table, "sheet-versions")),
        typist.get(address_of(table)),
        typist.get(address_of(table, "sheet-versions")),
        direction.get(f"{address_of(table)}?kind=ruling"),
    ):
        assert page.status_code == 200
        assert all(words in text_of(page) for words in said)
    assert 'id="sheet-form"' in direction.get(address_of(table)).content.decode()
    assert 'id="sheet-form"' not in typist.get(address_of(table)).content.decode()
    assert "wiederherstellen" in text_of(direction.get(address_of(table, "sheet-versions")))
    board = direction.get(reverse("board", args=[tournament.slug, 1]))
    assert "festgesetzt" in text_of(board)


def test_a_draft_of_the_list_stays(direction: Client, table: GameTable) -> None:
    helga = table.round.tournament.memberships.get(role=Role.DIRECTION).user
    save_draft(Actor(helga), table, "totals", {"t1": "12"}, None)
    direction.post(address_of(table, "sheet-ruling"), TYPED)
    page = direction.get(address_of(table))
    assert page.context["kind"] == "totals"
    assert 'value="12"' in page.content.decode()


def test_typist_with_the_found_list_is_told_who_decides(
    typist: Client, tournament: Tournament
) -> None:
    table = table_of(tournament, 1, 1)
    sent = {"kind": "totals", "t1": "6", "t2": "2", "t3": "-2", "t4": "-6", "games_played": "24"}
    solos = {f"solo{seat}": "on" for seat in range(1, 5)}
    page = typist.post(address_of(table), {**sent, **solos, "based_on": "2", "reason": "da"})
    assert page.status_code == 422
    assert "Die Punkte von Tisch 1 hat die Turnierleitung festgesetzt" in text_of(page)


def test_the_direction_types_the_found_list(direction: Client, tournament: Tournament) -> None:
    table = table_of(tournament, 1, 1)
    sent = {"kind": "totals", "t1": "6", "t2": "2", "t3": "-2", "t4": "-6", "games_played": "24"}
    solos = {f"solo{seat}": "on" for seat in range(1, 5)}
    conflict = direction.post(address_of(table), {**sent, **solos, "based_on": "1", "reason": "da"})
    assert conflict.status_code == 409
    assert "Die gespeicherten Punkte hat die Turnierleitung festgesetzt." in text_of(conflict)
    page = direction.post(
        address_of(table), {**sent, **solos, "based_on": "2", "reason": "da"}, follow=True
    )
    assert "+6 / +2 / −2 / −6" in messages_of(page)[0]
    history = text_of(direction.get(address_of(table, "sheet-versions")))
    assert "Eingegeben als: nur Tischergebnis, vorher: festgesetzt." in history
    journal = text_of(direction.get(reverse("journal", args=[tournament.slug])))
    assert (
        "Runde 1, Tisch 1: von der Turnierleitung festgesetzt (Spielliste verloren): Schnitt der "
        f"eigenen anderen Runden / Schnitt der eigenen anderen Runden / 0 / −7. Begründung: "
        f"{REASON}"
    ) in journal


def test_a_penalty_there_is_only_noted(direction: Client, tournament: Tournament) -> None:
    address = reverse("call-new", args=[tournament.slug])
    said = "Die Punkte dieses Tisches hat die Turnierleitung festgesetzt"
    assert said in text_of(direction.get(f"{address}?round=1&table=1"))
    assert said not in text_of(direction.get(f"{address}?round=1&table=2"))


def test_a_redraw_names_the_ruling_it_discards(direction: Client, table: GameTable) -> None:
    rule(table)
    page = direction.get(reverse("redraw", args=[table.round.tournament.slug, 3]))
    assert page.status_code == 200
    assert "−7" in text_of(page)
