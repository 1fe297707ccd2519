"""What the page of a sheet asks while somebody types: findings, and keeping the draft."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.forms.row_sheets import RowsForm
from tournament.forms.typed import Fields, readable, whole_number
from tournament.models import SheetKind, Tournament
from tournament.permissions import may_submit_sheets
from tournament.services.sheets import save_draft
from tournament.views.access import Request, tournament_page
from tournament.views.desk.entry import Entry
from tournament.views.desk.notes import Note, SheetForm, in_progress, notes_of
from tournament.views.desk.saving import AROUND, check_form

MALFORMED = 400


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as the script of the page sends it."""

    kind: SheetKind
    fields: Fields
    based_on: int | None


@require_POST
@tournament_page(may_submit_sheets)
def sheet_check(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What the rules say about the sheet as it is being typed; nothing is saved."""
    entry = Entry.to_type(request, tournament, number, table)
    typed = typed_sheet(request)
    if typed is None:
        return JsonResponse({}, status=MALFORMED)
    form = entry.form(typed.kind, typed.fields)
    checked = check_form(entry, form)
    found = [] if form.is_blank else notes_of(form, checked.findings, form.problems())
    return JsonResponse(
        {
            "notes": [_note(note) for note in in_progress(found)],
            "totals": list(checked.totals),
            "dealers": list(form.dealers) if isinstance(form, RowsForm) else None,
            "penalties": _penalty_points(form),
        }
    )


@require_POST
@tournament_page(may_submit_sheets)
def sheet_draft(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Keep what is typed, right or wrong; it never counts."""
    entry = Entry.to_type(request, tournament, number, table)
    typed = typed_sheet(request)
    if typed is None:
        return JsonResponse({}, status=MALFORMED)
    draft = save_draft(request.actor, entry.table, typed.kind, typed.fields, typed.based_on)
    time = date_format(timezone.localtime(draft.updated_at), "H:i")
    return JsonResponse({"text": gettext("Draft saved %(time)s") % {"time": time}})


def _note(note: Note) -> dict[str, object]:
    return {
        "row": note.row,
        "anchor": note.anchor,
        "severity": note.severity,
        "text": note.text,
        "short": note.short,
    }


def _penalty_points(form: SheetForm) -> dict[str, list[int | None]]:
    """What each typed penalty moves by its paragraph, by the number of its line."""
    points = {str(line.number): form.points_by_rule(line) for line in form.penalties}
    return {line: moved for line, moved in points.items() if moved is not None}


def typed_sheet(request: HttpRequest) -> Typed | None:
    """What the script sends; None for anything else."""
    try:
        posted = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(posted, dict) or posted.get("kind") not in SheetKind.values:
        return None
    raw = posted.get("fields")
    if not isinstance(raw, Mapping):
        return None
    fields = {name: text for name, text in readable(raw).items() if name not in AROUND}
    return Typed(SheetKind(posted["kind"]), fields, whole_number(str(posted.get("based_on", ""))))
