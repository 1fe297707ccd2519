"""The film strip in docs/desk.md, scene by scene; KREUZDAME_FILM=FOLDER redraws it."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import kept, overflow, paste, signed_in
from tests.factories.desk import address_of, real_sheets
from tests.factories.lane import typed_lines
from tests.factories.tournaments import make_user
from tournament.models import Role

WIDTHS = {"laptop": (1366, 768), "phone": (360, 740)}


class Film:
    """Takes screenshots where the environment asks for them."""

    def __init__(self, page: Page, prefix: str) -> None:
        self.page, self.prefix = page, prefix

    def scene(self, name: str) -> None:
        assert overflow(self.page) == 0
        folder = os.environ.get("KREUZDAME_FILM")
        if folder:
            self.page.screenshot(path=Path(folder) / f"{self.prefix}{name}.png")


@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        ("laptop", "light"),
        pytest.param("laptop", "dark", marks=pytest.mark.slow),
        pytest.param("phone", "light", marks=pytest.mark.slow),
        pytest.param("phone", "dark", marks=pytest.mark.slow),
    ],
)
def test_list_is_typed_mended_and_saved(page: Page, table, width, scheme):
    prefix = "list-" if (width, scheme) == ("laptop", "light") else f"other/{width}-{scheme}-"
    film = Film(page, prefix)
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(dict(zip(("width", "height"), WIDTHS[width], strict=True)))
    typist = make_user(Role.TYPIST, table.round.tournament)
    signed_in(page, typist).goto(address_of(table))
    expect(page.locator("#lane-coming")).to_contain_text("Vorführung ab Spiel 21")
    film.scene("1-empty")

    lines = typed_lines(real_sheets()[0])
    for game in range(1, 9):
        page.keyboard.type(lines[f"l{game}"])
        page.keyboard.press("Enter")
    page.keyboard.type("23")
    expect(page.locator("#run-8-1")).not_to_have_text("")
    film.scene("2-typing")

    page.locator("#l6").fill("+3 +3 +3 −3")
    page.locator("#l9").press("End")
    expect(page.locator("#says-6 .lane-proposals")).to_be_visible()
    page.locator("#game-6").scroll_into_view_if_needed()
    film.scene("3-error")
    page.locator("#l6").fill(lines["l6"])

    page.locator("#l9").press("F9")
    page.get_by_label("Re: Positionen").fill("23")
    page.get_by_label("Augen von Re").fill("155")
    page.locator("#v-re_absage").select_option("1")
    page.locator("#v-kontra_fox").fill("1")
    expect(page.locator("[data-line]")).to_contain_text("23 ")
    film.scene("4-calculator")
    page.keyboard.press("Escape")

    page.locator("#l9").fill("")
    paste(page, "\n".join(lines[f"l{game}"] for game in range(9, 25)))
    expect(page.locator("#lane-coming")).to_have_text("Alle Spiele stehen da.")
    page.locator("#t1").focus()
    film.scene("5-done")
    kept(page)
