"""The missing-sheet board of a round: for the desk and for the projector."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from tournament.labels.board import BOARD_KEYS, BOARD_STATES, SHAPES
from tournament.models import Tournament
from tournament.permissions import may_see_tournament
from tournament.selectors.board import SHEET_IS_IN, Board, BoardTable, board_of
from tournament.views.access import Request, tournament_page
from tournament.views.direction.visible import numbered, visible_rounds


@dataclass(frozen=True, slots=True)
class Filter:
    """A link that shows some tables alone: `?show=due`; its key, and how many they are."""

    name: str
    label: str
    key: str
    count: int
    here: bool


@dataclass(frozen=True, slots=True)
class Tile:
    """One table as it is shown: its state in a word and a shape; since when it is due."""

    number: int
    state: str
    label: str
    shape: str
    due_since: datetime | None
    minutes: int
    extra_minutes: int


@tournament_page(may_see_tournament)
def board(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Every table and how far its sheet is; `?show=` some, `?part=tiles` for the script.

    `?table=` goes on to the sheet of that table.
    """
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    found = board_of(tournament, round, timezone.now())
    typed = request.GET.get("table", "").strip()
    if any(str(table.number) == typed for table in found.tables):
        return redirect("sheet", tournament.slug, number, int(typed))
    filters = _filters(found, request.GET.get("show", ""))
    shown = next(filter.name for filter in filters if filter.here)
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": rounds,
        "board": found,
        "filters": filters,
        "shown": shown,
        "tiles": [_tile(found, table) for table in found.tables if _is_shown(table, shown)],
        "wrong_table": typed,
        "ended_minutes": _minutes_since(found.ended_at, found.now),
    }
    is_part = request.GET.get("part") == "tiles"
    page = "direction/board_tiles.html" if is_part else "direction/board.html"
    return render(request, page, context)


def _filters(found: Board, asked: str) -> list[Filter]:
    """All tables, those that are missing, and those in each state; unknown ones show all."""
    names = ["all", "missing", *found.states]
    labels = {"all": gettext("all"), "missing": pgettext("tables", "missing"), **BOARD_STATES}
    counts: dict[str, int] = {
        "all": len(found.tables),
        "missing": found.missing,
        **{str(state): count for state, count in found.counts.items()},
    }
    shown = asked if asked in names else "all"
    return [
        Filter(
            str(name), str(labels[name]), str(BOARD_KEYS[name]), counts.get(name, 0), name == shown
        )
        for name in names
    ]


def _is_shown(table: BoardTable, shown: str) -> bool:
    if shown == "missing":
        return table.state not in SHEET_IS_IN
    return shown in ("all", table.state)


def _tile(found: Board, table: BoardTable) -> Tile:
    return Tile(
        number=table.number,
        state=table.state,
        label=str(BOARD_STATES[table.state]),
        shape=SHAPES[table.state],
        due_since=table.due_since,
        minutes=_minutes_since(table.due_since, found.now),
        extra_minutes=table.extra_minutes,
    )


def _minutes_since(moment: datetime | None, now: datetime) -> int:
    return (now - moment) // timedelta(minutes=1) if moment else 0
