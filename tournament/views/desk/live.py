"""Requests of the sheet's page while the user types: findings, corrections, draft."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.english import game_refusal
from scoring.game import Impossible
from scoring.notation import write_line
from tournament.errors import Refused
from tournament.forms.game_values import told_value
from tournament.forms.line_sheets import LinesForm
from tournament.forms.mended_lines import mended_lines
from tournament.labels.findings import translate
from tournament.labels.lines import breakdown, value_note, value_words
from tournament.labels.refusals import refusal_sentence
from tournament.models import TYPED_KINDS, SheetKind, Tournament
from tournament.permissions import may_submit_sheets
from tournament.shared.rules.typed import json_object, readable, version_number
from tournament.sheets.writes.progress import save_draft
from tournament.views.access import Request, View, tournament_page
from tournament.views.desk.answer import answer_of
from tournament.views.desk.desk import Desk
from tournament.views.desk.drafts import others_html, time_of, window_of
from tournament.views.desk.saving import AROUND

MALFORMED, REFUSED = 400, 409


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as the page's script sends it, with the values around it."""

    kind: SheetKind
    fields: dict[str, str]
    around: Mapping[str, Any]


def question(answer: Callable[[Desk, Typed], HttpResponse]) -> View:
    """Decorate an endpoint about a sheet being typed: reads the request and answers it."""

    @require_POST
    @tournament_page(may_submit_sheets)
    def view(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
        desk = Desk.to_type(request, tournament, number, table)
        typed = typed_sheet(request)
        return JsonResponse({}, status=MALFORMED) if typed is None else answer(desk, typed)

    return view


@question
def sheet_check(desk: Desk, typed: Typed) -> HttpResponse:
    """Return what the sheet means so far and what the rules say; nothing is saved."""
    form = desk.form(typed.kind, typed.fields)
    return JsonResponse(answer_of(form, desk.checked(form)))


@question
def sheet_draft(desk: Desk, typed: Typed) -> HttpResponse:
    """Save the draft, which never counts, and report drafts of other windows."""
    based_on = version_number(str(typed.around.get("based_on", "")))
    window = window_of(typed.around)
    try:
        desk.require_drawn(str(typed.around.get("table", "")))
        draft = save_draft(
            desk.request.actor, desk.table, typed.kind, typed.fields, based_on, window
        )
    except Refused as refusal:
        return JsonResponse({"refused": refusal_sentence(refusal)}, status=REFUSED)
    text = gettext("Draft saved %(time)s") % {"time": time_of(draft)}
    others = others_html(desk, draft)
    return JsonResponse({"text": text, "draft": str(draft.revision), "others": others})


@question
def sheet_doctor(desk: Desk, typed: Typed) -> HttpResponse:
    """Return proposals that would mend the list as typed, likeliest first; nothing is changed."""
    form = desk.form(typed.kind, typed.fields)
    if not isinstance(form, LinesForm):
        return JsonResponse({}, status=MALFORMED)
    proposals = [
        {
            "row": mended.row,
            "at": mended.row if mended.is_at_row else None,
            "text": mended.text,
            "fields": dict(mended.fields),
        }
        for mended in mended_lines(form)
    ]
    return JsonResponse({"proposals": proposals})


@question
def game_value(desk: Desk, typed: Typed) -> HttpResponse:
    """Return the value of a disputed game by the paragraphs, and the line that states it."""
    at = desk.table_rules
    try:
        value, game = told_value(typed.fields, at)
    except Impossible as impossible:
        reason = game_refusal(impossible.code, at.rules, translate)
        refused = gettext("This game cannot have been played: %(reason)s.") % {"reason": reason}
        return JsonResponse({"refused": refused})
    head, total = value_words(value)
    lines = [
        {"rule": line.rule, "text": text, "points": points}
        for line, text, points in breakdown(value)
    ]
    line = write_line(game, at.rules)
    answer = {"head": head, "breakdown": lines, "sum": total, "line": line}
    return JsonResponse({**answer, "note": value_note(value)})


def typed_sheet(request: HttpRequest) -> Typed | None:
    """Return what the script sent; None for anything else."""
    posted = json_object(request.body)
    raw = posted.get("fields")
    if posted.get("kind") not in TYPED_KINDS or not isinstance(raw, Mapping):
        return None
    fields = {name: text for name, text in readable(raw).items() if name not in AROUND}
    return Typed(SheetKind(posted["kind"]), fields, posted)
