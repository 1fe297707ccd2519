"""Links that reprint exactly the papers a change has made void."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.contrib import messages
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from tournament.exports.papers import Asked, Reader, links_at
from tournament.labels.seat_changes import print_again_sentence
from tournament.models import Tournament
from tournament.rounds.reads.rounds import rounds_of
from tournament.views.access import Request


def print_again(
    request: Request, tournament: Tournament, papers: Iterable[tuple[int, Sequence[int]]]
) -> None:
    """Offer a link for each round: its seat lists, and the score sheets of these tables."""
    for number, tables in papers:
        words = print_again_sentence(number, tables)
        _offer(request, tournament, number, words, tables=_joined(tables))


def print_again_for_all_rounds(
    request: Request,
    tournament: Tournament,
    slips: Collection[int] | None,
    tags: Collection[int] = (),
) -> None:
    """Offer links to papers possibly printed before: these people's slips and name tags, the plan.

    People by start number; None means everybody.
    """
    numbers = None if slips is None else _joined(slips)
    links = [*_links(request, tournament, "again", numbers=numbers)]
    if tags:
        links[:0] = _links(request, tournament, "tags again", numbers=_joined(tags))
    _if_printed(request, links)


def print_results_again(
    request: Request,
    tournament: Tournament,
    results_of: Collection[int] | None = None,
    *,
    first: int = 0,
) -> None:
    """Offer links to the results of these rounds, as far as closed, and to the standings.

    None: only the standings differ, from those after the `first` round on. Open rounds have nothing
    on the wall yet.
    """
    rounds = [round for round in rounds_of(tournament) if round.number >= first]
    closed = [round.number for round in rounds if round.closed_at]
    void = [number for number in closed if number in (results_of or ())]
    if not closed or (results_of is not None and not void):
        return
    links = [
        link for number in void for link in _links(request, tournament, "result again", number)
    ]
    links += _links(request, tournament, "standings again", after=closed[-1])
    _if_printed(request, links)


def _if_printed(request: Request, papers: Iterable[tuple[str, str]]) -> None:
    links = format_html_join(" · ", '<a href="{}" target="_blank">{}</a>', papers)
    words = gettext("If printed before, print again as well:")
    messages.info(request, format_html("{} {}", words, links))


def print_round(request: Request, tournament: Tournament, number: int) -> None:
    """Offer a link to everything that is printed for a round."""
    words = gettext("Print all papers of round %(round)s") % {"round": number}
    _offer(request, tournament, number, words)


def _offer(
    request: Request, tournament: Tournament, number: int, words: str, **given: object
) -> None:
    for address, _words in _links(request, tournament, "all of another round", number, **given):
        messages.info(request, format_html('<a href="{}" target="_blank">{}</a>', address, words))


def _links(
    request: Request, tournament: Tournament, spot: str, of: int | None = None, **given: object
) -> Iterator[tuple[str, str]]:
    """Return address and words of each paper linked there."""
    asked = Asked(Reader(request.actor, tournament), of, given)
    return ((link.address, link.words) for link in links_at(spot, asked, is_known=True))


def _joined(numbers: Iterable[int]) -> str:
    return ",".join(map(str, sorted(numbers)))
