"""The hall in a browser: tables dragged and moved by keys, the main act always in sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.effort import tries
from tests.factories.moments import MOMENTS
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner, make_user
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/t/herbst/hall/"
# By how many pixels the one main act is below the window; null if it is not shown.
ACT_BELOW = """() => {
    const acts = [...document.querySelectorAll(".next .primary")];
    const isShown = acts.length === 1 && acts[0].checkVisibility();
    return isShown ? acts[0].getBoundingClientRect().bottom - innerHeight : null;
}"""
WATCHED = (Role.REFEREE, Role.TYPIST)
IN_TURN = (WATCHED[:1], (), WATCHED[1:], ())


def places() -> dict[str, list[int]]:
    return Tournament.objects.get(slug="herbst").hall


def test_tables_are_dragged_and_moved_with_the_arrow_keys(page: Page) -> None:
    make_drawn_tournament()
    signed_in(page, make_owner()).goto(PAGE)
    one, two = (page.locator(f"[data-table='{number}']") for number in (1, 2))
    cell = two.bounding_box()["x"] - one.bounding_box()["x"]
    one.hover()
    page.mouse.down()
    x, y = one.bounding_box()["x"] + cell / 2, one.bounding_box()["y"] + 10
    page.mouse.move(x + 3 * cell, y, steps=5)
    page.mouse.up()
    expect(one).to_have_attribute("aria-label", "Tisch 1: Spalte 4, Reihe 1")
    page.keyboard.press("2")
    expect(two).to_be_focused()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    expect(two).to_have_attribute("aria-label", "Tisch 2: Spalte 3, Reihe 1")
    expect(page.get_by_role("status")).to_have_text("Tisch 2: Spalte 3, Reihe 1")
    assert_accessible(page)
    page.get_by_role("button", name="Speichern").press("Enter")
    expect(page.locator("main > .message")).to_have_text("Gespeichert.")
    # Table 4 was pushed to where table 2 had been.
    assert places() == {"1": [3, 0], "2": [2, 0], "3": [0, 1], "4": [1, 0]}
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0


def leave(page: Page) -> None:
    """Leave a page, so that nothing asks for it as somebody else, or without its tournament."""
    page.goto("about:blank")


def test_main_act_is_in_sight_at_every_moment_and_role(page: Page) -> None:
    owner, hidden = make_owner(), []
    for at, moment in enumerate(MOMENTS):
        tournament = moment()
        watched = tries(IN_TURN[at % len(IN_TURN)], WATCHED)
        roles = {role: make_user(role, tournament, f"{role}-{at}") for role in watched}
        for who, user in [("owner", owner), *roles.items()]:
            rounds = tournament.rounds.exists() and who == "owner"
            leave(page)
            for place in ("", "rounds/1/") if rounds else ("",):
                signed_in(page, user).goto(f"/t/herbst/{place}")
                below = page.evaluate(ACT_BELOW)
                if below is None or below > 0:
                    hidden.append((moment.__name__, who, place, below))
        leave(page)
        Tournament.objects.filter(pk=tournament.pk).update(slug=f"vorbei-{at}")
    assert hidden == []
