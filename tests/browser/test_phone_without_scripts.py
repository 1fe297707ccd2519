"""A known phone without scripts comes to its seat, and can be forgotten."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.factories.rounds import make_drawn_tournament
from tests.factories.words import text
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_known_phone_without_scripts_comes_to_its_seat(
    browser: Browser, live_server: LiveServer
) -> None:
    tournament = make_drawn_tournament(8)
    let_phones_in(COMMAND_LINE, tournament)
    home = f"/h/{Tournament.objects.get().phone_code}/"
    seat = tournament.entries.get(number=5).seats.select_related("table").get(round__number=1)
    phone = browser.new_context(
        base_url=live_server.url,
        locale="de-DE",
        java_script_enabled=False,
        viewport={"width": 360, "height": 740},
    )
    page = phone.new_page()
    page.goto(f"{home}?q=5")
    page.get_by_role("link", name=text("Show my seat")).click()
    sits = f"{text('Table')} {seat.table.number} {text('Position')} {seat.position}"
    expect(page.locator(".phone-place")).to_have_text(sits)
    page.goto(home)
    page.get_by_role("link", name=text("Forget who I am")).click()
    expect(page.locator("#q")).to_be_visible()
    page.goto(f"{home}me/")
    expect(page.locator("#q")).to_be_visible()
    phone.close()
