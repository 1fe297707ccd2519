"""Undoing something on the page of a round asks for a reason and explains the effect."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.submissions import journal
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
    assert (
        "Aus Versehen gestartet Die Uhr aller Tische hält an, die gelaufene Zeit ist verloren; "
        "die Runde kann neu gestartet werden. Spiellisten, die schon da sind, bleiben. "
        f"Begründung Start um {time} Uhr zurücknehmen" in text_of(referee.get(ROUND))
    )
    page = referee.post(f"{ROUND}clock/reset/", {}, follow=True)
    assert messages_of(page) == [
        "Die Begründung fehlt: Ohne sie geht das nicht, und sie steht dann im Journal."
    ]
    assert round_number(tournament, 1).state == RoundState.RUNNING
    referee.post(f"{ROUND}clock/reset/", {"reason": "Tisch 2 fehlte"})
    assert round_number(tournament, 1).state == RoundState.PUBLISHED
    assert journal("clock_start_undone") == [{"round": 1, "reason": "Tisch 2 fehlte"}]


def test_undone_end_says_that_the_clock_goes_on(tournament: Tournament) -> None:
    start(tournament)
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    words = text_of(signed_in().get(ROUND))
    assert "Die Runde läuft weiter, als wäre sie nicht zu Ende." in words
    assert "Aus Versehen gestartet" not in words


@pytest.mark.parametrize("role", [Role.DIRECTION, Role.REFEREE])
def test_round_with_all_sheets_can_still_be_started(role: Role, tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    page = signed_in(tournament, role).get(ROUND)
    assert f'action="{ROUND}clock/start/"' in page.content.decode()


def test_reopening_has_a_heading_and_explains_its_effect(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    assert (
        "Runde 1 wieder öffnen Dann kann auch die Eingabe ihre Listen wieder korrigieren"
        in text_of(signed_in().get(ROUND))
    )
