"""Undoing something on the page of a round asks for a reason and explains the effect."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.submissions import journal
from tests.factories.words import refusal, text
from tournament.models import Role, RoundState, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, start_clock

pytestmark = pytest.mark.django_db

ROUND = "/t/herbst/rounds/1/"


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn_tournament(8)


def start(tournament: Tournament) -> str:
    """Return the time at which round 1 was started, as displayed."""
    moment = timezone.now() - timedelta(minutes=5)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=moment)
    return f"{timezone.localtime(moment):%H:%M}"


def test_referee_takes_the_start_back_with_a_reason(tournament: Tournament) -> None:
    time = start(tournament)
    referee = signed_in(tournament, Role.REFEREE)
    explained = (
        "The clock of every table stops and its time is lost; the round can be started anew. "
        "Sheets that are in stay."
    )
    shown = text_of(referee.get(ROUND))
    assert time in shown.partition(text(explained))[2]
    page = referee.post(f"{ROUND}clock/reset/", {}, follow=True)
    assert messages_of(page) == [refusal("reason_needed")]
    assert round_number(tournament, 1).state == RoundState.RUNNING
    referee.post(f"{ROUND}clock/reset/", {"reason": "Tisch 2 fehlte"})
    assert round_number(tournament, 1).state == RoundState.PUBLISHED
    assert journal("clock_start_undone") == [{"round": 1, "reason": "Tisch 2 fehlte"}]


def test_undone_end_says_that_the_clock_goes_on(tournament: Tournament) -> None:
    start(tournament)
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    words = text_of(signed_in().get(ROUND))
    goes_on = "The round goes on as if it had not ended. Sheets that are in stay."
    assert text(goes_on) in words
    assert text("Started by mistake") not in words


@pytest.mark.parametrize("role", [Role.DIRECTION, Role.REFEREE])
def test_round_with_all_sheets_can_still_be_started(role: Role, tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    page = signed_in(tournament, role).get(ROUND)
    assert f'action="{ROUND}clock/start/"' in page.content.decode()


def test_reopening_has_a_heading_and_explains_its_effect(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    page = signed_in().get(ROUND)
    assert f'action="{ROUND}reopen/"' in page.content.decode()
    explained = (
        "The desk can then correct its sheets again, and its result is final only when the round "
        "is closed anew. A single sheet can be corrected here without that."
    )
    assert text(explained) in text_of(page)
