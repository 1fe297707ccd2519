"""Lists by another habit, and a round that a solo makes longer, in the lane of a browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow
from tests.factories.list_lane import lines, opened, write
from tests.factories.sheets import make_table
from tests.factories.submissions import current
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import GameTable, Role

pytestmark = pytest.mark.django_db(transaction=True)
FILES = Path(__file__).parents[1] / "tournament/field_cases/files"


def sample(page: Page, name: str, **options: Any) -> tuple[list[dict[str, Any]], GameTable]:
    """Return the rows of a list as it was sent, and a table whose lane is open."""
    sheet = json.loads((FILES / name).read_text())
    tournament = make_tournament(rules="club", rule_options=sheet["options"] | options)
    table = make_table(tournament, sheet["table_size"])
    opened(page, table, make_user(Role.TYPIST, tournament))
    return sheet["rows"], table


def as_typed(row: dict[str, Any]) -> str:
    figures = row.get("cumulative") or row["points"]
    text = " ".join("-" if figure is None else str(figure) for figure in figures)
    return f"{text} l" if row.get("soloist") else text


def saved(page: Page) -> None:
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("v03-nur-pluspunkte.json", [6, 4, -2, -8]),
        ("v04-nur-laufende-summen.json", [1, -9, -1, 9]),
    ],
)
def test_all_points_are_taken_by_one_key(page: Page, name, totals):
    rows, table = sample(page, name)
    write(page, *map(as_typed, rows))
    proposal = page.locator("[data-proposal='1']")
    expect(proposal).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("F2")
    expect(proposal).to_have_count(0)
    saved(page)
    assert current(table).totals == totals


def test_lane_has_a_line_for_the_game_that_a_solo_adds(page: Page):
    rows, table = sample(page, "v06-solo-verlaengert-die-runde.json", solo_extra_game=True)
    assert page.locator("input[id^=l]").count() == 12
    write(page, *map(as_typed, rows[:8]))
    expect(page.get_by_text("Spiel 9: Position 4 gibt")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0
    page.set_viewport_size({"width": 1366, "height": 768})
    write(page, as_typed(rows[8]))
    expect(page.get_by_text("Alle Spiele stehen da")).to_be_visible()
    assert lines(page, 9)[8] == as_typed(rows[8])
    saved(page)
    assert current(table).totals == [13, -1, -7, -5]
