"""The page "Drucken": every paper of the tournament, by round and overall; and each of them."""

from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from tournament.exports.papers import PAPERS, Asked, Reader
from tournament.models import Tournament
from tournament.permissions import may_draw_round, may_print
from tournament.phones.writes import note_printed_address
from tournament.referee.reads.calls import has_log, log_days, log_moments
from tournament.tournaments.reads.overview import round_lines
from tournament.views.access import Request, tournament_page
from tournament.views.downloads import download


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
    return download(request, tournament, lambda: wanted.make(asked))


@tournament_page(may_print)
def earlier_address(
    request: Request, tournament: Tournament, /, key: str, number: int | None = None, **said: object
) -> HttpResponse:
    """Redirect to a paper's present address, with the same parameters and those in `said`."""
    query = "&".join(filter(None, (urlencode(said), request.META["QUERY_STRING"])))
    address = PAPERS[key].address(tournament, number)
    return redirect(f"{address}?{query}" if query else address, permanent=True)
