"""Random acts on leagues."""

from tests.factories.chance import Chance
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.errors import Refused
from tournament.league.rules import TypedTeam
from tournament.league.writes import days, groups, leagues
from tournament.models import (
    DayTeam,
    Division,
    League,
    LeagueTeam,
    MatchDay,
    PointsDeduction,
    TeamPlayer,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.seating.writes.draws import draw_next_round

MOST_LEAGUES = 2


class LeagueActs(Chance):
    """Every public method is a service."""

    def create_league(self) -> None:
        if League.objects.count() >= MOST_LEAGUES:
            self.edit_league()
            return
        league = create_competition(
            *(self._owner, League, {"name": f"Liga {League.objects.count()}", "season": "2026"})
        )
        teams = [TypedTeam(f"Mannschaft {number}") for number in range(3)]
        made = leagues.add_division(self._owner, league, {"name": "1. Liga"}, teams, 2)
        leagues.draw_season(self._owner, made)

    def edit_league(self) -> None:
        settings = {"minimum_rounds": self._random.randrange(9)}
        edit_competition(self._actor(), self._one(League.objects.all()), settings)

    def delete_league(self) -> None:
        delete_competition(self._owner, self._one(League.objects.all()))

    def add_division(self) -> None:
        teams = [TypedTeam(f"Verein {number}") for number in range(self._pick([3, 4]))]
        league = self._one(League.objects.all())
        leagues.add_division(self._actor(), league, {"name": "2. Liga"}, teams, 2)

    def edit_division(self) -> None:
        number = self._random.randrange(5)
        teams = [TypedTeam(f"Mannschaft {number + each}") for each in range(3)]
        division = self._one(Division.objects.filter(seed=""))
        leagues.edit_division(self._owner, division, {"promoted": 1}, teams, self._pick([1, 3]))

    def draw_season(self) -> None:
        if not Division.objects.filter(seed="").exists():
            self.add_division()
        leagues.draw_season(self._owner, self._one(Division.objects.filter(seed="")))

    def set_days(self) -> None:
        division = self._one(Division.objects.all())
        where = {"place": self._pick(["Trier", "Hamm"]), "host": division.teams.first()}
        leagues.set_days(self._owner, division, {1: where})

    def edit_team(self) -> None:
        team = self._one(LeagueTeam.objects.all())
        leagues.edit_team(self._owner, team, name=f"{team.name}x"[-90:], club="DU")

    def add_team_players(self) -> None:
        name = f"Ute Neu{self._random.randrange(10**6)}"
        leagues.add_team_players(self._owner, self._one(LeagueTeam.objects.all()), [name])

    def remove_team_player(self) -> None:
        self.add_team_players()
        leagues.remove_team_player(self._owner, TeamPlayer.objects.latest("pk"))

    def deduct_team_points(self) -> None:
        self._deduct(self._owner)

    def _deduct(self, actor: Actor) -> None:
        team = self._one(LeagueTeam.objects.all())
        leagues.deduct_team_points(actor, team, match_points=1, points=2, reason="zu spät")

    def give_points_back(self) -> None:
        if not PointsDeduction.objects.exists():
            self._deduct(COMMAND_LINE)
        leagues.give_points_back(self._owner, self._one(PointsDeduction.objects.all()))

    def hand_in_lineup(self) -> None:
        of, number = self._of_open_day(), self._random.randrange(10**6)
        names = [f"Ida{each} Nachname{number}x{each}" for each in range(self._pick([3, 4, 5]))]
        answers = dict.fromkeys(range(1, len(names) + 1), "new")
        days.hand_in_lineup(self._owner, of, names, answers)

    def _of_open_day(self) -> DayTeam:
        """Return a team of a day that is not drawn; there is a league then."""
        if not DayTeam.objects.exists():
            self.create_league()
        return self._one(DayTeam.objects.filter(day__tournament=None))

    def set_forfeit(self) -> None:
        of = self._of_open_day()
        days.set_forfeit(self._owner, of, forfeited=not of.forfeited)

    def withdraw_team(self) -> None:
        groups.withdraw_team(self._owner, self._of_two_groups().team, regroup=self._may(0.8))

    def return_team(self) -> None:
        groups.return_team(self._owner, self._of_open_day().team)

    def exchange_teams(self) -> None:
        one = self._of_two_groups()
        groups.exchange_teams(self._owner, one, self._one(one.day.teams.exclude(pk=one.pk)))

    def _of_two_groups(self) -> DayTeam:
        """Return a team in the second group of a day that is not drawn."""
        rows = DayTeam.objects.filter(day__tournament=None, group=2)
        if not rows.exists():
            teams = [TypedTeam(f"Klub {number}") for number in range(6)]
            league = self._one(League.objects.all())
            made = leagues.add_division(self._owner, league, {"name": "Oben"}, teams, 2)
            leagues.draw_season(self._owner, made)
        return self._one(rows)

    def make_day_tournament(self) -> None:
        if MatchDay.objects.exclude(tournament=None).exists():
            self.hand_in_lineup()
            return
        day = self._of_open_day().day
        for of in day.teams.filter(lineup=[], forfeited=False):
            number = self._random.randrange(10**6)
            names = [f"Eva{each} Nachname{number}x{each}" for each in range(4)]
            days.hand_in_lineup(self._owner, of, names, dict.fromkeys(range(1, 5), "new"))
        days.make_day_tournament(self._owner, day, name=f"Spieltag {day.number}")

    def bring_in_substitute(self) -> None:
        if not DayTeam.objects.exclude(entered_as="").exists():
            self.make_day_tournament()
        of = self._one(DayTeam.objects.exclude(entered_as=""))
        made = of.day.tournament
        if not made.rounds.exists():
            draw_next_round(self._owner, made)
        leaving = made.entries.filter(team=of.entered_as, status="active").first()
        if leaving is None:
            raise Refused("player_unknown")
        name, number = f"Ole Neu{self._random.randrange(10**6)}", str(leaving.number)
        days.bring_in_substitute(self._owner, of, number, name=name, round=1, reason="krank")
