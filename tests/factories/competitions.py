"""A season and a cup that have everything a file of one has to carry."""

from random import Random

from tests.factories.cups import make_cup, play, play_evenly, row_of_stage, stage_of
from tests.factories.leagues import hand_in, make_day, make_league, names_of, play_day
from tournament.cup.writes import (
    Plan,
    begin_consolation,
    begin_next_stage,
    draw_cup_lot,
    withdraw_from_cup,
)
from tournament.league.writes.days import bring_in_substitute, set_forfeit
from tournament.league.writes.leagues import deduct_team_points, set_days
from tournament.models import Cup, League, MatchDay
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_next_round


def played_season(teams: int, days: int) -> League:
    """Return a season with changing lineups, a host, a forfeit, deductions and a substitute.

    On its last day, which is not played to its end.
    """
    chance = Random(teams)
    settings = {"rounds_a_day": 2, "minimum_rounds": 3, "tie_breaks": ["day_wins"]}
    division = make_league(teams, days, **settings).divisions.get()
    first, second = division.teams.order_by("number")[:2]
    set_days(COMMAND_LINE, division, {2: {"place": "Łódź", "host": second}})
    for day in division.days.order_by("number"):
        rows = list(day.teams.select_related("team").order_by("pk"))
        for each in rows:
            hand_in(each, names_of(each.team, chance.sample(range(1, 7), 4)))
        if day.number == days - 1:
            set_forfeit(COMMAND_LINE, rows[0], forfeited=True)
        if day.number < days:
            play_day(day, lambda size: _totals(size, chance))
    _begin_with_substitute(division.days.get(number=days))
    for team, day in ((first, None), (second, division.days.get(number=1))):
        taken = {"match_points": team.number, "points": 4, "reason": "zu spät"}
        deduct_team_points(COMMAND_LINE, team, **taken, day=day)
    return division.league


def played_cup() -> Cup:
    """Return a cup with a lot, a withdrawal, a final and a consolation tournament."""
    cup = make_cup(5, go_on=3, carry_points=True)
    play_evenly(cup, 5, 3, 1, 1, -10)
    stage = row_of_stage(cup)
    draw_cup_lot(COMMAND_LINE, stage, stage_of(cup).cut.ties[0].keys, "4 1 6", "Würfel")
    withdraw_from_cup(COMMAND_LINE, stage, "Team 01", "verreist")
    settings = {"name": "Finale", "go_on": 0}
    final = begin_next_stage(COMMAND_LINE, cup, settings, Plan("Pokal: Finale", 2, seed="5"))
    play(final.tournament, Random(3))
    begin_consolation(COMMAND_LINE, stage, Plan("Pokal: Trost", 1))
    return cup


def _begin_with_substitute(day: MatchDay) -> None:
    draw_next_round(COMMAND_LINE, make_day(day))
    day.refresh_from_db()
    of = day.teams.order_by("pk")[0]
    leaving = day.tournament.entries.filter(team=of.entered_as).order_by("number")[0]
    coming = {"name": "Ole Neu", "round": 1, "reason": "krank", "answers": {1: "new"}}
    bring_in_substitute(COMMAND_LINE, of, str(leaving.number), **coming)


def _totals(size: int, chance: Random) -> list[int]:
    points = [chance.randrange(-2, 3) for _ in range(size - 1)]
    return [*points, -sum(points)]
