"""The round clock in a real browser: it follows the server's time on every screen."""

import re
from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.models import Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import end_clock, extend_time, start_clock

pytestmark = pytest.mark.django_db(transaction=True)

# A laptop whose battery was empty: its clock is years off the server's.
WRONG_TIME = datetime(2020, 1, 1, tzinfo=UTC)
CLOCK = ".bar-clock .countdown"
BOXES = "all => all.map((each) => each.getBoundingClientRect().toJSON())"

OVER = text("Finish the game that has begun, no new normal games; owed solos are still played.")


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn_tournament()


def start(tournament: Tournament, **ago: int) -> None:
    moment = timezone.now() - timedelta(**ago)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=moment)


def seconds_shown(page: Page) -> int:
    minutes, seconds = page.locator(CLOCK).inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def test_clock_is_right_on_a_machine_with_a_wrong_clock(page: Page, tournament: Tournament) -> None:
    start(tournament, minutes=90)
    page.clock.install(time=WRONG_TIME)
    page.clock.pause_at(WRONG_TIME + timedelta(seconds=1))
    # It counts on its own: no answer brings the real time into the stopped clock.
    page.route("**/clock/figures/", lambda route: None)
    signed_in(page, make_owner()).goto("/t/herbst/")
    left = seconds_shown(page)
    assert 10 * 60 - 30 < left <= 10 * 60
    page.clock.run_for(5_000)
    assert seconds_shown(page) == left - 5


def test_clock_says_when_the_time_is_up(page: Page, tournament: Tournament) -> None:
    start(tournament, minutes=99, seconds=57)
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/clock/")
    expect(page.locator(".until")).to_contain_text("bis")
    expect(page.locator("main .countdown")).to_have_text("Zeit abgelaufen")
    expect(page.locator("main .countdown")).to_have_class("countdown is-over")
    expect(page.locator(".until")).to_contain_text(re.compile(r"seit \d\d:\d\d Uhr"))


def test_open_screens_follow_start_and_end(page: Page, tournament: Tournament) -> None:
    page.clock.install(time=WRONG_TIME)
    signed_in(page, make_owner()).goto("/t/herbst/standings/")
    expect(page.locator(CLOCK)).to_have_count(0)
    start(tournament, minutes=0)
    page.clock.run_for(16_000)
    expect(page.locator(CLOCK)).to_have_text(re.compile(r"^(100:00|99:\d\d)$"))
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True)
    page.clock.run_for(16_000)
    expect(page.locator(CLOCK)).to_have_count(0)


def test_page_asleep_for_an_hour_is_right_at_once(page: Page, tournament: Tournament) -> None:
    """The machine's clock went wrong meanwhile, too."""
    start(tournament, minutes=10)
    page.clock.install(time=WRONG_TIME)
    signed_in(page, make_owner()).goto("/t/herbst/")
    page.clock.pause_at(WRONG_TIME + timedelta(seconds=5))
    page.wait_for_load_state("networkidle")  # else an answer on its way would be of the time after
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=70))  # an hour later
    page.clock.set_system_time(WRONG_TIME + timedelta(minutes=30))
    time_up = round_number(tournament, 1).started_at + timedelta(minutes=100)
    before = (time_up - timezone.now()).total_seconds()
    with page.expect_response("**/clock/figures/"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(CLOCK)).to_have_text(re.compile(r"^(30:00|29:5\d)$"))
    after = (time_up - timezone.now()).total_seconds()
    assert after <= seconds_shown(page) < before + 1


def test_wall_shows_announcements_without_asking_the_server(
    page: Page, tournament: Tournament, problems: list[str]
) -> None:
    start(tournament, minutes=89)  # a minute is left to load the page on a machine under load
    page.clock.install()
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/clock/")
    said = page.locator(".announcements p:visible")
    expect(said).to_have_count(0)
    page.context.set_offline(True)
    page.clock.run_for(63_000)
    expect(said).to_have_text("Durchsage: Noch 10 Minuten.")
    expect(page.locator(".face")).to_have_class("face is-warned")
    page.clock.run_for(10 * 60_000)
    expect(said).to_have_text(re.compile(re.escape(OVER)))
    expect(page.locator("main .countdown")).to_have_text("Zeit abgelaufen")
    problems.clear()  # the browser says that it was offline


def test_gong_is_off_until_enabled_and_is_remembered(
    page: Page, tournament: Tournament, problems: list[str]
) -> None:
    start(tournament, minutes=89, seconds=58)
    page.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...given) {"
        "  window.tones += 1; start.apply(this, given); };"
    )
    page.clock.install()
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/clock/")
    page.context.set_offline(True)
    page.clock.run_for(3_000)
    assert page.evaluate("window.tones") == 0
    page.locator("#sound").check()
    assert page.evaluate("window.tones") == 5  # how loud it is
    page.clock.run_for(4 * 60_000)
    assert page.evaluate("window.tones") == 5  # nothing new
    page.clock.run_for(60_000)
    assert page.evaluate("window.tones") == 10
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#sound")).to_be_checked()
    problems.clear()  # the browser says that it was offline


def test_paused_clock_stands_still_on_every_screen(page: Page, tournament: Tournament) -> None:
    start(tournament, minutes=40)
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/")
    page.get_by_role("button", name="Runde unterbrechen").click()
    expect(page.locator(CLOCK)).to_have_text(re.compile(r"^(60:00|59:5\d) unterbrochen$"))
    assert_accessible(page)
    shown = page.locator(CLOCK).inner_text()
    page.goto("/t/herbst/rounds/1/clock/")
    page.wait_for_timeout(1_500)
    assert page.locator("main .countdown").inner_text().split() == shown.split()
    page.goto("/t/herbst/rounds/1/")
    page.get_by_role("button", name="Runde fortsetzen").click()
    expect(page.locator(CLOCK)).to_have_text(re.compile(r"^(60:00|59:5\d)$"))


@pytest.mark.parametrize("with_extra_time", [2, 9])
def test_projector_shows_both_clocks_and_extra_times_without_scrolling(
    page: Page, with_extra_time: int
) -> None:
    tournament = make_drawn_tournament(players=41, name="Donaudampfschifffahrt" * 6)
    start(tournament, minutes=1)
    for number in range(1, with_extra_time + 1):
        table = round_number(tournament, 1).tables.get(number=number)
        extend_time(COMMAND_LINE, table, 30, "Schiedsrichter", "AB")
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/clock/")
    shown = page.locator(".face, .until, .extra li, footer a")
    for size in ((1024, 768), (1366, 768), (1920, 1080), (360, 740)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        boxes = shown.evaluate_all(BOXES)
        assert len(boxes) == 4 + with_extra_time + 1
        assert [box for box in boxes if not inside(box, size)] == []
        # Nothing overlaps, and the figures are the largest thing on the page.
        for box in page.locator(".face").evaluate_all(BOXES):
            assert box["height"] > max(each["height"] for each in boxes[4:])
        assert overlapping(boxes) == []


def inside(box: dict[str, float], size: tuple[int, int]) -> bool:
    """Return whether a box lies fully on the screen."""
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= 0 and box["y"] >= 0 and right <= size[0] and bottom <= size[1]


def overlapping(boxes: list[dict[str, float]]) -> list[tuple[dict, dict]]:
    """Return pairs of boxes that overlap by more than a rounded pixel."""

    def share(one: dict, other: dict, side: str, length: str) -> bool:
        ends = min(one[side] + one[length], other[side] + other[length])
        return ends - max(one[side], other[side]) > 1

    return [
        (one, other)
        for one, other in combinations(boxes, 2)
        if share(one, other, "x", "width") and share(one, other, "y", "height")
    ]


def test_page_kept_by_the_browser_has_the_right_time_at_once(
    page: Page, tournament: Tournament
) -> None:
    """The page is as first loaded (304), and its script asks for the time."""
    start(tournament, minutes=90)
    signed_in(page, make_owner()).goto("/t/herbst/standings/")
    expect(page.locator(CLOCK)).to_be_visible()
    start_of_round = timezone.now() - timedelta(minutes=95)
    Round.objects.filter(tournament=tournament, number=1).update(started_at=start_of_round)
    with page.expect_response("**/standings/") as answer, page.expect_response("**/clock/figures/"):
        page.goto("/t/herbst/standings/")
    assert answer.value.status in (200, 304)
    expect(page.locator(CLOCK)).to_have_text(re.compile(r"^(5:00|4:\d\d)$"), timeout=2000)
