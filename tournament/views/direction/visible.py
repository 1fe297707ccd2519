"""Which round is asked for, and which a reader sees: unpublished seats are for the direction."""

from django.http import Http404

from tournament.models import Round, Tournament
from tournament.rounds.reads.rounds import rounds_seen_by
from tournament.shared.rules.typed import number_in
from tournament.views.access import Request


def round_asked_for(request: Request) -> int | None:
    """The number of a round behind the address, `?after=`; None without one, 404 for no number."""
    text = request.GET.get("after", "")
    number = number_in(text)
    if text and number is None:
        raise Http404
    return number


def visible_rounds(request: Request, tournament: Tournament) -> list[Round]:
    """The rounds this reader may see, in their order; one query."""
    return rounds_seen_by(request.actor, tournament)


def visible_round(request: Request, tournament: Tournament, number: int) -> Round:
    """One of them; 404 for any other."""
    return numbered(visible_rounds(request, tournament), number)


def numbered(rounds: list[Round], number: int) -> Round:
    """The round with this number; 404 if it is not among them."""
    for round in rounds:
        if round.number == number:
            return round
    raise Http404
