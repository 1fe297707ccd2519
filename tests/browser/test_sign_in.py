"""The first minute: from the printed link to the overview, and out again."""

from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.tournaments import make_owner
from tests.factories.words import refusal
from tournament.accounts.writes import owner_start_link
from tournament.permissions import COMMAND_LINE


def test_one_time_link_leads_in_and_out_again_and_then_says_so(page: Page, problems: list[str]):
    token = owner_start_link(COMMAND_LINE)

    page.goto(f"/link/{token}/")
    assert_accessible(page)
    page.get_by_role("button", name="Anmelden").click()
    expect(page.get_by_role("heading", name="Turniere")).to_be_visible()
    expect(page.get_by_role("link", name="Passwort setzen")).to_be_visible()

    page.locator("summary", has_text="leitung").click()
    page.get_by_role("button", name="Abmelden").click()
    expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()

    page.goto(f"/link/{token}/")
    expect(page.get_by_text("schon benutzt")).to_be_visible()
    assert [problem for problem in problems if "410" not in problem] == []
    problems.clear()


def test_new_password_signs_in_the_next_time_by_keys_alone(page: Page):
    signed_in(page, make_owner("leitung")).goto("/password/")
    page.get_by_label("Neues Passwort", exact=True).fill("kreuzdame sticht fuchs")
    page.get_by_label("Neues Passwort bestätigen").fill("kreuzdame sticht fuchs")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Gespeichert.")).to_be_visible()

    page.context.clear_cookies()
    page.goto("/password/")
    page.get_by_label("Kontoname").focus()
    page.keyboard.type("leitung")
    page.keyboard.press("Tab")
    page.keyboard.type("kreuzdame sticht fuchs")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/password/")
    expect(page.get_by_role("heading", name="Passwort")).to_be_visible()


def test_name_has_focus_and_after_a_refusal_the_password(page: Page):
    owner = make_owner("leitung")
    owner.set_password("kreuzdame sticht fuchs")
    owner.save()
    page.goto("/password/")
    expect(page.get_by_label("Kontoname")).to_be_focused()
    page.keyboard.type("leitung")
    page.keyboard.press("Tab")
    page.keyboard.type("kreuzdame sticht fisch")
    page.keyboard.press("Enter")
    expect(page.get_by_text(refusal("sign_in_wrong"))).to_be_visible()
    expect(page.get_by_label("Kontoname")).to_have_value("leitung")
    expect(page.get_by_label("Passwort")).to_be_focused()
    expect(page.get_by_label("Passwort")).to_have_value("")
    assert_accessible(page)
    page.keyboard.type("kreuzdame sticht fuchs")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/password/")


def test_language_switches_with_one_click_and_stays(page: Page):
    page.goto("/sign-in/")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()


def test_new_account_shows_its_link_ready_to_copy(page: Page):
    signed_in(page, make_owner()).goto("/accounts/new/")
    page.get_by_label("Kontoname").fill("helga")
    page.get_by_role("button", name="Konto anlegen").click()
    link = page.get_by_label("Anmeldelink").input_value()
    assert link.startswith(page.url.partition("/accounts")[0] + "/link/")
    assert_accessible(page)
    page.get_by_role("link", name="Konten").click()
    expect(page.get_by_role("row", name="helga")).to_contain_text("nur mit Link")
