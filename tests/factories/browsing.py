"""What browser tests do on many pages: sign in, check accessibility and width."""

from contextlib import suppress

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, Page, Route, expect

from tests.factories.words import text
from tournament.models import User

# Only faults are reported in full: all that passes would take as long again.
WCAG_2_1_AA = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    "resultTypes": ["violations"],
}
# Axe takes a page's few colours apart at every text anew, which is a seventh of its time.
WITH_KNOWN_COLOURS = """
(({ prototype }) => {
    const known = new Map();
    const parse = prototype.parseString;
    prototype.parseString = function (colour) {
        if (known.has(colour)) return Object.assign(this, known.get(colour));
        const { r, g, b, alpha } = parse.call(this, colour);
        known.set(colour, { r, g, b, alpha });
        return this;
    };
})(axe.commons.color.Color);
"""
AXE = f"{Axe().axe_script}\n{WITH_KNOWN_COLOURS}"
VIOLATIONS = "async (options) => (await axe.run(options)).violations"

UNREACHABLE = text(
    "The server cannot be reached. You can go on typing: what you type is kept in this browser and "
    "sent as soon as it answers."
)
SIGNED_OUT = text(
    "You are signed out. Nothing is lost: what you type is kept in this browser. Sign in in a new "
    "window, then go on here."
)
OTHERS_BROWSER = (
    "Now {who} is signed in in this browser. What is typed here was typed by {own}: it is kept in "
    "this browser until {own} signs in again."
)
"""What the lanes say while they cannot send."""


def signed_in(page: Page, user: User, *, language: str = "de") -> Page:
    """Open a page with a session of this account, in this language."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    _set_cookie(page, name, client.cookies[name].value)
    in_language(page, language)
    return page


def in_language(page: Page, language: str) -> None:
    """Switch the page to this language."""
    _set_cookie(page, settings.LANGUAGE_COOKIE_NAME, language)


def _set_cookie(page: Page, name: str, value: str) -> None:
    cookie = {"name": name, "value": value, "domain": "localhost", "path": "/"}
    page.context.add_cookies([cookie])


def keep_axe(page: Page) -> None:
    """Keep axe in the browser for each page opened from now on.

    It is half a megabyte: to send it to every page again takes longer than to read it there.
    """
    page.add_init_script(f"window.startAxe = () => {{{AXE}\n}}")


def accessibility_faults(page: Page) -> list[str]:
    """Return what axe finds against WCAG 2.1 AA: rule, advice, and elements.

    A page that is asked again, say in another width, has axe already.
    """
    if not page.evaluate("'axe' in window || ('startAxe' in window && (startAxe(), true))"):
        page.evaluate(AXE)
    return [
        f"{violation['id']}: {violation['help']}: "
        + ", ".join(str(node["target"]) for node in violation["nodes"])
        for violation in page.evaluate(VIOLATIONS, WCAG_2_1_AA)
    ]


def assert_accessible(page: Page) -> None:
    """Assert that the page keeps WCAG 2.1 AA, as far as a machine can tell."""
    assert accessibility_faults(page) == [], page.url


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


FOCUS_COMES_WITHIN = 3000  # milliseconds


def focused(page: Page) -> str:
    """Return the name of the focused field, once there is one; empty where none comes."""
    with suppress(Error):  # in time
        page.locator(":focus").first.wait_for(state="attached", timeout=FOCUS_COMES_WITHIN)
    return str(page.evaluate("document.activeElement.name || document.activeElement.id"))


def kept(page: Page) -> None:
    """Wait until the server has everything, so that nothing arrives after the test."""
    expect(page.locator("#sheet-form:not([data-unsaved])")).to_be_visible()


def without_complaints_about(status: int, problems: list[str]) -> None:
    """Allow these console messages: the browser logs every refusal. Nothing else may be there."""
    assert [problem for problem in problems if str(status) not in problem] == []
    problems.clear()


def refuse(status: int, route: Route) -> None:
    """Answer a request as a server does that fails or refuses."""
    route.fulfill(status=status, body="no")


def paste(page: Page, text: str) -> None:
    """Paste a text at the cursor."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const init = { clipboardData: data, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", init));
        }""",
        text,
    )
