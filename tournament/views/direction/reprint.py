"""What is void on paper after a change, as links that print exactly this again."""

from collections.abc import Collection, Iterable, Sequence

from django.contrib import messages
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from tournament.labels.seat_changes import print_again_sentence
from tournament.labels.standings import standings_title
from tournament.models import Tournament
from tournament.selectors.rounds import rounds_of
from tournament.selectors.standings import standings_after
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
    _if_printed(
        request,
        ((reverse(name, args=[tournament.slug]) + query, words) for name, query, words in papers),
    )


def print_results_again(
    request: Request,
    tournament: Tournament,
    results_of: Collection[int] | None = None,
    *,
    first: int = 0,
) -> None:
    """Links to the results of these rounds, as far as they are closed, and to the standings.

    None: the standings alone are others, from those after the `first` round on. What is not closed
    does not hang yet.
    """
    rounds = [round for round in rounds_of(tournament) if round.number >= first]
    closed = [round.number for round in rounds if round.closed_at]
    void = [number for number in closed if number in (results_of or ())]
    if not closed or (results_of is not None and not void):
        return
    results = [
        (
            reverse("print-round-result", args=[tournament.slug, number]),
            gettext("Result of round %(number)s") % {"number": number},
        )
        for number in void
    ]
    standings = reverse("print-standings", args=[tournament.slug])
    report = standings_after(tournament, closed[-1])
    title = standings_title(rounds=report.rounds, final=report.final)
    _if_printed(request, [*results, (f"{standings}?after={closed[-1]}", title)])


def _if_printed(request: Request, papers: Iterable[tuple[str, str]]) -> None:
    links = format_html_join(" · ", '<a href="{}" target="_blank">{}</a>', papers)
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
