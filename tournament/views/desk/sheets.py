"""The score sheet of a table: its form, or its saved result."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from tournament.errors import Refused
from tournament.labels.findings import row_kind
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import penalty_words, sheet_lines
from tournament.models import TYPED_KINDS, SheetDraft, SheetKind, Tournament
from tournament.permissions import may_see_tournament, may_submit_sheets, require
from tournament.shared.rules.typed import mark_of
from tournament.sheets.reads.sheets import missing_tables
from tournament.views.access import Request, tournament_page
from tournament.views.desk.desk import Desk, head_context, show_form
from tournament.views.desk.drafts import is_in_result, shown_draft
from tournament.views.desk.gone import NOT_FOUND, table_gone
from tournament.views.desk.saving import SAVED, discard, submit, typed_fields


@tournament_page(may_see_tournament)
def sheet(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show a table's score sheet: a form for those who may save it, else the result, read-only."""
    try:
        desk = Desk.at(request, tournament, number, table)
    except Http404:
        if request.method != "POST":
            raise
        require(may_submit_sheets, request.actor, tournament)
        return table_gone(request, tournament, typed_fields(request), NOT_FOUND)
    if request.method == "POST":
        require(may_submit_sheets, request.actor, desk.tournament)
        if not desk.table.round.published_at:
            messages.error(request, refusal_sentence(Refused("round_not_published", round=number)))
            return redirect(request.path)
        is_discarded = request.POST.get("action") == "discard" or "discard" in request.POST
        return discard(desk) if is_discarded else submit(desk)
    return _form(desk) if desk.may_submit else _result(desk)


def _result(desk: Desk) -> HttpResponse:
    """Show the result that counts, read-only."""
    rows: list[dict[str, Any]] = []
    others: dict[str, str] = {}
    if desk.version is not None:
        content = desk.version.content
        rows = [{**row, "kind": row_kind(row["kind"])} for row in content.get("rows", ())]
        lines = sheet_lines(content, desk.version.totals)
        others = dict(list(lines.items())[len(rows) :])
    awarded = [penalty_words(penalty) for penalty in desk.awarded] if not desk.version else []
    context = {**head_context(desk), "rows": rows, "others": others, "awarded": awarded}
    return render(desk.request, "desk/sheet_read.html", context)


def _form(desk: Desk) -> HttpResponse:
    """Show the form with the reader's draft, else the version that counts, else empty."""
    version = desk.version
    number = version.number if version else None
    drafts = [draft for draft in desk.drafts if not _is_saved_already(desk, draft)]
    kind = desk.request.GET.get("kind", "")
    if kind not in TYPED_KINDS:
        kinds = [each.kind for each in (*drafts, version) if each and each.kind in TYPED_KINDS]
        kind = next(iter(kinds), SheetKind.ROWS)
    draft = _draft_to_show(desk, [draft for draft in drafts if draft.kind == kind])
    more = shown_draft(desk, draft)
    if draft is not None:
        more |= {"draft": draft, "draft_is_outdated": draft.based_on != number}
        form = desk.form(kind, draft.content)
        based_on = draft.based_on if version else None
        return show_form(desk, form, based_on, more)
    form = desk.form_of_version(kind)
    return show_form(desk, form, number, {**_next_missing_sheet(desk), **more})


def _draft_to_show(desk: Desk, drafts: list[SheetDraft]) -> SheetDraft | None:
    """Return the requested draft, else the latest; none right after saving."""
    asked = mark_of(desk.request.GET.get("draft", ""))
    latest = drafts[0] if drafts and SAVED not in desk.request.GET else None
    return next((draft for draft in drafts if draft.revision == asked), latest)


def _is_saved_already(desk: Desk, draft: SheetDraft) -> bool:
    """Whether the draft equals the result: it was still being sent while the sheet was saved."""
    version = desk.version
    if version is None or draft.kind != version.kind or draft.based_on == version.number:
        return False
    return is_in_result(desk, draft)


def _next_missing_sheet(desk: Desk) -> dict[str, object]:
    """Return, right after saving, the next table whose sheet is missing."""
    if SAVED not in desk.request.GET:
        return {}
    missing = missing_tables(desk.table.round)
    later = [number for number in missing if number > desk.table.number]
    return {
        "just_saved": True,
        "missing": missing,
        "next_table": next(iter([*later, *missing]), None),
    }
