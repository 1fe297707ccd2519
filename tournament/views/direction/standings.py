"""The standings and the result of a round."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tables2 import RequestConfig

from tournament.errors import Refused
from tournament.exports.footnotes import round_footnotes, standings_footnotes
from tournament.exports.results import final_notes
from tournament.labels.standings import (
    changed_note,
    control_sentence,
    hall_time,
    objections_note,
    provisional_note,
    standings_title,
)
from tournament.labels.tie_breaks import tie_break_sentence
from tournament.lists.standings import result_list, standings_list
from tournament.models import Tournament
from tournament.permissions import (
    may_adjust_points,
    may_freeze_standings,
    may_see_tournament,
)
from tournament.selectors.standings import StandingsReport, round_result, standings_after
from tournament.tables.standings import ResultTable
from tournament.views.access import Request, tournament_page
from tournament.views.direction.visible import numbered, round_asked_for, visible_rounds

NOTHING_YET = _("The standings will be here as soon as seats are drawn and sheets are in.")


@tournament_page(may_see_tournament)
def standings(request: Request, tournament: Tournament) -> HttpResponse:
    """The overall standings, `?after=R` (default: the last round) and `?tag=` (default: all)."""
    try:
        after = round_asked_for(request)
        report = standings_after(tournament, after, request.GET.get("tag", ""))
    except Refused as refusal:
        raise Http404 from refusal
    footnotes = standings_footnotes(tournament, report)
    table = ResultTable(
        standings_list(report, footnotes.marks), gettext("Standings"), empty_text=NOTHING_YET
    )
    RequestConfig(request, paginate=False).configure(table)
    context = {
        "tournament": tournament,
        "report": report,
        "table": table,
        "title": standings_title(rounds=report.rounds, final=report.final),
        "provisional": provisional_note(report.tables_in, report.tables_all),
        "control": control_sentence(report.control_sum, report.deductions),
        "tie_break": tie_break_sentence(tournament.tie_breaks),
        "footnotes": footnotes.lines,
        **_finality(request, tournament, report),
        "rounds": [
            round
            for round in visible_rounds(request, tournament)
            if round.published_at or round.number <= report.rounds
        ],
        "may_adjust": may_adjust_points(request.actor, tournament),
    }
    return render(request, "direction/standings.html", context)


@tournament_page(may_see_tournament)
def round_result_page(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The result of one round."""
    rounds = visible_rounds(request, tournament)
    round = numbered(rounds, number)
    result = round_result(round)
    footnotes = round_footnotes(result)
    until = result.objections_until
    table = ResultTable(result_list(result, footnotes.marks), gettext("Result of the round"))
    RequestConfig(request, paginate=False).configure(table)
    context = {
        "tournament": tournament,
        "round": round,
        "rounds": rounds,
        "result": result,
        "table": table,
        "provisional": provisional_note(result.tables_in, result.tables_all),
        "objections": objections_note(until, timezone.now()) if until else "",
        "control": control_sentence(result.control_sum, 0),
        "footnotes": footnotes.lines,
    }
    return render(request, "direction/round_result.html", context)


def _finality(
    request: Request, tournament: Tournament, report: StandingsReport
) -> dict[str, object]:
    """Until when objections are heard, since when the standings are final, and their checksum."""
    now, until = timezone.now(), report.objections_until
    is_settled = report.final or report.changed_to
    return {
        "objections": objections_note(until, now) if until and not is_settled else "",
        "changed": changed_note(report.frozen_at, now)
        if report.changed_to and report.frozen_at
        else "",
        "frozen_since": hall_time(report.frozen_at, now) if report.frozen_at else "",
        "final_notes": final_notes(tournament, report, now),
        "may_freeze": may_freeze_standings(request.actor, tournament)
        and (report.complete or report.frozen_at),
    }
