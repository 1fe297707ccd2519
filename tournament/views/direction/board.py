"""The missing-sheet board of a round: for the desk and for the projector."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.labels.refusals import refusal_sentence
from tournament.labels.rounds import BOARD_KEYS, BOARD_STATES, SHAPES
from tournament.models import GameTable, Round, Tournament
from tournament.permissions import may_now, may_see_tournament, may_submit_sheets
from tournament.rounds.reads.board import SHEET_IS_IN, Board, BoardState, BoardTable, board_of
from tournament.shared.rules.typed import number_in
from tournament.sheets.writes.progress import receive_sheet, return_sheet
from tournament.views.access import Request, tournament_page
from tournament.views.direction.visible import numbered, visible_round, visible_rounds
from tournament.views.kept_pages import kept_page


@dataclass(frozen=True, slots=True)
class Filter:
    """A link that filters the tables, e.g. `?show=due`; its key and the number of tables."""

    name: str
    label: str
    key: str
    shape: str
    count: int
    here: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """One table as shown. `act`: what the reader can note about its paper: "here", "gone" or ""."""

    table: BoardTable
    act: str


@tournament_page(may_see_tournament)
@kept_page(of_tables=True)
def board(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show every table and how far its sheet is, on the hall plan with `?view=map`.

    `?show=` filters the tables, `?part=tiles` answers the script. `?table=` redirects to the sheet
    of that table.
    """
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    typed = request.GET.get("table", "").strip()
    if table := _table(round, typed):
        return redirect("sheet", tournament.slug, number, table.number)
    is_part = request.GET.get("part") == "tiles"
    context = {
        **_board_context(request, round, request.GET.get("show", ""), request.GET.get("view", "")),
        "rounds": rounds,
        "problem": _no_table(typed) if typed else "",
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
    round = visible_round(request, tournament, number)
    problem = _note_paper(request, round)
    if request.POST.get("part"):
        shown = _board_context(
            request, round, request.POST.get("show", ""), request.POST.get("view", "")
        )
        context = {**shown, "problem": problem}
        return render(request, "direction/board_tiles.html", context)
    if problem:
        messages.error(request, problem)
    asked = {name: request.POST[name] for name in ("show", "view") if request.POST.get(name)}
    return redirect(f"{reverse('board', args=[tournament.slug, number])}?{urlencode(asked)}")


def _note_paper(request: Request, round: Round) -> str:
    """Do what was pressed; return why not if it is refused."""
    act = receive_sheet if "here" in request.POST else return_sheet
    typed = (request.POST.get("here") or request.POST.get("gone") or "").strip()
    table = _table(round, typed)
    if table is None:
        return _no_table(typed)
    try:
        act(request.actor, table)
    except Refused as refusal:
        return refusal_sentence(refusal)
    return ""


def _table(round: Round, typed: str) -> GameTable | None:
    """Return the table whose number was typed."""
    number = number_in(typed)
    return None if number is None else round.tables.filter(number=number).first()


def _no_table(typed: str) -> str:
    return gettext("There is no table {table} in this round.").format(table=typed)


def _board_context(request: Request, round: Round, show: str, view: str) -> dict[str, object]:
    """Return the context of the tiles, or of the hall plan (`view` is "map")."""
    tournament = round.tournament
    found = board_of(tournament, round, timezone.now())
    filters = _filters(found, show)
    shown = next(filter.name for filter in filters if filter.here)
    may_note = bool(round.published_at) and may_now(may_submit_sheets, request.actor, tournament)
    return {
        "round": round,
        "board": found,
        "filters": filters,
        "shown": shown,
        "may_note": may_note,
        "tiles": [
            _tile(table, may_note=may_note) for table in found.tables if _is_shown(table, shown)
        ],
        "asked_for": [table.number for table in found.tables if _is_shown(table, shown)],
        "is_map": view == "map",
    }


def _filters(found: Board, asked: str) -> list[Filter]:
    """Return the filters: all tables, missing ones, each state; an unknown one shows all."""
    names = ["all", "missing", *found.states]
    keys = dict(zip(("all", "missing", *BOARD_STATES), str(BOARD_KEYS).split(), strict=True))
    labels = {"all": gettext("all"), "missing": pgettext("tables", "missing"), **BOARD_STATES}
    counts: dict[str, int] = {
        "all": len(found.tables),
        "missing": found.missing,
        **{str(state): count for state, count in found.counts.items()},
    }
    shown = asked if asked in names else "all"
    return [
        Filter(
            str(name),
            str(labels[name]),
            keys[name],
            SHAPES.get(name, ""),
            counts.get(name, 0),
            name == shown,
        )
        for name in names
    ]


def _is_shown(table: BoardTable, shown: str) -> bool:
    if shown == "missing":
        return table.state not in SHEET_IS_IN
    return shown in ("all", table.state)


def _tile(table: BoardTable, *, may_note: bool) -> Tile:
    act = "gone" if table.received_at else "here"
    is_open = table.state not in SHEET_IS_IN and (
        table.received_at is not None or table.state is not BoardState.RECEIVED
    )
    return Tile(table, act if may_note and is_open else "")
