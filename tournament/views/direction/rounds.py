"""The page of a round: its state, what to do, its tables, its seats; closing it."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_POST

from tournament.forms.rounds import ExtraTimeForm, ReasonForm, TableStartForm, typed_reason
from tournament.labels.rounds import places_in_words, time_of_day
from tournament.lists.calls import minutes_words
from tournament.lists.people import seats_by_name, seats_list
from tournament.models import GameTable, Round, RoundState, SheetDraft, Tournament
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
from tournament.referee.reads import undecided_protests
from tournament.rounds.reads.board import SHEET_IS_IN, BoardState, BoardTable, board_of
from tournament.rounds.reads.clock import clock_faces, clock_move
from tournament.rounds.reads.rounds import (
    TableState,
    by_name,
    byes_of,
    rounds_seen_by,
    seat_list,
    table_states,
)
from tournament.rounds.writes import (
    close_round,
    extend_time,
    finish_round,
    reopen_round,
    start_table,
)
from tournament.seating.reads.draws import changes_since_draw, players_to_draw, redraw_outlook
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.sheets.reads.sheets import missing_tables
from tournament.sheets.reads.verifications import contradicted_tables, unconfirmed_places
from tournament.tables import ListTable
from tournament.tournaments.reads import Step, next_step, round_step
from tournament.views.access import (
    Request,
    numbered,
    tournament_page,
    visible_round,
)
from tournament.views.answers import as_file, button, form_page, list_page, refusals_told
from tournament.views.desk.desk import Desk, is_in_result
from tournament.views.direction.clock import read_aloud
from tournament.views.direction.overview import shown
from tournament.views.kept_pages import kept_page

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
    rounds = rounds_seen_by(request.actor, tournament)
    round = numbered(rounds, number)
    now = timezone.now()
    step = None  # the overview's once round or tournament is over; none before publishing
    if round.state == RoundState.CLOSED or tournament.is_over:
        step = next_step(tournament, now)
    elif round.state != RoundState.DRAWN:
        step = round_step(tournament, round, now)
    looked_at = step.board if step and step.round == number else None
    board = looked_at or board_of(tournament, round, now)
    tables = [RoundTable(*each) for each in zip(table_states(round), board.tables, strict=True)]
    missing = [each for each in tables if each.board.state not in SHEET_IS_IN]
    faces = clock_faces(tournament, round, now)
    may_close = may_now(may_close_round, request.actor, tournament)
    runs_clock = may_now(may_run_clock, request.actor, tournament)
    can_close = round.published_at and may_close and not missing
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
        "undecided": undecided_in(request, round, ends=runs_clock) if can_close else [],
        **_redraw(request, tournament, round),
        "may_run_clock": runs_clock,
        "may_extend_time": faces and may_now(may_extend_time, request.actor, tournament),
        "may_close": may_close,
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
    rounds = rounds_seen_by(request.actor, tournament)
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
    context = {"round": game_table.round, "table": game_table, "form": form}
    context["start_form"] = _start_form(game_table)
    return form_page(request, "direction/round_extra_time.html", context)


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
    context = {"round": game_table.round, "table": game_table, "form": ExtraTimeForm()}
    return form_page(request, "direction/round_extra_time.html", {**context, "start_form": form})


def _start_form(table: GameTable, sent: QueryDict | None = None) -> TableStartForm:
    began = timezone.localtime(table.started_at or timezone.now()).time()
    initial = {"began": began, "reason": table.start_reason}
    begin = table.round.started_at
    return TableStartForm(sent, prefix="start", initial=initial, begin=begin)


@button(tournament_page(may_correct_closed_round), "round")
def round_reopen(request: Request, tournament: Tournament, number: int) -> str:
    """Reopen a closed round, with a reason."""
    round = visible_round(request, tournament, number)
    reopen_round(request.actor, round, typed_reason(request.POST))
    return gettext("Round %(round)s opened again.") % {"round": number}


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


@dataclass(frozen=True, slots=True)
class Undecided:
    """Something that contradicts the result of a table: `key` names it, `url` leads to it."""

    key: str
    table: int
    sentence: str
    url: str


@tournament_page(may_close_round)
def round_close(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Close the round, with `end` also a running one.

    `known` are the keys of the undecided things the user has seen.
    """
    round = visible_round(request, tournament, number)
    ends = "end" in request.POST or "end" in request.GET
    close = finish_round if ends and round.state == RoundState.RUNNING else close_round
    undecided = [] if missing_tables(round) else undecided_in(request, round, ends=ends, now=True)
    seen = {each.key for each in undecided} <= set(request.POST.getlist("known"))
    if request.method == "POST" and seen:
        tables = [each.table for each in undecided]
        with refusals_told(request):
            close(request.actor, round, contradicted=tables)
            words = {"round": number}
            messages.success(request, gettext("Round %(round)s closed.") % words)
            if protests := places_in_words(undecided_protests(tournament)):
                told = gettext("Protests that are not decided")
                messages.warning(request, f"{told}: {protests}.")
    elif request.method == "POST":
        asked = reverse("round-close", args=[tournament.slug, number])
        return redirect(f"{asked}?end=1" if ends else asked)
    elif undecided:
        context = {"round": round, "undecided": undecided, "ends": ends}
        return render(request, "direction/round_close.html", context)
    return redirect("round", tournament.slug, number)


def undecided_in(
    request: Request, round: Round, *, ends: bool, now: bool = False
) -> list[Undecided]:
    """Return what is undecided, by table, in a round with all sheets that could be closed.

    ends: whether it could also be closed while it runs. now: it is being closed; then results
    waiting for verification count as well, which before that are just work to come.
    """
    if round.state == RoundState.CLOSED or (round.state == RoundState.RUNNING and not ends):
        return []
    slug, found = round.tournament.slug, []
    contradicted = contradicted_tables(round)
    for table, differing in contradicted.items():
        words = {
            "entered_by": differing[-1].version.user or gettext("Program"),
            "typed_by": ", ".join(dict.fromkeys(str(each.user) for each in differing)),
        }
        sentence = gettext(
            "entered by %(entered_by)s, typed differently the second time by %(typed_by)s; "
            "not decided yet"
        )
        url = reverse("verification-decision", args=[slug, round.number, table])
        found.append(Undecided(f"verification-{table}", table, sentence % words, url))
    drafts = SheetDraft.objects.filter(table__round=round, table__current_version__isnull=False)
    for draft in drafts.select_related("user", "table__current_version").order_by("user__username"):
        draft.table.round = round
        if not is_in_result(Desk(request, round.tournament, draft.table), draft):
            sentence = gettext("unsaved correction by %(who)s") % {"who": draft.user}
            url = reverse("sheet", args=[slug, round.number, draft.table.number])
            found.append(Undecided(f"draft-{draft.pk}", draft.table.number, sentence, url))
    sentence = gettext("a game dealt out of turn that the direction has not confirmed")
    for table in round.tables.filter(awaits_direction=True).values_list("number", flat=True):
        url = reverse("sheet", args=[slug, round.number, table])
        found.append(Undecided(f"deal-{table}", table, sentence, url))
    if now:
        sentence = pgettext("table", "not verified")
        url = reverse("verification", args=[slug, round.number])
        for place in unconfirmed_places(round.tournament):
            table = place.table
            if place.round == round.number and table not in contradicted:
                found.append(Undecided(f"unverified-{table}", table, sentence, url))
    return sorted(found, key=lambda each: each.table)
