"""Which rounds a reader may see (unpublished seats: only the direction), and which is asked for."""

from django.http import Http404

from tournament.models import Round, Tournament
from tournament.rounds.reads.rounds import rounds_seen_by
from tournament.shared.rules.typed import number_in
from tournament.views.access import Request


def round_asked_for(request: Request) -> int | None:
    """Return the round number in `?after=`; None without one, 404 if it is not a number."""
    text = request.GET.get("after", "")
    number = number_in(text)
    if text and number is None:
        raise Http404
    return number


def visible_rounds(request: Request, tournament: Tournament) -> list[Round]:
    """Return the rounds this reader may see, in order; one query."""
    return rounds_seen_by(request.actor, tournament)


def visible_round(request: Request, tournament: Tournament, number: int) -> Round:
    """Return one of the visible rounds; 404 for any other."""
    return numbered(visible_rounds(request, tournament), number)


def numbered(rounds: list[Round], number: int) -> Round:
    """Return the round with this number; 404 if it is not among them."""
    for round in rounds:
        if round.number == number:
            return round
    raise Http404
