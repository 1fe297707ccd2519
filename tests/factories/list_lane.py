"""The list lane in a browser: opened, typed into, read."""

from playwright.sync_api import Page, expect

from tests.factories.browsing import signed_in
from tests.factories.desk import address_of
from tournament.models import GameTable, User


def opened(page: Page, table: GameTable, user: User | None = None) -> Page:
    """Return the lane of this table, waiting for its first line."""
    if user:
        signed_in(page, user)
    page.goto(address_of(table))
    expect(page.locator("#l1")).to_be_focused()
    return page


def write(page: Page, *lines: str, delay: int = 0) -> None:
    """Type lines from the cursor on, each with Enter."""
    for line in lines:
        page.keyboard.type(line, delay=delay)
        page.keyboard.press("Enter")


def line(page: Page, number: int) -> str:
    """Return the text in the line of a game."""
    return page.locator(f"#l{number}").input_value()


def lines(page: Page, count: int) -> list[str]:
    """Return the text in the first lines."""
    fields = page.locator(", ".join(f"#l{number}" for number in range(1, count + 1)))
    return list(fields.evaluate_all("all => all.map((each) => each.value)"))
