"""Declaring the standings final after the window for objections, and taking that back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.core.checksum import short_checksum
from tournament.errors import Refused
from tournament.forms.rounds import typed_reason
from tournament.labels.refusals import refusal_sentence
from tournament.labels.standings import hall_time
from tournament.models import Tournament
from tournament.permissions import may_freeze_standings
from tournament.selectors.audit import contradictions
from tournament.selectors.freezing import freeze_outlook
from tournament.services.freezing import freeze_standings, unfreeze_standings
from tournament.views.access import Request, tournament_page
from tournament.views.direction.acts import REFUSED, attempt


@tournament_page(may_freeze_standings)
def standings_freeze(request: Request, tournament: Tournament) -> HttpResponse:
    """What would be frozen, or what is; freezing on the sight of it."""
    refusal = ""
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        try:
            freeze_standings(
                request.actor, tournament, seen=seen, reason=typed_reason(request.POST)
            )
        except Refused as refused:
            refusal = refusal_sentence(refused)
        else:
            messages.success(request, gettext("The standings are declared final."))
            return redirect("standings", tournament.slug)
    now = timezone.now()
    outlook = freeze_outlook(tournament, now)
    context = {
        "tournament": tournament,
        "outlook": outlook,
        "report": outlook.report,
        "open_until": hall_time(outlook.open_until, now) if outlook.open_until else "",
        "checksum": short_checksum(outlook.checksum),
        "frozen_checksum": short_checksum(tournament.frozen_checksum),
        "is_as_frozen": outlook.checksum == tournament.frozen_checksum,
        "findings": () if tournament.frozen_at else contradictions(tournament),
        "refusal": refusal,
        "reason": typed_reason(request.POST),
    }
    status = REFUSED if refusal else 200
    return render(request, "direction/freeze.html", context, status=status)


@require_POST
@tournament_page(may_freeze_standings)
def standings_unfreeze(request: Request, tournament: Tournament) -> HttpResponse:
    """Take back that the standings are final, with a reason."""
    reason = typed_reason(request.POST)
    if attempt(request, lambda: unfreeze_standings(request.actor, tournament, reason)):
        messages.success(request, gettext("The standings are open again."))
    return redirect("standings-freeze", tournament.slug)
