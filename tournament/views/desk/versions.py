"""Every version of a table's sheet: who, when, why, what changed; restoring one."""

from collections.abc import Mapping
from itertools import pairwise

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.labels.journal import PENALTY_ACTS, act_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import differences, exception_words, sheet_lines
from tournament.models import JournalEntry, SheetKind, SheetVersion, Tournament
from tournament.permissions import (
    may_accept_exceptions,
    may_see_tournament,
    may_submit_sheets,
    require,
)
from tournament.shared.rules.typed import readable, version_number, whole_number
from tournament.sheets.reads.sheets import versions_of
from tournament.sheets.writes.sheets import SheetRefused, restore_version
from tournament.sheets.writes.verification import confirm_dealt_out_of_turn
from tournament.trust.reads.journal import sheet_acts
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, said
from tournament.views.desk.desk import Desk, head_context
from tournament.views.direction.reprint import print_results_again


@tournament_page(may_see_tournament)
def sheet_versions(
    request: Request, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """List all versions, the one that counts first; those who may correct may restore one.

    The direction may confirm the out-of-turn deals of the one that counts.
    """
    desk = Desk.at(request, tournament, number, table)
    if request.method == "POST" and "confirm" in request.POST:
        return _confirm(desk)
    if request.method == "POST":
        require(may_submit_sheets, request.actor, tournament)
        return _restore(desk)
    return _page(desk)


def _confirm(desk: Desk) -> HttpResponse:
    """Confirm the out-of-turn deals on the version the user saw as counting."""
    version = whole_number(readable(desk.request.POST.dict()).get("confirm", "")) or 0
    try:
        confirm_dealt_out_of_turn(desk.request.actor, desk.table, version=version)
    except Refused as refusal:
        return _page(desk, refused=refusal_sentence(refusal))
    words = {"table": desk.table.number}
    messages.success(
        desk.request, gettext("Table %(table)s: games dealt out of turn confirmed.") % words
    )
    return redirect(desk.url())


def _restore(desk: Desk) -> HttpResponse:
    """Make the named version count again, or show the refusal and keep the reason."""
    fields = readable(desk.request.POST.dict())
    number = whole_number(fields.get("version", "")) or 0
    try:
        version = restore_version(
            desk.request.actor,
            desk.table,
            number,
            fields.get("reason", ""),
            based_on=version_number(fields.get("based_on", "")),
        )
    except (Refused, SheetRefused) as error:
        return _page(desk, number, fields, said(error))
    words = {"number": number, "version": version.number}
    sentence = gettext("Version %(number)s is restored; it is version %(version)s now.")
    messages.success(desk.request, sentence % words)
    print_results_again(desk.request, desk.tournament, [desk.table.round.number])
    return redirect(desk.request.path)


def _page(
    desk: Desk,
    wanted: int = 0,
    fields: Mapping[str, str] | None = None,
    refused: str = "",
) -> HttpResponse:
    versions = versions_of(desk.table)
    taken_back = sheet_acts(desk.tournament, "sheet_taken_back")
    made_by = sheet_acts(desk.tournament, "sheet_restored", *PENALTY_ACTS)
    may_accept = may_accept_exceptions(desk.request.actor, desk.tournament)
    history = [
        {
            "version": version,
            "differences": differences(
                (before.content, before.totals), (version.content, version.totals)
            )
            if before
            else [],
            "kind_changed": _kind_change(before, version),
            "is_like_before": before is not None
            and (before.kind, before.content) == (version.kind, version.content),
            "exceptions": exception_words(version.accepted),
            "lines": sheet_lines(version.content, version.totals),
            "taken_back": taken_back.get(version.pk),
            **_origin(made_by.get(version.pk)),
            "may_restore": version != desk.version
            and desk.may_submit
            and (may_accept or not (version.accepted or version.kind == SheetKind.RULING)),
            "is_wanted": version.number == wanted,
        }
        for before, version in pairwise([None, *versions])
        if version is not None
    ]
    context = {
        **head_context(desk),
        "kind": "versions",
        "history": list(reversed(history)),
        "reason": (fields or {}).get("reason", ""),
        "refused": refused,
    }
    return form_page(desk.request, "desk/versions.html", context)


def _origin(act: JournalEntry | None) -> dict[str, object]:
    """Return the number of the version restored here, or the penalty that made this one."""
    restored = act.data.get("restored") if act else None
    return {"restored": restored, "penalty": "" if restored else act_sentence(act)}


def _kind_change(before: SheetVersion | None, version: SheetVersion) -> str:
    if before is None or before.kind == version.kind:
        return ""
    words = {"before": before.get_kind_display(), "after": version.get_kind_display()}
    return gettext("Entered as: %(after)s, before: %(before)s.") % words
