"""Players are found by a few letters wherever a form asks for some of them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner
from tournament.models import Entry, Protest, Tournament

LONG = "Ł" + "a" * 150


@pytest.fixture
def tournament(page: Page, transactional_db) -> Tournament:
    made = make_drawn_tournament(16)
    rename(made, 9, "Ylva", "<script>")
    rename(made, 10, "Ylva", LONG)
    rename(made, 11, "Đoko", "Şahin")
    signed_in(page, make_owner())
    return made


def rename(tournament: Tournament, number: int, first_name: str, last_name: str) -> None:
    person = tournament.entries.get(number=number).person
    person.first_name, person.last_name = first_name, last_name
    person.save()


def suggest(page: Page, letters: str, whole: str = "") -> None:
    """Type into the field with the focus and wait for what is suggested for all of it."""
    with page.expect_response(re.compile(f"q={whole or letters}&part=people")):
        page.keyboard.type(letters, delay=20)
    expect(page.locator("[role=option]:visible")).not_to_have_count(0)


def test_jury_is_named_by_keyboard(page: Page, tournament: Tournament) -> None:
    tables = tournament.rounds.get(number=1).tables
    table = tables.exclude(seats__entry__number__in=[9, 11]).first()  # no party is a juror
    page.goto(f"/t/{tournament.slug}/protests/new/?round=1&table={table.number}")
    page.locator("label:has([name=protester])").first.click()
    page.locator("main form button.primary").click()
    fields = page.locator('[name="jury"][role=combobox]:visible')
    expect(fields).to_have_count(1)
    fields.first.focus()
    suggest(page, "ylva")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(fields.first).to_have_value("ylva")
    page.keyboard.press("Backspace")
    suggest(page, "a", "ylva")
    expect(page.locator("[role=option]:visible")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(fields.first).to_have_value("9 Ylva <script>")
    expect(fields).to_have_count(2)
    page.keyboard.press("Tab")
    suggest(page, "doko")
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_have_value("11 Đoko Şahin")
    page.locator("#id_votes_for").fill("0")
    page.locator("#id_votes_against").fill("2")
    expect(page.locator("[data-answer] h2")).to_contain_text("2")
    assert Protest.objects.get().decided_at is None
    page.locator("#id_reason").fill("Alle haben es gesehen")
    page.locator("main form button.primary").click()
    expect(page.locator("form.ask")).to_have_count(0)
    entries = Entry.objects.filter(tournament=tournament, number__in=[9, 11])
    assert Protest.objects.get().jury == list(
        entries.order_by("number").values_list("pk", flat=True)
    )


def test_seats_are_exchanged_by_name_on_a_phone(page: Page, tournament: Tournament) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    table_before = tournament.rounds.get(number=1).seats.get(entry__number=1).table_id
    page.goto(f"/t/{tournament.slug}/rounds/1/swap/?one=1")
    page.locator("#id_other").focus()
    suggest(page, "ylva")
    assert overflow(page) == 0
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#id_other")).to_have_value(f"10 Ylva {LONG}")
    # What happens stands there without a press, and so does the act.
    expect(page.locator("input[name=fingerprint]")).to_have_count(1)
    expect(page.locator("#id_other")).to_be_focused()
    assert overflow(page) == 0
    assert_accessible(page)
    page.locator("#id_other").fill("zzz")
    expect(page.locator("[data-answer] .warning")).to_have_count(1)
    expect(page.locator("input[name=fingerprint]")).to_have_count(0)
    page.locator("#id_other").fill("9")
    page.locator("#id_reason").fill("Ehepaar")
    page.locator("[data-answer] button.primary").click()
    expect(page).to_have_url(re.compile("/rounds/1/seats/"))
    one = tournament.rounds.get(number=1).seats.get(entry__number=9)
    assert one.table_id == table_before


def test_complaints_are_narrowed_to_a_player(page: Page, tournament: Tournament) -> None:
    page.goto(f"/t/{tournament.slug}/calls/new/?round=1&table=1")
    page.locator("label:has([name=offender])").first.click()
    page.locator("label:has([name=paragraph])").first.click()
    page.locator("#id_initials").fill("KS")
    for _ in range(2):
        page.locator("main form button.primary").click()
    page.goto(f"/t/{tournament.slug}/calls/")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("#id_person").focus()
    suggest(page, "doko")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("person=11"))
    expect(page.locator("#id_person")).to_have_value("11 Đoko Şahin")


def test_enter_never_sends_a_form_whose_letters_may_mean_several(
    page: Page, tournament: Tournament
) -> None:
    page.goto(f"/t/{tournament.slug}/rounds/1/swap/?one=1")
    sent: list[str] = []
    page.on("request", lambda asked: asked.is_navigation_request() and sent.append(asked.url))
    field = page.locator("#id_other[role=combobox]")
    field.focus()
    page.keyboard.type("ylva")
    page.keyboard.press("Enter")  # before the answer came: as good as after it
    expect(page.locator("[role=option][aria-selected=true]")).to_have_text(re.compile("Ylva"))
    expect(field).to_have_value("ylva")
    expect(field).to_be_focused()
    assert sent == []
    page.keyboard.press("Enter")
    expect(field).to_have_value("9 Ylva <script>")
    field.fill("")
    page.keyboard.type("doko")
    page.keyboard.press("Enter")
    expect(field).to_have_value("11 Đoko Şahin")
    assert sent == []
