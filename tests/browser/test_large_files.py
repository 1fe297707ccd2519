"""A file that takes seconds: the page says that it is being made, then saves it."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.effort import chiefly
from tests.factories.scenes import plain_example
from tests.factories.tournaments import make_owner
from tournament.models import Tournament

WORDS = {"de": "Die Arbeitsmappe wird geschrieben …", "en": "The workbook is being written …"}
LINKS = {"de": "Ergebnisse mit Nachrechnen (Excel)", "en": "Results with recount (Excel)"}


@pytest.fixture
def example(transactional_db) -> Tournament:
    return plain_example()


@pytest.mark.parametrize("language", chiefly("de", of=["de", "en"]))
def test_page_says_that_the_workbook_is_being_written(page: Page, example, language: str) -> None:
    held: list[Route] = []
    signed_in(page, make_owner(), language=language)
    page.route("**/workbook/", lambda route: held.insert(0, route))
    page.goto(f"/t/{example.slug}/print/")
    link = page.get_by_role("link", name=LINKS[language])
    says = page.get_by_role("status").filter(has_text=WORDS[language])
    with page.expect_download() as waiting:
        link.click()
        expect(says).to_be_visible()
        assert_accessible(page)
        link.click()
        held[0].continue_()
    assert waiting.value.suggested_filename.endswith(".xlsx")
    assert waiting.value.path().read_bytes()[:2] == b"PK"
    expect(says).to_have_count(0)
    assert len(held) == 1


def test_browser_shows_the_error_when_there_is_no_answer(
    page: Page, example, problems: list[str]
) -> None:
    signed_in(page, make_owner()).goto(f"/t/{example.slug}/print/")
    page.context.clear_cookies()
    page.get_by_role("link", name=LINKS["de"]).click()
    expect(page.locator("h1")).to_have_text("Anmelden")
    problems.clear()
