"""A page asked for again comes without a body until something that it shows is another."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from tests.factories.journal import note
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_user
from tournament.backup.status import CopyStatus
from tournament.models import Membership, OtherComputer, Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.services.drafts import save_draft
from tournament.services.rounds import pause_clock, start_clock
from tournament.standby.feed import feed
from tournament.standby.standing import standing
from tournament.views import unchanged

pytestmark = pytest.mark.django_db

STANDINGS = "/t/herbst/standings/"
PAGES = [
    STANDINGS,
    "/t/herbst/players/",
    "/t/herbst/rounds/1/",
    "/t/herbst/rounds/1/seats/",
    "/t/herbst/rounds/1/result/",
    "/t/herbst/rounds/1/board/?part=tiles",
]


class Browser:
    """Somebody's browser, which keeps pages and asks whether they are still the same."""

    def __init__(self, tournament: Tournament) -> None:
        self.user = make_user(Role.DIRECTION, tournament)
        self.client = Client()
        self.client.force_login(self.user)
        self.client.cookies["csrftoken"] = "y" * 32
        self.marks: dict[str, str] = {}

    def open(self, address: str = STANDINGS) -> int:
        """The status of the page, with the mark of the one that is kept."""
        kept = self.marks.get(address)
        page = self.client.get(address, headers={"If-None-Match": kept} if kept else {})
        assert bool(page.content) == (page.status_code == 200)
        self.marks[address] = page.headers.get("ETag", "")
        return page.status_code


class Clock:
    """The time of day, which stands still until it is moved."""

    def __init__(self) -> None:
        self.time = timezone.now().replace(second=10, microsecond=0)

    def now(self) -> datetime:
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(unchanged.timezone, "now", clock.now)
    return clock


@pytest.fixture
def tournament(db: None) -> Tournament:
    return make_drawn_tournament(8)


@pytest.fixture
def browser(tournament: Tournament, clock: Clock) -> Browser:
    return Browser(tournament)


@pytest.mark.parametrize("page", PAGES)
def test_page_comes_without_a_body_until_somebody_does_something(browser, tournament, page) -> None:
    assert [browser.open(page) for _ in range(3)] == [200, 304, 304]
    submit(
        COMMAND_LINE,
        round_number(tournament, 1).tables.get(number=1),
        totals_content([6, 2, -2, -6]),
    )
    assert [browser.open(page) for _ in range(2)] == [200, 304]


def _type(browser: Browser, tournament: Tournament) -> None:
    table = round_number(tournament, 1).tables.get(number=1)
    save_draft(Actor(browser.user), table, "totals", {"t1": "4"}, None)


def _rename(browser: Browser, tournament: Tournament) -> None:
    browser.user.username = "Renate"
    browser.user.save()
    note(None, browser.user)


def _choose_english(browser: Browser, tournament: Tournament) -> None:
    browser.client.cookies["django_language"] = "en"


def _renew_token(browser: Browser, tournament: Tournament) -> None:
    browser.client.cookies["csrftoken"] = "x" * 32


@pytest.mark.parametrize("change", [_type, _rename, _choose_english, _renew_token])
def test_whatever_the_page_shows_is_in_its_mark(
    browser, tournament, change: Callable[[Browser, Tournament], None]
) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    change(browser, tournament)
    assert [browser.open(), browser.open()] == [200, 304]


def test_another_version_and_another_state_of_the_copies_are_another_page(
    browser, monkeypatch
) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    monkeypatch.setattr(unchanged, "VERSION", "99")
    assert [browser.open(), browser.open()] == [200, 304]
    monkeypatch.setattr(unchanged, "copy_status", lambda: CopyStatus(is_too_old=True))
    assert [browser.open(), browser.open()] == [200, 304]


def test_a_second_computer_is_another_page_when_it_comes_and_when_it_takes_over(
    browser, monkeypatch
) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    follower = OtherComputer(way=OtherComputer.Way.FOLLOWER, mark="x")
    monkeypatch.setattr(standing, "others", {OtherComputer.Way.FOLLOWER: follower})
    assert [browser.open(), browser.open()] == [200, 304]
    monkeypatch.setattr(feed, "_heard_at", float("inf"))
    assert [browser.open(), browser.open()] == [200, 304]
    successor = OtherComputer(way=OtherComputer.Way.SUCCESSOR)
    monkeypatch.setattr(standing, "others", {OtherComputer.Way.SUCCESSOR: successor})
    assert [browser.open(), browser.open()] == [200, 304]


def test_the_time_of_day_is_in_the_mark_by_the_minute_and_by_the_second_while_a_clock_runs(
    browser, tournament, clock
) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    clock.time += timedelta(seconds=40)
    assert browser.open() == 304
    clock.time += timedelta(seconds=10)
    assert [browser.open(), browser.open()] == [200, 304]
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    assert [browser.open(), browser.open()] == [200, 304]
    clock.time += timedelta(seconds=1)
    assert [browser.open(), browser.open()] == [200, 304]
    pause_clock(COMMAND_LINE, round_number(tournament, 1))
    assert [browser.open(), browser.open()] == [200, 304]


def test_what_another_one_keeps_or_another_address_shows_is_not_taken_for_it(
    browser, tournament
) -> None:
    browser.open()
    other = Browser(tournament)
    other.marks = {STANDINGS: browser.marks[STANDINGS], f"{STANDINGS}?more=1": "x"}
    assert other.open() == 200
    browser.marks[f"{STANDINGS}?more=1"] = browser.marks[STANDINGS]
    assert browser.open(f"{STANDINGS}?more=1") == 200


def test_who_may_no_longer_see_the_page_learns_nothing_about_it(browser, tournament) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    Membership.objects.filter(user=browser.user).delete()
    page = browser.client.get(STANDINGS, headers={"If-None-Match": browser.marks[STANDINGS]})
    assert page.status_code == 403


def test_a_message_is_told_once_and_never_kept(browser) -> None:
    browser.client.post("/t/herbst/rounds/1/board/papers/", {"here": "99"})
    page = browser.client.get(STANDINGS)
    assert (len(list(get_messages(page.wsgi_request))), "ETag" in page.headers) == (1, False)
