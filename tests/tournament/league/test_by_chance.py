"""League days by chance, with all that may happen on them, beside a plain count of the sheets.

Forfeits, substitutes, deductions, shared places, table points, tables of five converted, rounds not
played; the plain count reads seats and totals alone.
"""

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from tests.factories.effort import tries
from tests.factories.leagues import make_day, make_league
from tests.factories.rounds import enter_totals
from tournament.league.reads import league_report, season_differences
from tournament.league.writes.days import bring_in_substitute, set_forfeit
from tournament.league.writes.leagues import deduct_team_points
from tournament.models import Adjustment, Division, Seat, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.trust.reads.recount import tournament_recount

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

OPTIONS = (
    {},
    {"table_points": True},
    {"scale_fives": True, "games_five": 25},
    {"missed_round": -30},
)
MATCH_POINTS = {"3": [9, 5, 2], "4": [7, 4, 2, 0], "5": [11, 7, 4, 2, 1]}


@pytest.mark.parametrize("seed", range(tries(4, 40)))
def test_a_season_by_chance_is_what_its_sheets_add_up_to(seed: int) -> None:
    chance = Random(seed)
    teams = (7, 5, 4, 9)[seed % 4]
    league = make_league(teams, 2, rounds_a_day=2, match_points=MATCH_POINTS)
    division = league.divisions.get()
    off: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for day in division.days.order_by("number"):
        if chance.random() < 0.6 and teams != 4:
            set_forfeit(COMMAND_LINE, _one_of_largest(day, chance), forfeited=True)
        made = make_day(day)
        Tournament.objects.filter(pk=made.pk).update(**chance.choice(OPTIONS))
        made.refresh_from_db()
        for number in (1, 2):
            round = draw_next_round(COMMAND_LINE, made)
            if number == 1:
                for each in chance.sample([*day.teams.exclude(entered_as="")], 2):
                    leaving = chance.choice(made.entries.filter(team=each.entered_as))
                    _bring_in(each, leaving.number, chance.choice((1, 2)))
            for table in round.tables.order_by("number"):
                enter_totals(table, _totals(table.size, chance))
            close_round(COMMAND_LINE, round)
        for entry in chance.sample([*made.entries.all()], 2):
            Adjustment.objects.create(entry=entry, points=-chance.randrange(1, 4), reason="laut")
        assert not tournament_recount(made).differences
    for team in chance.sample([*division.teams.all()], 2):
        taken = {"match_points": chance.randrange(2), "points": chance.randrange(1, 5)}
        deduct_team_points(COMMAND_LINE, team, **taken, reason="zu spät")
        off[team.name] = [taken["match_points"], taken["points"]]
    (report,) = league_report(league).divisions
    table = {
        report.teams[each.team].name: (each.place, each.match_points, each.points)
        for each in report.table
    }
    assert table == _plain_table(division, off)
    assert season_differences(made) == []


def _one_of_largest(day, chance: Random):
    """Return a team of a group that has four with it, or more."""
    rows = [*day.teams.all()]
    return chance.choice([e for e in rows if sum(o.group == e.group for o in rows) > 3])


def _bring_in(of, leaving: int, round: int) -> None:
    bring_in_substitute(
        COMMAND_LINE,
        of,
        str(leaving),
        name=f"Otto{leaving} Ersatz{of.pk}y",
        round=round,
        reason="krank",
        answers={1: "new"},
    )


def _totals(size: int, chance: Random) -> list[int]:
    points = [2 * chance.randrange(-3, 4) for _ in range(size - 1)]
    return [*points, -sum(points)]


def _plain_table(division: Division, off: dict) -> dict[str, tuple]:
    worth: dict[str, Fraction] = defaultdict(Fraction)
    points: dict[str, int] = defaultdict(int)
    for day in division.days.all():
        of_day = _plain_points(day.tournament)
        rows = [*day.teams.select_related("team")]
        for group in {each.group for each in rows}:
            playing = [e for e in rows if e.group == group and not e.forfeited]
            made = [of_day[each.entered_as] for each in playing]
            values = MATCH_POINTS[str(len(playing))]
            for each, mine in zip(playing, made, strict=True):
                better, equal = sum(x > mine for x in made), made.count(mine)
                worth[each.team.name] += Fraction(sum(values[better : better + equal]), equal)
                points[each.team.name] += mine
    merits = {
        team.name: (worth[team.name] - off[team.name][0], points[team.name] - off[team.name][1])
        for team in division.teams.all()
    }
    return {
        name: (1 + sum(other > merit for other in merits.values()), *merit)
        for name, merit in merits.items()
    }


def _plain_points(made: Tournament) -> dict[str, int]:
    """Add up what each team has at its seats, as the tournament counts it, and its deductions."""
    found: dict[str, int] = defaultdict(int)
    seats = Seat.objects.filter(round__tournament=made).select_related(
        "entry", "table__current_version"
    )
    for seat in seats:
        totals = seat.table.current_version.totals
        own, games = totals[seat.position - 1], seat.table.current_version.content
        if made.table_points:
            found[seat.entry.team] += sum((own > x) - (own < x) for x in totals)
        elif made.scale_fives and len(totals) == 5:
            found[seat.entry.team] += _converted(own, made, games)
        else:
            found[seat.entry.team] += own
    for taken in Adjustment.objects.filter(entry__tournament=made).select_related("entry"):
        found[taken.entry.team] += taken.points
    return found


def _converted(points: int, made: Tournament, _content: dict) -> int:
    """Bare totals count as if everybody had sat out a fifth of the games: times 24 in 24."""
    exact = Fraction(points * made.games(4), made.games(5) * 4 // 5)
    size = (abs(exact) * 2 + 1) // 2
    return int(size) if exact > 0 else -int(size)
