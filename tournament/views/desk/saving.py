"""Saving a table's sheet, and handling failures without losing anything typed."""

from collections.abc import Mapping
from contextlib import suppress
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.forms.score_sheets import SheetForm, TotalsForm
from tournament.labels.findings import finding_sentence
from tournament.labels.journal import PENALTY_ACTS, act_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import (
    PLAYERS_GONE,
    SOLO_WAY_OUT,
    added_words,
    by_position,
    outcome_sentence,
    suspicion_words,
)
from tournament.models import SheetDraft, SheetKind
from tournament.permissions import may_accept_exceptions
from tournament.shared.rules.typed import mark_of, readable, version_number, whole_number
from tournament.sheets.reads.sheets import CheckedSheet, SheetFinding, acceptable, only_lacks_a_solo
from tournament.sheets.writes.progress import discard_draft, save_draft
from tournament.sheets.writes.sheets import (
    Outcome,
    SheetConflict,
    SheetDoubted,
    SheetNotSaved,
    SheetRefused,
    Submission,
    Window,
    submit_sheet,
)
from tournament.trust.reads.journal import sheet_acts
from tournament.views.access import Request
from tournament.views.desk.desk import Desk, head_context, show_form
from tournament.views.desk.drafts import shown_draft, window_of
from tournament.views.desk.gone import table_gone
from tournament.views.desk.notes import MISSING, notes_of
from tournament.views.direction.reprint import print_results_again

FORBIDDEN, CONFLICT, REFUSED = 403, 409, 422
SAVED = "saved"
NOTHING_ELSE: Mapping[str, object] = {}

# Posted along with the fields of the sheet, but no part of it.
AROUND = frozenset(
    {
        *("csrfmiddlewaretoken", "based_on", "action", "kind", "accept", "submission"),
        *("table", "window", "draft", "discard", "sure"),
    }
)


def typed_fields(request: Request) -> dict[str, str]:
    """Return the fields of the sheet as posted."""
    posted = readable(request.POST.dict())
    return {name: text for name, text in posted.items() if name not in AROUND}


def submit(desk: Desk) -> HttpResponse:
    """Save what was posted, or show it again with everything that is wrong."""
    fields = typed_fields(desk.request)
    try:
        desk.require_drawn(desk.request.POST.get("table", ""))
        return _submitted(desk, fields)
    except Refused as refusal:
        if refusal.code != "table_gone":
            raise
        return table_gone(desk.request, desk.tournament, fields)


def _submitted(desk: Desk, fields: dict[str, str]) -> HttpResponse:
    post = desk.request.POST
    is_totals = post.get("kind") == SheetKind.TOTALS
    form = desk.form(SheetKind.TOTALS if is_totals else SheetKind.ROWS, fields)
    based_on = version_number(post.get("based_on", ""))
    if form.problems():
        return _refused(desk, form, desk.checked(form), based_on)
    try:
        submission = submit_sheet(
            desk.request.actor,
            desk.table,
            form.kind,
            form.content(),
            based_on=based_on,
            reason=fields.get("reason", ""),
            accepted=_accepted(desk),
            submission=mark_of(post.get("submission", "")),
            window=window_of(post.dict()),
            contained=form.contained if isinstance(form, TotalsForm) else (),
            sure=post.get("sure", "").split(),
        )
    except SheetRefused as refused:
        return _refused(desk, form, refused.sheet, based_on)
    except SheetDoubted as doubted:
        return _asked(desk, form, doubted.doubts, based_on)
    except SheetConflict as conflict:
        return _conflict(desk, form, conflict, based_on)
    except Refused as refusal:
        return _respond_refused_by_service(desk, form, refusal, based_on)
    except PermissionDenied:
        # The round was closed while the user typed: the input stays on the screen.
        return show_form(desk, form, based_on, {"refused": closed_sentence()}, FORBIDDEN)
    if submission.outcome is Outcome.STOPPED:
        _keep(desk, form, based_on)
        return redirect(desk.url("verification-decision"))
    return _respond_saved(desk, form, submission)


def closed_sentence() -> str:
    """Return the sentence on who may still save in a closed round."""
    return gettext("The round is closed. Only the direction corrects a sheet, with a reason.")


def discard(desk: Desk) -> HttpResponse:
    """Discard this window's draft, or the one named, and show what is left."""
    post = desk.request.POST
    other = mark_of(post.get("discard", ""))
    window = Window(revision=other) if other else window_of(post.dict())
    discard_draft(desk.request.actor, desk.table, window)
    messages.info(desk.request, gettext("The draft is discarded."))
    return redirect(desk.request.path)


def _respond_refused_by_service(
    desk: Desk, form: SheetForm, refusal: Refused, based_on: int | None
) -> HttpResponse:
    """Show the form again with the refusal, whatever the rules say of the sheet."""
    if refusal.code == "table_gone":
        raise refusal
    if refusal.code == "sheet_taken_back":
        # Having read that, the user may save it as a sheet for the empty table.
        based_on = None
    checked = refusal.sheet if isinstance(refusal, SheetNotSaved) else desk.checked(form)
    why: dict[str, object] = {"refused": refusal_sentence(refusal)}
    if "reason" in refusal.code:
        why |= {"needs_reason": True, "focus_on": "reason"}
    return _refused(desk, form, checked, based_on, why)


def _asked(
    desk: Desk, form: SheetForm, doubts: Mapping[str, SheetFinding], based_on: int | None
) -> HttpResponse:
    """Ask for confirmation of doubtful totals, cursor on the button: saving again confirms them."""
    more = {
        **shown_draft(desk, _keep(desk, form, based_on)),
        "doubts": [finding_sentence(found) for found in doubts.values()],
        "sure": " ".join([desk.request.POST.get("sure", ""), *doubts]).strip(),
    }
    return show_form(desk, form, based_on, more, REFUSED)


def _respond_saved(desk: Desk, form: SheetForm, submission: Submission) -> HttpResponse:
    outcome, version = submission.outcome, submission.version
    sentence = outcome_sentence(outcome, desk.table.number, version.totals)
    added = form.added if isinstance(form, TotalsForm) else []
    messages.success(desk.request, sentence + added_words(added))
    if outcome is Outcome.REPEATED and version.pk != desk.table.current_version_id:
        messages.warning(desk.request, gettext("Since then it has been changed: see below."))
    for finding in submission.warnings:
        messages.warning(desk.request, finding_sentence(finding))
    if desk.table.round.closed_at:
        print_results_again(desk.request, desk.tournament, [desk.table.round.number])
    return redirect(f"{desk.request.path}?{SAVED}")


def _refused(
    desk: Desk,
    form: SheetForm,
    checked: CheckedSheet,
    based_on: int | None,
    why: Mapping[str, object] = NOTHING_ELSE,
) -> HttpResponse:
    """Show the form as typed with everything that is wrong; no result was saved."""
    problems = form.problems()
    notes = notes_of(form, checked.findings, problems)
    errors = [note for note in notes if note.severity == "error"]
    is_only_missing = all(note.code in MISSING for note in errors)
    offered = [] if problems else _acceptable(desk, checked)
    names_way = not problems and only_lacks_a_solo(checked.errors)
    more = {
        **shown_draft(desk, _keep(desk, form, based_on)),
        "summary": errors,
        "refused": gettext("The sheet cannot be saved like this."),
        "way_out": SOLO_WAY_OUT if names_way and not offered else "",
        "acceptable": offered,
        "reasons": [PLAYERS_GONE] if names_way and offered else [],
        "focus_on": errors[0].anchor if errors and is_only_missing else "",
        **why,
    }
    return show_form(desk, form, based_on, more, REFUSED)


def _conflict(
    desk: Desk, form: SheetForm, conflict: SheetConflict, based_on: int | None
) -> HttpResponse:
    """Show both sheets side by side, and the possible ways on."""
    draft = _keep(desk, form, based_on)
    current, typed = conflict.current, conflict.sheet
    lines = by_position((current.content, current.totals), (typed.content, typed.totals))
    context = {
        **head_context(desk),
        "kind": form.kind,
        "current": current,
        "penalty": act_sentence(sheet_acts(desk.tournament, *PENALTY_ACTS).get(current.pk)),
        "lines": lines,
        "differences": sum(line.differs for line in lines),
        "suspicion": suspicion_words(current.totals, typed.totals),
        "fields": form.fields,
        "revision": draft.revision if draft else "",
        "submission": uuid4(),
    }
    return render(desk.request, "desk/conflict.html", context, status=CONFLICT)


def _keep(desk: Desk, form: SheetForm, based_on: int | None) -> SheetDraft | None:
    """Save a rejected sheet as the user's draft.

    None where only the direction may still type: then it stays on the screen alone.
    """
    window = window_of(desk.request.POST.dict())
    actor, table = desk.request.actor, desk.table
    with suppress(PermissionDenied):
        return save_draft(actor, table, form.kind, form.fields, based_on, window)
    return None


def _acceptable(desk: Desk, checked: CheckedSheet) -> list[dict[str, object]]:
    """Return the errors the direction may accept; offered only if there are no others."""
    errors = checked.errors
    may = may_accept_exceptions(desk.request.actor, desk.tournament)
    if not may or not all(acceptable(checked.kind, error) for error in errors):
        return []
    chosen = desk.request.POST.getlist("accept")
    offered: list[dict[str, object]] = []
    for error in errors:
        value = f"{error.code}:{error.seat or ''}"
        text = finding_sentence(error)
        offered.append({"value": value, "text": text, "is_accepted": value in chosen})
    return offered


def _accepted(desk: Desk) -> list[dict[str, object]]:
    """Return the exceptions ticked on the form; ticks without that permission are ignored."""
    if not may_accept_exceptions(desk.request.actor, desk.tournament):
        return []
    chosen = (value.partition(":") for value in desk.request.POST.getlist("accept"))
    return [{"code": code, "seat": whole_number(seat)} for code, _colon, seat in chosen]
