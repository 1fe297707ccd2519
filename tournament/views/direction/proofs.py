"""The proof of the draws, and ways of drawing side by side."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournament.draw import METHODS
from tournament.draw.certificate import Figure, PlanQuality
from tournament.draw.proof.commitment import TO_NOTE
from tournament.exports.pdf.proofs import may_see_proof
from tournament.exports.proofs import describe_steps, proof_file, proof_sentence
from tournament.labels.draws import METHOD_HINTS, certificate_lines, method_name, to_note
from tournament.labels.refusals import NOT_POSSIBLE, refusal_sentence
from tournament.models import Tournament
from tournament.permissions import may_draw_round, may_see_tournament
from tournament.seating.reads.commitments import method_from
from tournament.seating.reads.draw_outlook import plan_quality, sample_draws
from tournament.seating.reads.draws import players_to_draw, redraw_outlook
from tournament.seating.reads.proofs import Proof, proof_of
from tournament.seating.writes.commitments import this_program
from tournament.views.access import Request, tournament_page
from tournament.views.downloads import as_response


@tournament_page(may_see_tournament)
def draw_proof(request: Request, tournament: Tournament) -> HttpResponse:
    """Show every draw and change of seats; details of unpublished seats only to the direction."""
    proof = proof_of(tournament, this_program())
    sees_all = proof.is_public or may_draw_round(request.actor, tournament)
    quality = plan_quality(tournament) if sees_all else None
    context = {
        "proof": proof,
        "sentence": proof_sentence(proof),
        "steps": describe_steps(proof, all_seeds=sees_all),
        "seal": to_note(proof.seal),
        "to_note": _codes_to_note(proof),
        "sees_all": sees_all,
        "lines": certificate_lines(quality) if quality else (),
    }
    return render(request, "direction/proof.html", context)


def _codes_to_note(proof: Proof) -> list[str]:
    """Return what should have been noted: commitment and list of each proven draw, last seal."""
    listed = ""
    marks: list[str] = []
    for step in proof.steps:
        if step.is_proven:
            marks += [step.step["commitment"], listed]
        listed = step.seal
    return [mark[:TO_NOTE] for mark in [*marks, proof.seal]]


@tournament_page(may_see_tournament)
def draw_proof_file(request: Request, tournament: Tournament) -> HttpResponse:
    """Return the document that scripts/replay_draw.py checks."""
    if not may_see_proof(request.actor, tournament):
        raise PermissionDenied
    return as_response(proof_file(tournament))


@dataclass(frozen=True, slots=True)
class Column:
    """One plan to compare; `quality` is None if this way is not possible yet."""

    title: str
    hint: str
    is_own: bool
    quality: PlanQuality | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Plans side by side: a row per figure, with each plan's value or None."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, tuple[Figure | None, ...]], ...]
    impossible: tuple[Column, ...]


@tournament_page(may_draw_round)
def draw_compare(request: Request, tournament: Tournament) -> HttpResponse:
    """Compare the ways of drawing by sample draws, which are only measured."""
    outlook = redraw_outlook(tournament)
    first = outlook.first.number if outlook else tournament.rounds.count() + 1
    context: dict[str, object] = {
        "first": first,
        "is_possible": first <= tournament.rounds_planned,
        "method": method_name(tournament.draw_method),
    }
    if request.method == "POST" and context["is_possible"]:
        try:
            context["comparison"] = _comparison(_columns(tournament, first))
        except NOT_POSSIBLE as refusal:
            context["problem"] = refusal_sentence(refusal)
    return render(request, "direction/draw_compare.html", context)


def _columns(tournament: Tournament, first: int) -> list[Column]:
    """Return the existing plan, if any, and a sample of each way to draw."""
    own = method_from(tournament, first)
    samples = [
        Column(
            method_name(sample.method),
            str(METHOD_HINTS[sample.method]),
            sample.method == own,
            sample.quality,
        )
        for sample in sample_draws(tournament, players_to_draw(tournament), first, list(METHODS))
    ]
    as_it_is = plan_quality(tournament)
    if as_it_is is None or as_it_is.rounds < first:
        return samples
    return [Column(gettext("The plan as it is"), "", is_own=False, quality=as_it_is), *samples]


def _comparison(columns: list[Column]) -> Comparison:
    drawn = [column for column in columns if column.quality]
    figures = [
        {line.title: line.figure for line in certificate_lines(column.quality) if line.figure}
        for column in drawn
        if column.quality
    ]
    titles = dict.fromkeys(title for of_column in figures for title in of_column)
    return Comparison(
        columns=tuple(drawn),
        rows=tuple(
            (title, tuple(of_column.get(title) for of_column in figures)) for title in titles
        ),
        impossible=tuple(column for column in columns if not column.quality),
    )
