"""The page of a round: its state, what to do, its tables, its seats."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from tournament.forms.rounds import ExtraTimeForm, ReasonForm, TableStartForm, typed_reason
from tournament.labels.rounds import table_start_sentence
from tournament.models import GameTable, Round, RoundState, Tournament
from tournament.permissions import (
    may_close_round,
    may_correct_closed_round,
    may_draw_round,
    may_extend_time,
    may_move_players,
    may_now,
    may_redraw_round,
    may_rule_table,
    may_run_clock,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.selectors.clock import clock_faces, end_of_time
from tournament.selectors.draws import changes_since_draw, players_to_draw, redraw_outlook
from tournament.selectors.overview import next_step
from tournament.selectors.rounds import (
    SheetState,
    by_name,
    byes_of,
    seat_list,
    table_states,
)
from tournament.selectors.seat_changes import first_not_begun
from tournament.selectors.verifications import unconfirmed_in
from tournament.services.rounds import extend_time, reopen_round, start_table
from tournament.views.access import Request, tournament_page
from tournament.views.direction.acts import attempt, form_page
from tournament.views.direction.announcements import read_aloud
from tournament.views.direction.closing import undecided_in
from tournament.views.direction.next_steps import shown
from tournament.views.direction.visible import numbered, visible_round, visible_rounds


@tournament_page(may_see_tournament)
def round_page(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """How far the round is, what to do now, and every table with the state of its sheet."""
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    now = timezone.now()
    tables = table_states(round)
    time_up = end_of_time(tournament, round, now)
    faces = clock_faces(tournament, round, now)
    missing = [table for table in tables if table.state != SheetState.ENTERED]
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": rounds,
        "tables": tables,
        "missing": missing,
        "entered": len(tables) - len(missing),
        "with_own_time": [table for table in tables if table.extra_minutes or table.started_at],
        "faces": faces,
        "announcements": read_aloud(tournament, round, faces, now) if round.published_at else (),
        "now": now,
        "is_early": time_up is not None and now < time_up,
        **_what_comes_next(request, tournament, round, now, all_in=not missing),
        **_redraw(request, tournament, round),
        "may_run_clock": may_now(may_run_clock, request.actor, tournament),
        "may_extend_time": faces and may_now(may_extend_time, request.actor, tournament),
        "may_close": may_now(may_close_round, request.actor, tournament),
        "may_draw": may_now(may_draw_round, request.actor, tournament),
        "may_submit": may_now(may_submit_sheets, request.actor, tournament),
        "may_rule": round.published_at and may_now(may_rule_table, request.actor, tournament),
        "reason_form": ReasonForm(),
    }
    return render(request, "direction/round.html", context)


@tournament_page(may_see_tournament)
def round_seats(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Who sits where, `?by=table` (default) or `?by=name`."""
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    is_by_name = request.GET.get("by") == "name"
    seats, byes = seat_list(round), byes_of(round)
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": rounds,
        "may_move": round.state != RoundState.CLOSED
        and may_now(may_move_players, request.actor, tournament),
        "is_by_name": is_by_name,
        "seats": by_name((*seats, *byes)) if is_by_name else seats,
        "byes": byes,
    }
    return render(request, "direction/round_seats.html", context)


@tournament_page(may_extend_time)
def extra_time(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """The extra time of one table, documented with reason and initials (TSR 8.5.1)."""
    round = visible_round(request, tournament, number)
    game_table = get_object_or_404(GameTable, round=round, number=table)
    initial = {"minutes": game_table.extra_minutes or None}
    form = ExtraTimeForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        extended = attempt(
            request, lambda: extend_time(request.actor, game_table, **form.cleaned_data)
        )
        if extended is not None:
            words = {"table": table, "minutes": extended.extra_minutes}
            sentence = ngettext(
                "Table %(table)s: %(minutes)s minute of extra time.",
                "Table %(table)s: %(minutes)s minutes of extra time.",
                extended.extra_minutes,
            )
            messages.success(request, sentence % words)
            return redirect("round", tournament.slug, number)
    return _time_of_table(request, game_table, form, _start_form(game_table))


@require_POST
@tournament_page(may_extend_time)
def table_start(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """When one table began later than the others, and why (TSR 8.5.1)."""
    round = visible_round(request, tournament, number)
    game_table = get_object_or_404(GameTable, round=round, number=table)
    form = _start_form(game_table, request.POST)
    if form.is_valid():
        began, reason = form.cleaned_data["began"], form.cleaned_data["reason"]
        if attempt(request, lambda: start_table(request.actor, game_table, began, reason)):
            messages.success(request, table_start_sentence(table, began))
            return redirect("round", tournament.slug, number)
    return _time_of_table(request, game_table, ExtraTimeForm(), form)


def _start_form(table: GameTable, sent: QueryDict | None = None) -> TableStartForm:
    began = timezone.localtime(table.started_at or timezone.now()).time()
    initial = {"began": began, "reason": table.start_reason}
    begin = table.round.started_at
    return TableStartForm(sent, prefix="start", initial=initial, begin=begin)


def _time_of_table(
    request: Request, table: GameTable, form: ExtraTimeForm, start_form: TableStartForm
) -> HttpResponse:
    context = {
        "tournament": table.round.tournament,
        "round": table.round,
        "table": table,
        "form": form,
        "start_form": start_form,
    }
    return form_page(request, "direction/round_extra_time.html", context)


@require_POST
@tournament_page(may_correct_closed_round)
def round_reopen(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Open a closed round again, with a reason."""
    round = visible_round(request, tournament, number)
    reason = typed_reason(request.POST)
    if attempt(request, lambda: reopen_round(request.actor, round, reason)):
        messages.success(request, gettext("Round %(number)s is open again.") % {"number": number})
    return redirect("round", tournament.slug, number)


def _what_comes_next(
    request: Request, tournament: Tournament, round: Round, now: datetime, *, all_in: bool
) -> dict[str, object]:
    """Once the round is closed, what the overview says; before, what all sheets being in allows."""
    if round.state == RoundState.CLOSED:
        return {"step": shown(next_step(tournament, now), tournament, request.actor)}
    if not all_in or round.state == RoundState.DRAWN:
        return {}
    unconfirmed = unconfirmed_in(round)
    may_close = may_now(may_close_round, request.actor, tournament)
    may_run = may_now(may_run_clock, request.actor, tournament)
    may_submit = may_now(may_submit_sheets, request.actor, tournament)
    is_running = round.state == RoundState.RUNNING
    acts = {
        "looks": unconfirmed and may_submit,
        "end": is_running and may_run,
        "close": not is_running and may_close,
    }
    return {
        "unconfirmed": unconfirmed,
        "undecided": undecided_in(request, round, ends=may_run) if may_close else [],
        "main_act": next((act for act, is_open in acts.items() if is_open), "result"),
    }


def _redraw(request: Request, tournament: Tournament, round: Round) -> dict[str, object]:
    """Whether the seats could be drawn again from this round on, and who asks for a change."""
    if round.state == RoundState.CLOSED:
        return {}
    if not may_now(may_redraw_round, request.actor, tournament):
        return {}
    outlook = redraw_outlook(tournament)
    is_first = first_not_begun(tournament) == round.number
    return {
        "may_redraw_here": outlook is not None and outlook.first == round,
        "changes": changes_since_draw(round, players_to_draw(tournament)) if is_first else None,
    }
