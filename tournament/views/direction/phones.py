"""What players see on their own phones: letting them in, the code, releasing the standings."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.models import Tournament
from tournament.permissions import may_let_phones_in, may_release_standings, may_run_installation
from tournament.selectors.hall_network import network
from tournament.selectors.phones import phone_url, published_rounds
from tournament.services.phones import (
    let_phones_in,
    release_standings,
    renew_phone_code,
    shut_phones_out,
)
from tournament.views.access import Request, tournament_page
from tournament.views.direction.acts import attempt
from tournament.views.direction.visible import number_in


@tournament_page(may_let_phones_in)
def phones(request: Request, tournament: Tournament) -> HttpResponse:
    """Address and QR code, and what is shown."""
    url = phone_url(tournament)
    context = {
        "tournament": tournament,
        "network": network(),
        "url": url,
        "printed_otherwise": bool(url) and tournament.printed_address not in ("", url),
        "rounds": published_rounds(tournament),
        "may_run_installation": may_run_installation(request.actor),
    }
    return render(request, "direction/phones.html", context)


@require_POST
@tournament_page(may_let_phones_in)
def phones_switch(request: Request, tournament: Tournament) -> HttpResponse:
    """Let phones in (`on`), or not any more."""
    if "on" in request.POST:
        let_phones_in(request.actor, tournament)
        messages.success(request, gettext("Players’ phones are let in."))
    else:
        shut_phones_out(request.actor, tournament)
        messages.success(request, gettext("Players’ phones are no longer let in."))
    return redirect("phones", tournament.slug)


@require_POST
@tournament_page(may_let_phones_in)
def phones_renew(request: Request, tournament: Tournament) -> HttpResponse:
    """A new code."""
    renew_phone_code(request.actor, tournament)
    messages.success(request, gettext("There is a new code; the earlier one leads nowhere."))
    return redirect("phones", tournament.slug)


@require_POST
@tournament_page(may_release_standings)
def standings_release(request: Request, tournament: Tournament) -> HttpResponse:
    """Release the standings after a round (`after`, 0: none) for everybody."""
    after = number_in(request.POST.get("after", "")) or 0
    attempt(request, lambda: release_standings(request.actor, tournament, after))
    return redirect("phones", tournament.slug)
