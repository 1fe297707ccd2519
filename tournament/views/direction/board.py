"""How far the tables of a round are: the missing-sheet board, the forecast, the hall plan."""

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext
from django.views.decorators.http import require_POST

from scoring.deal import Deal
from scoring.outlook import FiguresDoNotFit, Outlook, SoFar, outlook, outlook_from
from tournament.errors import Refused
from tournament.forms.rounds import ReportForm
from tournament.forms.score_sheets import LinesForm
from tournament.forms.stage import HallForm
from tournament.labels.refusals import refusal_sentence
from tournament.labels.rounds import BOARD_KEYS, BOARD_STATES, SHAPES
from tournament.lists.rounds import ForecastRow, Owing, forecast_list
from tournament.models import GameTable, Round, Tournament
from tournament.permissions import (
    may_edit_tournament,
    may_now,
    may_report_games,
    may_see_tournament,
    may_submit_sheets,
)
from tournament.rounds.reads import clock
from tournament.rounds.reads.board import BoardState, board_of, typed_and_due
from tournament.rounds.reads.clock import Seen
from tournament.rounds.reads.rounds import rounds_seen_by, shown_seats
from tournament.seating.reads.plans import places_in_hall, tables_for_hall
from tournament.seating.rules import arranged, walking_order
from tournament.seating.writes.seating import arrange_hall
from tournament.shared.rules.places import SeatRow
from tournament.shared.rules.typed import number_in
from tournament.sheets.rules.table_rules import TableRules
from tournament.sheets.writes.progress import receive_sheet, report_games, return_sheet
from tournament.tables import ListTable
from tournament.views.access import (
    Request,
    numbered,
    tournament_page,
    visible_round,
)
from tournament.views.answers import done, form_page, list_page, refusals_in
from tournament.views.kept_pages import kept_page

REFUSED_HERE = (
    "unknown_table",
    "round_not_played",
    "report_has_too_many_games",
    "report_names_no_position",
    "report_needs_no_solos",
    "report_does_not_fit",
)
"""Refusals shown at the field."""

MOST_LARGE = 27
"""More missing tables than this have smaller tiles, so that all stay on one screen."""


@tournament_page(may_see_tournament)
@kept_page(aside=typed_and_due)
def board(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show every table and how far its sheet is, on the hall plan with `?view=map`.

    `?show=` filters the tables, `?part=tiles` answers the script. `?table=` redirects to the sheet
    of that table.
    """
    rounds = rounds_seen_by(request.actor, tournament)
    round = numbered(rounds, number)
    typed = request.GET.get("table", "")
    table, problem = _typed_table(round, typed)
    if table:
        return redirect("sheet", tournament.slug, number, table.number)
    is_part = request.GET.get("part") == "tiles"
    context = {
        **_board_context(request, round, request.GET.get("show", ""), request.GET.get("view", "")),
        "rounds": rounds,
        "frame": round.turns,
        "problem": problem if typed.strip() else "",
        "is_chosen": "show" in request.GET and not is_part,
    }
    page = "direction/board_tiles.html" if is_part else "direction/board.html"
    return render(request, page, context)


@require_POST
@tournament_page(may_submit_sheets)
def board_papers(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Note that the paper of table `here` is at the desk, or take that back for table `gone`.

    With `part` the answer is the tiles alone, for the script.
    """
    post = request.POST
    round = visible_round(request, tournament, number)
    note = receive_sheet if "here" in post else return_sheet
    table, problem = _typed_table(round, post.get("here") or post.get("gone") or "")
    if table:
        try:
            note(request.actor, table)
        except Refused as refusal:
            problem = refusal_sentence(refusal)
    if post.get("part"):
        shown = _board_context(request, round, post.get("show", ""), post.get("view", ""))
        return render(request, "direction/board_tiles.html", {**shown, "problem": problem})
    if problem:
        messages.error(request, problem)
    asked = {name: post[name] for name in ("show", "view") if post.get(name)}
    return redirect(f"{reverse('board', args=[tournament.slug, number])}?{urlencode(asked)}")


def _typed_table(round: Round, typed: str) -> tuple[GameTable | None, str]:
    """Return the table whose number was typed, or else a sentence that there is none."""
    number = number_in(typed.strip())
    found = None if number is None else round.tables.filter(number=number).first()
    missing = gettext("There is no table {table} in this round.").format(table=typed.strip())
    return found, "" if found else missing


def _board_context(request: Request, round: Round, show: str, view: str) -> dict[str, object]:
    """Return the context of the tiles, or of the hall plan (`view` is "map").

    `show`: all tables, missing ones, or a state; an unknown one shows all. Only what is missing has
    a tile; its `act` is what the reader can note about its paper: "here", "gone" or "".
    """
    tournament = round.tournament
    found = board_of(tournament, round, timezone.now())
    labels = {"all": gettext("all"), "missing": pgettext("tables", "missing"), **BOARD_STATES}
    counts = {str(state): count for state, count in found.counts.items()}
    counts |= {"all": len(found.tables), "missing": found.missing}
    keys = dict(zip(("all", "missing", *BOARD_STATES), str(BOARD_KEYS).split(), strict=True))
    names = ["all", "missing", *map(str, found.states)]
    shown = show if show in names else "all"
    may_note = bool(round.published_at) and may_now(may_submit_sheets, request.actor, tournament)
    asked_for = [
        table
        for table in found.tables
        if shown in ("all", table.state) or (shown == "missing" and table.is_missing)
    ]
    tiles = []
    for table in filter(lambda each: each.is_missing, asked_for):
        can_change = table.received_at or table.state is not BoardState.RECEIVED
        act = "gone" if table.received_at else "here"
        tiles.append((table, act if may_note and can_change else ""))
    return {
        "round": round,
        "board": found,
        "filters": [
            {
                "name": name,
                "label": str(labels[name]),
                "key": keys[name],
                "shape": SHAPES.get(name, ""),
                "count": counts.get(name, 0),
                "here": name == shown,
            }
            for name in names
        ],
        "shown": shown,
        "may_note": may_note,
        "tiles": tiles,
        "has_many": len(tiles) > MOST_LARGE,
        "finished": [table for table in asked_for if not table.is_missing],
        "asked_for": [table.number for table in asked_for],
        "is_map": view == "map",
    }


@tournament_page(may_edit_tournament)
def hall(request: Request, tournament: Tournament) -> HttpResponse:
    """Show every table as a piece to drag or move with the arrow keys; a POST saves the plan."""
    form = HallForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_in(form):
            arrange_hall(request.actor, tournament, form.cleaned_data["places"])
            return done(request, gettext("Saved."), "hall", tournament.slug)
    tables = tables_for_hall(tournament)
    spots = arranged(tables, places_in_hall(tournament))
    if form.is_bound and form.is_valid():
        spots = arranged(tables, form.cleaned_data["places"])  # refused: as submitted
    context = {
        "form": form,
        "spots": spots,
        "places": json.dumps(spots),
        "is_arranged": bool(tournament.hall),
        "may_arrange": may_now(may_edit_tournament, request.actor, tournament),
    }
    return form_page(request, "direction/hall.html", context)


@tournament_page(may_see_tournament)
def forecast(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show every table of the round and a field for reports; `?part=tables` is for the script."""
    round = visible_round(request, tournament, number)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_in(form, dict.fromkeys(REFUSED_HERE, "typed")):
            of_table, games, solos = form.cleaned_data["typed"]
            table = round.tables.filter(number=of_table).first()
            if table is None:
                raise Refused("unknown_table", round=number, table=of_table)
            table.round = round
            report_games(request.actor, table, games, solos)
            words = {"table": of_table, "games": games}
            sentence = gettext("Table %(table)s: report taken back.")
            if games is not None:
                sentence = ngettext(
                    "Table %(table)s: %(games)s game played.",
                    "Table %(table)s: %(games)s games played.",
                    games,
                )
            return done(request, sentence % words, "forecast", tournament.slug, number)
    context = {
        "round": round,
        "form": form,
        "may_report": may_now(may_report_games, request.actor, tournament)
        and round.started_at
        and not round.closed_at,
        **_forecast_context(round, timezone.now()),
    }
    is_part = request.GET.get("part") == "tables"
    page = "direction/forecast_tables.html" if is_part else "direction/forecast.html"
    return list_page(request, page, context, has_form=True)


def _forecast_context(round: Round, now: datetime) -> dict[str, object]:
    tables = [
        (table, round.tournament.at_table(table.size)) for table in clock.tables_for_forecast(round)
    ]
    people = {(each.table, each.seat): each for each in shown_seats(round)}
    rows = [_row(table, at, now, people) for table, at in tables] if round.started_at else []
    playing = [
        (table, at, row.seen)
        for (table, at), row in zip(tables, rows, strict=False)
        if not row.is_done
    ]
    ends = clock.expected_ends(playing, now)
    hall_ends_at = max(ends.values(), default=None)
    looked_at = [row for row in rows if row.seen and row.number in ends]
    last = max(looked_at, key=lambda row: ends[row.number], default=None)
    forced = {
        row.number: row for row in rows if row.time_up and not row.is_done and row.owing != []
    }
    places = places_in_hall(round.tournament)
    open_rows = [(row, ends.get(row.number)) for row in rows if not row.is_done]
    listed = forecast_list(open_rows, has_limit=any(at.has_limit for _table, at in tables))
    walk = [forced[number] for number in walking_order(forced, places)]
    return {
        "now": now,
        "is_begun": bool(rows),
        "rows": open_rows,
        "table": ListTable(
            listed.without("planned", "seen"),
            f"{gettext('Forecast')} {round}",
            attributes=lambda line: {"id": f"table-{line[0].number}"},
            file=lambda: listed,
            orderable=False,  # the script asks for it again and again
        ),
        "done": [row.number for row in rows if row.is_done],
        "has_limit": any(at.has_limit for _table, at in tables),
        "hall_ends_at": hall_ends_at,
        # The table the hall waits for, unless nobody has looked at it.
        "last": last if last and ends[last.number] == hall_ends_at else None,
        "time_up": any(row.time_up for row in rows),
        "still_forced": [row for row in walk if row.owing],
        "unknown": [row.number for row in walk if row.owing is None],
        "is_by_hall": bool(places),
    }


def _row(
    table: GameTable, at: TableRules, now: datetime, people: Mapping[tuple[int, int], SeatRow]
) -> ForecastRow:
    up = clock.time_up_at(table, now)
    time_up = up is not None and now >= up
    seen, coming = _seen_at(table, at, time_up)
    is_paper_here = time_up and seen is None and bool(table.drafts.all())
    is_in = table.current_version_id is not None or table.received_at is not None or is_paper_here
    is_done = is_in or (coming.is_complete if coming else bool(seen and seen.games >= at.lines))
    games = coming.planned_games if coming else at.planned
    if seen and seen.games >= games and at.lines != at.games:
        games = at.lines if seen.owing is None else seen.games + seen.owing
    owing: list[Owing] | None = None if at.duty else []
    if coming:
        order = dict.fromkeys([*(game.soloist for game in coming.forced_games), *coming.owing])
        owing = [Owing(seat, people.get((table.number, seat))) for seat in order]
    return ForecastRow(table.number, games, seen, coming, owing, time_up, is_done)


def _seen_at(table: GameTable, at: TableRules, time_up: bool) -> tuple[Seen | None, Outlook | None]:
    """Return how far a table is, and what that leaves to play if it says.

    That is the list typed during play, unless what somebody has reported has more games.
    """
    report = getattr(table, "report", None)
    draft = next(iter(reversed(table.drafts.all())), None)
    sheet = LinesForm(at, draft.content).played if draft else None
    if draft and sheet and len(sheet.rows) >= (report.games if report else 1):
        coming = outlook(sheet, time_up)
        seen = Seen(len(sheet.rows), draft.updated_at, coming.solos_left, looked=False)
        if not clock.is_typed_afterwards(table, at, seen):
            return seen, coming
    if report is None:
        return None, None
    left = None
    if report.solos is not None:
        first = Deal.first(at.size, at.games, at.rules)
        so_far = SoFar(report.games, bid=frozenset(report.solos))
        with suppress(FiguresDoNotFit):  # the settings of the round have changed since
            left = outlook_from(first, at.games, so_far, time_up)
    return Seen(report.games, report.at, left.solos_left if left else None, looked=True), left
