"""What players see on their own phones: admitting them, the code, releasing the standings."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournament.accounts.reads import network
from tournament.models import Tournament
from tournament.permissions import may_let_phones_in, may_release_standings
from tournament.phones import writes as services
from tournament.phones.reads import phone_url
from tournament.rounds.reads.rounds import round_released, shown_rounds
from tournament.shared.rules.typed import number_in
from tournament.views.access import Request, tournament_page
from tournament.views.answers import button


@tournament_page(may_let_phones_in)
def phones(request: Request, tournament: Tournament) -> HttpResponse:
    """Show address, QR code and what phones see."""
    url = phone_url(tournament)
    context = {
        "network": network(),
        "url": url,
        "printed_otherwise": bool(url) and tournament.printed_address not in ("", url),
        "rounds": shown_rounds(tournament),
        "released": round_released(tournament),
    }
    return render(request, "direction/phones.html", context)


@button(tournament_page(may_let_phones_in), "phones")
def phones_switch(request: Request, tournament: Tournament) -> str:
    """Let phones in (`on`), or shut them out."""
    if "on" in request.POST:
        services.let_phones_in(request.actor, tournament)
        return gettext("Players’ phones let in.")
    services.shut_phones_out(request.actor, tournament)
    return gettext("Players’ phones no longer let in.")


@button(tournament_page(may_let_phones_in), "phones")
def phones_renew(request: Request, tournament: Tournament) -> str:
    """Rotate the code; old links stop working."""
    services.renew_phone_code(request.actor, tournament)
    return gettext("New code for the players’ phones; the earlier one leads nowhere.")


@button(tournament_page(may_release_standings), "phones")
def standings_release(request: Request, tournament: Tournament) -> None:
    """Release the standings after a round (`after`, 0: none) for everybody."""
    after = number_in(request.POST.get("after", "")) or 0
    services.release_standings(request.actor, tournament, after)
