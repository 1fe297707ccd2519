"""Entering the score sheet of a table."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.forms.row_sheets import RowsForm
from tournament.forms.typed import readable, whole_number
from tournament.labels.findings import figures, finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.row_kinds import row_kind
from tournament.labels.sheet_contents import sheet_lines, side_by_side
from tournament.models import SheetDraft, SheetKind, SheetVersion, Tournament
from tournament.permissions import (
    may_accept_exceptions,
    may_see_tournament,
    may_submit_sheets,
    require,
)
from tournament.selectors.desk import draft_of
from tournament.selectors.rounds import missing_tables
from tournament.selectors.sheet_checks import CheckedSheet, acceptable, checked_sheet
from tournament.services.sheets import (
    Outcome,
    SheetConflict,
    SheetRefused,
    Submission,
    discard_draft,
    save_draft,
    submit_sheet,
)
from tournament.views.access import Request, tournament_page
from tournament.views.desk.entry import Entry, Refusal, head_context, show_form
from tournament.views.desk.notes import SheetForm, in_progress, notes_of

CONFLICT, REFUSED, FORBIDDEN = 409, 422, 403

# What is posted along with the fields of the sheet and is no part of it.
_AROUND = {"csrfmiddlewaretoken", "based_on", "action", "kind", "accept"}


@tournament_page(may_see_tournament)
def sheet(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """A table's score sheet: a form for those who may save it, else the result to read."""
    entry = Entry.at(request, tournament, number, table)
    if request.method == "POST":
        require(may_submit_sheets, request.actor, tournament)
        if request.POST.get("action") == "discard":
            return _discard(entry)
        return _submit(entry)
    if not entry.may_submit:
        return _read(entry)
    return _open(entry)


@require_POST
@tournament_page(may_submit_sheets)
def sheet_check(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What the rules say about the sheet as it is being typed; nothing is saved."""
    entry = Entry.at(request, tournament, number, table)
    posted = _posted_json(request)
    if posted is None:
        return JsonResponse({}, status=400)
    form = entry.form(posted["kind"], posted["fields"])
    checked = _check(entry, form)
    notes = in_progress(notes_of(form, checked.findings, form.problems()))
    return JsonResponse(
        {
            "notes": [
                {
                    "row": note.row,
                    "anchor": note.anchor,
                    "severity": note.severity,
                    "text": note.text,
                    "short": note.short,
                }
                for note in notes
            ],
            "totals": list(checked.totals),
            "dealers": list(form.dealers) if isinstance(form, RowsForm) else None,
            "penalties": {
                str(line.number): points
                for line in form.penalties
                if (points := form.points_by_rule(line)) is not None
            },
        }
    )


@require_POST
@tournament_page(may_submit_sheets)
def sheet_draft(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Keep what is typed, right or wrong; it never counts."""
    entry = Entry.at(request, tournament, number, table)
    posted = _posted_json(request)
    if posted is None:
        return JsonResponse({}, status=400)
    kind, fields, based_on = posted["kind"], posted["fields"], posted["based_on"]
    draft = save_draft(request.actor, entry.table, kind, fields, based_on)
    return JsonResponse({"text": _draft_sentence(draft)})


def _read(entry: Entry) -> HttpResponse:
    """The result that counts, to be read."""
    rows: list[dict[str, Any]] = []
    others: dict[str, str] = {}
    if entry.version is not None:
        content = entry.version.content
        rows = [{**row, "kind": row_kind(row["kind"])} for row in content.get("rows", ())]
        lines = sheet_lines(content, entry.version.totals)
        others = dict(list(lines.items())[len(rows) :])
    context = {**head_context(entry), "rows": rows, "others": others}
    return render(entry.request, "desk/sheet_read.html", context)


def _open(entry: Entry) -> HttpResponse:
    """The form with one's draft, else with the version that counts, else empty."""
    draft = draft_of(entry.table, entry.request.actor.user)
    kind = entry.request.GET.get("kind", "")
    if kind not in SheetKind.values:
        kind = draft.kind if draft else entry.version.kind if entry.version else SheetKind.ROWS
    number = entry.version.number if entry.version else None
    if draft is not None and draft.kind == kind:
        more = {"draft": draft, "draft_is_outdated": draft.based_on != number}
        form = entry.form(kind, draft.content)
        return show_form(entry, form, [], based_on=draft.based_on, more=more)
    form = entry.form_of_version(kind)
    return show_form(entry, form, [], based_on=number, more=_after_saving(entry))


def _after_saving(entry: Entry) -> dict[str, object]:
    """Behind a sheet just saved: the next table whose sheet is missing."""
    if "saved" not in entry.request.GET:
        return {}
    missing = missing_tables(entry.table.round)
    later = [number for number in missing if number > entry.table.number]
    return {
        "just_saved": True,
        "missing": missing,
        "next_table": next(iter([*later, *missing]), None),
    }


def _submit(entry: Entry) -> HttpResponse:
    post = entry.request.POST
    kind = post.get("kind", SheetKind.ROWS)
    if kind not in SheetKind.values:
        kind = SheetKind.ROWS
    fields = {name: text for name, text in readable(post.dict()).items() if name not in _AROUND}
    form = entry.form(kind, fields)
    based_on = whole_number(post.get("based_on", ""))
    checked = _check(entry, form)
    if any(not problem.is_doubt for problem in form.problems()):
        return _refused(entry, form, checked, based_on)
    try:
        submission = submit_sheet(
            entry.request.actor,
            entry.table,
            kind,
            form.content(),
            based_on=based_on,
            reason=fields.get("reason", ""),
            accepted=_accepted(entry),
        )
    except SheetRefused:
        return _refused(entry, form, checked, based_on)
    except SheetConflict as conflict:
        return _conflict(entry, form, checked, based_on, conflict.current)
    except Refused as refusal:
        headline = Refusal(refusal_sentence(refusal), needs_reason="reason" in refusal.code)
        return _refused(entry, form, checked, based_on, headline)
    except PermissionDenied:
        # The round was closed while somebody typed: what is typed stays on the screen.
        closed = gettext("The round has been closed. Only the tournament direction may save here.")
        return show_form(
            entry, form, [], based_on=based_on, refusal=Refusal(closed), status=FORBIDDEN
        )
    return _saved(entry, submission, checked)


def _check(entry: Entry, form: SheetForm) -> CheckedSheet:
    kind = SheetKind.ROWS if isinstance(form, RowsForm) else SheetKind.TOTALS
    return checked_sheet(entry.table, kind, form.content())


def _saved(entry: Entry, submission: Submission, checked: CheckedSheet) -> HttpResponse:
    words = {"table": entry.table.number, "totals": figures(tuple(submission.version.totals))}
    sentences = {
        Outcome.ACCEPTED: gettext("Table %(table)s is saved: %(totals)s."),
        Outcome.UNCHANGED: gettext("Table %(table)s stood there already like this: %(totals)s."),
        Outcome.CONFIRMED: gettext(
            "The totals agree with the list of table %(table)s: %(totals)s."
        ),
    }
    messages.success(entry.request, sentences[submission.outcome] % words)
    for doubt in checked.findings:
        if doubt not in checked.errors:
            messages.warning(entry.request, finding_sentence(doubt))
    return redirect(f"{_address(entry)}?saved")


def _address(entry: Entry) -> str:
    return entry.request.path


def _discard(entry: Entry) -> HttpResponse:
    discard_draft(entry.request.actor, entry.table)
    messages.info(entry.request, gettext("The draft is discarded."))
    return redirect(_address(entry))


def _refused(
    entry: Entry,
    form: SheetForm,
    checked: CheckedSheet,
    based_on: int | None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The form as typed with everything that is wrong; nothing was saved."""
    problems = form.problems()
    notes = notes_of(form, checked.findings, problems)
    if refusal is None:
        refusal = Refusal(gettext("The sheet cannot be saved like this."))
    if not any(not problem.is_doubt for problem in problems):
        refusal = Refusal(refusal.headline, _acceptable(entry, checked), refusal.needs_reason)
    return show_form(entry, form, notes, based_on=based_on, refusal=refusal, status=REFUSED)


def _acceptable(entry: Entry, checked: CheckedSheet) -> list[dict[str, object]]:
    """The errors the direction may accept, offered when there is no other error."""
    errors = checked.errors
    may = may_accept_exceptions(entry.request.actor, entry.tournament)
    if not may or not all(acceptable(checked.kind, error) for error in errors):
        return []
    chosen = entry.request.POST.getlist("accept")
    offered = []
    for error in errors:
        value = f"{error.code}:{error.seat or ''}"
        text = finding_sentence(error)
        offered.append({"value": value, "text": text, "is_accepted": value in chosen})
    return offered


def _accepted(entry: Entry) -> list[dict[str, object]]:
    """The exceptions ticked on the form."""
    if not may_accept_exceptions(entry.request.actor, entry.tournament):
        return []
    chosen = (value.partition(":") for value in entry.request.POST.getlist("accept"))
    return [{"code": code, "seat": whole_number(seat)} for code, _colon, seat in chosen]


def _conflict(
    entry: Entry,
    form: SheetForm,
    checked: CheckedSheet,
    based_on: int | None,
    current: SheetVersion,
) -> HttpResponse:
    """Both sheets side by side. What was typed here is kept as a draft in any case."""
    kind = SheetKind.ROWS if isinstance(form, RowsForm) else SheetKind.TOTALS
    save_draft(entry.request.actor, entry.table, kind, form.fields, based_on)
    lines = side_by_side((current.content, current.totals), (form.content(), checked.totals))
    context = {
        **head_context(entry),
        "kind": kind,
        "current": current,
        "lines": lines,
        "differences": sum(line.differs for line in lines),
        "fields": form.fields,
    }
    return render(entry.request, "desk/conflict.html", context, status=CONFLICT)


def _posted_json(request: HttpRequest) -> dict[str, Any] | None:
    """Kind, fields and base as the script sends them; None for anything else."""
    try:
        posted = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(posted, dict) or not isinstance(posted.get("fields"), Mapping):
        return None
    if posted.get("kind") not in SheetKind.values:
        return None
    fields = {
        name: text for name, text in readable(posted["fields"]).items() if name not in _AROUND
    }
    based_on = whole_number(str(posted.get("based_on") or ""))
    return {"kind": posted["kind"], "fields": fields, "based_on": based_on}


def _draft_sentence(draft: SheetDraft) -> str:
    time = date_format(timezone.localtime(draft.updated_at), "H:i")
    return gettext("Draft saved %(time)s") % {"time": time}
