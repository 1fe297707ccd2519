"""Team membership."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournament.forms.rankings import TeamForm
from tournament.models import Tournament
from tournament.people.reads.players import player_list
from tournament.permissions import may_edit_players, may_now
from tournament.rounds.reads.rounds import unseated
from tournament.shared.rules.places import SeatRow
from tournament.shared.rules.typed import number_in
from tournament.standings.reads.rankings import group_rules
from tournament.standings.rules.rankings import GroupKind, odd_sizes
from tournament.standings.writes import set_team
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_in, refusals_told

_FIELD_OF = {
    "numbers_unknown": "numbers",
    "nobody_chosen": "numbers",
    "text_longer_than": "team",
}


@tournament_page(may_edit_players)
def teams(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the teams, their members and people without a team; add and remove members."""
    if request.method == "POST" and "leave" in request.POST:
        return _leave(request, tournament)
    form = TeamForm(request.POST or None)
    chosen = {number for each in request.POST.getlist("chosen") if (number := number_in(each))}
    if request.method == "POST" and form.is_valid():
        team, numbers = form.cleaned_data["team"], form.cleaned_data["numbers"] | chosen
        with refusals_in(form, _FIELD_OF):
            set_team(request.actor, tournament, numbers, team)
            joined = player_list(tournament).filter(number__in=numbers)[0].team
            told = {"team": joined, "numbers": ", ".join(map(str, sorted(numbers)))}
            messages.success(request, gettext("Team “%(team)s”: numbers %(numbers)s.") % told)
            return redirect("players-teams", tournament.slug)
    return form_page(request, "direction/teams.html", _context(request, tournament, form, chosen))


def _leave(request: Request, tournament: Tournament) -> HttpResponse:
    number = number_in(request.POST["leave"]) or 0
    with refusals_told(request):
        set_team(request.actor, tournament, [number], "")
    return redirect("players-teams", tournament.slug)


def _context(
    request: Request, tournament: Tournament, form: TeamForm, chosen: set[int]
) -> dict[str, Any]:
    entries = player_list(tournament)
    team_of = dict(entries.values_list("pk", "team"))
    people = sorted(unseated(entries), key=lambda each: team_of[each.entry_id].casefold())
    found: dict[str, list[SeatRow]] = {}
    for each in people:
        if team := team_of[each.entry_id]:
            found.setdefault(team, []).append(each)
    sizes = {team: len(members) for team, members in found.items()}
    odd = odd_sizes(sizes, pairs=GroupKind.PAIR in group_rules(tournament))
    return {
        "form": form,
        "chosen": chosen,
        "teams": [(team, members, team in odd) for team, members in found.items()],
        "without": [each for each in people if not team_of[each.entry_id]],
        "may_edit": may_now(may_edit_players, request.actor, tournament),
        "hint": gettext("Usually 3 to 6 players; two are a pair where pairs are ranked."),
    }
