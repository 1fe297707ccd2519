"""The place "Drucken": every document of the tournament, by round and overall."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from tournament.errors import Refused
from tournament.exports import excel, pdf
from tournament.exports.base import Document
from tournament.labels.refusals import refusal_sentence
from tournament.models import Round, Tournament
from tournament.permissions import may_draw_round, may_export, may_print
from tournament.selectors.proofs import is_proof_public, latest_commitment
from tournament.selectors.rounds import RoundProgress, round_progress, rounds_of
from tournament.views.access import Request, tournament_page
from tournament.views.direction.visible import round_asked_for
from tournament.views.downloads import as_response


@dataclass(frozen=True, slots=True)
class RoundPapers:
    """A round whose documents are offered, and how far its results are."""

    round: Round
    progress: RoundProgress


@tournament_page(may_print)
def print_documents(request: Request, tournament: Tournament) -> HttpResponse:
    """What can be printed: the current round first, then the others, the newest on top."""
    progress = {line.number: line for line in round_progress(tournament)}
    papers = [RoundPapers(one, progress[one.number]) for one in _visible(request, tournament)]
    published = [paper for paper in papers if paper.round.published_at]
    current = published[-1] if published else None
    context = {
        "tournament": tournament,
        "current": current,
        "is_drawn": bool(progress),
        "may_draw": may_draw_round(request.actor, tournament),
        "has_commitment": latest_commitment(tournament) is not None,
        "may_see_proof": may_draw_round(request.actor, tournament)
        or len(published) == len(progress),
        "others": [paper for paper in reversed(papers) if paper is not current],
    }
    return render(request, "direction/print.html", context)


@tournament_page(may_print)
def print_seats(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The seat list of a round, `?by=table` (default) or `?by=name`."""
    round = _round(request, tournament, number)
    by = "name" if request.GET.get("by") == "name" else "table"
    return _download(request, tournament, lambda: pdf.seat_list(round, by))


@tournament_page(may_print)
def print_sheets(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The blank score sheets of a round."""
    round = _round(request, tournament, number)
    return _download(request, tournament, lambda: pdf.score_sheets(round))


@tournament_page(may_print)
def print_round_result(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The result of a round."""
    round = _round(request, tournament, number)
    return _download(request, tournament, lambda: pdf.round_result(round))


@tournament_page(may_print)
def print_standings(request: Request, tournament: Tournament) -> HttpResponse:
    """The standings, `?after=R` (default: the last round) and `?tag=` (default: everybody)."""
    after = round_asked_for(request)
    tag = request.GET.get("tag", "")
    if after is not None:
        _round(request, tournament, after)
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


def _visible(request: Request, tournament: Tournament) -> list[Round]:
    """The rounds this reader may print; unpublished seats are for the direction alone."""
    rounds = rounds_of(tournament)
    if may_draw_round(request.actor, tournament):
        return rounds
    return [round for round in rounds if round.published_at]


def _round(request: Request, tournament: Tournament, number: int) -> Round:
    for round in _visible(request, tournament):
        if round.number == number:
            round.tournament = tournament
            return round
    raise Http404
