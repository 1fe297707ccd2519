"""The overview: what comes next, and how far the tournament is."""

from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from tournament.labels.seat_changes import misfit_sentences
from tournament.models import Tournament, VerificationRule
from tournament.people.reads.players import registration
from tournament.permissions import (
    may_draw_round,
    may_edit_tournament,
    may_move_players,
    may_now,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.rounds.reads.rounds import rounds_of
from tournament.seating.reads.hall import arrivals_in
from tournament.tournaments.reads.overview import (
    Misfit,
    NextStep,
    Step,
    misfits,
    next_step,
    round_lines,
)
from tournament.views.access import Request, tournament_page
from tournament.views.direction.next_steps import shown
from tournament.views.direction.visible import numbered


@tournament_page(may_see_tournament)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """Show the next step, the state of the hall and the figures; `?part=cockpit` for the script."""
    now = timezone.now()
    step = next_step(tournament, now)
    if request.GET.get("part") == "cockpit":
        return render(request, "direction/cockpit.html", _cockpit(request, tournament, step, now))
    may_draw = may_draw_round(request.actor, tournament)
    lines = round_lines(tournament)
    context = {
        **_cockpit(request, tournament, step, now),
        "may_end_early": step.step not in (Step.FREEZE, Step.FINISH)
        and any(line.round.closed_at for line in lines)
        and may_now(may_edit_tournament, request.actor, tournament),
        "misfits": _misfits(request, tournament, step.step),
        "counts": registration(tournament),
        # Once the standings are final nothing waits for verification any more.
        "asks_for_looks": tournament.verification != VerificationRule.NONE
        and tournament.frozen_at is None
        and may_submit_sheets(request.actor, tournament),
        "lines": [line for line in lines if may_draw or line.round.published_at],
    }
    return render(request, "direction/overview.html", context)


def _cockpit(
    request: Request, tournament: Tournament, step: NextStep, now: datetime
) -> dict[str, object]:
    """Return what comes next and, while a round is played or typed, the progress of its tables."""
    round = numbered(rounds_of(tournament), step.round) if step.board else None
    return {
        "step": shown(step, tournament, request.actor),
        "round": round,
        "board": step.board,
        "arrivals": arrivals_in(round, now) if round else None,
        "may_arrange": may_now(may_edit_tournament, request.actor, tournament),
    }


def _misfits(request: Request, tournament: Tournament, step: Step) -> list[dict[str, object]]:
    """Return what does not fit, for readers who may fix it; the next step itself is left out."""
    if not may_now(may_move_players, request.actor, tournament):
        return []
    return [
        _misfit_context(misfit, tournament.slug)
        for misfit in misfits(tournament)
        if misfit.is_running or step != Step.REPAIR_NEXT
    ]


def _misfit_context(misfit: Misfit, slug: str) -> dict[str, object]:
    """Return what does not fit in a round, and the link to fix it."""
    sentences = misfit_sentences(misfit.round, misfit.changes.gone, misfit.changes.unseated)
    page, button = "seats-repair", gettext("Adjust the seats")
    if misfit.is_running:
        page, button = "seats-substitute", gettext("Bring in a substitute")
    url = reverse(page, args=[slug, misfit.round])
    return {"sentences": sentences, "button": button, "url": url}
