"""The place "Drucken": every document of the tournament, by round and overall."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournament.errors import Refused
from tournament.exports import excel, pdf
from tournament.exports.base import Document
from tournament.labels.refusals import refusal_sentence
from tournament.models import Tournament
from tournament.permissions import may_draw_round, may_export, may_print
from tournament.selectors.overview import round_lines
from tournament.selectors.proofs import is_proof_public, latest_commitment
from tournament.views.access import Request, tournament_page
from tournament.views.direction.visible import round_asked_for, visible_round
from tournament.views.downloads import as_response


@tournament_page(may_print)
def print_documents(request: Request, tournament: Tournament) -> HttpResponse:
    """What can be printed: the current round first, then the others, the newest on top."""
    lines = round_lines(tournament)
    may_draw = may_draw_round(request.actor, tournament)
    papers = [line for line in lines if may_draw or line.round.published_at]
    published = [paper for paper in papers if paper.round.published_at]
    current = published[-1] if published else None
    context = {
        "tournament": tournament,
        "current": current,
        "is_drawn": bool(lines),
        "may_draw": may_draw,
        "has_commitment": latest_commitment(tournament) is not None,
        "may_see_proof": may_draw or len(published) == len(lines),
        "others": [paper for paper in reversed(papers) if paper is not current],
    }
    return render(request, "direction/print.html", context)


@tournament_page(may_print)
def print_seats(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The seat list of a round, `?by=table` (default) or `?by=name`."""
    round = visible_round(request, tournament, number)
    by = "name" if request.GET.get("by") == "name" else "table"
    return _download(request, tournament, lambda: pdf.seat_list(round, by))


@tournament_page(may_print)
def print_sheets(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The blank score sheets of a round."""
    round = visible_round(request, tournament, number)
    return _download(request, tournament, lambda: pdf.score_sheets(round))


@tournament_page(may_print)
def print_round_result(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The result of a round."""
    round = visible_round(request, tournament, number)
    return _download(request, tournament, lambda: pdf.round_result(round))


@tournament_page(may_print)
def print_standings(request: Request, tournament: Tournament) -> HttpResponse:
    """The standings, `?after=R` (default: the last round) and `?tag=` (default: everybody)."""
    after = round_asked_for(request)
    tag = request.GET.get("tag", "")
    if after is not None:
        visible_round(request, tournament, after)
    return _download(request, tournament, lambda: pdf.standings(tournament, after, tag))


@tournament_page(may_draw_round)
def print_plan(request: Request, tournament: Tournament) -> HttpResponse:
    """The plan of all rounds, published or not, `?by=name` (default), `number` or `table`."""
    by = request.GET.get("by", "")
    return _download(request, tournament, lambda: pdf.plan(tournament, by))


@tournament_page(may_print)
def print_tents(request: Request, tournament: Tournament) -> HttpResponse:
    """A number to stand up on each table."""
    return _download(request, tournament, lambda: pdf.tents(tournament))


@tournament_page(may_print)
def print_commitment(request: Request, tournament: Tournament) -> HttpResponse:
    """The commitment published last, for the wall."""
    return _download(request, tournament, lambda: pdf.commitment(tournament))


@tournament_page(may_print)
def print_proof(request: Request, tournament: Tournament) -> HttpResponse:
    """The proof of the draws; for the direction alone while it tells seats not published."""
    if not (may_draw_round(request.actor, tournament) or is_proof_public(tournament)):
        raise PermissionDenied
    return _download(request, tournament, lambda: pdf.proof(tournament))


@tournament_page(may_export)
def workbook(request: Request, tournament: Tournament) -> HttpResponse:
    """Everything as one Excel workbook."""
    return _download(request, tournament, lambda: excel.workbook(tournament))


def _download(
    request: Request, tournament: Tournament, document: Callable[[], Document]
) -> HttpResponse:
    """The document; if it cannot be made, back to the list with the reason."""
    try:
        return as_response(document())
    except Refused as refusal:
        messages.error(request, refusal_sentence(refusal))
        return redirect("print", slug=tournament.slug)
