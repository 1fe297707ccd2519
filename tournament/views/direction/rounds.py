"""The page of a round: its state, what to do, its tables, its seats."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.forms.rounds import ExtraTimeForm, ReasonForm, TableStartForm, typed_reason
from tournament.labels.rounds import time_of_day
from tournament.lists.calls import minutes_words
from tournament.lists.people import seats_by_name, seats_list
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
from tournament.rounds.reads.board import SHEET_IS_IN, BoardState, BoardTable, board_of
from tournament.rounds.reads.clock import clock_faces, clock_move
from tournament.rounds.reads.rounds import TableState, by_name, byes_of, seat_list, table_states
from tournament.rounds.writes import extend_time, reopen_round, start_table
from tournament.seating.reads.draws import changes_since_draw, players_to_draw, redraw_outlook
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.tables import ListTable
from tournament.tournaments.reads.overview import NextStep, Step, next_step, round_step
from tournament.views.access import Request, tournament_page
from tournament.views.acts import button, form_page, refusals_told
from tournament.views.direction.announcements import read_aloud
from tournament.views.direction.closing import Undecided, undecided_in
from tournament.views.direction.next_steps import shown
from tournament.views.direction.visible import numbered, visible_round, visible_rounds
from tournament.views.downloads import as_file
from tournament.views.kept_pages import kept_page
from tournament.views.lists import list_page

LOUDEST = [BoardState.DUE, BoardState.RECEIVED, BoardState.RUNNING, BoardState.DRAWN]
"""The order of tables without a sheet: those that need somebody to act come first."""


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of the round: its players with their points, and its state on the board."""

    table: TableState
    board: BoardTable

    @property
    def has_own_time(self) -> bool:
        """Whether it has extra time or started later."""
        return bool(self.board.extra_minutes or self.board.started_at)


@tournament_page(may_see_tournament)
@kept_page(of_tables=True)
def round_page(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show how far the round is, what to do now, and every table with the state of its sheet."""
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    now = timezone.now()
    step = _next_step(tournament, round, now)
    looked_at = step.board if step and step.round == number else None
    board = looked_at or board_of(tournament, round, now)
    tables = [RoundTable(*each) for each in zip(table_states(round), board.tables, strict=True)]
    missing = [each for each in tables if each.board.state not in SHEET_IS_IN]
    faces = clock_faces(tournament, round, now)
    context = {
        "round": round,
        "rounds": rounds,
        "missing": sorted(missing, key=lambda each: LOUDEST.index(each.board.state)),
        "all": len(tables),
        "finished": [each for each in tables if each.board.state in SHEET_IS_IN],
        "with_own_time": [each.board for each in tables if each.has_own_time],
        "faces": faces,
        "clock_move": clock_move(round) if round.state == RoundState.RUNNING else None,
        "announcements": read_aloud(tournament, round, faces, now) if round.published_at else (),
        "now": now,
        "is_early": bool(faces) and step is not None and step.step is Step.ENTER_WHILE_RUNNING,
        "step": shown(step, tournament, request.actor) if step else None,
        "undecided": _undecided(request, round) if not missing else [],
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
@kept_page()
def round_seats(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show who sits where, `?by=table` (default) or `?by=name`."""
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    is_by_name = request.GET.get("by") == "name"
    seats, byes = seat_list(round), byes_of(round)
    title = f"{gettext('Seat list')} {round}"
    if file := as_file(request, tournament, title, lambda: seats_list({round.number: seats})):
        return file
    may_move = round.state != RoundState.CLOSED and may_now(
        may_move_players, request.actor, tournament
    )
    swap = reverse("seats-swap", args=[tournament.slug, number]) if may_move else ""
    people = by_name((*seats, *byes)) if is_by_name else []
    context = {
        "round": round,
        "rounds": rounds,
        "may_move": may_move,
        "swap": swap,
        "seats": seats,
        "byes": byes,
        "table": is_by_name
        and ListTable(
            seats_by_name(tournament, people, swap),
            f"{gettext('Seat list')} {gettext('by name')}",
            look="seats",
            has_file=False,
        ),
    }
    return list_page(request, "direction/round_seats.html", context)


@tournament_page(may_extend_time)
def extra_time(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Set the extra time of one table, with reason and initials (TSR 8.5.1)."""
    round = visible_round(request, tournament, number)
    game_table = get_object_or_404(GameTable, round=round, number=table)
    initial = {"minutes": game_table.extra_minutes or None}
    form = ExtraTimeForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_told(request):
            extended = extend_time(request.actor, game_table, **form.cleaned_data)
            place = gettext("Table %(number)s") % {"number": table}
            messages.success(request, f"{place}: {minutes_words(extended.extra_minutes)}.")
            return redirect("round", tournament.slug, number)
    return _time_of_table(request, game_table, form, _start_form(game_table))


@require_POST
@tournament_page(may_extend_time)
def table_start(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Set when a table started later than the others, and why (TSR 8.5.1)."""
    round = visible_round(request, tournament, number)
    game_table = get_object_or_404(GameTable, round=round, number=table)
    form = _start_form(game_table, request.POST)
    if form.is_valid():
        began, reason = form.cleaned_data["began"], form.cleaned_data["reason"]
        with refusals_told(request):
            start_table(request.actor, game_table, began, reason)
            place = gettext("Table %(number)s") % {"number": table}
            sentence = gettext("began with the others after all.")
            if began:
                sentence = gettext("began at %(at)s.") % {"at": time_of_day(began)}
            messages.success(request, f"{place}: {sentence}")
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
        "round": table.round,
        "table": table,
        "form": form,
        "start_form": start_form,
    }
    return form_page(request, "direction/round_extra_time.html", context)


@button(tournament_page(may_correct_closed_round), "round")
def round_reopen(request: Request, tournament: Tournament, number: int) -> str:
    """Reopen a closed round, with a reason."""
    round = visible_round(request, tournament, number)
    reopen_round(request.actor, round, typed_reason(request.POST))
    return gettext("Round %(round)s opened again.") % {"round": number}


def _next_step(tournament: Tournament, round: Round, now: datetime) -> NextStep | None:
    """Return the overview's step once round or tournament is over; None before publishing."""
    if round.state == RoundState.CLOSED or tournament.is_over:
        return next_step(tournament, now)
    return None if round.state == RoundState.DRAWN else round_step(tournament, round, now)


def _undecided(request: Request, round: Round) -> list[Undecided]:
    if not round.published_at or not may_now(may_close_round, request.actor, round.tournament):
        return []
    ends = may_now(may_run_clock, request.actor, round.tournament)
    return undecided_in(request, round, ends=ends)


def _redraw(request: Request, tournament: Tournament, round: Round) -> dict[str, object]:
    """Return whether a redraw from this round on is possible, and who asks for a change."""
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
