"""Of two computers one takes entries: what the other refuses, in words and in the database."""

import re

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.pages import signed_in, text_of
from tests.factories.words import text
from tests.tournament.second.conftest import stand
from tournament.journal.writes import record
from tournament.labels.faults import DATABASE_ERRORS
from tournament.models import Epoch, JournalEntry, OtherComputer, Tournament
from tournament.models.triggers import ANOTHER_COUNTS
from tournament.permissions import COMMAND_LINE
from tournament.standby.standing import Standing, Way, standing
from tournament.views.middleware import EPOCH

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite alone"),
]
TYPED = {"name": "<b>Herbst</b>", "slug": "herbst", "rounds_planned": "3"}


def seen(epoch: int, key: str = "k" * 64) -> str:
    """Return what a browser keeps that has seen this epoch."""
    return Standing(epoch=epoch, key=key).signed_epoch


def ways() -> list[str]:
    return sorted(OtherComputer.objects.values_list("way", flat=True))


@pytest.mark.parametrize("way", [Way.FIRST, Way.SUCCESSOR])
def test_journal_takes_no_entry_from_anybody(way: Way):
    stand(way)
    with pytest.raises(IntegrityError, match="another computer counts"):
        record(COMMAND_LINE, None, "example_loaded")


@pytest.mark.parametrize("way", [None, Way.FOLLOWER, Way.PREDECESSOR])
def test_journal_of_the_computer_that_counts_takes_entries(way: Way | None):
    stand(way)
    record(COMMAND_LINE, None, "example_loaded")
    assert JournalEntry.objects.filter(action="example_loaded").count() == 1


@pytest.mark.parametrize(
    ("way", "title"),
    [
        (Way.FIRST, "This computer stands by"),
        (Way.SUCCESSOR, "Another computer has taken over"),
    ],
)
def test_typed_text_comes_back_with_a_page_that_says_who_counts(way: Way, title: str):
    client = signed_in()
    stand(way)
    answer = client.post(reverse("tournament-new"), TYPED)
    assert (answer.status_code, f"<h1>{text(title)}</h1>" in answer.content.decode()) == (503, True)
    assert "127.0.0.1:9" in text_of(answer)
    assert 'value="&lt;b&gt;Herbst&lt;/b&gt;"' in answer.content.decode()
    assert not Tournament.objects.filter(slug="herbst").exists()


def test_browser_that_has_seen_a_newer_epoch_stops_the_older_computer():
    client = signed_in()
    stand(Way.FOLLOWER)
    client.cookies[EPOCH] = seen(2)
    answer = client.post(reverse("tournament-new"), TYPED)
    assert (answer.status_code, ways()) == (503, ["follower", "successor"])
    del client.cookies[EPOCH]  # no save from any other browser is taken either
    assert client.post(reverse("tournament-new"), TYPED).status_code == 503
    assert not Tournament.objects.filter(slug="herbst").exists()


@pytest.mark.parametrize(
    "cookie", [seen(2, "x" * 64), "2", "2:", seen(1), seen(2**63), seen(-1), "9" * 5000]
)
def test_made_up_number_stops_no_computer(cookie: str):
    client = signed_in()
    stand(Way.FOLLOWER)
    client.cookies[EPOCH] = cookie
    assert client.post(reverse("tournament-new"), TYPED).status_code == 302
    assert ways() == ["follower"]


def test_answers_to_signed_in_users_carry_the_epoch():
    client = signed_in()
    assert EPOCH not in client.get(reverse("home")).cookies
    stand(Way.FOLLOWER, epoch=3)
    cookie = client.get(reverse("home")).cookies[EPOCH]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (seen(3), True, "Lax")
    assert EPOCH not in client.get(reverse("home")).cookies  # the browser has it
    assert EPOCH not in Client().get(reverse("sign-in")).cookies


def test_computer_that_took_over_works_though_browsers_saw_the_older_epoch():
    client = signed_in()
    stand(Way.PREDECESSOR, epoch=2)
    client.cookies[EPOCH] = seen(1)
    assert client.post(reverse("tournament-new"), TYPED).status_code == 302
    assert standing.takes_entries
    assert Epoch.objects.get().number == 2


def test_command_on_a_computer_that_does_not_count_says_so(capsys):
    stand(Way.FIRST)
    with pytest.raises(SystemExit) as end:
        call_command("create_tournament", "herbst", "--name", "Herbst", "--rounds", "1")
    assert end.value.code == 1
    assert capsys.readouterr().err == f"{DATABASE_ERRORS[ANOTHER_COUNTS]}\n"


def told(text: str) -> list[str]:
    """Return how this computer stands after a browser without an account sent an epoch."""
    answer = Client(enforce_csrf_checks=True).post(
        reverse("standby-epoch"), text, content_type="text/plain"
    )
    assert (answer.status_code, answer.content) == (204, b"")
    return ways()


def test_browser_tells_the_older_computer_at_another_address():
    client = signed_in()
    stand(Way.FOLLOWER)
    assert told(seen(2)) == ["follower", "successor"]
    assert client.post(reverse("tournament-new"), TYPED).status_code == 503


@pytest.mark.parametrize("text", [seen(2, "x" * 64), "2", "", seen(1), "9" * 5000, "ä:\0"])
def test_no_number_made_up_is_believed(text: str):
    stand(Way.FOLLOWER)
    assert told(text) == ["follower"]


def may_send_to(answer: HttpResponse) -> list[str]:
    (found,) = re.findall(r"connect-src ([^;]*)", answer["Content-Security-Policy"])
    return found.split()


def test_only_pages_of_the_takeover_computer_tell_the_other_one():
    client, home = signed_in(), reverse("home")
    for way in (None, Way.FOLLOWER, Way.FIRST, Way.SUCCESSOR):
        stand(way, epoch=2)
        answer = client.get(home)
        assert may_send_to(answer) == ["'self'"]
        assert "newer-epoch" not in answer.content.decode()
    stand(Way.PREDECESSOR, epoch=2)
    answer = client.get(home)
    assert may_send_to(answer) == ["'self'", "http://127.0.0.1:9"]
    page = answer.content.decode()
    assert 'data-to="http://127.0.0.1:9/second/epoch/"' in page
    assert f'data-epoch="{seen(2)}"' in page
    stranger = Client().get(reverse("sign-in"))
    assert "newer-epoch" not in stranger.content.decode()
    assert may_send_to(stranger) == ["'self'"]
