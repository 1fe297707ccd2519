"""A cup of teams in two stages, from its name to the final, with a tie at the cut and its lot."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_main_job import follow
from tests.factories.browsing import assert_fits, signed_in
from tests.factories.cups import lines_of_teams, play, row_of_stage
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.cup.rules import DrawnLot
from tournament.models import Cup

pytestmark = pytest.mark.django_db(transaction=True)

GOES_ON = ".cup-group .goes-on .name"


def names(page: Page, selector: str) -> list[str]:
    """Return the names of lines, without what is told beside them."""
    return [each.split("\n")[0][:7] for each in page.locator(selector).all_inner_texts()]


def play_evenly(cup: Cup, number: int, *totals: int) -> None:
    """Play a stage in which each player of a team makes so many points, by the teams' names."""
    tournament = row_of_stage(cup, number).tournament
    teams = sorted({each.team for each in tournament.entries.all()})
    of_team = dict(zip(teams, totals, strict=True))
    points = {each.number: [of_team[each.team]] for each in tournament.entries.all()}
    play(tournament, Random(1), points)


def test_a_cup_of_teams_from_its_name_to_the_final(page: Page) -> None:
    signed_in(page, make_owner()).goto("/cups/new/")
    page.locator("[name=name]").fill("Pokal")
    assert_fits(page)
    send(page)
    fill(page, name="Vorrunde", rounds="1", go_on="3", seed="17", entrants=lines_of_teams(5))
    page.locator("[name=per]").select_option("all")
    assert_fits(page)
    send(page)
    cup = Cup.objects.get()
    assert_fits(page)
    page.goto("/cups/pokal/next/")
    expect(page.locator("[name=go_on]")).to_have_count(0)
    assert_fits(page)

    play_evenly(cup, 1, 5, 4, 1, 1, -11)
    page.goto("/cups/pokal/")
    assert names(page, GOES_ON) == ["Team 01", "Team 02"]
    assert names(page, ".cup-group .tied .name") == ["Team 03", "Team 04"]
    assert_fits(page)
    page.locator("main .next a").click()
    fill(page, seed="4 1 6", reason="Ida, vor allen")
    assert_fits(page)
    send(page)
    lucky, unlucky = DrawnLot((), "416").in_order(["Team 03", "Team 04"])
    assert names(page, GOES_ON) == ["Team 01", "Team 02", lucky]
    page.goto("/cups/pokal/1/lot/")
    assert page.locator(".cup-lot li").all_inner_texts() == [lucky, unlucky]
    assert_fits(page)

    page.goto("/cups/pokal/next/")
    fill(page, name="Finale", rounds="1", go_on="0", seed="5")
    assert page.locator(".cup-names li").all_inner_texts() == ["Team 01", "Team 02", lucky]
    assert_fits(page)
    send(page)
    play_evenly(cup, 2, -4, 3, 1)
    page.goto("/cups/pokal/")
    final = page.locator(".cup-stage").first
    assert [each[:7] for each in final.locator(".name").all_inner_texts()] == [
        *("Team 02", lucky, "Team 01"),
    ]
    assert_fits(page)
    follow(page, text("Individual ranking"))
    expect(page.locator("tbody tr")).to_have_count(20)
    assert_fits(page)


def send(page: Page) -> None:
    """Press the main button of a form, and wait for the page it leads to."""
    with page.expect_navigation():
        page.locator("main button.primary").click()


def fill(page: Page, **typed: str) -> None:
    """Fill fields by their names."""
    for name, value in typed.items():
        page.locator(f"[name={name}]").fill(value)
