"""Nothing of a test is left for the next one in the context that they share."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import in_language, signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.shared_context import SharedContext
from tests.factories.tournaments import make_owner

KEEP = """async () => {
    localStorage.kept = sessionStorage.kept = "yes";
    await (await caches.open("kept")).put("/kept", new Response("yes"));
    await new Promise((done) => { indexedDB.open("kept").onsuccess = done; });
}"""
KEPT = """async () => [
    localStorage.length, sessionStorage.length, await caches.keys(), await indexedDB.databases(),
]"""


def next_page(shared: SharedContext) -> Page:
    """Return the page of the next test."""
    shared.take_back()
    return shared.lend()


def test_a_page_finds_nothing_that_was_kept(page: Page, shared: SharedContext) -> None:
    in_language(page, "en")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.evaluate(KEEP)
    page.context.new_page().goto("/")
    after = next_page(shared)
    assert (after.context, after.context.pages) == (page.context, [after])
    assert after.context.cookies() == []
    after.goto("/")
    expect(after.locator("html")).to_have_attribute("lang", "de")
    assert after.evaluate(KEPT) == [0, 0, [], []]


@pytest.mark.parametrize(
    "change",
    [
        lambda page: page.clock.install(),
        lambda page: page.context.clock.set_fixed_time(0),
        lambda page: page.context.add_init_script("window.left = 1"),
        lambda page: page.context.grant_permissions(["notifications"]),
        lambda page: page.context.on("request", lambda request: None),
        lambda page: page.context.close(),
    ],
    ids=["clock", "time", "script", "permission", "listener", "closed"],
)
def test_a_changed_context_is_not_passed_on(
    page: Page, shared: SharedContext, change: Callable[[Page], object]
) -> None:
    change(page)
    assert next_page(shared).context is not page.context


def test_what_stood_between_page_and_server_is_gone(page: Page, shared: SharedContext) -> None:
    late: list[str] = []
    page.goto("/")
    page.evaluate("addEventListener('online', () => fetch('/health/'))")
    page.context.route("**/*", lambda route: route.abort())
    page.context.set_offline(True)
    page.on("request", lambda request: late.append(request.url))
    after = next_page(shared)
    assert after.context is page.context
    assert after.goto("/").ok
    assert late == []


@pytest.mark.parametrize("name", ["Herbst", "Winter"])
def test_a_page_of_the_test_before_is_not_shown(page: Page, db, name: str) -> None:
    """The browser has it still, but the seals of the journal differ, which its ETag is made of."""
    make_drawn_tournament(8, name=name)
    signed_in(page, make_owner()).goto("/t/herbst/standings/")
    expect(page).to_have_title(re.compile(name))
