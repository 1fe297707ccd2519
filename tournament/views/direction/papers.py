"""The page "Drucken": every paper of the tournament; links to reprint what a change made void."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from tournament.exports.paper import Asked, Reader
from tournament.exports.papers import PAPERS, links_at
from tournament.exports.pdf.certificates import (
    PLACES_WITH_CERTIFICATE,
    choices_of_certificates,
)
from tournament.exports.pdf.certificates import certificates as make_certificates
from tournament.forms.money import CertificatesForm
from tournament.imports.apart import read_apart
from tournament.labels.draws import print_again_sentence
from tournament.models import Tournament
from tournament.permissions import may_draw_round, may_print
from tournament.phones.writes import note_printed_address
from tournament.referee.reads import has_log, log_days, log_moments
from tournament.rounds.reads.rounds import rounds_of
from tournament.tournaments.reads import round_lines
from tournament.views.access import Request, tournament_page
from tournament.views.answers import as_response, download, form_page, refusals_in

FIELDS = {"certificates_nobody": "number", "certificates_too_early": "places"}
"""The field at which a refusal is shown; any other concerns the picture."""


@tournament_page(may_print)
def print_documents(request: Request, tournament: Tournament) -> HttpResponse:
    """List what can be printed: the current round first, then the others, newest on top."""
    lines = round_lines(tournament)
    may_draw = may_draw_round(request.actor, tournament)
    papers = [line for line in lines if may_draw or line.round.published_at]
    published = [paper for paper in papers if paper.round.published_at]
    current = published[-1] if published else None
    is_logged = has_log(tournament)
    context = {
        "current": current,
        "is_drawn": bool(lines),
        "is_over": tournament.frozen_at is not None,
        "may_draw": may_draw,
        "has_log": is_logged,
        "days": log_days(log_moments(tournament)) if is_logged else [],
        "others": [paper for paper in reversed(papers) if paper is not current],
    }
    return render(request, "direction/print.html", context)


@tournament_page(may_print)
def paper(
    request: Request, tournament: Tournament, key: str, number: int | None = None
) -> HttpResponse:
    """Return one paper, of a round if it has one; the paper declares which parameters it takes."""
    wanted = PAPERS.get(key)
    if wanted is None or wanted.of_round is (number is None):
        raise Http404
    if not wanted.may(request.actor, tournament):
        raise PermissionDenied
    given = {name: request.GET[name] for name in wanted.asks if name in request.GET}
    asked = Asked(Reader(request.actor, tournament), number, given)
    if wanted.of_round and not asked.round:
        raise Http404
    if wanted.tells_address:
        note_printed_address(request.actor, tournament)
    return download(request, lambda: wanted.made(asked), "print", tournament.slug)


@tournament_page(may_print)
def earlier_address(
    request: Request, tournament: Tournament, /, key: str, number: int | None = None, **said: object
) -> HttpResponse:
    """Redirect to a paper's present address, with the same parameters and those in `said`."""
    query = "&".join(filter(None, (urlencode(said), request.META["QUERY_STRING"])))
    address = PAPERS[key].address(tournament, number)
    return redirect(f"{address}?{query}" if query else address, permanent=True)


@tournament_page(may_print)
def certificates(request: Request, tournament: Tournament) -> HttpResponse:
    """Print for the chosen places or one player, over a picture, which is not stored."""
    from tournament.imports.pictures import read_picture

    form = CertificatesForm(
        request.POST or None,
        request.FILES or None,
        initial={"places": PLACES_WITH_CERTIFICATE},
        choices=choices_of_certificates(tournament),
    )
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, FIELDS, "picture"):
            wanted = form.cleaned_data
            upload = wanted["picture"]  # no larger than the server accepts at all
            picture = read_apart(read_picture, upload.read()) if upload else b""
            made = make_certificates(
                tournament,
                wanted["places"],
                number=wanted["number"],
                of=wanted["of"],
                picture=picture,
            )
            return as_response(made)
    return form_page(request, "direction/certificates.html", {"form": form})


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
