"""Which round is asked for, and which a reader sees: unpublished seats are for the direction."""

import re

from django.http import Http404

from tournament.models import Round, Tournament
from tournament.permissions import may_draw_round
from tournament.selectors.rounds import rounds_of
from tournament.views.access import Request

_NUMBER = re.compile("[0-9]{1,4}")
_KEY = re.compile("[0-9]{1,12}")


def number_in(text: str) -> int | None:
    """The number of a round or a table as a reader gives it; None for anything else."""
    return int(text) if _NUMBER.fullmatch(text) else None


def key_in(text: str) -> int | None:
    """The id of a row as an address or a form names it; None for anything else."""
    return int(text) if _KEY.fullmatch(text) else None


def round_asked_for(request: Request) -> int | None:
    """The number of a round behind the address, `?after=`; None without one, 404 for no number."""
    text = request.GET.get("after", "")
    number = number_in(text)
    if text and number is None:
        raise Http404
    return number


def visible_rounds(request: Request, tournament: Tournament) -> list[Round]:
    """The rounds this reader may see, in their order; one query."""
    rounds = rounds_of(tournament)
    if may_draw_round(request.actor, tournament):
        return rounds
    return [round for round in rounds if round.published_at]


def visible_round(request: Request, tournament: Tournament, number: int) -> Round:
    """One of them; 404 for any other."""
    return numbered(visible_rounds(request, tournament), number)


def numbered(rounds: list[Round], number: int) -> Round:
    """The round with this number; 404 if it is not among them."""
    for round in rounds:
        if round.number == number:
            return round
    raise Http404
