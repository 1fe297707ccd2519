"""Axe sees every kind of row of a long list, and leaves the page as it was."""

from playwright.sync_api import Page

from tests.factories.browsing import accessibility_faults

ROWS = "".join(f'<li><a href="/{number}/">Place {number}</a></li>' for number in range(40))
WITHOUT_WORDS = "row => { document.querySelectorAll('main a')[row].textContent = ' '; }"


def test_row_that_differs_is_seen_wherever_it_stands(page: Page, live_server) -> None:
    for row in (0, 30, 39):
        page.goto("/sign-in/")
        page.locator("main").evaluate(
            "(main, rows) => { main.innerHTML = rows; }", f"<ul>{ROWS}</ul>"
        )
        before = page.content()
        assert accessibility_faults(page) == []
        assert page.content() == before
        page.evaluate(WITHOUT_WORDS, row)
        (fault,) = accessibility_faults(page)
        assert fault.startswith("link-name")
