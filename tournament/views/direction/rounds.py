"""The page of a round: its state, what to do, its tables, its seats."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from tournament.forms.rounds import ExtraTimeForm, ReasonForm
from tournament.models import GameTable, Round, RoundState, Tournament
from tournament.permissions import (
    may_close_round,
    may_correct_closed_round,
    may_draw_round,
    may_extend_time,
    may_move_players,
    may_now,
    may_redraw_round,
    may_run_clock,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.selectors.clock import clock_faces, end_of_time
from tournament.selectors.draws import changes_since_draw, drawing_field, redraw_outlook
from tournament.selectors.rounds import (
    SheetState,
    TableState,
    by_name,
    byes_of,
    seat_list,
    table_states,
)
from tournament.selectors.seat_changes import first_not_begun
from tournament.services.rounds import close_round, extend_time, reopen_round
from tournament.views.access import Request, tournament_page
from tournament.views.desk.drafts import drafts_in_words, drafts_that_differ
from tournament.views.direction.acts import attempt
from tournament.views.direction.visible import numbered, visible_round, visible_rounds

REFUSED = 422


@tournament_page(may_see_tournament)
def round_page(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """How far the round is, what to do now, and every table with the state of its sheet."""
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    now = timezone.now()
    tables = table_states(round)
    time_up = end_of_time(tournament, round)
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": rounds,
        "tables": tables,
        "missing": [table for table in tables if table.state != SheetState.ENTERED],
        "entered": sum(table.state == SheetState.ENTERED for table in tables),
        "with_extra_time": [table for table in tables if table.extra_minutes],
        "faces": clock_faces(tournament, round, now),
        "now": now,
        "is_early": time_up is not None and now < time_up,
        "next_round": next((other for other in rounds if other.number == number + 1), None),
        **_redraw(request, tournament, round),
        "may_run_clock": may_now(may_run_clock, request.actor, tournament),
        "may_extend_time": may_now(may_extend_time, request.actor, tournament),
        "may_close": may_now(may_close_round, request.actor, tournament),
        "may_draw": may_now(may_draw_round, request.actor, tournament),
        "may_submit": may_now(may_submit_sheets, request.actor, tournament),
        "reason_form": ReasonForm(),
        "drafts_left": _drafts_left(request, round, tables),
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
    context = {"tournament": tournament, "round": round, "table": game_table, "form": form}
    status = REFUSED if request.method == "POST" else 200
    return render(request, "direction/round_extra_time.html", context, status=status)


@require_POST
@tournament_page(may_close_round)
def round_close(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Close the round."""
    round = visible_round(request, tournament, number)
    if attempt(request, lambda: close_round(request.actor, round)):
        messages.success(request, gettext("Round %(number)s is closed.") % {"number": number})
        if drafts := drafts_that_differ(request, round):
            words = {"tables": drafts_in_words(drafts)}
            messages.warning(
                request,
                gettext("Begun sheets that differ from what counts: %(tables)s.") % words,
            )
    return redirect("round", tournament.slug, number)


@require_POST
@tournament_page(may_correct_closed_round)
def round_reopen(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Open a closed round again, with a reason."""
    round = visible_round(request, tournament, number)
    reason = request.POST.get("reason", "")
    if attempt(request, lambda: reopen_round(request.actor, round, reason)):
        messages.success(request, gettext("Round %(number)s is open again.") % {"number": number})
    return redirect("round", tournament.slug, number)


def _drafts_left(request: Request, round: Round, tables: tuple[TableState, ...]) -> str:
    """Drafts that say something else than what counts, before the round is closed; in words."""
    all_in = all(table.state == SheetState.ENTERED for table in tables)
    if round.closed_at or not (all_in and any(table.drafted_by for table in tables)):
        return ""
    return drafts_in_words(drafts_that_differ(request, round))


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
        "changes": changes_since_draw(round, drawing_field(tournament)) if is_first else None,
    }
