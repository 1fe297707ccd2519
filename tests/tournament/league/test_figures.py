"""Figures of a league: below zero, counted in words, held against the journal."""

from functools import partial
from random import Random

import pytest
from django.utils import translation

from tests.factories.leagues import make_league, play_day
from tests.factories.pages import cells_of, signed_in
from tests.factories.words import text
from tournament.errors import Refused
from tournament.labels.journal import journal_sentence
from tournament.labels.league import league_sentences
from tournament.labels.refusals import refusal_sentence
from tournament.league.reads import league_report
from tournament.league.rules import LEAGUE_TIE_BREAKS, LeagueRules, TypedTeam
from tournament.league.writes.days import set_forfeit
from tournament.league.writes.leagues import add_division, deduct_team_points
from tournament.lists.league import table_list
from tournament.models import Division, MatchDay
from tournament.permissions import COMMAND_LINE
from tournament.trust.reads.audit import contradictions, installation_findings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


def totals(size: int, chance: Random) -> list[int]:
    points = [chance.randrange(-2, 3) for _ in range(size - 1)]
    return [*points, -sum(points)]


def test_match_points_below_zero_have_a_true_minus() -> None:
    team = make_league(4, 1).divisions.get().teams.get(number=4)
    deduct_team_points(COMMAND_LINE, team, match_points=1, points=0, reason="zu spät")
    page = signed_in().get("/leagues/liga-2026-27/")
    assert cells_of(page)[-1] == ["4", "Mannschaft 4", "−1", "0", "0"]


def test_what_decides_is_named_in_small_letters_within_a_sentence() -> None:
    with translation.override("en"):
        decides = league_sentences(LeagueRules(tie_breaks=LEAGUE_TIE_BREAKS), [4])[-1]
    criteria = decides.split(": ")[1].split(", ")
    assert [each[0].islower() for each in criteria] == [True] * 3


@pytest.mark.parametrize("count", [1, 2])
def test_too_few_teams_are_counted_in_words(count: int) -> None:
    league = make_league()
    names = [TypedTeam(f"T{number}") for number in range(count)]
    with pytest.raises(Refused) as refused:
        add_division(COMMAND_LINE, league, {"name": "2. Liga"}, names, 1)
    singular, plural = "%(n)s Mannschaft;", "%(n)s Mannschaften;"
    told = refusal_sentence(refused.value)
    assert [words % {"n": count} in told for words in (singular, plural)] == [count == 1, count > 1]


def test_what_is_stored_of_a_season_is_what_its_journals_say() -> None:
    chance = Random(3)
    league = make_league(8, 2, rounds_a_day=2)
    first, second = MatchDay.objects.filter(division__league=league).order_by("number")
    tournament = play_day(first, lambda size: totals(size, chance))
    set_forfeit(COMMAND_LINE, second.teams.first(), forfeited=True)
    play_day(second, lambda size: totals(size, chance))
    team = Division.objects.get().teams.first()
    deduct_team_points(COMMAND_LINE, team, match_points=1, points=4, reason="zu spät")
    assert (contradictions(tournament), installation_findings()) == ((), ())


def test_every_entry_about_a_match_day_can_be_read() -> None:
    day = MatchDay.objects.filter(division__league=make_league(4)).first()
    made = play_day(day, lambda size: [0] * size)
    unreadable = journal_sentence("", {}, {}, {})
    unread = [
        entry.action
        for entry in made.journal.all()
        if journal_sentence(entry.action, entry.data, {}, {}) == unreadable
    ]
    assert unread == []


def test_who_goes_up_and_down_does_so_at_present_until_the_last_day() -> None:
    league, chance = make_league(4, 2), Random(1)
    headings = []
    for day in league.divisions.get().days.order_by("number"):
        play_day(day, partial(totals, chance=chance))
        (report,) = league_report(league).divisions
        listed = table_list(report)
        headings += [each.heading for each in listed.columns if each.key == "zone"]
    assert headings == [text("At present"), text("At the end")]
