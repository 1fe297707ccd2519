"""URLs of these pages."""

from django.urls import path

from tournament.views.league import days, groups, leagues

_LEAGUE = "leagues/<slug:league>/"
_DIVISION = f"{_LEAGUE}<int:division>/"
_DAY = f"{_DIVISION}<int:day>/"

urlpatterns = [
    path(_LEAGUE, leagues.league_season, name="league"),
    path(f"{_LEAGUE}players/", leagues.league_players, name="league-players"),
    path(f"{_LEAGUE}division/", leagues.division_new, name="league-division-new"),
    path(f"{_LEAGUE}team/<int:pk>/", leagues.team, name="league-team"),
    path(f"{_LEAGUE}team/<int:pk>/stop/", groups.stop, name="league-team-stop"),
    path(f"{_LEAGUE}team/<int:pk>/return/", groups.returns, name="league-team-return"),
    path(f"{_LEAGUE}take-out/<int:pk>/", leagues.player_remove, name="league-player-remove"),
    path(f"{_LEAGUE}give-back/<int:pk>/", leagues.deduction_revoke, name="league-give-back"),
    path(_DIVISION, leagues.division_settings, name="league-division"),
    path(f"{_DIVISION}paper/", leagues.division_paper, name="league-division-paper"),
    path(f"{_DIVISION}draw/", leagues.season_draw, name="league-draw"),
    path(f"{_DIVISION}days/", leagues.division_days, name="league-days"),
    path(f"{_DIVISION}deduct/", leagues.deduct, name="league-deduct"),
    path(_DAY, days.day, name="league-day"),
    path(f"{_DAY}paper/", days.day_paper, name="league-day-paper"),
    path(f"{_DAY}lineups/", days.lineup_papers, name="league-lineup-papers"),
    path(f"{_DAY}tournament/", days.make_tournament, name="league-day-make"),
    path(f"{_DAY}lineup/<int:pk>/", days.lineup, name="league-lineup"),
    path(f"{_DAY}exchange/", groups.exchange, name="league-exchange"),
    path(f"{_DAY}forfeit/<int:pk>/", days.forfeit, name="league-forfeit"),
    path(f"{_DAY}substitute/<int:pk>/", days.substitute, name="league-substitute"),
]
