"""The overview: one sentence, one button, and the figures."""

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.utils import timezone

from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.seated import make_seated_tournament, named, withdraw
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.draw.table_sizes import table_sizes
from tournament.labels.draws import table_sizes_sentence
from tournament.labels.filling import fill
from tournament.labels.rounds import (
    LOOKED_AT,
    SENTENCES,
    due_sentence,
    missing_sheets_sentence,
)
from tournament.models import Role
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, start_clock

pytestmark = pytest.mark.django_db


SEATED, COME = "Seated, but not there", "There, but without a seat"


def says(step: str, **figures: object) -> str:
    return fill(SENTENCES[step], figures)


def step_of(page: HttpResponse) -> tuple[str, list[str]]:
    """Return the sentence, and the addresses of the buttons next to it."""
    step = re.search(r'<section class="next".*?</section>', page.content.decode(), re.DOTALL)
    assert step is not None
    sentence = re.search(r"<p>(.*?)</p>", step[0], re.DOTALL)
    assert sentence is not None
    return sentence[1].strip(), re.findall(r'class="button primary"\s+href="([^"]*)"', step[0])


def test_empty_tournament_leads_to_the_players() -> None:
    make_tournament()
    page = signed_in().get("/t/herbst/")
    assert step_of(page) == (
        says("add_players"),
        ["/t/herbst/players/"],
    )


def test_players_present_can_be_drawn() -> None:
    tournament = make_tournament()
    make_entries(tournament, 9, checked_in=True)
    make_entries(tournament, 1)
    tables_for = table_sizes_sentence(table_sizes(9))
    assert step_of(signed_in().get("/t/herbst/")) == (
        says("draw", players=9, registered=10, tables_for=tables_for),
        ["/t/herbst/draw/"],
    )


def test_seven_players_are_explained() -> None:
    make_entries(make_tournament(), 7, checked_in=True)
    sentence, buttons = step_of(signed_in().get("/t/herbst/"))
    assert "5 oder 8" in sentence
    assert buttons == ["/t/herbst/players/"]


def test_missing_sheet_leads_to_its_table() -> None:
    tournament = make_drawn_tournament(rounds_planned=1)
    round = round_number(tournament, 1)
    for table in round.tables.exclude(number=3):
        enter_totals(table, [4, 0, 0, -4])
    assert step_of(signed_in().get("/t/herbst/")) == (
        missing_sheets_sentence(1, [3], clock_waits=True),
        ["/t/herbst/rounds/1/tables/3/"],
    )


def test_only_the_direction_gets_the_button_to_the_draw() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    page = signed_in().get("/t/herbst/")
    assert step_of(page)[0] == says("publish_next", round=2)
    assert page.context["step"].acts[0].url == "/t/herbst/draw/publish/"
    referee = signed_in(tournament, Role.REFEREE)
    assert step_of(referee.get("/t/herbst/")) == (
        says("publish_next", round=2),
        ["/t/herbst/standings/"],
    )


def test_seat_repair_is_next_when_a_player_has_gone() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    tournament.entries.filter(number=3).update(status="withdrawn")
    assert step_of(signed_in().get("/t/herbst/")) == (
        says("repair_next", round=2, gone=1, come=0),
        ["/t/herbst/rounds/2/repair/"],
    )
    typist = signed_in(tournament, Role.TYPIST)
    assert step_of(typist.get("/t/herbst/")) == (
        says("publish_next", round=2),
        ["/t/herbst/standings/"],
    )


def test_waiting_clock_is_not_forgotten_after_the_first_sheet() -> None:
    tournament = make_drawn_tournament(8)
    enter_totals(round_number(tournament, 1).tables.get(number=1), [4, 0, 0, -4])
    client = signed_in()
    missing = missing_sheets_sentence(1, [2], clock_waits=True)
    assert step_of(client.get("/t/herbst/"))[0] == missing
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    due = f"{says('enter_sheets', round=1)} {due_sentence([2], [])}"
    assert step_of(client.get("/t/herbst/"))[0] == due


def test_role_without_the_clock_button_is_not_asked_to_start_it() -> None:
    tournament = make_drawn_tournament(8)
    typist = signed_in(tournament, Role.TYPIST)
    pages = ("/t/herbst/", "/t/herbst/rounds/1/")
    published = str(LOOKED_AT["start_clock"]) % {"round": 1}
    assert {step_of(typist.get(page))[0] for page in pages} == {published}
    enter_round(round_number(tournament, 1))
    all_in = str(LOOKED_AT["close_round"]) % {"round": 1}
    assert {step_of(typist.get(page))[0] for page in pages} == {all_in}


def test_rounds_show_how_many_sheets_are_in_a_line_each() -> None:
    tournament = make_drawn_tournament()
    enter_totals(round_number(tournament, 1).tables.get(number=1), [4, 0, 0, -4])
    began = timezone.now()
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=began)
    words = text_of(signed_in().get("/t/herbst/"))
    assert f"{timezone.localtime(began):%H:%M}– 1 von 4 " in words
    assert f"Runden 2 bis 3 {text('drawn, not published')}" in words


def test_unpublished_rounds_are_not_shown_to_others() -> None:
    tournament = make_drawn_tournament()
    assert "Runde 2" not in text_of(signed_in(tournament, Role.TYPIST).get("/t/herbst/"))


def test_hostile_names_are_harmless() -> None:
    make_tournament(name="<script>alert(1)</script>", place="=1+1")
    page = signed_in().get("/t/herbst/")
    assert "<script>alert" not in page.content.decode()
    assert "<script>alert(1)</script>" in text_of(page)


@pytest.mark.parametrize("players", [4, 16])
def test_overview_needs_a_constant_number_of_queries(
    players: int, django_assert_num_queries
) -> None:
    make_drawn_tournament(players, rounds_planned=1)
    client = signed_in()
    with django_assert_num_queries(20):  # the key of the kept page: 4; league or cup: 2
        client.get("/t/herbst/")


def test_results_waiting_for_verification_link_to_it() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=1, verification="blind")
    enter_round(round_number(tournament, 1))
    address = "/t/herbst/rounds/1/verification/"
    client, referee = signed_in(), signed_in(tournament, Role.REFEREE)
    page = client.get("/t/herbst/")
    two_wait = text(
        "%(counter)s result waits for its verification",
        "%(counter)s results wait for their verification",
        2,
        counter=2,
    )
    assert two_wait in text_of(page)
    assert f'href="{address}"' in page.content.decode()
    assert address not in referee.get("/t/herbst/").content.decode()
    close_round(COMMAND_LINE, round_number(tournament, 1))
    sentence = says("verifications", unconfirmed=2)
    assert step_of(client.get("/t/herbst/")) == (sentence, [address])
    assert step_of(referee.get("/t/herbst/")) == (sentence, ["/t/herbst/standings/"])


def notices_of(page: HttpResponse) -> list[str]:
    """Return the warnings of the overview, each with the address it leads to."""
    notices = re.findall(
        r'<div class="notice warning">(.*?)</div>', page.content.decode(), re.DOTALL
    )
    words = [re.sub(r"<[^>]*>", " ", re.sub(r'<a href="([^"]*)">', r"\1 ", n)) for n in notices]
    return [" ".join(unescape(text).split()) for text in words]


def test_player_without_a_seat_in_a_published_round_is_named() -> None:
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8")
    client = signed_in()
    assert notices_of(client.get("/t/herbst/")) == []
    make_entries(tournament, 1)
    withdraw(tournament, 6)
    late, gone = named(tournament, 9), named(tournament, 6)
    seated, come = text(SEATED), text(COME)
    (notice,) = notices_of(client.get("/t/herbst/"))
    told = f"Runde 1: {seated}: {gone}. Runde 1: {come}: {late}. /t/herbst/rounds/1/repair/ "
    assert notice.startswith(told)
    assert notices_of(signed_in(tournament, Role.TYPIST).get("/t/herbst/")) == []


def test_player_arriving_during_a_round_has_no_seat_in_the_next() -> None:
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8", "1 5 2 6 / 3 7 4 8")
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    make_entries(tournament, 7)
    (notice,) = notices_of(signed_in().get("/t/herbst/"))
    assert notice.startswith(f"Runde 2: {text(COME)}: 7 ")
    assert "/t/herbst/rounds/2/repair/" in notice


def test_seat_of_a_leaver_in_a_running_round_needs_a_substitute() -> None:
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8")
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    enter_totals(round_number(tournament, 1).tables.get(number=2), [4, 0, 0, -4])
    withdraw(tournament, 3, 6)
    (notice,) = notices_of(signed_in().get("/t/herbst/"))
    told = f"Runde 1: {text(SEATED)}: {named(tournament, 3)}. /t/herbst/rounds/1/substitute/ "
    assert notice.startswith(told)


def test_pages_count_the_same_players_after_a_withdrawal() -> None:
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    withdraw(tournament, 3)
    client = signed_in()
    assert "Teilnehmer 8 Ausgeschieden 1" in text_of(client.get("/t/herbst/"))
    listed = text_of(client.get("/t/herbst/players/"))
    assert re.findall(r"(\d+) Teilnehmer\b.*? Ausgeschieden (\d+)", listed) == [("8", "1")]
    assert "8 Teilnehmer, 1 ausgeschieden" in text_of(client.get("/"))
