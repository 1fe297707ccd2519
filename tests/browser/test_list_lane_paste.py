"""What the list lane reports about pasted lines."""

from itertools import accumulate

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import kept, paste, signed_in
from tests.factories.desk import address_of, real_sheets
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import Role

RUNNING = text(
    "These are probably running totals: paste them into the column “On the score sheet”."
)


@pytest.fixture
def lane(page: Page, transactional_db) -> Page:
    table = make_round(make_tournament(), sizes=(4,)).tables.get()
    typist = make_user(Role.TYPIST, table.round.tournament)
    signed_in(page, typist).goto(address_of(table))
    expect(page.locator("#l1")).to_be_focused()
    return page


def paste_into(page: Page, field: str, text: str) -> None:
    page.locator(field).focus()
    paste(page, text)


def columns(rows: list) -> str:
    return "\n".join("\t".join(map(str, row)) for row in rows)


def test_accepted_and_rejected_lines_are_counted(lane: Page):
    for field, lines, said in (
        ("#l24", 2, "1 Zeile eingefüllt. 1 Zeile passte nicht mehr."),
        ("#l1", 24, "24 Zeilen eingefüllt."),
        ("#l1", 25, "24 Zeilen eingefüllt. 1 Zeile passte nicht mehr."),
        ("#l1", 26, "24 Zeilen eingefüllt. 2 Zeilen passten nicht mehr."),
    ):
        paste_into(lane, field, "\n".join(["13 4"] * lines))
        expect(lane.locator("#lane-state")).to_have_text(said)
    kept(lane)


def test_running_totals_in_the_column_of_lines_are_reported(lane: Page):
    points = [row["points"] for row in real_sheets()[0]["rows"]]
    running = [*accumulate(points, lambda sums, row: [*map(sum, zip(sums, row, strict=True))])]
    state = lane.locator("#lane-state")
    paste_into(lane, "#l1", columns(running))
    expect(state).to_have_text(f"24 Zeilen eingefüllt. {RUNNING}")
    paste_into(lane, "#s1", columns(running))
    expect(state).to_have_text("24 Zeilen eingefüllt.")
    paste_into(lane, "#l1", columns(points))
    expect(state).to_have_text("24 Zeilen eingefüllt.")
    kept(lane)


def test_surplus_line_is_kept_and_the_duplicate_deleted_by_a_key(lane: Page):
    lines = [f"13 {game % 7 + 1}" for game in range(1, 21)] + [f"{s} 1 p" for s in (2, 3, 4, 1)]
    paste_into(lane, "#l1", "\n".join([*lines[:6], *lines[5:]]))
    expect(lane.locator("#t1")).to_have_value("1 1 p")
    expect(lane.locator("#says-sheet")).to_contain_text("Die Zeilen 6 und 7 sind gleich")
    expect(lane.locator("[data-proposal='1']")).to_have_text(
        "F2 Ein Spiel steht doppelt – ohne Spiel 7"
    )
    lane.keyboard.press("F2")
    expect(lane.locator("#t1")).to_have_value("")
    assert [lane.locator(f"#l{game}").input_value() for game in range(1, 25)] == lines
    expect(lane.locator("#says-sheet")).to_be_empty()
    kept(lane)
