"""Drafts that lie beside a result and say something else."""

from tournament.models import Round, SheetDraft
from tournament.views.access import Request
from tournament.views.desk.desk import Desk
from tournament.views.desk.saving import check_form


def drafts_that_differ(request: Request, round: Round) -> list[SheetDraft]:
    """The drafts at tables with a result whose points are not those of the result, by table."""
    drafts = SheetDraft.objects.filter(table__round=round, table__current_version__isnull=False)
    related = drafts.select_related("user", "table__current_version")
    return [
        draft
        for draft in related.order_by("table__number", "user__username")
        if _differs(request, round, draft)
    ]


def _differs(request: Request, round: Round, draft: SheetDraft) -> bool:
    table, version = draft.table, draft.table.current_version
    table.round = round
    desk = Desk(request, round.tournament, table)
    drafted = check_form(desk, desk.form(draft.kind, draft.content))
    if version is not None and version.kind == draft.kind:
        return bool(drafted.content != version.content)
    return version is None or list(drafted.totals) != version.totals
