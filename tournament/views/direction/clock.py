"""The clock of a round: on every page, and its buttons."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import render

from tournament.forms.rounds import typed_reason
from tournament.labels.rounds import clock_sentence
from tournament.models import Round, Tournament
from tournament.permissions import may_edit_tournament, may_run_clock, may_see_tournament
from tournament.rounds.writes import end_clock, pause_clock, reset_clock, resume_clock, start_clock
from tournament.views.access import Request, View, tournament_page
from tournament.views.acts import button
from tournament.views.direction.visible import visible_round


@tournament_page(may_see_tournament)
def clock_figures(request: Request, tournament: Tournament) -> HttpResponse:
    """Render the live part of the bar, clock and copies; every open page polls it."""
    may_edit = may_edit_tournament(request.actor, tournament)
    return render(request, "components/bar_now.html", {"may_edit": may_edit})


def _button(act: Callable[[Request, Round], Round]) -> View:
    """Make the view of a button: it does the act, and the page of the round shows the result."""

    @button(tournament_page(may_run_clock), "round")
    def press(request: Request, tournament: Tournament, number: int) -> str:
        return clock_sentence(act(request, visible_round(request, tournament, number)))

    return press


def _end(request: Request, round: Round) -> Round:
    """End the clock; before the time is up only with the box for that ticked."""
    return end_clock(request.actor, round, early=bool(request.POST.get("early")))


clock_start = _button(lambda request, round: start_clock(request.actor, round))
clock_pause = _button(lambda request, round: pause_clock(request.actor, round))
clock_resume = _button(lambda request, round: resume_clock(request.actor, round))
clock_end = _button(_end)
clock_reset = _button(
    lambda request, round: reset_clock(request.actor, round, typed_reason(request.POST))
)
