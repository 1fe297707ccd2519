"""A new tournament and its settings say while one types what the day will be."""

from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.models import Tournament


def test_new_tournament_answers_while_typed(page: Page, transactional_db) -> None:
    signed_in(page, make_owner()).goto("/tournaments/new/")
    answer = page.locator("[data-answer]")
    expect(answer.locator(".day-length")).to_contain_text("3")
    expect(answer.locator("tbody tr")).to_have_count(6)
    page.locator("#id_rounds_planned").fill("2")
    expect(answer.locator(".day-length strong")).to_contain_text("3")
    page.locator("#id_expected").fill("43")
    expect(answer.locator("[aria-current] td")).to_have_text(["7", "3"])
    expect(answer).to_be_in_viewport()
    assert answer.bounding_box()["x"] > page.locator("form.stack").bounding_box()["width"]
    assert_accessible(page)
    page.locator("#id_rounds_planned").fill("99")
    expect(answer.locator(".error")).to_have_count(1)
    page.locator("#id_rounds_planned").fill("4")
    page.locator("#id_rules").select_option("altgeld")
    expect(answer.locator(".error")).to_have_count(0)
    expect(answer.locator(".day-length strong")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0
    assert not Tournament.objects.exists()


def test_settings_answer_while_typed(page: Page, transactional_db) -> None:
    make_entries(make_tournament(), 13)
    signed_in(page, make_owner()).goto("/t/herbst/settings/")
    answer = page.locator("[data-answer]")
    before = answer.locator(".day-length strong").inner_text()
    page.locator("#id_rounds_planned").fill("5")
    expect(answer.locator(".day-length strong")).not_to_have_text(before)
    expect(answer.locator(".day-rows li")).to_have_count(0)
    page.locator("#id_starts_at").fill("10:00")
    expect(answer.locator(".day-rows .when").first).to_have_text("10:00")
    assert_accessible(page)
    assert Tournament.objects.get().rounds_planned == 3
