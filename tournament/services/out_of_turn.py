"""Games dealt by the wrong player: the direction confirms that they stand (TSR 3.3.10, 9.6.3)."""

from django.db import transaction

from tournament.mappers import dealt_out_of_turn
from tournament.models import GameTable
from tournament.permissions import Actor, may_accept_exceptions, require
from tournament.services.sheet_versions import locked_table, record_version, seen_version


@transaction.atomic
def confirm_dealt_out_of_turn(actor: Actor, table: GameTable, *, version: int) -> None:
    """Confirm what version `version`, the one seen to count, says of them; a second time nothing.

    Refused: `other_version_counts`, `no_sheet_to_confirm`, `tournament_finished`,
    `table_gone`.
    """
    table = locked_table(table)
    require(may_accept_exceptions, actor, table.round.tournament)
    current = seen_version(table, version)
    if not table.awaits_direction:
        return
    table.awaits_direction = False
    table.save(update_fields=["awaits_direction"])
    games = [row["no"] for row in dealt_out_of_turn(current.content)]
    record_version(actor, table, current, "sheet_deals_confirmed", touched=[table], games=games)
