"""The proof of the draws, and ways of drawing side by side."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournament.core.draw import METHODS, CannotDraw
from tournament.core.table_sizes import CannotSeat
from tournament.exports.proofs import proof_file
from tournament.labels.certificates import CertificateLine
from tournament.labels.draw_methods import METHOD_HINTS, method_name
from tournament.labels.draw_refusals import cannot_draw_sentence
from tournament.labels.table_sizes import cannot_seat_sentence
from tournament.models import Tournament
from tournament.permissions import may_draw_round, may_see_tournament
from tournament.selectors.draw_outlook import PlanQuality, Sample, plan_quality, sample_draws
from tournament.selectors.draws import drawing_field, redraw_outlook
from tournament.selectors.pledges import method_from
from tournament.selectors.proofs import is_proof_public, proof_of
from tournament.services.pledges import this_program
from tournament.views.access import Request, tournament_page
from tournament.views.downloads import as_response


@tournament_page(may_see_tournament)
def draw_proof(request: Request, tournament: Tournament) -> HttpResponse:
    """Every draw and change of seats; what tells unpublished seats is for the direction alone."""
    proof = proof_of(tournament, this_program())
    may_draw = may_draw_round(request.actor, tournament)
    sees_all = proof.is_public or may_draw
    quality = plan_quality(tournament) if sees_all else None
    context = {
        "tournament": tournament,
        "proof": proof,
        "steps": [(step, sees_all or step.is_public) for step in proof.steps],
        "sees_all": sees_all,
        "may_draw": may_draw,
        "lines": quality.lines if quality else (),
    }
    return render(request, "direction/proof.html", context)


@tournament_page(may_see_tournament)
def draw_proof_file(request: Request, tournament: Tournament) -> HttpResponse:
    """The document that scripts/replay_draw.py checks."""
    if not (may_draw_round(request.actor, tournament) or is_proof_public(tournament)):
        raise PermissionDenied
    return as_response(proof_file(tournament))


@dataclass(frozen=True, slots=True)
class Column:
    """One plan to be compared: what it is, and its certificate; `why_not` where there is none."""

    title: str
    hint: str
    is_own: bool
    rounds: int
    lines: tuple[CertificateLine, ...]
    why_not: str = ""


@tournament_page(may_draw_round)
def draw_compare(request: Request, tournament: Tournament) -> HttpResponse:
    """What each way of drawing would give: sample draws, only to be measured."""
    outlook = redraw_outlook(tournament)
    first = outlook.first.number if outlook else tournament.rounds.count() + 1
    context = {
        "tournament": tournament,
        "first": first,
        "is_redraw": outlook is not None,
        "is_possible": first <= tournament.rounds_planned,
        "method": method_name(tournament.draw_method),
    }
    if request.method == "POST" and context["is_possible"]:
        context["columns"], context["problem"] = _columns(tournament, first)
    return render(request, "direction/draw_compare.html", context)


def _columns(tournament: Tournament, first: int) -> tuple[list[Column], str]:
    """The columns, or the sentence that says why nothing can be drawn now."""
    own = method_from(tournament, first)
    columns = []
    as_it_is = plan_quality(tournament)
    if as_it_is is not None and first <= as_it_is.rounds:
        title = gettext("The plan as it is")
        columns.append(_column(title, "", as_it_is, is_own=False))
    field = drawing_field(tournament)
    try:
        samples = sample_draws(tournament, field, first, list(METHODS))
    except CannotSeat as error:
        return columns, cannot_seat_sentence(error)
    except CannotDraw as error:
        return columns, cannot_draw_sentence(error)
    return [*columns, *(_sample_column(sample, own) for sample in samples)], ""


def _sample_column(sample: Sample, own: str) -> Column:
    title, hint = method_name(sample.method), str(METHOD_HINTS[sample.method])
    if sample.quality is None:
        why_not = gettext("Possible from round 2 on, once all sheets before it are in.")
        return Column(title, hint, sample.method == own, 0, (), why_not)
    return _column(title, hint, sample.quality, is_own=sample.method == own)


def _column(title: str, hint: str, quality: PlanQuality, *, is_own: bool) -> Column:
    return Column(title, hint, is_own, quality.rounds, quality.lines)
