"""Games dealt by the wrong player: the direction confirms that they stand (TSR 3.3.10, 9.6.3)."""

from django.db import transaction

from tournament.errors import Refused
from tournament.mappers import dealt_out_of_turn
from tournament.models import GameTable
from tournament.permissions import Actor, may_accept_exceptions, require
from tournament.services.journal import record
from tournament.services.sheet_versions import locked_table


@transaction.atomic
def confirm_dealt_out_of_turn(actor: Actor, table: GameTable, *, version: int) -> None:
    """Confirm what version `version`, the one seen to count, says of them; a second time nothing.

    Refused: `other_version_counts`, `no_sheet_to_confirm`, `tournament_finished`,
    `standings_are_frozen`, `table_gone`.
    """
    table = locked_table(table)
    tournament, round, current = table.round.tournament, table.round, table.current_version
    require(may_accept_exceptions, actor, tournament)
    if current is None:
        raise Refused("no_sheet_to_confirm", round=round.number, table=table.number)
    if current.number != version:
        raise Refused("other_version_counts", table=table.number, version=current.number)
    if not table.awaits_direction:
        return
    table.awaits_direction = False
    table.save(update_fields=["awaits_direction"])
    games = [row["no"] for row in dealt_out_of_turn(current.content)]
    place = {"round": round.number, "table": table.number, "version": current.number}
    words = {**place, "games": games}
    record(actor, tournament, "sheet_deals_confirmed", touched=[table], **words)
