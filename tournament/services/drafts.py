"""What one has typed and not submitted: one draft, or two where two windows say different things.

A page names its window and the revision of the draft it goes on with. What another window has
typed since stays beside it: neither replaces the other, and the person chooses. A draft never
counts, so the journal is silent about it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet

from tournament.models import GameTable, SheetDraft, SheetKind
from tournament.permissions import Actor, may_submit_sheets
from tournament.services.sheet_versions import held_table, require_for_table, require_published


@dataclass(frozen=True, slots=True)
class Window:
    """Where something is typed: the mark of the window, and the draft that it goes on with."""

    mark: str = ""
    revision: UUID | None = None


NO_WINDOW = Window()
LANE = Window("lane")
"""The totals lane, which shows no draft: what it was refused for a table stands for itself."""


@transaction.atomic
def save_draft(
    actor: Actor,
    table: GameTable,
    kind: str,
    content: Mapping[str, Any],
    based_on: int | None,
    window: Window = NO_WINDOW,
) -> SheetDraft:
    """Keep what somebody has typed, right or wrong.

    It replaces the draft that this window has saved or goes on with, and any that says nothing
    more. A draft that has been saved by another window since stays.

    Refused: `round_not_published`, `table_gone`.
    """
    table = held_table(table)
    require_for_table(may_submit_sheets, actor, table)
    require_published(actor, table)
    if actor.user is None:
        raise ValueError("Only an account has drafts.")
    drafts = SheetDraft.objects.filter(table=table, user=actor.user)
    draft = _typed_in(drafts, window) or SheetDraft(table=table, user=actor.user)
    draft.kind, draft.content, draft.based_on = SheetKind(kind), dict(content), based_on
    draft.revision, draft.window = uuid4(), window.mark
    draft.save()
    for other in drafts.exclude(pk=draft.pk):
        if _says_nothing_more(other, draft):
            other.delete()
    return draft


@transaction.atomic
def discard_draft(actor: Actor, table: GameTable, window: Window | None = None) -> None:
    """Throw away what this person has typed and not submitted: in this window, or everywhere."""
    require_for_table(may_submit_sheets, actor, table)
    drop_drafts(actor, table, window)


def drop_drafts(actor: Actor, table: GameTable, window: Window | None = None) -> None:
    """The same without asking who may. For services, inside their transaction.

    A window that has no mark and goes on with no draft has none.
    """
    if actor.user is None or window == NO_WINDOW:
        return
    drafts = SheetDraft.objects.filter(table=table, user=actor.user)
    if window is not None:
        drafts = drafts.filter(_of(window))
    drafts.delete()


def _of(window: Window) -> Q:
    by_revision = Q(revision=window.revision) if window.revision else Q(pk__in=())
    return by_revision | Q(window=window.mark) if window.mark else by_revision


def _typed_in(drafts: QuerySet[SheetDraft], window: Window) -> SheetDraft | None:
    """The draft this window has saved before, else the one it goes on with as it was."""
    found = drafts.filter(_of(window))
    return max(found, key=lambda draft: draft.window == window.mark, default=None)


def _says_nothing_more(draft: SheetDraft, later: SheetDraft) -> bool:
    """Whether every text of a draft is the beginning of what stands there in the later one."""
    if draft.kind != later.kind:
        return False
    return all(
        str(later.content.get(name, "")).startswith(str(text))
        for name, text in draft.content.items()
    )
