"""What reaches phones besides seats and points: announcements, penalties, deductions."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories.pages import text_of
from tests.factories.rounds import enter_round, round_number
from tournament.models import Adjustment, Entry, Penalty, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import release_standings
from tournament.referee.writes.calls import log_call
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.stage.rules import Picture, Turn
from tournament.stage.writes import announce, show_in_turn, show_picture
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

NAMES = ("", "seats/1/", "players/1/", "standings/")


def opened(tournament: Tournament, name: str = "", mark: str = "") -> tuple[int, str, str]:
    """Return status, text and ETag of a phone's page."""
    headers = {"If-None-Match": mark} if mark else {}
    page = Client().get(f"/h/{tournament.phone_code}/{name}", headers=headers)
    return page.status_code, page.content.decode(), page["ETag"]


# --- Announcements ----------------------------------------------------------------------------


def test_announcement_on_the_screens_reaches_every_page(tournament: Tournament):
    before = {name: opened(tournament, name) for name in (*NAMES, "?part=said")}
    until = timezone.now() + timedelta(minutes=20)
    announce(COMMAND_LINE, tournament, "Pause <b>bis zum Gong</b>", until)
    for name, (_status, earlier, mark) in before.items():
        assert "Pause" not in earlier
        status, words, _mark = opened(tournament, name, mark)
        assert (status, words.count("Pause &lt;b&gt;bis zum Gong&lt;/b&gt;")) == (200, 1)
        ends_at = re.findall(r'data-ends-at="(\d+)"', words)
        assert ends_at == [str(round(until.timestamp() * 1000))]


def test_announcement_is_there_as_long_as_on_the_screens(tournament: Tournament):
    announce(COMMAND_LINE, tournament, "Pause", None)

    def has_sentence() -> list[bool]:
        return ["Pause" in opened(tournament, name)[1] for name in (*NAMES, "?part=said")]

    show_picture(COMMAND_LINE, tournament, Picture.CLOCK)
    assert has_sentence() == [False] * 5
    turns = [Turn(Picture.CLOCK, 20), Turn(Picture.WELCOME, 10)]
    show_in_turn(COMMAND_LINE, tournament, turns)
    assert has_sentence() == [True] * 5
    announce(COMMAND_LINE, tournament, "", None)
    assert has_sentence() == [False] * 5


# --- Penalties, deductions, the next place ----------------------------------------------------


@pytest.fixture
def offender(tournament: Tournament) -> Entry:
    """The first at table 1: last of round 1 with a penalty and a deduction, one more to come."""
    enter_round(round_number(tournament, 1))
    draw_next_round(COMMAND_LINE, tournament)
    enter_round(round_number(tournament, 2))
    table = round_number(tournament, 1).tables.get(number=1)
    entry = table.seats.get(position=1).entry
    Penalty.objects.create(
        table=table, rule="9.3.2", offender=1, points=[-3, 1, 1, 1], note="hat Otto beschimpft"
    )
    seat = entry.seats.get(round__number=2)
    points = [-9 if place == seat.position else 3 for place in (1, 2, 3, 4)]
    Penalty.objects.create(table=seat.table, rule="9.4.3", offender=seat.position, points=points)
    for number, points in ((1, -4), (2, -5)):
        round = round_number(tournament, number)
        Adjustment.objects.create(entry=entry, round=round, points=points, reason="Lärm mit Otto")
    return entry


def words_of(tournament: Tournament, entry: Entry) -> str:
    return text_of(Client().get(f"/h/{tournament.phone_code}/players/{entry.number}/"))


def test_penalties_are_hidden_before_the_standings_are_released(
    tournament: Tournament, offender: Entry
):
    words = words_of(tournament, offender)
    assert re.findall("Strafpunkte|Abzug|9.3.2|9.4.3|bis Platz|Otto", words) == []


def test_a_player_sees_penalties_and_deductions_of_rounds_released(
    tournament: Tournament, offender: Entry
):
    release_standings(COMMAND_LINE, tournament, 1)
    words = words_of(tournament, offender)
    assert re.findall(r"Abzug Runde \d \S+", words) == ["Abzug Runde 1 −4"]
    assert re.findall(r"9\.\d\.\d.*? (?:Runde \d, Tisch \d) \S+", words)[0].endswith(
        "Runde 1, Tisch 1 −3"
    )
    assert "9.4.3" not in words
    assert "Otto" not in words


def test_penalties_of_both_rounds_are_shown(tournament: Tournament, offender: Entry):
    release_standings(COMMAND_LINE, tournament, 2)
    words = words_of(tournament, offender)
    assert re.findall(r"Abzug Runde \d \S+", words) == ["Abzug Runde 1 −4", "Abzug Runde 2 −5"]
    assert re.findall(r"Runde \d, Tisch \d (−\d+)", words) == ["−3", "−9"]


def test_a_deduction_of_a_round_not_played_is_told_once_the_end_counts_it(
    tournament: Tournament,
):
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    draw_next_round(COMMAND_LINE, tournament)
    round = round_number(tournament, 2)
    entry = round_number(tournament, 1).tables.get(number=1).seats.get(position=1).entry
    deduct_points(COMMAND_LINE, entry, 3, "Lärm", round)
    release_standings(COMMAND_LINE, tournament, 1)
    assert "Abzug" not in words_of(tournament, entry)
    tournament.refresh_from_db()
    freeze_standings(COMMAND_LINE, tournament, seen=None, reason="Stromausfall")
    assert re.findall(r"Abzug Runde 2 −3", words_of(tournament, entry))


def test_a_complaint_without_points_is_no_penalty(tournament: Tournament):
    enter_round(round_number(tournament, 1))
    table = round_number(tournament, 1).tables.get(number=1)
    log_call(COMMAND_LINE, table, paragraph="9.7.2a", offender=1, note="laut")
    release_standings(COMMAND_LINE, tournament, 1)
    words = words_of(tournament, table.seats.get(position=1).entry)
    assert re.findall("Strafpunkte|9\\.7\\.2", words) == []


def test_a_player_sees_how_far_the_next_place_is(tournament: Tournament):
    enter_round(round_number(tournament, 1))
    release_standings(COMMAND_LINE, tournament, 1)
    seats = round_number(tournament, 1).tables.get(number=1).seats
    first, second = (seats.get(position=position).entry for position in (1, 2))
    assert "4 Punkte vor Platz 5" in words_of(tournament, first)
    assert "4 Punkte bis Platz 1" in words_of(tournament, second)
