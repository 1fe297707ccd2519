"""What phones and screens show of a tournament that ended before its last published round."""

import re

import pytest
from django.test import Client

from tests.factories.pages import signed_in, text_of, without_tags
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.words import text
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.rounds.writes import close_round, start_clock
from tournament.seating.writes.draws import publish_next_round
from tournament.sheets.writes.sheets import take_sheet_back
from tournament.tournaments.writes.tournaments import finish_tournament, resume_tournament

pytestmark = pytest.mark.django_db

ENDED = "Endstand nach 2 von 3 Runden beendet"


@pytest.fixture
def tournament() -> Tournament:
    """Round 3 runs and its standings are released; then its lists are taken back, and it ends."""
    tournament = make_drawn_tournament(8, rounds_planned=3)
    let_phones_in(COMMAND_LINE, tournament)
    for number in (1, 2):
        enter_round(round_number(tournament, number))
        close_round(COMMAND_LINE, round_number(tournament, number))
        publish_next_round(COMMAND_LINE, tournament)
    last = start_clock(COMMAND_LINE, round_number(tournament, 3))
    enter_round(last)
    release_standings(COMMAND_LINE, tournament, 3)
    for table in last.tables.all():
        take_sheet_back(COMMAND_LINE, table, "Feueralarm", version=1)
    finish_tournament(COMMAND_LINE, tournament, reason="Feueralarm")
    tournament.refresh_from_db()
    return tournament


def phone(tournament: Tournament, page: str = "") -> str:
    return text_of(Client().get(f"/h/{tournament.phone_code}/{page}"))


def phone_clock(tournament: Tournament) -> str:
    return without_tags(Client().get(f"/h/{tournament.phone_code}/clock/").content.decode())


def screen(client: Client, picture: str) -> str:
    page = client.get(f"/t/herbst/beamer/pictures/{picture}/?part=picture")
    return without_tags(page.content.decode())


def rounds_named(words: str) -> set[str]:
    return set(re.findall(r"\bR(?:unde )?(\d)\b", words))


def test_phones_know_the_rounds_that_count(tournament: Tournament) -> None:
    assert phone(tournament).startswith(text("The tournament is finished."))
    assert phone(tournament, "standings/").startswith(ENDED)
    told = [phone(tournament, page) for page in ("", "standings/", "players/1/", "seats/2/")]
    assert [rounds_named(words) for words in told] == [set(), {"1", "2"}, {"1", "2"}, {"1", "2"}]
    assert "nach Runde 2" in told[2]
    assert [words for words in told if "Vorläufig" in words] == []
    assert Client().get(f"/h/{tournament.phone_code}/seats/3/").status_code == 404
    assert phone_clock(tournament) == ""
    for page in ("", "players/1/"):
        html = Client().get(f"/h/{tournament.phone_code}/{page}").content.decode()
        assert html.count('role="timer"') == 0


def test_screens_know_the_rounds_that_count(tournament: Tournament) -> None:
    direction = signed_in()
    assert screen(direction, "standings").startswith(ENDED)
    for picture in ("seats", "clock", "missing"):
        assert rounds_named(screen(direction, picture)) == {"2"}


def test_pages_of_the_direction_say_what_everybody_sees(tournament: Tournament) -> None:
    direction = signed_in()
    phones = direction.get("/t/herbst/phones/").content.decode()
    assert re.findall(r'value="(\d)"\s+aria-pressed="true"', phones) == ["2"]
    assert "nach Runde 3" not in text_of(direction.get("/t/herbst/beamer/"))
    clock = direction.get("/t/herbst/clock/figures/")
    assert (clock.status_code, without_tags(clock.content.decode())) == (200, text("finished"))


def test_resumed_tournament_has_the_round_again(tournament: Tournament) -> None:
    resume_tournament(COMMAND_LINE, tournament, "Weiter")
    assert phone(tournament).startswith("Runde 3 läuft")
    assert phone(tournament, "standings/").startswith("Zwischenstand nach Runde 3")


def test_without_any_result_no_round_is_left() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=3)
    let_phones_in(COMMAND_LINE, tournament)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    finish_tournament(COMMAND_LINE, tournament, reason="Feueralarm")
    tournament.refresh_from_db()
    for page in ("", "players/1/"):
        words = phone(tournament, page)
        assert rounds_named(words) == set()
        assert "Das Turnier ist beendet." in words
    assert phone_clock(tournament) == ""
