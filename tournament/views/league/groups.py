"""The groups of days to come: a team that is withdrawn or returns, two that are exchanged."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from tournament.forms.league_groups import ExchangeForm, StopForm
from tournament.labels.league import day_title, lost_exchanges_sentence
from tournament.league.reads import (
    REGROUPED,
    days_to_come,
    exchanged_days,
    groups_by_team,
    league_report,
)
from tournament.league.writes import groups as services
from tournament.lists.league import table_list
from tournament.models import DayTeam, LeagueTeam
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page
from tournament.views.answers import button, done, form_page, refusals_in
from tournament.views.league.days import found_day
from tournament.views.league.leagues import numbers_sent


@owner_page
def stop(request: Request, league: str, pk: int) -> HttpResponse:
    """Let a team stop for the rest of the season, after what that means is said."""
    team = _found_team(league, pk)
    form = StopForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            services.withdraw_team(request.actor, team, **form.cleaned_data)
            words = gettext("“%(team)s” is withdrawn from the season.")
            return done(request, words % {"team": team.name}, "league", league)
    report = league_report(team.division.league).of(team.division)
    to_come = days_to_come(team.division)
    coming = team.match_days.filter(day__in=to_come, forfeited=False)
    stays = gettext("All match days are drawn.")
    if to_come:
        stays = gettext("“%(team)s” is withdrawn already.") % {"team": team.name}
    elif not team.match_days.exists():
        stays = gettext("The match days are not drawn yet. Draw them on the page of the season.")
    title = gettext("Table: %(division)s") % {"division": team.division.name}
    listed = table_list(report).only("rank", "name", "match_points", "points")
    context = {
        "league": team.division.league,
        "team": team,
        "form": form,
        "days": coming.order_by("day__number").values_list("day__number", flat=True),
        "lost": lost_exchanges_sentence(exchanged_days(team.division, REGROUPED)),
        "stays": stays,
        "table": ListTable(listed, title, look="standings", has_links=False),
    }
    return form_page(request, "league/stop.html", context)


@button(owner_page, "league")
def returns(request: Request, league: str, pk: int) -> str:
    """Let a team that stopped play again."""
    team = _found_team(league, pk)
    services.return_team(request.actor, team)
    return gettext("“%(team)s” plays again.") % {"team": team.name}


@owner_page
def exchange(request: Request, league: str, division: int, day: int) -> HttpResponse:
    """Let two teams of a day that is not drawn change groups."""
    found = found_day(league, division, day)
    rows = DayTeam.objects.filter(day=found).select_related("team", "day__division__league")
    form = ExchangeForm(request.POST or None, teams=rows.order_by("group", "pk"))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            services.exchange_teams(
                request.actor, **form.cleaned_data, seen=numbers_sent(request, "groups")
            )
            words = gettext("“%(one)s” and “%(other)s” have changed groups.")
            names = {name: each.team.name for name, each in form.cleaned_data.items()}
            return done(request, words % names, "league-day", league, division, day)
    context = {
        "league": found.division.league,
        "division": found.division,
        "day": found,
        "title": day_title(found),
        "groups": groups_by_team(found),
        "form": form,
    }
    return form_page(request, "league/exchange.html", context)


def _found_team(league: str, pk: int) -> LeagueTeam:
    teams = LeagueTeam.objects.select_related("division__league")
    return get_object_or_404(teams, pk=pk, division__league__slug=league)
