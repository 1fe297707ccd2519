"""The registration desk in browser tests: its page, and what has come of it."""

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
    """Type each of them with an Enter behind it, so many milliseconds from key to key."""
    page.keyboard.type("".join(f"{entry}\n" for entry in entries), delay=delay)


def all_answered(page: Page) -> None:
    """Wait until nothing waits for the server any more."""
    page.wait_for_function(
        "() => !document.getElementById('check-in-sending')?.textContent"
        " && !document.querySelector('#check-in-alarm:not([hidden])')",
        timeout=60_000,
    )


def kept_here(page: Page) -> int:
    """How many acts the browser keeps."""
    return int(page.evaluate(f"{KEPT}.length"))


def slowed(page: Page, milliseconds: int) -> None:
    """From now on every answer takes so long."""
    conditions = {"latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    network = page.context.new_cdp_session(page)
    network.send("Network.emulateNetworkConditions", {"offline": False, **conditions})


def unreachable(page: Page) -> list[str]:
    """From now on the desk gets no answer in this browser; fills with what it asks."""
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.post_data or "")
        route.abort()

    page.context.route("**/players/desk/", refuse)
    return asked


def checked_in() -> set[int]:
    """The start numbers of those who are there."""
    return set(Entry.objects.filter(checked_in=True).values_list("number", flat=True))


def told_of(action: str = "player_checked_in") -> list[int]:
    """The start numbers in the journal's entries of this kind, in their order."""
    entries = JournalEntry.objects.filter(action=action)
    return [entry.data["number"] for entry in entries]
