"""Services for uploaded lists of players, waiting for a decision or entered and undoable."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.mapping import row_of
from tournament.journal.reads import rows_named
from tournament.journal.writes import open_for, record
from tournament.models import Adjustment, Entry, KnownHeading, PlayerImport, Tournament
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.people import remove_orphans
from tournament.people.writes.players import NOBODY, ImportReport, check_may_go, import_players
from tournament.permissions import Actor, may_import_players, require

NO_HEADINGS: Mapping[str, str] = {}


@transaction.atomic
def keep_player_list(
    actor: Actor, tournament: Tournament, file_name: str, table: Mapping[str, Any]
) -> PlayerImport:
    """Save an uploaded list, as JSON, for review; it replaces the user's previous one.

    No journal entry: nothing has changed in the tournament yet.
    """
    require(may_import_players, actor, tournament)
    if actor.user is None:
        raise ValueError("the command line has no preview")
    PlayerImport.objects.filter(tournament=tournament, user=actor.user, entered=[]).delete()
    return PlayerImport.objects.create(
        tournament=tournament, user=actor.user, file_name=file_name[:255], table=dict(table)
    )


@transaction.atomic
def change_player_list(
    actor: Actor,
    player_list: PlayerImport,
    table: Mapping[str, Any],
    headings: Mapping[str, str] = NO_HEADINGS,
) -> None:
    """Save a corrected list, and the meaning of headings: columns by spelling."""
    require(may_import_players, actor, player_list.tournament)
    player_list.table = dict(table)
    player_list.save(update_fields=["table"])
    remember_headings(headings)


def remember_headings(headings: Mapping[str, str]) -> None:
    """Save the meaning of headings: columns by spelling."""
    for title, column in headings.items():
        KnownHeading.objects.update_or_create(title=title, defaults={"column": column})


@transaction.atomic
def enter_player_list(
    actor: Actor,
    player_list: PlayerImport,
    rows: Iterable[PlayerRow],
    accepted: Collection[int],
    people: Mapping[int, int] = NOBODY,
) -> ImportReport:
    """Enter the `rows` of a list, doubtful ones if their line is in `accepted`.

    `people`: known people by line, as for `import_players`. Only the entered ids are kept of the
    list.

    Refused if nobody would be entered ("nothing_entered"): the list then keeps waiting.
    """
    report = import_players(actor, player_list.tournament, rows, accepted, people)
    if not report.added:
        raise Refused("nothing_entered")
    player_list.table, player_list.entered = {}, list(report.entries)
    player_list.save(update_fields=["table", "entered"])
    return report


@transaction.atomic
def undo_player_list(actor: Actor, player_list: PlayerImport) -> int:
    """Remove all remaining entries of a list; return their number.

    Refused as for one player ("player_seated", "player_has_paid"), and "player_is_here" for a
    checked-in player.
    """
    tournament = open_for(may_import_players, actor, player_list.tournament)
    entered = Entry.objects.filter(tournament=tournament, pk__in=player_list.entered)
    entries = list(entered.select_related("person").order_by("number"))
    for entry in entries:
        check_may_go(entry)
        if entry.checked_in:
            raise Refused("player_is_here", number=entry.number, name=entry.person.name)
    adjustments = Adjustment.objects.filter(entry__in=entries)
    touched = [*(row_of(Entry, entry.pk) for entry in entries), *rows_named(adjustments)]
    record(actor, tournament, "players_import_undone", touched=touched, removed=len(entries))
    entered.delete()
    remove_orphans([each.person_id for each in entries], [each.club_id for each in entries])
    player_list.delete()
    return len(entries)
