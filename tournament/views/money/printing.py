"""The papers about money."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404

from tournament.exports import pdf
from tournament.models import Entry, Tournament
from tournament.permissions import may_check_in_players, may_print
from tournament.views.access import Request, tournament_page
from tournament.views.direction.visible import number_in
from tournament.views.downloads import download


@tournament_page(may_check_in_players)
def print_door_list(request: Request, tournament: Tournament) -> HttpResponse:
    """Everybody with boxes, the fee due and the side pools, `?by=number` (default) or `name`."""
    by_name = request.GET.get("by") == "name"
    return download(request, tournament, lambda: pdf.door_list(tournament, by_name=by_name))


@tournament_page(may_print)
def print_prizes(request: Request, tournament: Tournament) -> HttpResponse:
    """The prizes in the order in which they are read out."""
    return download(request, tournament, lambda: pdf.prizes(tournament))


@tournament_page(may_print)
def print_prizes_received(request: Request, tournament: Tournament) -> HttpResponse:
    """The assigned prizes, each with room for a signature."""
    return download(request, tournament, lambda: pdf.prizes_received(tournament))


@tournament_page(may_check_in_players)
def print_receipts(request: Request, tournament: Tournament) -> HttpResponse:
    """Receipts of all who have paid, or of one player (`?number=`)."""
    number = number_in(request.GET.get("number", ""))
    entry = None
    if number is not None:
        entry = get_object_or_404(Entry, tournament=tournament, number=number)
    return download(request, tournament, lambda: pdf.receipts(tournament, entry))
