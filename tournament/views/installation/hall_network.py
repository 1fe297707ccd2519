"""Letting others in the hall reach this computer."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.accounts.reads.hall_network import network
from tournament.accounts.writes.hall_network import let_nobody_in, let_others_in
from tournament.models import Tournament
from tournament.views.access import Request, owner_page
from tournament.views.acts import refusals_told


@owner_page
def hall_network(request: Request) -> HttpResponse:
    """Show where others reach the program, and the tournaments players see on their phones."""
    tournaments = Tournament.objects.order_by("-date", "name")
    context = {"network": network(), "tournaments": tournaments}
    return render(request, "installation/hall_network.html", context)


@require_POST
@owner_page
def hall_network_switch(request: Request) -> HttpResponse:
    """Open the program to others at an address of this computer; without one close it."""
    host = request.POST.get("host", "").strip()
    if not host:
        let_nobody_in(request.actor)
        messages.success(request, gettext("Nobody else let in any more."))
    else:
        with refusals_told(request):
            let_others_in(request.actor, host)
            messages.success(request, gettext("Others let in at %(address)s.") % {"address": host})
    slug = request.POST.get("tournament", "")
    if Tournament.objects.filter(slug=slug).exists():
        return redirect("phones", slug)
    return redirect("hall-network")
