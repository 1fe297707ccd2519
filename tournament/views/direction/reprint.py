"""What is void on paper after a change, as links that print exactly this again."""

from collections.abc import Collection, Iterable, Sequence

from django.contrib import messages
from django.urls import reverse
from django.utils.html import format_html, format_html_join
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


def print_again_for_all_rounds(
    request: Request,
    tournament: Tournament,
    slips: Collection[int] | None,
    tags: Collection[int] = (),
) -> None:
    """Links to what may have been printed before: slips and name tags of these people, the plan.

    People by their start numbers; None is everybody.
    """
    papers = [
        *([("print-tags", _of_people(tags), gettext("Name tags"))] if tags else []),
        ("print-slips", _of_people(slips), gettext("Slips with seats")),
        ("print-plan", "?by=name", gettext("Plan of all rounds by name")),
        ("print-plan", "?by=table", gettext("Plan of all rounds by table")),
    ]
    links = format_html_join(
        " · ",
        '<a href="{}" target="_blank">{}</a>',
        ((reverse(name, args=[tournament.slug]) + query, words) for name, query, words in papers),
    )
    words = gettext("If printed before, print again as well:")
    messages.info(request, format_html("{} {}", words, links))


def _of_people(numbers: Collection[int] | None) -> str:
    return "" if numbers is None else f"?numbers={','.join(map(str, sorted(numbers)))}"


def print_round(request: Request, tournament: Tournament, number: int) -> None:
    """A link to everything that is printed for a round."""
    words = gettext("Print all papers of round %(round)s") % {"round": number}
    _offer(request, tournament, number, "", words)


def _offer(request: Request, tournament: Tournament, number: int, query: str, words: str) -> None:
    address = reverse("print-round", args=[tournament.slug, number]) + query
    messages.info(request, format_html('<a href="{}" target="_blank">{}</a>', address, words))
