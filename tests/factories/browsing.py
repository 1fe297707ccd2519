"""What browser tests do on many pages: sign in, check accessibility and width."""

from contextlib import suppress

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Error, Page, Route, expect

from tests.factories.effort import tries
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
# Axe takes its time for each row, and says the same of rows that differ in their words alone: of a
# long list it sees the first of each kind, where the cursor is, and what belongs to a form that may
# be sent meanwhile. `make slow` shows it all.
VIOLATIONS = """async ([options, long, shown]) => {
    if (!("axe" in window) && !("startAxe" in window)) return null;
    if (!("axe" in window)) startAxe();
    const looks = ["class", "role", "style", "type", "lang", "tabindex", "aria-hidden",
        "aria-selected", "aria-invalid", "aria-pressed", "aria-current"].join("|");
    const words = />[^<]*[^<\\s][^<]*/g;
    const values = new RegExp(` (?!(?:${looks})=)([\\\\w-]+)="[^"]+"`, "g");
    const away = [];
    const fields = "input, select, textarea, button";
    const isFree = (row) => row.matches("tr, li") && !row.matches(":focus-within") &&
        [...row.querySelectorAll(fields)].every(({ form }) => !form || row.contains(form));
    for (const list of document.querySelectorAll("main :not(select)")) {
        if (list.childElementCount < long) continue;
        const seen = new Map();
        for (const row of list.children) {
            const kind = row.outerHTML.replace(words, ">x").replace(values, " $1");
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
            if (seen.get(kind) > shown && isFree(row)) away.push(row);
        }
    }
    const at = { left: scrollX, top: scrollY, behavior: "instant" };
    const places = away.map((row) => row.ownerDocument.createComment(""));
    away.forEach((row, index) => row.replaceWith(places[index]));
    const { violations } = await axe.run(options);
    places.forEach((place, index) => place.replaceWith(away[index]));
    scrollTo(at);
    return violations;
}"""
LONG, SHOWN = tries((12, 2), (0, 10_000))
"""From how many rows on a list is long, and how many of a kind axe sees of it."""

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
    session = _cookie(name, client.cookies[name].value)
    page.context.add_cookies([session, _cookie(settings.LANGUAGE_COOKIE_NAME, language)])
    return page


def in_language(page: Page, language: str) -> None:
    """Switch the page to this language."""
    page.context.add_cookies([_cookie(settings.LANGUAGE_COOKIE_NAME, language)])


def _cookie(name: str, value: str) -> dict[str, str]:
    return {"name": name, "value": value, "domain": "localhost", "path": "/"}


def keep_axe(page: Page) -> None:
    """Keep axe in the browser for each page opened from now on.

    It is half a megabyte: to send it to every page again takes longer than to read it there.
    """
    page.add_init_script(f"window.startAxe = () => {{{AXE}\n}}")


def accessibility_faults(page: Page) -> list[str]:
    """Return what axe finds against WCAG 2.1 AA: rule, advice, and elements.

    A page that is asked again, say in another width, has axe already.
    """
    asked = [WCAG_2_1_AA, LONG, SHOWN]
    if (violations := page.evaluate(VIOLATIONS, asked)) is None:
        page.evaluate(AXE)
        violations = page.evaluate(VIOLATIONS, asked)
    return [
        f"{violation['id']}: {violation['help']}: "
        + ", ".join(str(node["target"]) for node in violation["nodes"])
        for violation in violations
    ]


def assert_accessible(page: Page) -> None:
    """Assert that the page keeps WCAG 2.1 AA, as far as a machine can tell."""
    assert accessibility_faults(page) == [], page.url


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )


def assert_fits(page: Page) -> None:
    """Assert that a page is no wider than a phone and a laptop; axe is asked as for every page."""
    for width in (360, 1366):
        page.set_viewport_size({"width": width, "height": 740})
        assert overflow(page) == 0, page.url
        if tries(width == 360, True):
            assert_accessible(page)


FOCUS_COMES_WITHIN = 3000  # milliseconds
FOCUSED = "document.activeElement.name || document.activeElement.id"


def focused(page: Page) -> str:
    """Return the name of the focused field, once there is one; empty where none comes."""
    if not (name := page.evaluate(FOCUSED)):
        with suppress(Error):  # in time
            page.locator(":focus").first.wait_for(state="attached", timeout=FOCUS_COMES_WITHIN)
        name = page.evaluate(FOCUSED)
    return str(name)


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
