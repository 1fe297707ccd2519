"""What is void on paper after a change, as links that print exactly this again."""

from collections.abc import Iterable, Sequence

from django.contrib import messages
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext

from tournament.labels.seat_changes import print_again_sentence
from tournament.models import Tournament
from tournament.views.access import Request


def print_again(
    request: Request, tournament: Tournament, papers: Iterable[tuple[int, Sequence[int]]]
) -> None:
    """A link for each round: its seat lists, and the score sheets of these tables."""
    for number, tables in papers:
        query = f"?tables={','.join(map(str, tables))}"
        _offer(request, tournament, number, query, print_again_sentence(number, tables))


def print_round(request: Request, tournament: Tournament, number: int) -> None:
    """A link to everything that is printed for a round."""
    words = gettext("Print all papers of round %(round)s") % {"round": number}
    _offer(request, tournament, number, "", words)


def _offer(request: Request, tournament: Tournament, number: int, query: str, words: str) -> None:
    address = reverse("print-round", args=[tournament.slug, number]) + query
    messages.info(request, format_html('<a href="{}" target="_blank">{}</a>', address, words))
