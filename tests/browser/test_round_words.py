"""The word for how a round stands turns over on an open page, for everybody at the same time."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories.browsing import signed_in
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_owner
from tournament.labels.rounds import PHASES
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.rules.phases import RoundPhase
from tournament.rounds.writes import pause_clock, resume_clock, start_clock

pytestmark = pytest.mark.django_db(transaction=True)

ROUND = "/t/herbst/rounds/1/"


def expect_everywhere(page: Page, phase: RoundPhase) -> None:
    """Expect this word in the bar and beside the heading, and no other."""
    for place in (".bar-round [data-turns]", "h1 [data-turns]"):
        expect(page.locator(place)).to_have_text(str(PHASES[phase]), timeout=15_000)


def test_word_turns_over_with_the_clock_and_the_page_with_it(page: Page) -> None:
    tournament = make_drawn_tournament(8)
    began = timezone.now() - timedelta(minutes=100) + timedelta(seconds=8)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=began)
    signed_in(page, make_owner()).goto(ROUND)
    expect_everywhere(page, RoundPhase.RUNNING)
    expect(page.locator(".next form[action$='clock/end/']")).to_have_count(0)
    expect_everywhere(page, RoundPhase.TIME_UP)
    # What is said and offered about the round is of now as well.
    expect(page.locator(".next form[action$='clock/end/']")).to_have_count(1)


def test_pause_of_another_is_said_at_once_unless_somebody_types(page: Page) -> None:
    tournament = make_drawn_tournament(8)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    signed_in(page, make_owner()).goto(ROUND)
    expect_everywhere(page, RoundPhase.RUNNING)
    pause_clock(COMMAND_LINE, round_number(Tournament.objects.get(), 1))
    expect_everywhere(page, RoundPhase.PAUSED)
    resume = page.locator(f"form[action='{ROUND}clock/resume/'] button")
    expect(resume).to_have_count(1)
    page.locator("details summary").last.click()  # whoever is about something keeps the page
    resume_clock(COMMAND_LINE, round_number(Tournament.objects.get(), 1))
    expect_everywhere(page, RoundPhase.RUNNING)
    expect(page.locator("details[open]")).to_have_count(1)


def test_tables_follow_what_others_save_and_the_page_stays(page: Page) -> None:
    tournament = make_drawn_tournament(12)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    signed_in(page, make_owner()).goto(ROUND)
    expect(page.locator(".table-row")).to_have_count(3)
    page.evaluate("document.body.dataset.stays = ''")
    table = round_number(Tournament.objects.get(), 1).tables.get(number=1)
    submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    expect(page.locator(".table-row")).to_have_count(2, timeout=15_000)
    expect(page.locator(".chips [data-table='1']")).to_have_count(1)
    page.locator(".table-row a").first.focus()
    submit(COMMAND_LINE, table.round.tables.get(number=2), totals_content([6, 2, -2, -6]))
    page.wait_for_timeout(14_000)  # asked again by then: whoever is at a table keeps it
    expect(page.locator("#table-2 .table-name")).to_be_focused()
    expect(page.locator("body[data-stays]")).to_have_count(1)
