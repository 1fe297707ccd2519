"""Publishing a round: the one shown on the page, and the next one not by mistake."""

import pytest

from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.models import Round
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock
from tournament.seating.writes.seating import seat_rounds

pytestmark = pytest.mark.django_db

DRAW = "/t/herbst/draw/"


def test_publishing_leads_to_the_round_and_its_start() -> None:
    start_clock(COMMAND_LINE, round_number(make_drawn_tournament(), 1))
    page = signed_in().post(f"{DRAW}publish/", {"expected": "2"}, follow=True)
    assert page.request["PATH_INFO"] == "/t/herbst/rounds/2/"
    assert messages_of(page) == [
        "Runde 2 veröffentlicht.",
        '<a href="/t/herbst/print/2/all/" target="_blank">'
        f"{text('Print all papers of round %(round)s', round=2)}</a>",
    ]


def test_second_press_does_not_publish_another_round() -> None:
    tournament = make_drawn_tournament()
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    client = signed_in()
    client.post(f"{DRAW}publish/", {"expected": "2"}, follow=True)
    answer = client.post(f"{DRAW}publish/", {"expected": "2"}, follow=True)
    assert messages_of(answer) == [refusal("round_already_published", round=2)]
    assert tournament.rounds.filter(published_at__isnull=False).count() == 2


@pytest.mark.parametrize("begin", ["clock", "result"])
def test_next_round_waits_until_this_one_has_begun_or_is_requested(begin: str) -> None:
    tournament = make_drawn_tournament()
    client = signed_in()
    refused = client.post(f"{DRAW}publish/", {"expected": "2"}, follow=True)
    assert messages_of(refused) == [refusal("earlier_round_not_begun", earlier=1, round=2)]
    assert "Runde 2 trotzdem veröffentlichen" in text_of(refused)
    round = round_number(tournament, 1)
    if begin == "clock":
        start_clock(COMMAND_LINE, round)
    else:
        enter_totals(round.tables.get(number=1), [6, 2, -2, -6])
    assert "noch nicht begonnen" not in text_of(client.get(DRAW))
    client.post(f"{DRAW}publish/", {"expected": "2"})
    client.post(f"{DRAW}publish/", {"expected": "3", "early": "1"})
    assert tournament.rounds.filter(published_at__isnull=False).count() == 3


def test_round_has_no_more_tables_than_there_are_codes() -> None:
    rounds = [Round(number=1)]
    with pytest.raises(Refused, match="too_many_tables"):
        seat_rounds(rounds, [(("1", "2", "3", "4"),) * 301], {}, "Herbst", {})
