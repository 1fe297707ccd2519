"""Unsaved drafts: one user's several windows, and drafts beside a saved result."""

from collections.abc import Mapping

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournament.forms.line_sheets import LinesForm
from tournament.models import Round, SheetDraft
from tournament.shared.rules.typed import mark_of, readable
from tournament.sheets.writes.sheets import Window
from tournament.views.access import Request
from tournament.views.desk.desk import Desk

_LONGEST_MARK = 36


def window_of(sent: Mapping[str, object]) -> Window:
    """Return the sending window and the draft it continues."""
    marks = readable({name: sent.get(name) for name in ("window", "draft")})
    return Window(marks.get("window", "")[:_LONGEST_MARK], mark_of(marks.get("draft", "")))


def shown_draft(desk: Desk, draft: SheetDraft | None) -> dict[str, object]:
    """Return what a page shows about its draft, if any, and about the others."""
    return {
        "has_draft": draft is not None,
        "revision": draft.revision if draft else "",
        "others": _others(desk, draft),
    }


def others_html(desk: Desk, shown: SheetDraft) -> str:
    """Return the notice about other drafts, for a page that is already open."""
    others = {"others": _others(desk, shown)}
    return render_to_string("desk/other_drafts.html", others).strip()


def is_in_result(desk: Desk, draft: SheetDraft) -> bool:
    """Whether a draft equals the result that counts; for another kind of sheet, its totals do."""
    version, drafted = desk.version, desk.checked(desk.form(draft.kind, draft.content))
    if version is not None and version.kind == draft.kind:
        return bool(drafted.content == version.content)
    return version is not None and list(drafted.totals) == version.totals


def drafts_that_differ(request: Request, round: Round) -> list[SheetDraft]:
    """Return drafts that differ from the saved result of their table, by table."""
    drafts = SheetDraft.objects.filter(table__round=round, table__current_version__isnull=False)
    related = drafts.select_related("user", "table__current_version")
    differing = []
    for draft in related.order_by("table__number", "user__username"):
        draft.table.round = round
        if not is_in_result(Desk(request, round.tournament, draft.table), draft):
            differing.append(draft)
    return differing


def _others(desk: Desk, shown: SheetDraft | None) -> list[dict[str, str]]:
    """Return the reader's other drafts for the table, latest first."""
    return [
        {
            "revision": str(draft.revision),
            "text": f"{time_of(draft)}: {_draft_words(desk, draft)}",
            "url": f"{desk.url()}?kind={draft.kind}&draft={draft.revision}",
        }
        for draft in desk.drafts
        if draft != shown
    ]


def time_of(draft: SheetDraft) -> str:
    """Return when a draft was saved."""
    return date_format(timezone.localtime(draft.updated_at), "H:i")


def _draft_words(desk: Desk, draft: SheetDraft) -> str:
    form = desk.form(draft.kind, draft.content)
    if not isinstance(form, LinesForm):
        totals = (form.fields.get(f"t{seat}", "").strip() for seat in form.seats)
        return gettext("totals %(totals)s") % {"totals": " / ".join(each or "–" for each in totals)}
    count = form.rows_typed
    return ngettext("list, %(count)s game", "list, %(count)s games", count) % {"count": count}
