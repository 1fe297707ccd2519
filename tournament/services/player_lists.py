"""Lists of players that were read and wait for the direction's decision."""

from collections.abc import Collection, Iterable, Mapping

from django.db import transaction

from tournament.core.registration import PlayerRow
from tournament.errors import Refused
from tournament.models import PlayerImport, Tournament
from tournament.permissions import Actor, may_import_players, require
from tournament.services.players import NOBODY, ImportReport, import_players


@transaction.atomic
def keep_player_list(
    actor: Actor,
    tournament: Tournament,
    file_name: str,
    rows: Iterable[PlayerRow],
    *,
    ignored_columns: Collection[str] = (),
    ignored_sheets: Collection[str] = (),
    ignored_rows: Collection[str] = (),
) -> PlayerImport:
    """Keep a list to be looked at; it replaces the one this person was looking at before.

    No journal entry: nothing has happened to the tournament yet.
    """
    require(may_import_players, actor, tournament)
    if actor.user is None:
        raise ValueError("the command line has no preview")
    PlayerImport.objects.filter(tournament=tournament, user=actor.user).delete()
    return PlayerImport.objects.create(
        tournament=tournament,
        user=actor.user,
        file_name=file_name[:255],
        rows=[row.to_json() for row in rows],
        ignored={
            "columns": list(ignored_columns),
            "sheets": list(ignored_sheets),
            "rows": list(ignored_rows),
        },
    )


@transaction.atomic
def enter_player_list(
    actor: Actor,
    player_list: PlayerImport,
    accepted: Collection[int],
    people: Mapping[int, int] = NOBODY,
) -> ImportReport:
    """Enter the players of a list, doubtful ones in the lines accepted; the list is done with.

    `people`: who was recognised in which line, as `import_players` takes it.

    Refused where nobody would be entered ("nothing_entered"): then the list still waits.
    """
    report = import_players(
        actor, player_list.tournament, map(PlayerRow.from_json, player_list.rows), accepted, people
    )
    if not report.added:
        raise Refused("nothing_entered")
    player_list.delete()
    return report
