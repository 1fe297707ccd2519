"""A page requested again comes without a body until its content changes."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tests.factories.databases import copied
from tests.factories.journal import note
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_user
from tournament.backup.copies import CopyStatus
from tournament.models import Membership, OtherComputer, Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import close_round, pause_clock, start_clock
from tournament.seating.writes.seat_changes import swap_seats
from tournament.sheets.writes.progress import save_draft
from tournament.sheets.writes.sheets import Window, take_sheet_back
from tournament.standby.standing import feed, standing
from tournament.views import kept_pages

pytestmark = pytest.mark.django_db

STANDINGS = "/t/herbst/standings/"
OVERVIEW = "/t/herbst/"
OF_TABLES = [OVERVIEW, "/t/herbst/rounds/1/", "/t/herbst/rounds/1/board/?part=tiles"]
"""For each table they show who is typing and whose time is up."""
SEATS = "/t/herbst/rounds/1/seats/"
PLAYERS = "/t/herbst/players/"
OTHERS = [
    STANDINGS,
    f"{STANDINGS}outlook/",
    PLAYERS,
    SEATS,
    "/t/herbst/rounds/1/result/",
    "/t/herbst/rounds/1/totals/",
]
SHEET = "/t/herbst/rounds/1/tables/1/"
PAGES = [*OTHERS, *OF_TABLES, SHEET]
WINDOW = Window("w")


class Browser:
    """A browser that caches pages and asks whether they are unchanged."""

    def __init__(self, tournament: Tournament) -> None:
        self.user = make_user(Role.DIRECTION, tournament)
        self.client = Client()
        self.client.force_login(self.user)
        self.client.cookies["csrftoken"] = "y" * 32
        self.marks: dict[str, str] = {}

    def open(self, address: str = STANDINGS) -> int:
        """Return the status of the page, sending the ETag of the cached one."""
        kept = self.marks.get(address)
        page = self.client.get(address, headers={"If-None-Match": kept} if kept else {})
        assert bool(page.content) == (page.status_code == 200)
        self.marks[address] = page.headers.get("ETag", "")
        return page.status_code


def bar_of(browser: Browser, address: str) -> str:
    """Return the text a browser gets before the page itself."""
    page = browser.client.get(address).content.decode().split("<main")[0]
    return " ".join(strip_tags(page).split())


class Clock:
    """The time of day, which stands still until it is moved.

    It begins at noon: times of another day carry their date, so midnight changes a page.
    """

    def __init__(self) -> None:
        self.time = timezone.now().replace(hour=12, minute=0, second=10, microsecond=0)

    def now(self) -> datetime:
        return self.time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(kept_pages.timezone, "now", clock.now)
    return clock


@pytest.fixture
@copied
def tournament() -> Tournament:
    return make_drawn_tournament(8)


@pytest.fixture
def browser(tournament: Tournament, clock: Clock) -> Browser:
    return Browser(tournament)


@pytest.mark.parametrize("page", PAGES)
def test_page_comes_without_a_body_until_something_is_done(browser, tournament, page) -> None:
    assert [browser.open(page) for _ in range(3)] == [200, 304, 304]
    submit(
        COMMAND_LINE,
        round_number(tournament, 1).tables.get(number=1),
        totals_content([6, 2, -2, -6]),
    )
    assert [browser.open(page) for _ in range(2)] == [304 if page == SEATS else 200, 304]


def _swap(tournament: Tournament) -> None:
    swap_seats(COMMAND_LINE, tournament, 1, "1", "2", "Probe")


def _note_player(tournament: Tournament) -> None:
    entry = tournament.entries.get(number=1)
    entry.desk_note = "<b>später"
    entry.save()
    note(tournament, entry)


def _close(tournament: Tournament) -> None:
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))


@pytest.mark.parametrize("change", [_swap, _note_player, _close])
def test_seats_are_unchanged_until_more_than_sheets_is_touched(
    browser, tournament, change: Callable[[Tournament], None]
) -> None:
    assert browser.open(SEATS) == 200
    table = round_number(tournament, 1).tables.get(number=1)
    submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    take_sheet_back(COMMAND_LINE, table, "falscher Tisch", version=1)
    assert browser.open(SEATS) == 304
    change(tournament)
    assert [browser.open(SEATS), browser.open(SEATS)] == [200, 304]


def test_players_are_unchanged_by_the_sheets_of_a_round_that_has_begun(browser, tournament) -> None:
    """The first one of a round says that its seats stay, whoever comes or goes."""
    found = [browser.open(PLAYERS)]
    for table in round_number(tournament, 1).tables.all():
        submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
        found.append(browser.open(PLAYERS))
    _note_player(tournament)
    assert [*found, browser.open(PLAYERS)] == [200, 200, 304, 200]


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


@pytest.mark.parametrize("change", [_rename, _choose_english, _renew_token])
def test_etag_covers_everything_the_page_shows(
    browser, tournament, change: Callable[[Browser, Tournament], None]
) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    change(browser, tournament)
    assert [browser.open(), browser.open()] == [200, 304]


def test_another_version_is_another_page(browser, monkeypatch) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    monkeypatch.setattr(kept_pages, "VERSION", "99")
    assert [browser.open(), browser.open()] == [200, 304]


def test_computer_that_takes_no_entries_says_so_on_every_page(browser, monkeypatch) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    successor = OtherComputer(way=OtherComputer.Way.SUCCESSOR)
    monkeypatch.setattr(standing, "others", {OtherComputer.Way.SUCCESSOR: successor})
    assert [browser.open(), browser.open()] == [200, 304]


def test_second_computer_coming_or_going_is_in_the_pages_polling_answer(
    browser, monkeypatch
) -> None:
    address = "/t/herbst/clock/figures/"
    follower = OtherComputer(way=OtherComputer.Way.FOLLOWER, mark="x")
    assert browser.open() == 200
    monkeypatch.setattr(standing, "others", {OtherComputer.Way.FOLLOWER: follower})
    assert browser.open() == 304
    assert "Zweiter Rechner fehlt" in bar_of(browser, address)
    monkeypatch.setattr(feed, "_heard_at", float("inf"))
    assert "Zweiter Rechner zu langsam" in bar_of(browser, address)


@pytest.mark.parametrize("page", PAGES)
def test_page_with_a_running_clock_is_unchanged_until_the_next_entry(
    browser, tournament, clock, page
) -> None:
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    assert browser.open(page) == 200
    for past in (timedelta(seconds=1), timedelta(minutes=1), timedelta(minutes=30)):
        clock.time += past
        assert browser.open(page) == 304
    pause_clock(COMMAND_LINE, round_number(tournament, 1))
    assert [browser.open(page) for _ in range(2)] == [200, 304]


@pytest.mark.parametrize("page", OTHERS)
def test_unsaved_typing_does_not_change_the_page(browser, tournament, page) -> None:
    assert browser.open(page) == 200
    _type(browser, tournament)
    assert browser.open(page) == 304


@pytest.mark.parametrize("page", OF_TABLES)
def test_pages_of_tables_name_the_typist_but_not_the_typed_text(
    browser, tournament, clock, page
) -> None:
    assert browser.open(page) == 200
    table = round_number(tournament, 1).tables.get(number=1)
    save_draft(Actor(browser.user), table, "totals", {"t1": "4"}, None, WINDOW)
    assert [browser.open(page), browser.open(page)] == [200, 304]
    clock.time += timedelta(minutes=1)
    save_draft(Actor(browser.user), table, "totals", {"t1": "42"}, None, WINDOW)
    assert browser.open(page) == 304


@pytest.mark.parametrize(
    ("page", "status"), [(STANDINGS, 304), *((page, 200) for page in OF_TABLES)]
)
def test_pages_of_tables_say_when_a_time_is_up(browser, tournament, clock, page, status) -> None:
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    browser.open(page)
    clock.time += timedelta(minutes=100)
    assert [browser.open(page), browser.open(page)] == [status, 304]


def test_standings_say_when_objections_are_no_longer_heard(browser, tournament, clock) -> None:
    tournament.objections_until = clock.time + timedelta(minutes=30)
    tournament.save()
    note(tournament, tournament)
    assert browser.open() == 200
    clock.time += timedelta(minutes=29)
    assert browser.open() == 304
    clock.time += timedelta(minutes=1)
    assert [browser.open(), browser.open()] == [200, 304]
    clock.time += timedelta(days=1)
    assert browser.open() == 200, "times of another day carry their date"


def test_page_polls_for_the_age_of_the_last_copy(browser, clock, monkeypatch) -> None:
    copied = CopyStatus(copied_at=clock.time - timedelta(minutes=5))
    monkeypatch.setattr("tournament.templatetags.bar.copy_status", lambda: copied)
    address = "/t/herbst/clock/figures/"
    said = [bar_of(browser, page) for page in (STANDINGS, address)]
    assert ["Sicherung vor 5 Minuten" in text for text in said] == [True, True]
    copied.copied_at = clock.time - timedelta(minutes=7)
    assert browser.open() == 200
    copied.is_too_old = True
    assert browser.open() == 304
    assert "Sicherung vor 7 Minuten" in bar_of(browser, address)


def test_etag_of_another_user_or_address_is_not_accepted(browser, tournament) -> None:
    browser.open()
    other = Browser(tournament)
    other.marks = {STANDINGS: browser.marks[STANDINGS], f"{STANDINGS}?more=1": "x"}
    assert other.open() == 200
    browser.marks[f"{STANDINGS}?more=1"] = browser.marks[STANDINGS]
    assert browser.open(f"{STANDINGS}?more=1") == 200


def test_reader_without_permission_learns_nothing_about_the_page(browser, tournament) -> None:
    assert [browser.open(), browser.open()] == [200, 304]
    Membership.objects.filter(user=browser.user).delete()
    page = browser.client.get(STANDINGS, headers={"If-None-Match": browser.marks[STANDINGS]})
    assert page.status_code == 403


def test_message_is_shown_once_and_never_cached(browser) -> None:
    browser.client.post("/t/herbst/rounds/1/board/papers/", {"here": "99"})
    page = browser.client.get(STANDINGS)
    assert (len(list(get_messages(page.wsgi_request))), "ETag" in page.headers) == (1, False)
