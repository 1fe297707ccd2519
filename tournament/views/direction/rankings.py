"""Pages beside the standings: rankings of groups, teams, what is still possible, the lot."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.forms.rankings import OutlookForm, RankingsForm, TeamForm
from tournament.labels.standings import ranking_title
from tournament.lists.notes import badge_of, ranking_footnotes, status_of, verification_notes
from tournament.lists.standings import chances_list, ranking_list
from tournament.models import Tournament
from tournament.people.reads.players import player_list
from tournament.permissions import (
    may_edit_players,
    may_edit_tournament,
    may_now,
    may_see_tournament,
)
from tournament.rounds.reads.rounds import rounds_seen_by, unseated
from tournament.shared.rules.places import SeatRow
from tournament.shared.rules.typed import number_in
from tournament.standings import writes as services
from tournament.standings.reads.courses import best_and_worst_round, certain_bounds, contenders
from tournament.standings.reads.rankings import group_ranking, group_rules
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.rankings import GroupKind, odd_sizes
from tournament.standings.rules.standings import Bounds, chances
from tournament.tables import ListTable
from tournament.views.access import Request, round_asked_for, tournament_page
from tournament.views.answers import form_page, list_page, refusals_in, refusals_told
from tournament.views.direction.standings import standings_tabs

NO_GROUPS = _("Nobody belongs to one yet. The players' pages say who belongs where.")
PLACES = 3
_FIELD_OF = {
    "numbers_unknown": "numbers",
    "nobody_chosen": "numbers",
    "text_longer_than": "team",
}


@tournament_page(may_see_tournament)
def ranking(request: Request, tournament: Tournament, kind: str) -> HttpResponse:
    """Show the ranking of clubs, federal states, teams or pairs, `?after=R`; 404 if not ranked."""
    try:
        report = standings_after(tournament, round_asked_for(request))
    except Refused as refusal:
        raise Http404 from refusal
    ranked = group_ranking(tournament, report, kind)
    if ranked is None:
        raise Http404
    title = ranking_title(kind, report.rounds, final=report.final)
    table = ListTable(
        ranking_list(ranked),
        title,
        look="standings",
        has_file=False,
        empty_text=NO_GROUPS,
        order_by="rank",
    )
    context = {
        "report": report,
        "kind": kind,
        "table": table,
        "title": title,
        "badge": badge_of(ranked),
        "status": status_of(ranked) if report.final else "",
        "notes": ranking_footnotes(tournament, ranked),
        "rounds": rounds_seen_by(request.actor, tournament)[: report.rounds],
        "tabs": standings_tabs(tournament, report, kind),
        "may_set_up": may_now(may_edit_tournament, request.actor, tournament),
    }
    return list_page(request, "direction/ranking.html", context)


@tournament_page(may_edit_tournament)
def rankings(request: Request, tournament: Tournament) -> HttpResponse:
    """Set which groups are ranked besides the people, and how many members of each count."""
    form = RankingsForm(request.POST or None, rules=group_rules(tournament))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            services.set_group_rankings(request.actor, tournament, form.wanted())
            messages.success(request, gettext("Saved."))
            return redirect("standings", tournament.slug)
    return form_page(request, "direction/rankings.html", {"form": form})


@require_POST
@tournament_page(may_edit_tournament)
def lot_draw(request: Request, tournament: Tournament) -> HttpResponse:
    """Draw the lot between equal totals, once."""
    with refusals_told(request):
        lot = services.draw_lot(request.actor, tournament)
        sentence = gettext("Lot between equal totals drawn: %(seed)s.")
        messages.success(request, sentence % {"seed": lot.seed})
    return redirect(f"{reverse('standings', args=[tournament.slug])}#lot")


@tournament_page(may_see_tournament)
def outlook(request: Request, tournament: Tournament) -> HttpResponse:
    """Show who can still reach which place: `?best=`, `?worst=`, `?places=`."""
    report = standings_after(tournament)
    found = best_and_worst_round(report)
    people = contenders(tournament, report)
    context: dict[str, object] = {"report": report}
    if found is None or not any(each.remaining for each in people):
        return render(request, "direction/outlook.html", context)
    usual = {"best": found.best, "worst": found.worst, "places": PLACES}
    form = OutlookForm({name: request.GET.get(name, value) for name, value in usual.items()})
    values = form.cleaned_data if form.is_valid() else usual
    bounds, places = Bounds(values["best"], values["worst"]), values["places"]
    certain = certain_bounds(tournament)
    rows = {row.entry_id: row for row in report.rows}
    who = {each.entry_id: each for each in people}
    context |= {
        "form": form,
        "notes": verification_notes(tournament, report.progress),
        "table": ListTable(
            chances_list(
                tournament,
                [
                    (rows[each.entry_id], who[each.entry_id], each)
                    for each in chances(people, bounds, places)
                ],
            ),
            gettext("What is still possible?"),
            look="standings stacks",
        ),
        "places": places,
        "is_estimate": bounds == found,
        "remaining": max(each.remaining for each in people),
        "certain": certain,
        "certainly_first": len(chances(people, certain, 1)) if certain else 0,
    }
    return list_page(request, "direction/outlook.html", context)


@tournament_page(may_edit_players)
def teams(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the teams, their members and people without a team; add and remove members."""
    if request.method == "POST" and "leave" in request.POST:
        left = number_in(request.POST["leave"]) or 0
        with refusals_told(request):
            services.set_team(request.actor, tournament, [left], "")
        return redirect("players-teams", tournament.slug)
    form = TeamForm(request.POST or None)
    chosen = {number for each in request.POST.getlist("chosen") if (number := number_in(each))}
    if request.method == "POST" and form.is_valid():
        team, numbers = form.cleaned_data["team"], form.cleaned_data["numbers"] | chosen
        with refusals_in(form, _FIELD_OF):
            services.set_team(request.actor, tournament, numbers, team)
            joined = player_list(tournament).filter(number__in=numbers)[0].team
            told = {"team": joined, "numbers": ", ".join(map(str, sorted(numbers)))}
            messages.success(request, gettext("Team “%(team)s”: numbers %(numbers)s.") % told)
            return redirect("players-teams", tournament.slug)
    entries = player_list(tournament)
    team_of = dict(entries.values_list("pk", "team"))
    people = sorted(unseated(entries), key=lambda each: team_of[each.entry_id].casefold())
    found: dict[str, list[SeatRow]] = {}
    for each in people:
        if team := team_of[each.entry_id]:
            found.setdefault(team, []).append(each)
    sizes = {team: len(members) for team, members in found.items()}
    odd = odd_sizes(sizes, pairs=GroupKind.PAIR in group_rules(tournament))
    context = {
        "form": form,
        "chosen": chosen,
        "teams": [(team, members, team in odd) for team, members in found.items()],
        "without": [each for each in people if not team_of[each.entry_id]],
        "may_edit": may_now(may_edit_players, request.actor, tournament),
        "hint": gettext("Usually 3 to 6 players; two are a pair where pairs are ranked."),
    }
    return form_page(request, "direction/teams.html", context)
