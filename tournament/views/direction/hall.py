"""The hall plan: the direction puts the tables where they stand."""

import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournament.forms.stage import HallForm
from tournament.models import Tournament
from tournament.permissions import may_edit_tournament, may_now
from tournament.seating.reads.hall import places_in_hall, tables_for_hall
from tournament.seating.rules.hall_map import MOST, arranged
from tournament.seating.writes.hall import arrange_hall
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_in

ROOM = 4
"""Free columns and rows beyond the last ones, to move tables to."""


@tournament_page(may_edit_tournament)
def hall(request: Request, tournament: Tournament) -> HttpResponse:
    """Show every table as a piece to drag or move with the arrow keys; a POST saves the plan."""
    form = HallForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_in(form):
            arrange_hall(request.actor, tournament, form.cleaned_data["places"])
            messages.success(request, gettext("Saved."))
            return redirect("hall", tournament.slug)
    tables = tables_for_hall(tournament)
    spots = arranged(tables, places_in_hall(tournament))
    if form.is_bound and form.is_valid():
        spots = arranged(tables, form.cleaned_data["places"])  # refused: as submitted
    columns = min(MOST, ROOM + 1 + max((spot.column for spot in spots.values()), default=0))
    rows = min(MOST, ROOM + 1 + max((spot.row for spot in spots.values()), default=0))
    context = {
        "form": form,
        "spots": spots,
        "columns": columns,
        "rows": rows,
        "places": json.dumps(spots),
        "is_arranged": bool(tournament.hall),
        "may_arrange": may_now(may_edit_tournament, request.actor, tournament),
    }
    return form_page(request, "direction/hall.html", context)
