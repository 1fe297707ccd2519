"""The list lane where the totals on paper contradict the games."""

from playwright.sync_api import Page, expect

from tests.factories.desk import real_sheets
from tests.factories.lane import typed_lines
from tests.factories.list_lane import line, opened
from tournament.models import GameTable, User


def test_suspect_rows_are_proposed_with_the_sentence_naming_them(
    page: Page, table: GameTable, typist: User
) -> None:
    sheet = real_sheets()[36]
    opened(page, table, typist)
    for number in range(1, 25):
        page.fill(f"#l{number}", typed_lines(sheet)[f"l{number}"])
    page.fill("#l21", "13 3")
    for seat, total in enumerate(sheet["totals"], 1):
        page.fill(f"#t{seat}", str(total))
    proposals = page.locator("#says-sheet + .lane-proposals button")
    expect(proposals).to_have_count(5)
    expect(proposals.last).to_contain_text("Spiel 21: 13 2")
    proposals.last.click()
    expect(page.locator(".lane-proposals")).to_have_count(0)
    expect(page.locator("#says-sheet")).to_be_empty()
    assert line(page, 21) == "13 2"
