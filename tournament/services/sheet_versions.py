"""The steps that everything that changes a table's result shares. For services only.

Whoever writes holds the round and the table until the end of the transaction: so the revision
that was checked is still the current one when the new version is written, and a round is not
closed in between. (SQLite takes the write lock with the transaction, see the settings.)
"""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Max

from scoring.model import Penalty as BookedPenalty
from tournament.errors import Refused
from tournament.mappers import same_penalty
from tournament.models import GameTable, Penalty, Round, SheetVersion
from tournament.permissions import Actor, Permission, may_correct_closed_round, require
from tournament.selectors.sheet_checks import CheckedSheet
from tournament.services.open_tournaments import open_tournament


def locked_table(table: GameTable) -> GameTable:
    """The table as it is now, locked until the end of the transaction.

    Refused: `tournament_finished`; `table_gone` when the round has been drawn again since.
    """
    open_tournament(table.round.tournament)
    Round.objects.select_for_update().get(pk=table.round_id)
    related = GameTable.objects.select_related("round__tournament", "current_version")
    found = related.select_for_update(of=("self",)).filter(pk=table.pk).first()
    if found is None:
        raise Refused("table_gone")
    return found


def require_for_table(permission: Permission, actor: Actor, table: GameTable) -> None:
    """Raise `PermissionDenied` unless the actor may.

    In a round that is closed, or whose seats nobody else sees yet, the direction alone may.
    """
    round = table.round
    require(permission, actor, round.tournament)
    if round.closed_at or not round.published_at:
        require(may_correct_closed_round, actor, round.tournament)


def require_published(actor: Actor, table: GameTable) -> None:
    """Refused: `round_not_published`. A command may bring in the sheets of any drawn round."""
    if not (table.round.published_at or actor.is_command_line):
        raise Refused("round_not_published", round=table.round.number)


def add_version(
    actor: Actor,
    table: GameTable,
    sheet: CheckedSheet,
    *,
    after: int,
    reason: str = "",
    accepted: Sequence[dict[str, object]] = (),
    submission: UUID | None = None,
) -> SheetVersion:
    """Write the version of a checked sheet that follows number `after`; it is the result now."""
    version = SheetVersion.objects.create(
        table=table,
        number=after + 1,
        kind=sheet.kind,
        content=sheet.content,
        totals=list(sheet.totals),
        accepted=list(accepted),
        based_on=after or None,
        reason=reason,
        submission=submission,
        user=actor.user,
    )
    table.current_version = version
    table.save(update_fields=["current_version"])
    _list_penalties(actor, table, sheet.penalties)
    return version


def last_number(table: GameTable) -> int:
    """The number of the last version, one that was taken back included; 0 without any."""
    if table.current_version:
        return table.current_version.number
    last: int | None = table.versions.aggregate(last=Max("number"))["last"]
    return last or 0


def drop_current_version(table: GameTable) -> None:
    """Leave the table without a result; penalties that only its sheet knew go with it."""
    table.current_version = None
    table.save(update_fields=["current_version"])
    table.penalties.filter(source=Penalty.Source.SHEET).delete()


def _list_penalties(actor: Actor, table: GameTable, booked: Sequence[BookedPenalty]) -> None:
    """Make the list of penalties say what the sheet says.

    What the referee has awarded is on every sheet that was accepted, so it only learns its row.
    """
    known = sorted(
        table.penalties.all(), key=lambda penalty: penalty.source != Penalty.Source.REFEREE
    )
    for on_sheet in booked:
        listed = next((penalty for penalty in known if same_penalty(penalty, on_sheet)), None)
        if listed is None:
            Penalty.objects.create(
                table=table,
                row=on_sheet.row,
                rule=on_sheet.rule,
                offender=on_sheet.offender,
                points=list(on_sheet.points),
                initials=on_sheet.initials[:10],
                source=Penalty.Source.SHEET,
                user=actor.user,
            )
            continue
        known.remove(listed)
        if listed.row != on_sheet.row:
            listed.row = on_sheet.row
            listed.save(update_fields=["row"])
    for no_longer in known:
        no_longer.delete()
