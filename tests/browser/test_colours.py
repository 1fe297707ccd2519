"""Pages use only the colours of the variables, in both themes, and no browser defaults."""

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route

from tests.factories.addresses import Scene
from tests.factories.browsing import signed_in
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = """() => {
    const style = (element) => element && getComputedStyle(element);
    const seen = (selector) => style(
        [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
    );
    const meant = (variable) => {
        const probe = document.createElement("p");
        probe.style.color = `var(${variable})`;
        document.body.append(probe);
        const colour = getComputedStyle(probe).color;
        probe.remove();
        return colour;
    };
    const pairs = {
        page: [style(document.documentElement).backgroundColor, meant("--cloth")],
        text: [style(document.body)?.color, meant("--ink")],
        button: [seen(".button.primary")?.backgroundColor, meant("--green")],
        field: [seen("main input:is([type=text], [type=search], :not([type]))")?.borderTopColor,
            meant("--line-strong")],
        link: [seen("main a:not([class]), footer a:not([class])")?.color, meant("--green")],
    };
    return Object.fromEntries(Object.entries(pairs).filter(([, [is]]) => is));
}"""
"""Page, text, button, field and link: the actual colour, and the expected one."""
THEMES = ("light", "dark")
WITHOUT_ACCOUNT = {
    "sign-in": {"page", "text", "button", "field"},
    "phone": {"page", "text", "button", "field"},
    "phone-player": {"page", "text", "link"},
    "phone-standings": {"page", "text"},
}
WITH_ACCOUNT = {
    "home": {"page", "text", "button", "link"},
    "players": {"page", "text", "field"},
    "player-new": {"page", "text", "button", "field"},
    "call-new": {"page", "text", "button"},
    "round": {"page", "text", "button"},
    "sheet": {"page", "text", "button", "field"},
    "totals-lane": {"page", "text", "field"},
    "beamer": {"page", "text"},
    "phone": {"page", "text", "button", "field"},
}


@pytest.fixture
def scene() -> Scene:
    """Eight people in their first round, with phones: two tables, one of them entered."""
    tournament = make_drawn_tournament(8)
    shown = {"phones_let_in": True, "phone_code": "j88h52zmf", "standings_released": 1}
    Tournament.objects.filter(pk=tournament.pk).update(**shown)
    tournament.refresh_from_db()
    round = round_number(tournament, 1)
    enter_totals(round.tables.get(number=1), [4, 0, 0, -4])
    return Scene(tournament, round, round.tables.get(number=2))


def test_colours_are_those_of_the_variables(page: Page, scene: Scene) -> None:
    shown = {}
    for name in WITHOUT_ACCOUNT:
        page.goto(scene.address(name))
        shown[name] = in_both_themes(page)
    page.route("**/fault/", show_fault)
    page.goto("/fault/")
    shown["fault"] = in_both_themes(page)
    page.unroute("**/fault/")  # with it the browser would load every style anew
    signed_in(page, make_owner())
    for name in WITH_ACCOUNT:
        page.goto(scene.address(name))
        shown[f"{name}, signed in"] = in_both_themes(page)
    asked = {**WITHOUT_ACCOUNT, "fault": {"page", "text"}}
    asked |= {f"{name}, signed in": parts for name, parts in WITH_ACCOUNT.items()}
    for theme in THEMES:
        found = {
            (name, part): shown[name][theme].get(part)
            for name, parts in asked.items()
            for part in parts
        }
        assert {each: pair for each, pair in found.items() if not pair or pair[0] != pair[1]} == {}
        # An undefined variable would fall back to the colour of the text.
        assert len({meant for _is, meant in found.values()}) == 4


def in_both_themes(page: Page) -> dict[str, dict[str, list[str]]]:
    """Return the colours of the page that is open in each theme."""
    found = {}
    for theme in THEMES:
        # Without motion a colour is there at once.
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        found[theme] = page.evaluate(LOOK)
    return found


def show_fault(route: Route) -> None:
    """Load a page in the browser that is rendered without a request."""
    route.fulfill(body=render_to_string("500.html"), content_type="text/html")
