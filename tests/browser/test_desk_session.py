"""Session or network lost while typing: nothing typed is lost."""

import re

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    SIGNED_OUT,
    UNREACHABLE,
    assert_accessible,
    overflow,
    signed_in,
    without_complaints_about,
)
from tests.factories.desk import address_of
from tests.factories.submissions import current
from tests.factories.tournaments import make_user
from tests.factories.words import refusal
from tournament.models import GameTable, Role, SheetDraft, SheetVersion, User

PASSWORD = "kreuz-dame-sticht"
TOTALS = ("12", "-4", "-20", "12")


@pytest.fixture
def typist(table: GameTable) -> User:
    user = make_user(Role.TYPIST, table.round.tournament, "helga")
    user.set_password(PASSWORD)
    user.save()
    return user


def type_totals(page: Page) -> None:
    for total in TOTALS:
        page.keyboard.type(total)
        page.keyboard.press("Enter")


def shown_totals(page: Page) -> list[str]:
    return [page.locator(f"#t{seat}").input_value().replace("−", "-") for seat in range(1, 5)]


def sign_in(page: Page) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Kontoname").fill("helga")
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_role("heading", name="Turniere")).to_be_visible()


def test_signed_out_typist_stays_and_saves_after_signing_in(page: Page, table, typist, problems):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    Session.objects.all().delete()
    type_totals(page)
    expect(page.get_by_role("alert")).to_contain_text(SIGNED_OUT)
    assert_accessible(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text(SIGNED_OUT)
    assert shown_totals(page) == list(TOTALS)
    assert not SheetDraft.objects.exists()
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0

    with page.context.expect_page() as opened:
        page.get_by_role("link", name="In neuem Fenster anmelden").click()
    sign_in(opened.value)
    opened.value.close()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator("#desk-alarm")).to_be_hidden()
    page.locator("#t4").press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == [12, -4, -20, 12]
    assert page.evaluate("localStorage.length") == 0
    # The page had the token from before signing in.
    without_complaints_about(403, problems)


def test_text_typed_while_signed_out_is_offered_after_signing_in(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    Session.objects.all().delete()
    type_totals(page)
    expect(page.get_by_role("alert")).to_contain_text(SIGNED_OUT)
    page.goto(address_of(table))
    expect(page).to_have_url(re.compile("/sign-in/"))
    sign_in(page)

    page.goto(address_of(table))
    expect(page.locator("#desk-kept")).to_contain_text("Dieser Browser hat aufbewahrt")
    expect(page.locator("#desk-kept").get_by_text("gibt es nicht mehr")).to_be_hidden()
    assert_accessible(page)
    # It was typed as totals but this page has rows: it switches to totals first.
    page.get_by_role("button", name="Hier einsetzen").click()
    page.wait_for_url("**/?kind=totals")
    assert shown_totals(page) == ["", "", "", ""]
    page.get_by_role("button", name="Hier einsetzen").click()
    expect(page.locator("#desk-kept")).to_be_hidden()
    assert shown_totals(page) == list(TOTALS)
    expect(page.locator("#check-totals")).to_have_text("✓ Σ 0")
    page.locator("#save").click()
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == [12, -4, -20, 12]
    page.goto(address_of(table))
    expect(page.locator("#desk-kept")).to_be_hidden()


@pytest.mark.slow
def test_lines_come_back_from_the_browser(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    Session.objects.all().delete()
    page.keyboard.type("13 5")
    page.keyboard.press("Enter")
    page.keyboard.type("1o")
    expect(page.get_by_role("alert")).to_contain_text(SIGNED_OUT)
    sign_in(page)
    page.goto(address_of(table))
    page.get_by_role("button", name="Hier einsetzen").click()
    assert page.locator("#l1").input_value() == "13 5"
    assert page.locator("#l2").input_value() == "1o"
    expect(page.locator("#sheet-form:not([data-unsaved])")).to_be_visible()
    page.reload()
    assert page.locator("#l2").input_value() == "1o"
    expect(page.locator("#desk-kept")).to_be_hidden()


def test_penalties_with_totals_come_back_from_the_browser(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    Session.objects.all().delete()
    page.get_by_role("button", name="Weitere Strafe").click()
    page.locator("#x2-initials").fill("KS")
    expect(page.get_by_role("alert")).to_contain_text(SIGNED_OUT)
    sign_in(page)
    page.goto(address_of(table) + "?kind=totals")
    page.get_by_role("button", name="Hier einsetzen").click()
    assert page.locator("#x2-initials").input_value() == "KS"


@pytest.mark.slow
def test_draft_in_the_browser_can_be_discarded(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    Session.objects.all().delete()
    type_totals(page)
    sign_in(page)
    page.goto(address_of(table) + "?kind=totals")
    page.locator("#desk-kept").get_by_role("button", name="Verwerfen").click()
    page.reload()
    expect(page.locator("#t1")).to_be_visible()
    expect(page.locator("#desk-kept")).to_be_hidden()


def test_saving_without_a_network_stays_on_the_page(page: Page, table, typist, problems):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    page.route("**/tables/1/**", lambda route: route.abort())
    type_totals(page)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text(UNREACHABLE)
    assert shown_totals(page) == list(TOTALS)
    assert not SheetVersion.objects.exists()
    page.unroute_all()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert [problem for problem in problems if "ERR_FAILED" not in problem] == []
    problems.clear()


# Normally test_server_answers.py says it, of every script.
@pytest.mark.slow
def test_unresponsive_server_is_reported_and_asked_again(page: Page, table, typist, problems):
    page.clock.install()
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    page.route("**/tables/1/draft/", lambda route: None)
    type_totals(page)
    page.clock.run_for(12_000)
    expect(page.get_by_role("alert")).to_contain_text(UNREACHABLE)
    page.unroute_all()
    page.clock.run_for(4_000)
    expect(page.locator("#desk-alarm")).to_be_hidden()
    assert SheetDraft.objects.get().content["t1"] == "12"
    problems.clear()


def test_redrawn_round_is_reported_while_typing(page: Page, table, typist, problems):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    table.round.delete()
    type_totals(page)
    alarm = page.locator("#desk-alarm")
    expect(alarm).to_contain_text(refusal("table_gone"))
    expect(alarm).to_contain_text("bleibt in diesem Browser")
    expect(alarm.get_by_role("link")).to_be_hidden()
    page.keyboard.press("Control+Enter")
    assert shown_totals(page) == list(TOTALS)
    page.wait_for_load_state("networkidle")  # the last refusal may still be on its way
    without_complaints_about(404, problems)
