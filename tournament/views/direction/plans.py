"""The plan of all rounds drawn, by player and by table: for the direction alone."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament.models import Tournament
from tournament.permissions import may_draw_round
from tournament.seating.reads.plans import by_number, seat_plan
from tournament.views.access import Request, tournament_page


@tournament_page(may_draw_round)
def plan(request: Request, tournament: Tournament) -> HttpResponse:
    """Show where every player sits in every round, `?by=name` (default) or `?by=number`."""
    plan = seat_plan(tournament)
    is_by_number = request.GET.get("by") == "number"
    context = {
        "plan": plan,
        "is_by_number": is_by_number,
        "players": by_number(plan.players) if is_by_number else plan.players,
    }
    return render(request, "direction/plan.html", context)


@tournament_page(may_draw_round)
def plan_tables(request: Request, tournament: Tournament) -> HttpResponse:
    """Show who sits at every table in every round."""
    return render(request, "direction/plan_tables.html", {"plan": seat_plan(tournament)})
