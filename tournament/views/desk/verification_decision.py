"""A stopped verification: what was entered, what was typed, and who is right."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import Line, by_position, positions, suspicion_words
from tournament.models import (
    SheetKind,
    SheetVersion,
    Tournament,
    Verification,
    VerificationRule,
)
from tournament.permissions import may_submit_sheets
from tournament.shared.rules.typed import mark_of, readable, whole_number
from tournament.sheets.reads.verifications import open_differences
from tournament.sheets.writes.agreement import is_second_person, require_agreement
from tournament.sheets.writes.progress import discard_draft
from tournament.sheets.writes.sheets import SheetConflict, SheetRefused, submit_sheet
from tournament.sheets.writes.verification import let_stand
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, said
from tournament.views.desk.desk import Desk
from tournament.views.direction.reprint import print_results_again


@tournament_page(may_submit_sheets)
def decision(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show both results of a table side by side, and the two ways to decide, each with a reason."""
    desk = Desk.to_type(request, tournament, number, table)
    differing = open_differences(desk.version)
    if desk.version is None or not differing:
        return redirect("verification", tournament.slug, number)
    if request.method == "POST":
        return _decide(desk, desk.version, differing)
    return _page(desk, desk.version, differing)


def _decide(desk: Desk, version: SheetVersion, differing: list[Verification]) -> HttpResponse:
    """Keep the entry, or save what was typed as a correction; then go to the next table."""
    fields = readable(desk.request.POST.dict())
    seen = whole_number(fields.get("version", "")) or 0
    typed = next((each for each in differing if str(each.pk) == fields.get("typed")), differing[-1])
    try:
        if fields.get("action") == "corrects":
            _correct(desk, typed, seen, fields)
            text = gettext("Table %(table)s is corrected. It waits for a verification again.")
        else:
            let_stand(desk.request.actor, desk.table, fields.get("reason", ""), version=seen)
            text = gettext("Table %(table)s is confirmed.")
    except (Refused, SheetRefused) as error:
        return _page(desk, version, differing, fields, said(error))
    except SheetConflict:
        return redirect(desk.request.path)
    discard_draft(desk.request.actor, desk.table)
    messages.success(desk.request, text % {"table": desk.table.number})
    if fields.get("action") == "corrects":
        print_results_again(desk.request, desk.tournament, [desk.table.round.number])
    return redirect("verification", desk.tournament.slug, desk.table.round.number)


def _correct(desk: Desk, typed: Verification, seen: int, fields: Mapping[str, str]) -> None:
    content: dict[str, Any] = typed.content or {}
    kind = SheetKind.ROWS if "rows" in content else SheetKind.TOTALS
    submit_sheet(
        desk.request.actor,
        desk.table,
        kind,
        content,
        based_on=seen,
        reason=fields.get("reason", ""),
        submission=mark_of(fields.get("submission", "")),
        contained=() if kind == SheetKind.ROWS else content["penalties"],
    )


def _page(
    desk: Desk,
    version: SheetVersion,
    differing: list[Verification],
    fields: Mapping[str, str] | None = None,
    refused: str = "",
) -> HttpResponse:
    typed = differing[-1]
    lines = _lines(version, typed)
    is_person = desk.tournament.verification == VerificationRule.PERSON
    context = {
        "round": desk.table.round,
        "table": desk.table,
        "seats": desk.seats,
        "version": version,
        "typed": typed,
        "earlier": differing[:-1],
        "lines": lines,
        "differences": sum(line.differs for line in lines),
        "suspicion": suspicion_words(version.totals, typed.totals),
        "contradiction": _contradiction(desk, version, typed),
        "may_let_stand": not is_person or is_second_person(desk.request.actor, version),
        "may_correct": desk.may_submit and _can_follow(version, typed),
        "may_submit": desk.may_submit,
        "submission": uuid4(),
        "reasons": {fields.get("action"): fields.get("reason")} if fields else {},
        "refused": refused,
    }
    return form_page(desk.request, "desk/verification_decision.html", context)


def _lines(version: SheetVersion, typed: Verification) -> list[Line]:
    """Return both results by position; the totals alone if nothing else was typed."""
    if typed.content is None:
        return positions(version.totals, typed.totals)
    return by_position((version.content, version.totals), (typed.content, typed.totals))


def _can_follow(version: SheetVersion, typed: Verification) -> bool:
    """Whether what was typed can be saved as it is; totals never replace a list."""
    return typed.content is not None and ("rows" in typed.content or version.kind != SheetKind.ROWS)


def _contradiction(desk: Desk, version: SheetVersion, typed: Verification) -> str:
    """Return where totals differ from their list in something other than points, else ""."""
    if typed.content is None or version.kind != SheetKind.ROWS or "rows" in typed.content:
        return ""
    try:
        require_agreement(desk.table.number, version.content, typed.content)
    except Refused as refusal:
        return refusal_sentence(refusal)
    return ""
