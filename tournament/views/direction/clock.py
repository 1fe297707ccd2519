"""The clock of a round: on every page, on the projector, and its buttons."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.models import Tournament
from tournament.permissions import may_see_tournament
from tournament.selectors.clock import running_clock
from tournament.views.access import Request, tournament_page


@tournament_page(may_see_tournament)
def clock_figures(request: Request, tournament: Tournament) -> HttpResponse:
    """The inside of the bar's clock, which every open page asks for now and then."""
    clock = running_clock(tournament, timezone.now())
    return render(request, "direction/clock_figures.html", {"clock": clock})
