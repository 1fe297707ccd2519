"""What the page of a sheet asks while somebody types: findings, corrections, keeping the draft."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.forms.line_sheets import LinesForm
from tournament.forms.mended_lines import mended_lines
from tournament.forms.typed import Fields, readable, version_number
from tournament.labels.refusals import refusal_sentence
from tournament.models import TYPED_KINDS, SheetKind, Tournament
from tournament.permissions import may_submit_sheets
from tournament.services.drafts import Window, save_draft
from tournament.views.access import Request, tournament_page
from tournament.views.desk.answer import answer_of
from tournament.views.desk.desk import Desk
from tournament.views.desk.saving import AROUND, check_form
from tournament.views.desk.windows import other_drafts, others_html, window_of

MALFORMED, REFUSED = 400, 409


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as the script of the page sends it, from which window and for which table."""

    kind: SheetKind
    fields: Fields
    based_on: int | None
    window: Window
    table: str


@require_POST
@tournament_page(may_submit_sheets)
def sheet_check(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What the sheet means as it is being typed and what the rules say; nothing is saved."""
    desk = Desk.to_type(request, tournament, number, table)
    typed = typed_sheet(request)
    if typed is None:
        return JsonResponse({}, status=MALFORMED)
    form = desk.form(typed.kind, typed.fields)
    return JsonResponse(answer_of(form, check_form(desk, form)))


@require_POST
@tournament_page(may_submit_sheets)
def sheet_draft(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Keep what is typed, and say what other windows have typed; it never counts."""
    desk = Desk.to_type(request, tournament, number, table)
    typed = typed_sheet(request)
    if typed is None:
        return JsonResponse({}, status=MALFORMED)
    try:
        desk.require_drawn(typed.table)
        draft = save_draft(
            request.actor,
            desk.table,
            typed.kind,
            typed.fields,
            typed.based_on,
            typed.window,
        )
    except Refused as refusal:
        return JsonResponse({"refused": refusal_sentence(refusal)}, status=REFUSED)
    time = date_format(timezone.localtime(draft.updated_at), "H:i")
    others = other_drafts(desk, draft)
    return JsonResponse(
        {
            "text": gettext("Draft saved %(time)s") % {"time": time},
            "draft": str(draft.revision),
            "others": others_html(others),
        }
    )


@require_POST
@tournament_page(may_submit_sheets)
def sheet_doctor(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What would mend the list as typed, the likeliest first; nothing is changed."""
    desk = Desk.to_type(request, tournament, number, table)
    typed = typed_sheet(request)
    form = desk.form(typed.kind, typed.fields) if typed else None
    if not isinstance(form, LinesForm):
        return JsonResponse({}, status=MALFORMED)
    proposals = [
        {"row": mended.row, "text": mended.text, "fields": dict(mended.fields)}
        for mended in mended_lines(form)
    ]
    return JsonResponse({"proposals": proposals})


def typed_sheet(request: HttpRequest) -> Typed | None:
    """What the script sends; None for anything else."""
    try:
        posted = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(posted, dict) or posted.get("kind") not in TYPED_KINDS:
        return None
    raw = posted.get("fields")
    if not isinstance(raw, Mapping):
        return None
    fields = {name: text for name, text in readable(raw).items() if name not in AROUND}
    return Typed(
        kind=SheetKind(posted["kind"]),
        fields=fields,
        based_on=version_number(str(posted.get("based_on", ""))),
        window=window_of(posted),
        table=str(posted.get("table", "")),
    )
