"""All sheets of a round are in: its page and the overview offer the next step."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.utils import timezone

from tests.factories.journal import note
from tests.factories.pages import messages_of, signed_in
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.words import refusal, text
from tournament.labels.rounds import act_words
from tournament.models import (
    JournalEntry,
    Role,
    RoundState,
    Tournament,
    Verification,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, start_clock

pytestmark = pytest.mark.django_db

OVERVIEW = "/t/herbst/"
ROUND = "/t/herbst/rounds/1/"
LOOKS = f"{ROUND}verification/"


def main_act(page: HttpResponse) -> tuple[str, str]:
    """Return the words on the main button of the next step, and its address."""
    step = page.content.decode().split('<section class="next"', 1)[1].split("</section>", 1)[0]
    (button,) = re.findall(
        r'(?:action="([^"]*)"(?:(?!</form>).)*?)?class="button primary"(?:\s+href="([^"]*)")?>'
        r"(.*?)</(?:a|button)>",
        step,
        re.DOTALL,
    )
    return " ".join(re.sub(r"<[^>]*>", " ", button[2]).split()), button[1] or button[0]


def all_in(*, minutes_ago: int = 60, **fields: object) -> Tournament:
    """Two tables, all in; the clock still runs."""
    tournament = make_drawn_tournament(8, **fields)
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round, now=timezone.now() - timedelta(minutes=minutes_ago))
    enter_round(round)
    return tournament


def test_running_round_is_ended_and_closed_by_one_press() -> None:
    tournament = all_in()
    client = signed_in()
    page = client.get(ROUND)
    assert main_act(page) == (act_words("end_and_close", {}), f"{ROUND}close/")
    client.post(f"{ROUND}close/", {"end": "1"})
    closed = round_number(tournament, 1)
    assert (closed.state, closed.ended_at) == (RoundState.CLOSED, closed.closed_at)
    acts = JournalEntry.objects.order_by("-pk").values_list("action", flat=True)
    assert list(acts[:2]) == ["round_closed", "clock_ended"]


def test_one_press_does_both_or_neither() -> None:
    tournament = make_drawn_tournament(8)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    page = signed_in().post(f"{ROUND}close/", {"end": "1"}, follow=True)
    assert messages_of(page) == [refusal("sheets_missing", round=1, tables="1, 2")]
    assert round_number(tournament, 1).state == RoundState.RUNNING


def test_referee_ends_a_round_that_others_close() -> None:
    referee = signed_in(all_in(), Role.REFEREE)
    assert main_act(referee.get(ROUND)) == (act_words("end", {}), f"{ROUND}clock/end/")


def test_running_round_is_ended_without_a_tick_and_then_closed() -> None:
    tournament = all_in()
    client = signed_in()
    page = client.get(ROUND)
    assert 'type="checkbox" name="early"' not in page.content.decode()
    assert 'name="all_in" value="1"' in page.content.decode()
    client.post(f"{ROUND}clock/end/", {"all_in": "1"})
    assert main_act(client.get(ROUND)) == (act_words("close", {"round": 1}), f"{ROUND}close/")
    client.post(f"{ROUND}close/")
    assert round_number(tournament, 1).state == RoundState.CLOSED
    assert main_act(client.get(ROUND)) == (
        act_words("publish", {"number": 2}),
        "/t/herbst/draw/publish/",
    )


def test_verifications_come_before_closing_where_they_are_wanted() -> None:
    tournament = all_in(verification=VerificationRule.BLIND)
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    client = signed_in()
    waiting = (act_words("verify", {}), LOOKS)
    two_wait = text(
        "%(counter)s result waits for its verification",
        "%(counter)s results wait for their verification",
        2,
        counter=2,
    )
    for page in (OVERVIEW, ROUND):
        answer = client.get(page)
        assert main_act(answer) == waiting
        assert two_wait in answer.content.decode()
    assert f'action="{ROUND}close/"' in client.get(ROUND).content.decode()
    for table in round_number(tournament, 1).tables.all():
        Verification.objects.create(version=table.current_version, how="blind")
    note(tournament)
    assert main_act(client.get(ROUND)) == (act_words("close", {"round": 1}), f"{ROUND}close/")
    assert main_act(client.get(OVERVIEW)) == (act_words("close", {"round": 1}), f"{ROUND}close/")


def test_typist_is_led_to_the_verification_or_to_the_result() -> None:
    tournament = all_in(verification=VerificationRule.BLIND)
    typist = signed_in(tournament, Role.TYPIST)
    assert main_act(typist.get(ROUND)) == (act_words("verify", {}), LOOKS)
    Tournament.objects.update(verification=VerificationRule.NONE)
    note(tournament)
    assert main_act(typist.get(ROUND)) == (act_words("result", {}), f"{ROUND}result/")


def test_closed_round_offers_what_the_overview_offers() -> None:
    tournament = all_in(rounds_planned=1, verification=VerificationRule.BLIND)
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    close_round(COMMAND_LINE, round_number(tournament, 1))
    client = signed_in()
    assert (
        main_act(client.get(ROUND))
        == main_act(client.get(OVERVIEW))
        == (
            act_words("verify", {}),
            LOOKS,
        )
    )
