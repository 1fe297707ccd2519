"""What the hall watches and hears: a draw that fills, a place that is called, gong and voice."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.test_screen_formats import play
from tests.factories.browsing import signed_in
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock
from tournament.stage import writes as stage
from tournament.stage.rules import Picture

pytestmark = pytest.mark.django_db(transaction=True)

# Which animations run, by the class of what they move.
MOVING = """() => [...new Set(document.getAnimations()
    .map((each) => each.effect.target.classList[0] ?? each.effect.target.localName))].sort()"""
# A device with a voice of its own and one that would send the words away; a gong that is counted.
VOICES = """
    window.spoken = [];
    window.struck = 0;
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, "speechSynthesis", { value: {
        getVoices: () => [
            { name: "Netz", lang: "de-DE", localService: false },
            { name: "Sam", lang: "en-GB", localService: true },
            ...(window.location.search === "?without" ? [] :
                [{ name: "Anna", lang: "de-DE", localService: true }]),
        ],
        speak: (said) => window.spoken.push([said.voice.name, said.text]),
        addEventListener: () => {},
    } });
    const strike = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) {
        window.struck += 1;
        strike.apply(this, at);
    };
"""


@pytest.fixture
def called(transactional_db) -> Tournament:
    """A tournament whose three places are called."""
    tournament = make_drawn_tournament(12, rounds_planned=1)
    play(tournament, 1)
    stage.call_places(COMMAND_LINE, tournament, 3)
    return tournament


def test_draw_fills_table_by_table_and_clubs_fall_for_the_first(
    page: Page, called: Tournament
) -> None:
    signed_in(page, make_owner()).goto("/t/herbst/beamer/pictures/draw/")
    moving = page.evaluate(MOVING)
    assert ("square" in moving, "div" in moving) == (True, True)
    delays = "[...document.querySelectorAll('.square')].map((each) => each.style.animationDelay)"
    assert page.evaluate(delays) == ["300ms", "1500ms", "2700ms"]
    page.goto("/t/herbst/beamer/pictures/podium/")
    assert page.evaluate(MOVING) == ["club", "winners"]


def test_nothing_moves_where_motion_is_not_wanted(page: Page, called: Tournament) -> None:
    page.emulate_media(reduced_motion="reduce")
    signed_in(page, make_owner())
    for picture in (Picture.DRAW, Picture.PODIUM):
        page.goto(f"/t/herbst/beamer/pictures/{picture}/")
        expect(page.locator(f".picture.{picture}")).to_be_visible()
        assert page.evaluate(MOVING) == []
        expect(page.locator(".falling .club").first).to_be_hidden(timeout=1000)


def test_a_moment_is_played_once(page: Page, called: Tournament) -> None:
    code = stage.let_screens_in(COMMAND_LINE, called).code
    stage.call_places(COMMAND_LINE, called, 2)
    stage.show_picture(COMMAND_LINE, called, Picture.PODIUM)
    page.goto(f"/s/{code}/")
    expect(page.locator(".picture.podium.is-moment")).to_be_visible()
    stage.show_picture(COMMAND_LINE, called, Picture.WELCOME)
    expect(page.locator(".picture.welcome")).to_be_visible()
    stage.show_picture(COMMAND_LINE, called, Picture.PODIUM)
    expect(page.locator(".picture.podium")).to_be_visible()
    expect(page.locator(".picture.is-moment")).to_have_count(0)
    stage.call_places(COMMAND_LINE, called, 3)
    expect(page.locator(".picture.podium.is-moment .falling")).to_be_visible()


def test_gong_and_voice_are_off_until_switched_on_and_stay_on(page: Page, db) -> None:
    tournament = make_drawn_tournament(8)
    code = stage.let_screens_in(COMMAND_LINE, tournament).code
    page.add_init_script(VOICES)
    page.goto(f"/s/{code}/")
    stage.announce(COMMAND_LINE, tournament, "Pause bis zwei", None)
    expect(page.locator(".said")).to_have_text("Pause bis zwei")
    assert (page.evaluate("spoken"), page.evaluate("struck")) == ([], 0)
    page.mouse.move(100, 100)
    page.locator("#sound").check()
    page.locator("#voice").check()
    assert page.evaluate("struck") > 0
    page.reload()
    expect(page.locator("#sound")).to_be_checked()
    expect(page.locator("#voice")).to_be_checked()
    page.mouse.click(100, 100)  # browsers play nothing before somebody has touched the page
    stage.announce(COMMAND_LINE, tournament, "Es geht weiter", None)
    expect(page.locator(".said")).to_have_text("Es geht weiter")
    page.wait_for_timeout(2_500)  # the gong has faded
    assert page.evaluate("spoken") == [["Anna", "Es geht weiter"]]
    assert page.evaluate("struck") > 0


def test_voice_is_not_offered_without_one_of_the_device(page: Page, db) -> None:
    code = stage.let_screens_in(COMMAND_LINE, make_drawn_tournament(8)).code
    page.add_init_script(VOICES)
    page.goto(f"/s/{code}/?without")
    page.mouse.move(100, 100)
    expect(page.locator("#sound")).to_be_visible()
    expect(page.locator("#voice")).to_be_hidden()


def test_clock_without_a_limit_counts_minutes(page: Page, db) -> None:
    tournament = make_drawn_tournament(8, rules="altgeld")
    now = timezone.now()
    start_clock(
        COMMAND_LINE, round_number(tournament, 1), now=now - timedelta(minutes=7, seconds=5)
    )
    page.clock.install(time=now)
    signed_in(page, make_owner()).goto("/t/herbst/beamer/pictures/clock/")
    expect(page.locator(".is-played")).to_have_text("7")
    page.clock.run_for(60_000)
    expect(page.locator(".is-played")).to_have_text("8")
    width = page.locator(".face").evaluate("(face) => face.clientWidth - face.scrollWidth")
    assert width >= 0
