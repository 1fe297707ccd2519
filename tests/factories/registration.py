"""The registration desk in browser tests: its page, and its effects."""

from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import signed_in
from tournament.models import Entry, JournalEntry, User

KEPT = "Object.keys(localStorage).filter((key) => /^kreuzdame.check-in.*waits/.test(key))"


def desk(page: Page, user: User) -> Page:
    """The page with the cursor in the field."""
    signed_in(page, user).goto("/t/herbst/players/")
    expect(page.locator("#typed")).to_be_focused()
    return page


def typed(page: Page, *entries: object, delay: float = 0) -> None:
    """Type each of them with an Enter, so many milliseconds between keys."""
    page.keyboard.type("".join(f"{entry}\n" for entry in entries), delay=delay)


def all_answered(page: Page) -> None:
    """Wait until nothing is waiting for the server."""
    page.wait_for_function(
        "() => !document.getElementById('check-in-sending')?.textContent"
        " && !document.querySelector('#check-in-alarm:not([hidden])')",
        timeout=60_000,
    )


def kept_here(page: Page) -> int:
    """Return how many acts the browser keeps."""
    return int(page.evaluate(f"{KEPT}.length"))


def nothing_kept_here(page: Page) -> None:
    """Wait until the browser keeps no act: its list is empty before it is read, too."""
    page.wait_for_function(f"() => {KEPT}.length === 0")


def slowed(page: Page, milliseconds: int) -> None:
    """From now on delay every answer by so much."""
    conditions = {"latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    network = page.context.new_cdp_session(page)
    network.send("Network.emulateNetworkConditions", {"offline": False, **conditions})


def unreachable(page: Page) -> list[str]:
    """Block the desk's answers in this browser; return a list of the requests."""
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.post_data or "")
        route.abort()

    page.context.route("**/players/desk/", refuse)
    return asked


def checked_in() -> set[int]:
    """Return the start numbers of those present."""
    return set(Entry.objects.filter(checked_in=True).values_list("number", flat=True))


def told_of(action: str = "player_checked_in") -> list[int]:
    """Return the start numbers in journal entries of this kind, in order."""
    entries = JournalEntry.objects.filter(action=action)
    return [entry.data["number"] for entry in entries]
