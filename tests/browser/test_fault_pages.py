"""A program's database disappears while somebody types: the page says so, and sends again."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.factories.browsing import without_complaints_about
from tests.factories.words import text
from tests.processes.hall import served, sessions


def test_typed_form_is_sent_again_by_one_button(page: Page, var: Path, problems: list[str]) -> None:
    database, moved = var / "kreuzdame.sqlite3", var / "moved"
    (session,) = sessions(var, 1)
    with served(var) as address:
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        page.goto(f"{address}/tournaments/new/")
        page.get_by_label("Name", exact=True).fill("Herbst & Winter")
        database.rename(moved)
        page.get_by_role("button", name="Turnier anlegen").click()
        title = text("The database is not where it was")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.get_by_text(str(database))).to_have_count(0)  # strangers read this page, too
        moved.rename(database)
        page.get_by_role("button", name="Noch einmal senden").click()
        expect(page.locator("header").get_by_text("Herbst & Winter")).to_be_visible()
        page.goto("about:blank")  # what the page still loads would complain of a server that ends
    without_complaints_about(503, problems)
