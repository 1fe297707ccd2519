"""The page with the groups in which the teams play among themselves."""

from collections import Counter

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournament.draw.team_groups import PLAYERS
from tournament.forms.team_groups import TeamGroupsForm
from tournament.league.reads import match_day_of
from tournament.models import Entry, Tournament
from tournament.permissions import may_edit_tournament
from tournament.standings import writes as services
from tournament.views.access import Request, tournament_page
from tournament.views.answers import done, form_page, refusals_in


@tournament_page(may_edit_tournament)
def team_groups(request: Request, tournament: Tournament) -> HttpResponse:
    """Say for each team in which group it plays, or let the lot say so."""
    if day := match_day_of(tournament):  # its groups are those of the league, which counts by them
        place = day.division.league.slug, day.division.number, day.number
        return redirect("league-day", *place)
    entries = Entry.objects.filter(tournament=tournament).exclude(team="")
    players = Counter(entries.order_by("team").values_list("team", flat=True))
    form = TeamGroupsForm(
        request.POST or None, teams=sorted(players, key=str.casefold), groups=tournament.team_groups
    )
    is_valid, by_lot = form.is_valid(), "by_lot" in request.POST
    if request.method == "POST" and (by_lot or is_valid):
        with refusals_in(form):
            if by_lot:
                services.draw_team_groups(request.actor, tournament)
            else:
                services.set_team_groups(request.actor, tournament, form.groups())
            return done(request, gettext("Saved."), "players-team-groups", tournament.slug)
    context = {
        "form": form,
        "teams": [
            (team, field, players[team], players[team] != PLAYERS) for team, field in form.rows
        ],
        "is_drawn": bool(tournament.drawn_groups),
        "has_groups": bool(tournament.team_groups),
    }
    return form_page(request, "direction/team_groups.html", context)
