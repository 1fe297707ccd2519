"""Saving the sheet of a table, and what happens when it cannot be saved: nothing typed is lost."""

from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.forms.typed import mark_of, readable, whole_number
from tournament.labels.findings import finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheet_contents import by_position
from tournament.labels.sheet_outcomes import outcome_sentence
from tournament.models import SheetKind, SheetVersion
from tournament.permissions import may_accept_exceptions
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
from tournament.views.desk.entry import Entry, Refusal, head_context, show_form
from tournament.views.desk.notes import SheetForm, notes_of

FORBIDDEN, CONFLICT, REFUSED = 403, 409, 422
SAVED = "saved"

# What is posted along with the fields of the sheet and is no part of it.
AROUND = frozenset({"csrfmiddlewaretoken", "based_on", "action", "kind", "accept", "submission"})


def submit(entry: Entry) -> HttpResponse:
    """Save what was posted, or show it again with everything that is wrong."""
    post = entry.request.POST
    fields = {name: text for name, text in readable(post.dict()).items() if name not in AROUND}
    is_totals = post.get("kind") == SheetKind.TOTALS
    form = entry.form(SheetKind.TOTALS if is_totals else SheetKind.ROWS, fields)
    based_on = whole_number(post.get("based_on", ""))
    checked = check_form(entry, form)
    if form.unreadable():
        return _refused(entry, form, checked, based_on)
    try:
        submission = submit_sheet(
            entry.request.actor,
            entry.table,
            form.kind,
            form.content(),
            based_on=based_on,
            reason=fields.get("reason", ""),
            accepted=_accepted(entry),
            submission=mark_of(post.get("submission", "")),
        )
    except SheetRefused:
        return _refused(entry, form, checked, based_on)
    except SheetConflict as conflict:
        return _conflict(entry, form, checked, based_on, conflict.current)
    except Refused as refusal:
        if refusal.code == "sheet_taken_back":
            # Whoever has read that may save it as a sheet for the empty table.
            based_on = None
        why = Refusal(refusal_sentence(refusal), needs_reason="reason" in refusal.code)
        return _refused(entry, form, checked, based_on, why)
    except PermissionDenied:
        return _closed_meanwhile(entry, form, based_on)
    if submission.outcome is Outcome.STOPPED:
        _keep(entry, form, based_on)
        place = [entry.tournament.slug, entry.table.round.number, entry.table.number]
        return redirect("second-look-stopped", *place)
    return _saved(entry, submission, checked)


def discard(entry: Entry) -> HttpResponse:
    """Throw one's draft away; the version that counts is shown again."""
    discard_draft(entry.request.actor, entry.table)
    messages.info(entry.request, gettext("The draft is discarded."))
    return redirect(entry.request.path)


def check_form(entry: Entry, form: SheetForm) -> CheckedSheet:
    """What the rules say about the sheet as typed; the same question as when it is saved."""
    return checked_sheet(entry.table, form.kind, form.content())


def _saved(entry: Entry, submission: Submission, checked: CheckedSheet) -> HttpResponse:
    outcome, version = submission.outcome, submission.version
    sentence = outcome_sentence(outcome, entry.table.number, version.totals)
    messages.success(entry.request, sentence)
    if outcome is Outcome.REPEATED and version.pk != entry.table.current_version_id:
        messages.warning(entry.request, gettext("Since then it has been changed: see below."))
    for finding in checked.findings:
        if finding not in checked.errors:
            messages.warning(entry.request, finding_sentence(finding))
    return redirect(f"{entry.request.path}?{SAVED}")


def _refused(
    entry: Entry,
    form: SheetForm,
    checked: CheckedSheet,
    based_on: int | None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    """The form as typed with everything that is wrong; no result was saved."""
    _keep(entry, form, based_on)
    if refusal is None:
        refusal = Refusal(gettext("The sheet cannot be saved like this."))
    if not form.unreadable():
        refusal = Refusal(refusal.headline, _acceptable(entry, checked), refusal.needs_reason)
    return show_form(
        entry,
        form,
        notes_of(form, checked.findings, form.problems()),
        based_on=based_on,
        refusal=refusal,
        status=REFUSED,
        more={"has_draft": True},
    )


def _closed_meanwhile(entry: Entry, form: SheetForm, based_on: int | None) -> HttpResponse:
    """The round was closed while somebody typed: what is typed stays on the screen."""
    closed = gettext("The round has been closed. Only the tournament direction may save here.")
    refusal = Refusal(closed)
    return show_form(entry, form, [], based_on=based_on, refusal=refusal, status=FORBIDDEN)


def _conflict(
    entry: Entry,
    form: SheetForm,
    checked: CheckedSheet,
    based_on: int | None,
    current: SheetVersion,
) -> HttpResponse:
    """Both sheets side by side, and what one can do about it."""
    _keep(entry, form, based_on)
    lines = by_position((current.content, current.totals), (form.content(), checked.totals))
    context = {
        **head_context(entry),
        "kind": form.kind,
        "current": current,
        "lines": lines,
        "differences": sum(line.differs for line in lines),
        "fields": form.fields,
        "submission": uuid4(),
    }
    return render(entry.request, "desk/conflict.html", context, status=CONFLICT)


def _keep(entry: Entry, form: SheetForm, based_on: int | None) -> None:
    """What could not be saved stays as the draft of whoever typed it."""
    save_draft(entry.request.actor, entry.table, form.kind, form.fields, based_on)


def _acceptable(entry: Entry, checked: CheckedSheet) -> list[dict[str, object]]:
    """The errors the direction may accept, offered when there is no other error."""
    errors = checked.errors
    may = may_accept_exceptions(entry.request.actor, entry.tournament)
    if not may or not all(acceptable(checked.kind, error) for error in errors):
        return []
    chosen = entry.request.POST.getlist("accept")
    offered: list[dict[str, object]] = []
    for error in errors:
        value = f"{error.code}:{error.seat or ''}"
        text = finding_sentence(error)
        offered.append({"value": value, "text": text, "is_accepted": value in chosen})
    return offered


def _accepted(entry: Entry) -> list[dict[str, object]]:
    """The exceptions ticked on the form; nobody else's ticks count."""
    if not may_accept_exceptions(entry.request.actor, entry.tournament):
        return []
    chosen = (value.partition(":") for value in entry.request.POST.getlist("accept"))
    return [{"code": code, "seat": whole_number(seat)} for code, _colon, seat in chosen]
