"""Papers and draws are calculated one at a time; excess requests are told so."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.pages import messages_of
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.exports.pdf import paper
from tournament.shared.writes.one_at_a_time import OneAtATime


def test_one_calculates_while_the_others_wait() -> None:
    calculations, inside, most = OneAtATime("busy", waiting=5), 0, 0

    def calculate(_number: int) -> None:
        nonlocal inside, most
        with calculations.turn():
            inside += 1
            most = max(most, inside)
            threading.Event().wait(0.01)
            inside -= 1

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(calculate, range(6)))
    assert most == 1


def test_excess_is_refused_and_an_error_frees_the_place() -> None:
    calculations = OneAtATime("busy", waiting=0)
    with pytest.raises(ZeroDivisionError), calculations.turn():
        1 / 0  # noqa: B018
    with calculations.turn(), pytest.raises(Refused, match="busy"), calculations.turn():
        pass


@pytest.mark.django_db
def test_paper_is_refused_with_a_message_while_three_are_made() -> None:
    tournament = make_drawn_tournament(8)
    client = Client()
    client.force_login(make_owner())
    with ExitStack() as held:
        for _ in range(3):
            assert paper._printing._places.acquire(blocking=False)
            held.callback(paper._printing._places.release)
        proof = reverse("paper", args=[tournament.slug, "proof"])
        answer = client.get(proof, follow=True)
    assert messages_of(answer) == [refusal("printing_busy")]
    assert client.get(proof)["Content-Type"] == "application/pdf"
