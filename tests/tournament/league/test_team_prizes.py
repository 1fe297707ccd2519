"""The prize of a team on a match day goes by the ranking of teams that the day shows."""

import pytest

from tests.factories.leagues import make_day, make_league, names_of
from tests.factories.rounds import enter_totals
from tournament.league.writes.days import bring_in_substitute
from tournament.models import MatchDay, PrizeAward, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.prizes.reads import prize_list
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import assign_prizes, set_prizes
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.standings.reads.rankings import group_ranking
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.rankings import ALL_COUNT, GroupKind, GroupRules
from tournament.standings.writes import set_group_rankings

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

LOST, WON = (0, -1, -2), (9, 6, 3)


@pytest.fixture
def played() -> Tournament:
    """A match day whose winners had a substitute, for the one who made their points."""
    day = MatchDay.objects.get(division__league=make_league(4, 1, rounds_a_day=2))
    made = make_day(day)
    first, of = draw_next_round(COMMAND_LINE, made, seed="1"), day.teams.order_by("pk").first()
    leaving = made.entries.filter(team=of.team.name).order_by("number").first()
    for table in first.tables.order_by("number"):
        play(table, leaving.pk, LOST, 90)
    close_round(COMMAND_LINE, first)
    second = draw_next_round(COMMAND_LINE, made)
    of.refresh_from_db()
    coming = bring_in_substitute(
        COMMAND_LINE,
        of,
        str(leaving.number),
        name=names_of(of.team, [5])[0],
        round=2,
        reason="krank",
        answers={1: "new"},
    )
    for table in second.tables.order_by("number"):
        play(table, coming.pk, WON, -20)
    close_round(COMMAND_LINE, second)
    return made


def play(table, who: int, others: tuple[int, ...], points: int) -> None:
    """Enter these points of one, and those of the others at this table; at others, of three."""
    rest = iter((*others, others[0]))
    seated = table.seats.order_by("position").values_list("entry", flat=True)
    enter_totals(table, [points if each == who else next(rest) for each in seated])


@pytest.mark.parametrize("rules", [ALL_COUNT, GroupRules(best=1), GroupRules(3, by_round=True)])
def test_the_prize_of_a_team_goes_to_the_first_of_the_ranking(played, rules) -> None:
    set_group_rankings(COMMAND_LINE, played, {GroupKind.TEAM: rules})
    set_prizes(COMMAND_LINE, played, [Prize(Ladder(PrizeKind.TEAM), 1, 2, 10000)])
    report = standings_after(played)
    ranked = group_ranking(played, report, GroupKind.TEAM).groups
    first_two = [each.name for each in ranked if each.rank <= 2]
    assert first_two[0] == "Mannschaft 1"
    assert [line.award.team for line in prize_list(played).lines][::-1] == first_two
    assign_prizes(COMMAND_LINE, played)
    given = PrizeAward.objects.filter(tournament=played).order_by("place")
    assert [(each.place, each.team, each.amount) for each in given] == [
        (place, name, 10000) for place, name in enumerate(first_two, 1)
    ]
