"""The totals lane: sheet after sheet by table number and totals, without leaving the keyboard.

The page sends each sheet by itself and goes on at once; what the rules refuse comes back to its
table, as a draft, and is said below the lane.
"""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.forms.totals_sheets import TotalsForm
from tournament.forms.typed import TICKED, readable, whole_number
from tournament.labels.findings import figures, finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheet_outcomes import outcome_sentence
from tournament.labels.stopped_looks import stopped_sentence
from tournament.models import Round, SecondLookRule, SheetKind, Tournament
from tournament.permissions import may_correct_closed_round, may_submit_sheets
from tournament.selectors.desk import tables_with_odd_and_even
from tournament.selectors.rounds import SheetState, table_states
from tournament.selectors.second_looks import different_looks
from tournament.selectors.sheet_checks import CheckedSheet
from tournament.services.sheets import (
    Outcome,
    SheetConflict,
    SheetRefused,
    Submission,
    save_draft,
    submit_sheet,
)
from tournament.views.access import Request, tournament_page
from tournament.views.desk.entry import Entry
from tournament.views.desk.notes import notes_of
from tournament.views.desk.saving import check_form
from tournament.views.direction.visible import visible_round

MALFORMED = 400
UNSAVED = "unsaved"
Answer = dict[str, object]


@tournament_page(may_submit_sheets)
def totals_lane(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """The lane of a published round, and which of its sheets are still to come."""
    round = _published_round(request, tournament, number)
    tables = table_states(round)
    context = {
        "tournament": tournament,
        "round": round,
        "tables": tables,
        "missing": [table for table in tables if table.state != SheetState.ENTERED],
        "mixed": tables_with_odd_and_even(round),
        "most_seats": max((table.size for table in tables), default=4),
        "closed": _closed_notice(request, round),
    }
    return render(request, "desk/totals_lane.html", context)


def _closed_notice(request: Request, round: Round) -> str:
    """What can still be typed in a closed round; empty in any other."""
    tournament = round.tournament
    if not round.closed_at:
        return ""
    if may_correct_closed_round(request.actor, tournament):
        return gettext("The round is closed. The direction may correct the sheet, with a reason.")
    if tournament.second_look == SecondLookRule.NONE:
        return _closed_sentence()
    looks = gettext("A second look can still be typed; it changes no result.")
    return f"{_closed_sentence()} {looks}"


@require_POST
@tournament_page(may_submit_sheets)
def totals_lane_save(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Save the totals of one table; whatever is wrong with them is answered, never lost."""
    _published_round(request, tournament, number)
    typed = _typed(request)
    table = whole_number(str(typed.get("table", ""))) if typed else None
    if typed is None or table is None:
        return JsonResponse({}, status=MALFORMED)
    entry = Entry.to_type(request, tournament, number, table)
    return JsonResponse({"table": table, **_saved(entry, typed)})


def _published_round(request: Request, tournament: Tournament, number: int) -> Round:
    round = visible_round(request, tournament, number)
    if not round.published_at:
        raise Http404
    return round


def _saved(entry: Entry, typed: Mapping[str, Any]) -> Answer:
    code = str(typed.get("code", "")).upper()
    if code and code != entry.table.code:
        words = {"table": entry.table.number, "code": code}
        text = gettext("Table %(table)s: “%(code)s” is not the code of its sheet.") % words
        return {"state": UNSAVED, "text": text, "url": _url(entry)}
    form = _form(entry, typed)
    checked = check_form(entry, form)
    try:
        submission = submit_sheet(
            entry.request.actor,
            entry.table,
            SheetKind.TOTALS,
            form.content(),
            based_on=None,
            submission=_submission(typed),
            retyped=True,
        )
    except SheetRefused:
        texts = [note.text for note in notes_of(form, checked.findings, form.problems())]
        return _kept(entry, form, texts)
    except SheetConflict as conflict:
        there = gettext("There is another result already: %(totals)s.")
        words = {"totals": figures(tuple(conflict.current.totals))}
        return _kept(entry, form, [there % words])
    except Refused as refusal:
        return _kept(entry, form, [refusal_sentence(refusal)])
    except PermissionDenied:
        return _unsaved(entry, [_closed_sentence()])
    if submission.outcome is Outcome.STOPPED:
        return _stopped(entry, submission, checked)
    doubts = [found for found in checked.findings if found not in checked.errors]
    return {
        "state": "saved",
        "text": _said(entry, submission),
        "warnings": [*map(finding_sentence, doubts)],
        "url": _url(entry),
    }


def _stopped(entry: Entry, submission: Submission, checked: CheckedSheet) -> Answer:
    """Typed a second time, not the same: both, and the way to the page where one decides."""
    user, version = entry.request.user, submission.version
    first = next(look for look in different_looks(version) if look.user == user)
    text = stopped_sentence(entry.table.number, version, checked.content or {}, first)
    place = [entry.tournament.slug, entry.table.round.number, entry.table.number]
    url = reverse("second-look-stopped", args=place)
    return {"state": "refused", "text": text, "url": url}


def _said(entry: Entry, submission: Submission) -> str:
    """What became of it; no figures where the same person types them a second time."""
    is_waiting = submission.outcome not in (Outcome.AGREED, Outcome.CONFIRMED)
    if entry.tournament.second_look == SecondLookRule.BLIND and is_waiting:
        return gettext("Table %(table)s is saved.") % {"table": entry.table.number}
    return outcome_sentence(submission.outcome, entry.table.number, submission.version.totals)


def _kept(entry: Entry, form: TotalsForm, texts: list[str]) -> Answer:
    """Nothing was saved: what was typed waits as a draft at its table, or else in the lane."""
    try:
        save_draft(entry.request.actor, entry.table, SheetKind.TOTALS, form.fields, None)
    except PermissionDenied:
        return _unsaved(entry, [*texts, _closed_sentence()])
    except Refused as refusal:
        return _unsaved(entry, [*texts, refusal_sentence(refusal)])
    url = f"{_url(entry)}?kind={SheetKind.TOTALS}"
    return {"state": "refused", "text": _not_saved(entry, texts), "url": url}


def _unsaved(entry: Entry, texts: list[str]) -> Answer:
    """Nothing was saved, not even as a draft: the lane keeps what was typed."""
    return {"state": UNSAVED, "text": _not_saved(entry, texts), "url": _url(entry)}


def _not_saved(entry: Entry, texts: list[str]) -> str:
    words = {"table": entry.table.number, "reasons": " ".join(dict.fromkeys(texts))}
    return gettext("Table %(table)s is not saved: %(reasons)s") % words


def _closed_sentence() -> str:
    """Who may still save in a closed round."""
    return gettext("The round has been closed. Only the tournament direction may save here.")


def _form(entry: Entry, typed: Mapping[str, Any]) -> TotalsForm:
    """The fields of the totals form, as the lane's few keys mean them."""
    lacking = set(str(typed.get("lacking", "")))
    totals = typed.get("totals")
    figures_typed = totals if isinstance(totals, list) else []
    fields = {f"t{seat}": str(text) for seat, text in enumerate(figures_typed, start=1)}
    fields["games_played"] = str(typed.get("played") or entry.games)
    for seat in range(1, entry.table.size + 1):
        if str(seat) not in lacking:
            fields[f"solo{seat}"] = TICKED
    form = entry.form_beside_version(SheetKind.TOTALS, readable(fields))
    assert isinstance(form, TotalsForm)
    return form


def _submission(typed: Mapping[str, Any]) -> UUID | None:
    try:
        return UUID(str(typed.get("submission", "")))
    except ValueError:
        return None


def _typed(request: Request) -> dict[str, Any] | None:
    try:
        posted = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    return posted if isinstance(posted, dict) else None


def _url(entry: Entry) -> str:
    place = [entry.tournament.slug, entry.table.round.number, entry.table.number]
    return reverse("sheet", args=place)
