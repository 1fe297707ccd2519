"""The clock of a round: on every page, on the projector, and its buttons."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.forms.rounds import typed_reason
from tournament.labels.rounds import clock_sentence
from tournament.models import Round, Tournament
from tournament.permissions import may_run_clock, may_see_tournament
from tournament.selectors.clock import clock_faces, extra_times, read_aloud, running_clock
from tournament.services.rounds import (
    end_clock,
    pause_clock,
    reset_clock,
    resume_clock,
    start_clock,
)
from tournament.views.access import Request, tournament_page
from tournament.views.direction.acts import attempt
from tournament.views.direction.visible import visible_round


@tournament_page(may_see_tournament)
def clock_figures(request: Request, tournament: Tournament) -> HttpResponse:
    """The inside of the bar's clock, which every open page asks for now and then."""
    clock = running_clock(tournament, timezone.now())
    return render(request, "direction/clock_figures.html", {"clock": clock})


@tournament_page(may_see_tournament)
def clock(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The clock of a round for the projector; `?part=figures` is the inside it asks for again."""
    round = visible_round(request, tournament, number)
    now = timezone.now()
    faces = clock_faces(tournament, round, now)
    context = {
        "tournament": tournament,
        "round": round,
        "faces": faces,
        "announcements": read_aloud(tournament, round, faces, now),
        "extra_times": extra_times(tournament, round, now),
        "now": now,
    }
    is_part = request.GET.get("part") == "figures"
    return render(
        request, "direction/clock_large.html" if is_part else "direction/clock.html", context
    )


@require_POST
@tournament_page(may_run_clock)
def clock_start(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Release the round."""
    return _press(request, tournament, number, lambda round: start_clock(request.actor, round))


@require_POST
@tournament_page(may_run_clock)
def clock_pause(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Let the clock stand still."""
    return _press(request, tournament, number, lambda round: pause_clock(request.actor, round))


@require_POST
@tournament_page(may_run_clock)
def clock_resume(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Let the clock go on."""
    return _press(request, tournament, number, lambda round: resume_clock(request.actor, round))


@require_POST
@tournament_page(may_run_clock)
def clock_end(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Record the end; before the time is up only with the box ticked that says so."""
    early = bool(request.POST.get("early"))
    return _press(
        request, tournament, number, lambda round: end_clock(request.actor, round, early=early)
    )


@require_POST
@tournament_page(may_run_clock)
def clock_reset(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Take back the last press, with a reason."""
    reason = typed_reason(request.POST)
    return _press(
        request, tournament, number, lambda round: reset_clock(request.actor, round, reason)
    )


def _press(
    request: Request, tournament: Tournament, number: int, act: Callable[[Round], Round]
) -> HttpResponse:
    round = visible_round(request, tournament, number)
    pressed = attempt(request, lambda: act(round))
    if pressed is not None:
        messages.success(request, clock_sentence(pressed))
    return redirect("round", tournament.slug, number)
