"""Every version of a table's sheet: who, when, why, and what changed. Only to be read."""

from itertools import pairwise

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournament.labels.exceptions import exception_words
from tournament.labels.sheet_contents import Result, changes, sheet_lines
from tournament.models import JournalEntry, SheetVersion, Tournament
from tournament.permissions import may_see_tournament
from tournament.selectors.desk import versions_of
from tournament.selectors.journal import taken_back_sheets
from tournament.views.access import Request, tournament_page
from tournament.views.desk.entry import Entry, head_context


@tournament_page(may_see_tournament)
def sheet_versions(
    request: Request, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """All versions, the one that counts first."""
    entry = Entry.at(request, tournament, number, table)
    versions = versions_of(entry.table)
    taken_back = taken_back_sheets(tournament)
    history = [
        {
            "version": version,
            "changes": changes(_result(before), _result(version)) if before else [],
            "kind_changed": _kind_change(before, version),
            "exceptions": exception_words(version.accepted),
            "lines": sheet_lines(*_result(version)),
            "taken_back": _taking_back(taken_back.get(version.pk)),
        }
        for before, version in pairwise([None, *versions])
        if version is not None
    ]
    context = {**head_context(entry), "history": list(reversed(history))}
    return render(request, "desk/versions.html", context)


def _result(version: SheetVersion) -> Result:
    return version.content, version.totals


def _taking_back(act: JournalEntry | None) -> dict[str, object]:
    """Who has taken a version back, when and why; empty if nobody has."""
    return {} if act is None else {"by": act.user, "at": act.at, "reason": act.data["reason"]}


def _kind_change(before: SheetVersion | None, version: SheetVersion) -> str:
    if before is None or before.kind == version.kind:
        return ""
    words = {"before": before.get_kind_display(), "after": version.get_kind_display()}
    return gettext("Entered as: %(after)s, before: %(before)s.") % words
