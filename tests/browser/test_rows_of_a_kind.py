"""Axe sees every kind of row of a long list, and leaves the page as it was."""

from playwright.sync_api import Page

from tests.factories.browsing import accessibility_faults

ROW = '<li><a href="/{0}/" aria-current="false">Place {0}</a></li>'
ROWS = "".join(ROW.format(number) for number in range(40))
WITHOUT_WORDS = "row => { document.querySelectorAll('main a')[row].textContent = ' '; }"

FAINT = """row => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('a[aria-current="page"] { color: #ddd; background: #fff }');
    document.adoptedStyleSheets = [sheet];
    document.querySelectorAll("main a")[row].setAttribute("aria-current", "page");
}"""


def show_rows(page: Page) -> None:
    page.locator("main").evaluate("(main, rows) => { main.innerHTML = rows; }", f"<ul>{ROWS}</ul>")


def test_row_that_differs_is_seen_wherever_it_stands(page: Page, live_server) -> None:
    for row in (0, 30, 39):
        page.goto("/sign-in/")
        show_rows(page)
        before = page.content()
        assert accessibility_faults(page) == []
        assert page.content() == before
        page.evaluate(WITHOUT_WORDS, row)
        (fault,) = accessibility_faults(page)
        assert fault.startswith("link-name")


def test_row_that_is_coloured_by_a_value_is_seen(page: Page, live_server) -> None:
    page.goto("/sign-in/")
    show_rows(page)
    page.evaluate(FAINT, 30)
    (fault,) = accessibility_faults(page)
    assert fault.startswith("color-contrast")
