"""The mark that the paper of a table lies at the desk, before anybody types it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.models import GameTable, User
from tournament.permissions import Actor, may_submit_sheets
from tournament.services.journal import record
from tournament.services.sheet_versions import require_published, table_for


@transaction.atomic
def receive_sheet(actor: Actor, table: GameTable, *, now: datetime | None = None) -> GameTable:
    """Note that the list keeper has handed in the score sheet (TSR 7.3.4); a second time nothing.

    Refused: `round_not_published`, `sheet_is_entered`, `tournament_finished`,
    `table_gone`.
    """
    return _note(actor, table, now or timezone.now(), actor.user, "sheet_received")


@transaction.atomic
def return_sheet(actor: Actor, table: GameTable) -> GameTable:
    """Take back that the paper lies at the desk. Refused: as `receive_sheet`."""
    return _note(actor, table, None, None, "sheet_not_received")


def _note(
    actor: Actor, table: GameTable, at: datetime | None, by: User | None, action: str
) -> GameTable:
    """Since when the paper lies there, None if it does not, at a table that is not entered."""
    table = table_for(may_submit_sheets, actor, table)
    require_published(actor, table)
    if table.current_version is not None:
        raise Refused("sheet_is_entered", table=table.number)
    if (table.received_at is None) is not (at is None):
        table.received_at, table.received_by = at, by
        table.save(update_fields=["received_at", "received_by"])
        place = {"round": table.round.number, "table": table.number}
        record(actor, table.round.tournament, action, touched=[table], **place)
    return table
