"""The forecast of a round: games played, who owes a solo, when each table will be done."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from scoring.deal import Deal
from scoring.outlook import FiguresDoNotFit, Outlook, SoFar, outlook, outlook_from
from tournament.errors import Refused
from tournament.forms.line_sheets import LinesForm
from tournament.forms.rounds import ReportForm, TypedReport
from tournament.models import GameTable, Round, Tournament
from tournament.permissions import may_now, may_report_games, may_see_tournament
from tournament.rounds.reads.clock import (
    Seen,
    expected_ends,
    is_typed_afterwards,
    tables_for_forecast,
    time_up_at,
)
from tournament.seating.reads.hall import places_in_hall
from tournament.seating.rules.hall_map import walking_order
from tournament.sheets.rules.table_rules import TableRules
from tournament.sheets.writes.progress import report_games
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_in
from tournament.views.direction.visible import visible_round

REFUSED_HERE = (
    "unknown_table",
    "round_not_played",
    "report_has_too_many_games",
    "report_names_no_position",
    "report_needs_no_solos",
    "report_does_not_fit",
)
"""Refusals shown at the field."""


@dataclass(frozen=True, slots=True)
class ForecastRow:
    """A table as far as it is known.

    `owing`: who owes a solo, in the order of being forced; None if unknown. `seen` is None if
    nobody has looked at the table. `games` are those of the whole round, plus known additional
    ones. `time_up`: its time is over; `is_done`: nothing is left to play.
    """

    number: int
    games: int
    seen: Seen | None
    coming: Outlook | None
    owing: list[str] | None
    time_up: bool
    is_done: bool
    ends_at: datetime | None = None


@tournament_page(may_see_tournament)
def forecast(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show every table of the round and a field for reports; `?part=tables` is for the script."""
    round = visible_round(request, tournament, number)
    form = ReportForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with refusals_in(form, dict.fromkeys(REFUSED_HERE, "typed")):
            _report(request, round, form)
            messages.success(request, _said(form.cleaned_data["typed"]))
            return redirect("forecast", tournament.slug, number)
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
    return form_page(request, page, context)


def _report(request: Request, round: Round, form: ReportForm) -> None:
    typed: TypedReport = form.cleaned_data["typed"]
    table = round.tables.filter(number=typed.table).first()
    if table is None:
        raise Refused("unknown_table", round=round.number, table=typed.table)
    table.round = round
    report_games(request.actor, table, typed.games, typed.solos)


def _said(typed: TypedReport) -> str:
    if typed.games is None:
        return gettext("Table %(table)s: report taken back.") % {"table": typed.table}
    sentence = ngettext(
        "Table %(table)s: %(games)s game played.",
        "Table %(table)s: %(games)s games played.",
        typed.games,
    )
    return sentence % {"table": typed.table, "games": typed.games}


def _forecast_context(round: Round, now: datetime) -> dict[str, object]:
    tables = [
        (table, round.tournament.at_table(table.size)) for table in tables_for_forecast(round)
    ]
    rows = [_row(table, at, now) for table, at in tables] if round.started_at else []
    playing = [
        (table, at, row.seen)
        for (table, at), row in zip(tables, rows, strict=False)
        if not row.is_done
    ]
    ends = expected_ends(playing, now)
    forced = {
        row.number: row for row in rows if row.time_up and not row.is_done and row.owing != []
    }
    places = places_in_hall(round.tournament)
    walk = [forced[number] for number in walking_order(forced, places)]
    return {
        "now": now,
        "is_begun": bool(rows),
        "rows": [(row, ends.get(row.number)) for row in rows if not row.is_done],
        "done": [row.number for row in rows if row.is_done],
        "has_limit": any(at.has_limit for _table, at in tables),
        "hall_ends_at": max(ends.values(), default=None),
        "last": _last(rows, ends),
        "time_up": any(row.time_up for row in rows),
        "still_forced": [row for row in walk if row.owing],
        "unknown": [row.number for row in walk if row.owing is None],
        "is_by_hall": bool(places),
    }


def _last(rows: Iterable[ForecastRow], ends: Mapping[int, datetime]) -> ForecastRow | None:
    """Return the table the hall waits for; None if nobody has looked at that table."""
    seen = [row for row in rows if row.seen and row.number in ends]
    last = max(seen, key=lambda row: ends[row.number], default=None)
    return last if last and ends[last.number] == max(ends.values()) else None


def _row(table: GameTable, at: TableRules, now: datetime) -> ForecastRow:
    up = time_up_at(table, now)
    time_up = up is not None and now >= up
    seen, coming = _list_so_far(table, at, time_up) or _reported(table, at, time_up)
    is_paper_here = time_up and seen is None and bool(table.drafts.all())
    is_in = table.current_version_id is not None or table.received_at is not None or is_paper_here
    is_done = is_in or (coming.is_complete if coming else bool(seen and seen.games >= at.lines))
    return ForecastRow(
        number=table.number,
        games=_games(at, seen),
        seen=seen,
        coming=coming,
        owing=_owing(table, at, coming),
        time_up=time_up,
        is_done=is_done,
    )


def _games(at: TableRules, seen: Seen | None) -> int:
    if seen is None or seen.games < at.games or at.lines == at.games:
        return at.games
    return at.lines if seen.owing is None else seen.games + seen.owing


def _list_so_far(table: GameTable, at: TableRules, time_up: bool) -> tuple[Seen, Outlook] | None:
    """Return the list typed during play, unless the report has more games."""
    draft = next(iter(reversed(table.drafts.all())), None)
    sheet = LinesForm(at, draft.content).played if draft else None
    report = getattr(table, "report", None)
    if draft is None or not sheet or len(sheet.rows) < (report.games if report else 1):
        return None
    coming = outlook(sheet, time_up)
    seen = Seen(len(sheet.rows), draft.updated_at, coming.solos_left, looked=False)
    return None if is_typed_afterwards(table, at, seen) else (seen, coming)


def _reported(
    table: GameTable, at: TableRules, time_up: bool
) -> tuple[Seen | None, Outlook | None]:
    """Return what somebody has reported from the table."""
    report = getattr(table, "report", None)
    if report is None:
        return None, None
    coming = _outlook_from(at, report.games, report.solos, time_up)
    owing = coming.solos_left if coming else None
    return Seen(report.games, report.at, owing, looked=True), coming


def _outlook_from(
    at: TableRules, games: int, solos: list[int] | None, time_up: bool
) -> Outlook | None:
    """Return what is still to come at a table, None if the report does not say."""
    if solos is None:
        return None
    first = Deal.first(at.size, at.games, at.rules)
    try:
        return outlook_from(first, at.games, SoFar(games, bid=frozenset(solos)), time_up)
    except FiguresDoNotFit:  # the settings of the round have changed since
        return None


def _owing(table: GameTable, at: TableRules, coming: Outlook | None) -> list[str] | None:
    if coming is None:
        return None if at.duty else []
    forced = [game.soloist for game in coming.forced_games]
    order = dict.fromkeys([*forced, *coming.owing])
    names = {seat.position: seat.entry.person.name for seat in table.seats.all()}
    return [f"{seat} · {names.get(seat, '')}" for seat in order]
