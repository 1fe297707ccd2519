"""The totals lane: sheet after sheet by table number and totals, without leaving the keyboard.

The page sends each sheet by itself and goes on at once. Each answer says what became of that sheet
(`lane_answer`) and how things stand in the round, so that the page proposes no table that somebody
else has entered, and knows of a penalty that was booked after it was opened.
"""

import json
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.penalties import breaks_parity
from tournament.core.typed import whole_number
from tournament.forms.typed import json_object
from tournament.labels.sheets import penalty_words
from tournament.mappers import penalty_content
from tournament.models import Penalty, Round, RoundState, Tournament, VerificationRule
from tournament.permissions import may_correct_closed_round, may_submit_sheets
from tournament.selectors.desk import penalties_by_table
from tournament.selectors.overview import next_step, round_step
from tournament.selectors.rounds import missing_tables, table_states
from tournament.views.access import Request, tournament_page
from tournament.views.desk.desk import Desk
from tournament.views.desk.lane_answer import Answer, answer_to, table_gone
from tournament.views.desk.saving import closed_sentence
from tournament.views.direction.next_steps import shown
from tournament.views.direction.visible import visible_round
from tournament.views.kept_pages import kept_page

MALFORMED, NOT_FOUND = 400, 404


@tournament_page(may_submit_sheets)
@kept_page()
def totals_lane(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The lane of a published round, and which of its sheets are still to come."""
    round = _published_round(request, tournament, number)
    tables = table_states(round)
    state = _state(request, round)
    context = {
        "round": round,
        "tables": tables,
        "missing": state["missing"],
        "state": json.dumps(state, ensure_ascii=False),
        "most_seats": range(1, max((table.size for table in tables), default=4) + 1),
        "places": [(table, tournament.at_table(table.size)) for table in tables],
        "rules": tournament.at_table(tables[0].size) if tables else None,
        "closed": _closed_notice(request, round),
    }
    return render(request, "desk/totals_lane.html", context)


@require_POST
@tournament_page(may_submit_sheets)
def totals_lane_save(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Save the totals of one table; whatever is wrong with them is answered, never lost."""
    typed = json_object(request.body)
    table = whole_number(str(typed.get("table", "")))
    try:
        if table is None:
            _published_round(request, tournament, number)
            return JsonResponse({}, status=MALFORMED)
        desk = Desk.to_type(request, tournament, number, table)
    except Http404:
        # The page is older than a new draw.
        return JsonResponse(table_gone(table or 0), status=NOT_FOUND)
    answer = answer_to(desk, typed)
    return JsonResponse({"table": table, **answer, **_state(request, desk.table.round)})


def _state(request: Request, round: Round) -> Answer:
    """How things stand in the round; two queries, a few more once all sheets are in.

    missing: tables whose sheet is to come; penalties: those of the referee, in words; mixed: tables
    where a penalty may leave odd and even totals side by side (TSR 7.3.3); unbalanced: those where
    one leaves a sum other than 0; next: what comes when nothing is missing.
    """
    missing, penalties = missing_tables(round), penalties_by_table(round)

    def tables_with(has: Callable[[Any], object]) -> list[int]:
        return [
            table for table, those in penalties.items() if any(has(each.points) for each in those)
        ]

    words = {table: _in_words(of_table) for table, of_table in penalties.items()}
    return {
        "missing": missing,
        "penalties": {table: told for table, told in words.items() if told},
        "mixed": tables_with(breaks_parity),
        "unbalanced": tables_with(lambda points: sum(figure or 0 for figure in points)),
        "next": None if missing else _next(request, round),
    }


def _in_words(penalties: list[Penalty]) -> list[str]:
    """What the referee has booked; what came with a sheet is not asked about."""
    booked = (each for each in penalties if each.source == Penalty.Source.REFEREE)
    return [penalty_words(penalty_content(each)) for each in booked]


def _next(request: Request, round: Round) -> Answer:
    """What comes next: a sentence, and where it is done, if the reader may do it."""
    tournament, now = round.tournament, timezone.now()
    is_closed = round.state == RoundState.CLOSED
    step = next_step(tournament, now) if is_closed else round_step(tournament, round, now)
    act = shown(step, tournament, request.actor)
    return {"text": act.sentence, "button": act.button, "url": act.url}


def _closed_notice(request: Request, round: Round) -> str:
    """What can still be typed in a closed round; empty in any other."""
    tournament = round.tournament
    if not round.closed_at:
        return ""
    may_correct = may_correct_closed_round(request.actor, tournament)
    if may_correct or tournament.verification == VerificationRule.NONE:
        return closed_sentence()
    looks = gettext("A verification can still be typed; it changes no result.")
    return f"{closed_sentence()} {looks}"


def _published_round(request: Request, tournament: Tournament, number: int) -> Round:
    round = visible_round(request, tournament, number)
    if not round.published_at:
        raise Http404
    return round
