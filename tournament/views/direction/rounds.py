"""The page of a round: its state, what to do, its tables, its seats, its clock; closing it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_POST

from tournament.forms.rounds import ExtraTimeForm, ReasonForm, TableStartForm, typed_reason
from tournament.journal.reads import SHEETS
from tournament.labels.draws import tables_of
from tournament.labels.hall import announcement_text
from tournament.labels.rounds import lost_starts_sentence, places_in_words, time_of_day
from tournament.lists.calls import minutes_words
from tournament.lists.people import seats_by_name, seats_list
from tournament.lists.rounds import tables_list
from tournament.models import GameTable, Round, RoundState, SheetDraft, Tournament
from tournament.people.reads.players import noted_players
from tournament.permissions import (
    may_close_round,
    may_correct_closed_round,
    may_edit_tournament,
    may_extend_time,
    may_move_players,
    may_now,
    may_redraw_round,
    may_rule_table,
    may_run_clock,
    may_run_stage,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.referee.reads import undecided_protests
from tournament.rounds import writes as services
from tournament.rounds.reads import rounds as select
from tournament.rounds.reads.board import BoardState, BoardTable, board_of, typed_and_due
from tournament.rounds.reads.clock import ClockFace, clock_faces, clock_move
from tournament.rounds.reads.phases import turns_of
from tournament.rounds.rules.clock import announcements
from tournament.seating.reads.draws import changes_since_draw, first_to_redraw, players_to_draw
from tournament.seating.reads.seat_changes import first_not_begun
from tournament.sheets.reads.sheets import missing_tables
from tournament.sheets.reads.verifications import contradicted_tables, unconfirmed_places
from tournament.tables import ListTable
from tournament.tournaments.reads import Step, next_step, round_step
from tournament.views.access import Request, View, numbered, tournament_page, visible_round
from tournament.views.answers import (
    as_file,
    button,
    done,
    form_page,
    list_page,
    pressed_on,
    show_refusals,
)
from tournament.views.desk.desk import Desk, is_in_result
from tournament.views.direction.next_acts import describe_step
from tournament.views.kept_pages import kept_page

LOUDEST = [BoardState.DUE, BoardState.RECEIVED, BoardState.RUNNING, BoardState.DRAWN]
"""The order of tables without a sheet: those that need somebody to act come first."""


@tournament_page(may_see_tournament)
@kept_page(aside=typed_and_due)
def round_page(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show how far the round is, what to do now, and every table with the state of its sheet.

    `?part=tables` answers the script.
    """
    rounds = select.rounds_seen_by(request.actor, tournament)
    round = numbered(rounds, number)
    now = timezone.now()
    # The overview's before the round is published, and once round or tournament is over.
    is_played = round.state not in (RoundState.DRAWN, RoundState.CLOSED) and not tournament.is_over
    step = round_step(tournament, round, now) if is_played else next_step(tournament, now)
    is_next = round.state != RoundState.DRAWN or step.board is None  # no other one is being played
    looked_at = step.board if step.round == number else None
    board = looked_at or board_of(tournament, round, now)
    tables = list(zip(select.table_states(round), board.tables, strict=True))
    title = f"{gettext('Tables')} {round}"
    if file := as_file(request, tournament, title, lambda: tables_list(tournament, tables)):
        return file
    missing = [(table, on) for table, on in tables if on.is_missing]
    finished = [(table, on) for table, on in tables if not on.is_missing]
    in_full = [each for each in finished if not missing or _is_exception(*each)]
    faces = clock_faces(tournament, round, now)
    later = tuple(on.number for on in board.tables if on.started_at)
    may_close = may_now(may_close_round, request.actor, tournament)
    runs_clock = may_now(may_run_clock, request.actor, tournament)
    can_close = round.published_at and may_close and not missing
    extends_time = (
        faces
        and round.published_at
        and round.state != RoundState.CLOSED
        and may_now(may_extend_time, request.actor, tournament)
    )
    rules = finished and round.published_at and may_now(may_rule_table, request.actor, tournament)
    is_early = bool(faces) and step.step is Step.ENTER_WHILE_RUNNING
    context = {
        "round": round,
        "rounds": rounds,
        "frame": (turns_of(round, now), is_early, *map(bool, (missing, finished, faces)), later),
        "lost_starts": lost_starts_sentence(later),
        "missing": sorted(missing, key=lambda each: LOUDEST.index(each[1].state)),
        "all": len(tables),
        "finished": finished,
        "in_full": in_full,
        "in_short": [on for each, on in finished if missing and not _is_exception(each, on)],
        "with_own_time": [on for on in board.tables if on.has_own_time],
        "faces": faces,
        "noted": noted_players(tournament),
        "clock_move": clock_move(round) if round.state == RoundState.RUNNING else None,
        "announcements": read_aloud(tournament, round, faces, now) if round.published_at else (),
        "now": now,
        "is_early": is_early,
        "step": describe_step(step, tournament, request.actor) if is_next else None,
        "undecided": undecided_in(request, round, ends=runs_clock) if can_close else [],
        **_redraw(request, tournament, round),
        "may_run_clock": runs_clock,
        "may_extend_time": extends_time,
        "may_announce": may_now(may_run_stage, request.actor, tournament),
        "may_close": may_close,
        "may_submit": may_now(may_submit_sheets, request.actor, tournament),
        "may_rule": rules,
        "reason_form": ReasonForm(),
    }
    is_part = request.GET.get("part") == "tables"
    return render(request, f"direction/{'round_now' if is_part else 'round'}.html", context)


def _is_exception(table: select.TableState, on: BoardTable) -> bool:
    """Return whether there is more to say about a table with a sheet than that it is in."""
    return table.has_exceptions or on.awaits_direction or on.is_ruled or on.has_own_time


@tournament_page(may_see_tournament)
@kept_page(but_for=SHEETS)
def round_seats(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show who sits where, `?by=table` (default) or `?by=name`."""
    rounds = select.rounds_seen_by(request.actor, tournament)
    round = numbered(rounds, number)
    is_by_name = request.GET.get("by") == "name"
    seats, byes = select.seat_list(round), select.byes_of(round)
    title = f"{gettext('Seat list')} {round}"
    if file := as_file(
        request, tournament, title, lambda: seats_list(tournament, {round.number: seats})
    ):
        return file
    may_move = round.state != RoundState.CLOSED and may_now(
        may_move_players, request.actor, tournament
    )
    swap = reverse("seats-swap", args=[tournament.slug, number]) if may_move else ""
    people = select.by_name((*seats, *byes)) if is_by_name else []
    noted = noted_players(tournament)
    context = {
        "round": round,
        "rounds": rounds,
        "may_move": may_move,
        "swap": swap,
        "seats": seats,
        "byes": byes,
        "noted": noted,
        "table": is_by_name
        and ListTable(
            seats_by_name(tournament, people, noted, swap),
            f"{gettext('Seat list')} {gettext('by name')}",
            look="seats",
        ),
    }
    return list_page(request, "direction/round_seats.html", context)


@tournament_page(may_extend_time)
def extra_time(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Set the extra time of one table, with reason and initials (TSR 8.5.1)."""
    played = _table(request, tournament, number, table)
    form = ExtraTimeForm(request.POST or None, initial={"minutes": played.extra_minutes or None})
    if request.method == "POST" and form.is_valid():
        with show_refusals(request):
            extended = services.extend_time(request.actor, played, **form.cleaned_data)
            return _time_saved(request, played, f"{minutes_words(extended.extra_minutes)}.")
    return _time_page(request, played, form, _start_form(played))


@require_POST
@tournament_page(may_extend_time)
def table_start(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Set when a table started later than the others, and why (TSR 8.5.1)."""
    played = _table(request, tournament, number, table)
    form = _start_form(played, request.POST)
    if form.is_valid():
        began, reason = form.cleaned_data["began"], form.cleaned_data["reason"]
        with show_refusals(request):
            services.start_table(request.actor, played, began, reason)
            sentence = gettext("began with the others after all.")
            if began:
                sentence = gettext("began at %(at)s.") % {"at": time_of_day(began)}
            return _time_saved(request, played, sentence)
    return _time_page(request, played, ExtraTimeForm(), form)


def _table(request: Request, tournament: Tournament, number: int, table: int) -> GameTable:
    round = visible_round(request, tournament, number)
    found = get_object_or_404(GameTable, round=round, number=table)
    found.round = round
    return found


def _time_saved(request: Request, table: GameTable, sentence: str) -> HttpResponse:
    place = gettext("Table %(number)s") % {"number": table.number}
    slug, number = table.round.tournament.slug, table.round.number
    return done(request, f"{place}: {sentence}", "round", slug, number)


def _time_page(
    request: Request, table: GameTable, form: ExtraTimeForm, start_form: TableStartForm
) -> HttpResponse:
    context = {"round": table.round, "table": table, "form": form, "start_form": start_form}
    return form_page(request, "direction/round_extra_time.html", context)


def _start_form(table: GameTable, sent: QueryDict | None = None) -> TableStartForm:
    began = timezone.localtime(table.started_at or timezone.now()).time()
    initial = {"began": began, "reason": table.start_reason}
    begin = table.round.started_at
    return TableStartForm(sent, prefix="start", initial=initial, begin=begin)


@button(tournament_page(may_correct_closed_round), "round")
def round_reopen(request: Request, tournament: Tournament, number: int) -> str:
    """Reopen a closed round, with a reason."""
    round = visible_round(request, tournament, number)
    services.reopen_round(request.actor, round, typed_reason(request.POST))
    return gettext("Round %(round)s opened again.") % {"round": number}


def _redraw(request: Request, tournament: Tournament, round: Round) -> dict[str, object]:
    """Return whether a redraw from this round on is possible, and who asks for a change."""
    if round.state == RoundState.CLOSED:
        return {}
    if not may_now(may_redraw_round, request.actor, tournament):
        return {}
    is_first = round.started_at is None and first_not_begun(tournament) == round.number
    return {
        "may_redraw_here": first_to_redraw(tournament) == round,
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
    runs = ends and round.state == RoundState.RUNNING
    close = services.finish_round if runs else services.close_round
    undecided = [] if missing_tables(round) else undecided_in(request, round, ends=ends, now=True)
    pressed = pressed_on(request, tournament)
    pressed_at = pressed or reverse("round", args=[tournament.slug, number])
    seen = {each.key for each in undecided} <= set(request.POST.getlist("known"))
    if request.method == "POST" and seen:
        tables = [each.table for each in undecided]
        with show_refusals(request):
            close(request.actor, round, contradicted=tables)
            words = {"round": number}
            messages.success(request, gettext("Round %(round)s closed.") % words)
            if protests := places_in_words(undecided_protests(tournament)):
                told = gettext("Protests that are not decided")
                messages.warning(request, f"{told}: {protests}.")
    elif request.method == "POST":
        asked = reverse("round-close", args=[tournament.slug, number])
        said = {"end": "1"} if ends else {}
        said |= {"back": request.POST["back"]} if pressed else {}
        return redirect(f"{asked}?{urlencode(said)}" if said else asked)
    elif undecided:
        context = {"round": round, "undecided": undecided, "ends": ends, "cancel": pressed_at}
        return render(request, "direction/round_close.html", context)
    return redirect(pressed_at)


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


@tournament_page(may_see_tournament)
def clock_figures(request: Request, tournament: Tournament) -> HttpResponse:
    """Render the live part of the bar, clock and copies; every open page polls it."""
    may_edit = may_edit_tournament(request.actor, tournament)
    return render(request, "components/bar_now.html", {"may_edit": may_edit})


def _clock_button(act: Callable[[Request, Round], Round]) -> View:
    """Make the view of a button: it does the act, and the page of the round shows the result."""

    @button(tournament_page(may_run_clock), "round")
    def press(request: Request, tournament: Tournament, number: int) -> str:
        round = act(request, visible_round(request, tournament, number))
        words = {
            RoundState.RUNNING: gettext("Round %(round)s is running."),
            RoundState.ENDED: gettext("Round %(round)s ended."),
        }.get(round.state, gettext("Start of round %(round)s taken back."))
        if round.state == RoundState.RUNNING and round.paused_at:
            words = gettext("Round %(round)s paused: its clock stands still.")
        return words % {"round": number}

    return press


clock_start = _clock_button(lambda request, round: services.start_clock(request.actor, round))
clock_pause = _clock_button(lambda request, round: services.pause_clock(request.actor, round))
clock_resume = _clock_button(lambda request, round: services.resume_clock(request.actor, round))
clock_end = _clock_button(  # before the time is up only with the box ticked, or all sheets in
    lambda request, round: services.end_clock(
        request.actor,
        round,
        early=bool(request.POST.get("early")),
        all_in=bool(request.POST.get("all_in")),
    )
)
clock_reset = _clock_button(
    lambda request, round: services.reset_clock(request.actor, round, typed_reason(request.POST))
)


@dataclass(frozen=True, slots=True)
class ReadAloud:
    """A text to read aloud, from when until when; None: from the start, until something happens."""

    text: str
    since: datetime | None
    until: datetime | None
    is_due: bool


def read_aloud(
    tournament: Tournament, round: Round, faces: Sequence[ClockFace], now: datetime
) -> tuple[ReadAloud, ...]:
    """Return everything to read aloud while nobody presses anything; duplicates appear once."""
    found: dict[ReadAloud, None] = {}
    for face in faces:
        has_solos = tournament.at_table(face.table_size).solos > 0
        ends_at = face.state.ends_at
        calls = announcements(
            face.state, round.started_at, round.pause_times, tournament.warning_minutes
        )
        for call in calls:
            text = announcement_text(call, round=round.number, ends_at=ends_at, has_solos=has_solos)
            if len(faces) > 1 and ends_at:
                text = f"{tables_of(face.table_size)}: {text}"
            found[ReadAloud(text, call.since, call.until, call.is_due(now))] = None
    return tuple(found)
