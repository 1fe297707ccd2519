"""The referee at a table with a phone: from the round to a ruling and its penalty."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.sheets import make_table
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import Role

WIDTH, HEIGHT, THUMB = 360, 740, 44
FIELDS = re.compile("part=fields")


@pytest.fixture
def phone(page: Page, transactional_db) -> Page:
    tournament = make_tournament()
    make_table(tournament)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return signed_in(page, make_user(Role.REFEREE, tournament, "ref"))


def asked(page: Page) -> list[str]:
    """Return the names of the visible fields."""
    fields = page.locator(".ask .field:visible")  # at one moment: a script hides some
    return fields.evaluate_all('all => all.map((each) => each.querySelector("[name]").name)')


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'label:has([name="{name}"][value="{value}"])').click()


def test_from_the_round_to_a_penalty(phone: Page):
    phone.goto("/t/herbst/rounds/1/")
    phone.locator("main").get_by_text("Mehr", exact=True).click()
    phone.get_by_role("link", name="Rechner", exact=True).click()
    phone.get_by_role("link", name=text("What follows from a violation?")).click()
    expect(phone.locator('[name="offender"]:visible')).to_have_count(4)
    assert asked(phone) == ["round", "table", "size", "violation", "offender", "kind"]

    choose(phone, "size", "5")
    expect(phone.locator('[name="offender"]:visible')).to_have_count(5)
    assert "dealer" in asked(phone)
    phone.get_by_label("Tisch", exact=True).fill("1")
    choose(phone, "size", "4")
    choose(phone, "violation", "minor")
    choose(phone, "offender", "3")
    choose(phone, "kind", "compulsory_solo")
    choose(phone, "soloist", "1")
    expect(phone.locator('[name="harm"]:visible')).not_to_have_count(0)
    assert asked(phone)[-3:] == ["soloist", "solo_named", "harm"]
    assert min(sizes(phone)) >= THUMB
    phone.get_by_role("button", name="Antwort").click()

    expect(phone.get_by_role("alert")).to_contain_text("Das entscheidet der Schiedsrichter.")
    choose(phone, "harm", "yes")
    phone.get_by_role("button", name="Antwort").click()
    answer = phone.get_by_role("status")
    expect(answer).to_contain_text("TSR 9.3.3b1")
    expect(answer.locator("dd")).to_have_text(["+3", "0", "−3", "0"])
    expect(answer).to_be_in_viewport(ratio=1)
    assert_accessible(phone)
    assert overflow(phone) == 0

    phone.get_by_role("link", name="Als Reklamation eintragen").click()
    expect(phone.locator('[name="paragraph"]:checked')).to_have_value("9.3.3b1")
    phone.get_by_label("Kürzel").fill("KS")
    phone.locator('button[value="preview"]').click()
    expect(phone.get_by_role("status").locator("li strong")).to_have_text(["+3", "0", "−3", "0"])


def test_what_is_chosen_while_fields_are_fetched_stays(phone: Page):
    phone.goto("/t/herbst/referee/value/?type=normal&size=4")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    phone.route(FIELDS, hold_the_first)
    with phone.expect_request(FIELDS):
        phone.locator("[name=size]").select_option("5")
    phone.locator("[name=re]").fill("13")
    held[0].continue_()
    expect(phone.locator("[name=dealer]")).to_be_visible()
    expect(phone.locator("[name=re]")).to_have_value("13")


def sizes(page: Page) -> list[float]:
    """Return the heights of the controls in the form."""
    pressed = page.locator(
        ".ask :is(label.inline, fieldset label, select, button):visible, "
        ".ask input:not([type=radio], [type=checkbox]):visible"
    )  # at one moment: fields are fetched anew
    return pressed.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")


@pytest.mark.parametrize(
    "question",
    [
        "call/?call=3&cards=9&called=1&opponents=2",
        "deal/?after=21&bid=1&bid=2&size=5",
        "value/?type=normal&re=13&re_points=172",
    ],
)
def test_answer_is_above_the_form(phone: Page, question: str):
    phone.goto(f"/t/herbst/referee/{question}")
    expect(phone.get_by_role("status")).to_be_in_viewport(ratio=1)
    assert min(sizes(phone)) >= THUMB
    assert_accessible(phone)
    assert overflow(phone) == 0
