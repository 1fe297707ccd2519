"""Drafts of one person in several windows: which one a page goes on with, and the others."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournament.forms.line_sheets import LinesForm
from tournament.forms.typed import mark_of, readable
from tournament.models import SheetDraft
from tournament.services.drafts import Window
from tournament.views.desk.desk import Desk

_LONGEST_MARK = 36


@dataclass(frozen=True, slots=True)
class OtherDraft:
    """A draft that a page does not show: what is in it, and where it is shown."""

    revision: str
    text: str
    url: str


def window_of(sent: Mapping[str, object]) -> Window:
    """The window that sends something, and the draft it goes on with."""
    marks = readable({name: sent.get(name) for name in ("window", "draft")})
    return Window(marks.get("window", "")[:_LONGEST_MARK], mark_of(marks.get("draft", "")))


def other_drafts(desk: Desk, shown: SheetDraft | None) -> list[OtherDraft]:
    """What its reader has typed for the table besides what the page shows, the latest first."""
    return [_other(desk, draft) for draft in desk.drafts if draft != shown]


def shown_draft(desk: Desk, draft: SheetDraft | None) -> dict[str, object]:
    """What a page says of the draft it shows, if any, and of the others."""
    return {
        "has_draft": draft is not None,
        "revision": draft.revision if draft else "",
        "others": other_drafts(desk, draft),
    }


def others_html(others: list[OtherDraft]) -> str:
    """The notice about them, for a page that is open already; empty where there are none."""
    return render_to_string("desk/other_drafts.html", {"others": others}) if others else ""


def _other(desk: Desk, draft: SheetDraft) -> OtherDraft:
    at = date_format(timezone.localtime(draft.updated_at), "H:i")
    url = f"{desk.url()}?kind={draft.kind}&draft={draft.revision}"
    return OtherDraft(str(draft.revision), f"{at}: {_in_words(desk, draft)}", url)


def _in_words(desk: Desk, draft: SheetDraft) -> str:
    form = desk.form(draft.kind, draft.content)
    if not isinstance(form, LinesForm):
        totals = (form.fields.get(f"t{seat}", "").strip() for seat in form.seats)
        return gettext("totals %(totals)s") % {"totals": " / ".join(each or "–" for each in totals)}
    count = form.rows_typed
    return ngettext("list, %(count)s game", "list, %(count)s games", count) % {"count": count}
