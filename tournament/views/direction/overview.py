"""The overview: what comes next, and how far the tournament is."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.models import SecondLookRule, Tournament
from tournament.permissions import may_draw_round, may_see_tournament, may_submit_sheets
from tournament.selectors.overview import Step, next_step, player_counts, round_lines
from tournament.views.access import Request, tournament_page
from tournament.views.direction.next_steps import shown


@tournament_page(may_see_tournament)
def overview(request: Request, tournament: Tournament) -> HttpResponse:
    """One sentence and one button for what comes next, and the figures of the tournament."""
    step = next_step(tournament, timezone.now())
    may_draw = may_draw_round(request.actor, tournament)
    counts, lines = player_counts(tournament), round_lines(tournament)
    context = {
        "tournament": tournament,
        "step": shown(step, tournament, request.actor),
        "draw_without_check_in": step.step == Step.CHECK_IN and may_draw,
        "counts": counts,
        # What is declared final waits for nothing more.
        "asks_for_looks": tournament.second_look != SecondLookRule.NONE
        and tournament.frozen_at is None
        and may_submit_sheets(request.actor, tournament),
        # Where seats were drawn without check-in, nobody is missing.
        "uses_presence": bool(counts.checked_in) or not lines,
        "lines": [line for line in lines if may_draw or line.round.published_at],
    }
    return render(request, "direction/overview.html", context)
