"""The list lane on an offline phone: corrections stay, and the keys remain visible."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_list_lane_touch import phone, sign, table  # noqa: F401
from tests.factories.browsing import UNREACHABLE

SHORT = {"width": 360, "height": 400}


def write(page: Page, line: str) -> None:
    page.keyboard.type(line)
    sign(page, "Weiter")


@pytest.fixture
def alone(phone: Page) -> Page:  # noqa: F811
    """Line 2 was refused; then the network failed, and the line was corrected."""
    phone.locator("#l1").tap()
    write(phone, "23 4")
    write(phone, "13 4 5")
    expect(phone.locator("#notes-2 .error")).to_be_visible()
    phone.context.set_offline(True)
    phone.locator("#l2").tap()
    phone.locator("#l2").fill("13 4")
    expect(phone.get_by_role("alert")).to_contain_text(UNREACHABLE)
    return phone


@pytest.mark.slow
def test_a_mended_line_stays_quiet_while_others_are_typed(alone: Page):
    for _line in range(2):
        sign(alone, "Weiter")
        alone.keyboard.type("14 1")
        alone.wait_for_timeout(300)  # the check goes unanswered once more
        alone.locator("#l1").tap()
        assert alone.locator("#notes-2").inner_text() == ""
        alone.locator("#l4").tap()
    expect(alone.locator("#game-2")).not_to_have_class("has-error")
    assert alone.locator("#l2").get_attribute("aria-invalid") is None
    alone.context.set_offline(False)
    expect(alone.locator("#means-2")).to_have_text("Normalspiel: 1 und 3 gewinnen 4")


def test_all_keys_are_in_sight(alone: Page):
    for line in ("#l3", "#l9", "#l14"):
        alone.locator(line).tap()
        in_sight(alone, "#lane-keypad [data-next]")


@pytest.mark.slow
def test_they_stay_in_sight_when_the_network_goes(phone: Page):  # noqa: F811
    for line in ("#l7", "#l9"):
        phone.locator(line).tap()
        phone.keyboard.type("13 4")
        phone.evaluate("scrollBy(0, -200)")
        phone.locator("#lane-keypad").evaluate("keys => keys.scrollIntoView({ block: 'nearest' })")
        in_sight(phone, "#lane-keypad [data-next]")
        phone.context.set_offline(True)
        phone.keyboard.type(" ")
        expect(phone.get_by_role("alert")).to_contain_text(UNREACHABLE)
        in_sight(phone, "#lane-keypad [data-next]")
        phone.context.set_offline(False)
        expect(phone.get_by_role("alert")).to_be_hidden()


@pytest.mark.slow
def test_nothing_covers_the_list_on_a_low_screen(alone: Page):
    alone.set_viewport_size(SHORT)
    alone.locator("#l3").tap()
    for line in ("#l2", "#l3"):
        in_sight(alone, line)
    in_sight(alone, "#lane-keypad [data-next]")


def in_sight(page: Page, name: str) -> None:
    """Return whether an element is on the screen with nothing over its middle."""
    page.wait_for_function(
        """name => {
            const element = document.querySelector(name);
            const box = element.getBoundingClientRect();
            const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return element.contains(at);
        }""",
        arg=name,
    )
