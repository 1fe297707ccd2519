"""The value calculator above the list lane, by keyboard."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import assert_accessible, focused, kept
from tests.factories.list_lane import line, opened, write
from tests.factories.words import text
from tournament.models import GameTable, User


@pytest.fixture
def lane(page: Page, table: GameTable, typist: User) -> Page:
    """The lane of table 1, waiting for its first line."""
    return opened(page, table, typist)


def value_held(lane: Page, points: str) -> Route:
    """Type the points of Re and hold the answer back."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    lane.route("**/value/", hold, times=1)
    lane.get_by_label("Augen von Re").fill(points)
    lane.clock.run_for(200)
    for _time in range(3000):  # a busy browser asks late
        if held:
            break
        lane.wait_for_timeout(10)
    return held[0]


def test_value_calculator_gives_the_value_by_paragraph_and_inserts_it(lane: Page):
    write(lane, "13 4")
    lane.keyboard.press("F9")
    expect(lane.get_by_role("dialog")).to_be_visible()
    expect(lane.get_by_label("Spielart")).to_be_focused()
    for key in ("Tab", "24", "Tab", "145", "Tab", "ArrowDown"):
        lane.keyboard.press(key) if key.isalpha() else lane.keyboard.type(key)
    expect(lane.locator("#value-result")).to_contain_text("Re gewinnt")
    expect(lane.locator("#value-result")).to_contain_text("7.2.2(b)")
    expect(lane.locator("[data-line]")).to_contain_text("24 3")
    assert_accessible(lane)
    lane.keyboard.press("Control+Enter")
    expect(lane.get_by_role("dialog")).to_be_hidden()
    assert line(lane, 2) == "24 3"
    assert focused(lane) == "l2"
    lane.keyboard.press("Control+z")
    assert line(lane, 2) == ""
    kept(lane)


def test_value_calculator_refuses_impossible_games(lane: Page):
    lane.keyboard.press("F9")
    lane.get_by_label("Re: Positionen").fill("24")
    lane.get_by_label("Augen von Re").fill("239")
    expect(lane.locator("#value-result")).to_contain_text(
        text("This game cannot have been played: %(reason)s.", reason="").partition(":")[0]
    )
    expect(lane.get_by_role("button", name="In die Zeile übernehmen")).to_be_disabled()
    lane.get_by_label("Augen von Re").fill("241")
    expect(lane.locator("[data-kontra]")).to_be_empty()
    lane.keyboard.press("Escape")
    assert line(lane, 1) == ""
    assert focused(lane) == "l1"


def test_value_calculator_asks_whether_a_pointless_party_took_a_trick(lane: Page):
    lane.keyboard.press("F9")
    lane.get_by_label("Re: Positionen").fill("24")
    lane.get_by_label("Augen von Re").fill("240")
    expect(lane.locator("[data-note]")).to_contain_text("Kontra hat kein Auge")
    lane.get_by_role("group", name="Kontra").get_by_label("ohne Stich").check()
    expect(lane.locator("[data-line]")).to_contain_text("24 5")
    expect(lane.locator("[data-note]")).to_be_hidden()


def test_value_is_in_the_line_before_the_next_key(lane: Page):
    """Typing after the value was inserted does not overwrite it, however fast."""
    write(lane, "13 4")
    lane.keyboard.press("F9")
    lane.get_by_label("Re: Positionen").fill("24")
    lane.get_by_label("Augen von Re").fill("145")
    expect(lane.locator("[data-line]")).to_contain_text("24 1")
    written = """() => {
        const keys = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", keys));
        return [document.activeElement.name, document.activeElement.value];
    }"""
    assert lane.evaluate(written) == ["l2", "24 1"]
    kept(lane)


def test_calculator_starts_empty_for_the_next_game(lane: Page):
    """Nothing of the game before stays, and closing it inserts nothing."""
    write(lane, "13 4")
    lane.keyboard.press("F9")
    lane.get_by_label("Re: Positionen").fill("24")
    lane.get_by_label("Augen von Re").fill("145")
    expect(lane.locator("[data-line]")).to_contain_text("24 1")
    lane.get_by_role("button", name="Schließen", exact=True).click()
    assert (focused(lane), line(lane, 2)) == ("l2", "")
    lane.keyboard.press("F9")
    assert lane.get_by_label("Augen von Re").input_value() == "145"
    lane.get_by_role("button", name="In die Zeile übernehmen").click()
    assert (focused(lane), line(lane, 2)) == ("l2", "24 1")
    lane.locator("[data-opens-value]").click()
    assert lane.get_by_label("Augen von Re").input_value() == ""
    assert lane.get_by_label("Re: Positionen").input_value() == "24"
    lane.keyboard.press("Escape")
    assert focused(lane) == "l2"
    kept(lane)


def test_late_answer_about_earlier_figures_is_dropped(page: Page, table: GameTable, typist: User):
    """The value of 180 comes after 181 is typed and taken over, before 181 is asked."""
    page.clock.install()
    lane = opened(page, table, typist)
    lane.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    write(lane, "13 4")
    lane.keyboard.press("F9")
    lane.get_by_label("Re: Positionen").fill("24")
    held = value_held(lane, "180")
    lane.get_by_label("Augen von Re").fill("181")
    lane.keyboard.press("Control+Enter")
    with lane.expect_response("**/value/"):
        held.continue_()
    lane.wait_for_timeout(50)
    assert line(lane, 2) == ""
    lane.clock.run_for(200)
    expect(lane.get_by_role("dialog")).to_be_hidden()
    assert line(lane, 2) == "24 3"
    lane.clock.resume()
    kept(lane)


def test_closed_calculator_writes_nothing_when_the_answer_comes(
    page: Page, table: GameTable, typist: User
):
    page.clock.install()
    lane = opened(page, table, typist)
    lane.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    write(lane, "13 4")
    lane.keyboard.press("F9")
    lane.get_by_label("Re: Positionen").fill("24")
    held = value_held(lane, "181")
    lane.keyboard.press("Control+Enter")
    lane.keyboard.press("Escape")
    expect(lane.get_by_role("dialog")).to_be_hidden()
    with lane.expect_response("**/value/"):
        held.continue_()
    expect(lane.locator("[data-line]")).to_contain_text("24 3")
    assert line(lane, 2) == ""
    lane.clock.resume()
    kept(lane)
