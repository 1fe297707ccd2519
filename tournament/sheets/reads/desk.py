"""Queries of the desk: a table with its players, sheet versions and penalties."""

from django.db.models import Prefetch, QuerySet

from tournament.errors import Refused
from tournament.models import (
    Entry,
    GameTable,
    Penalty,
    Round,
    Seat,
    SheetDraft,
    SheetKind,
    SheetVersion,
    Tournament,
    User,
    Verification,
)
from tournament.shared.reads.prepared import Prepared
from tournament.sheets.reads.verifications import is_confirmed_at

_TABLE = Prepared(
    lambda tournament, round_number, number: GameTable.objects.select_related(
        "round", "current_version__user"
    ).filter(round__tournament=tournament, round__number=round_number, number=number)
)
_SEATS = Prepared(
    lambda table: (
        Seat.objects.filter(table=table)
        .select_related("entry__person", "entry__club")
        .order_by("position")
    )
)
_PENALTIES = Prepared(
    lambda round: Penalty.objects.filter(table__round=round).select_related("table")
)
_DRAFTS = Prepared(
    lambda table, user: SheetDraft.objects.filter(table=table, user=user).order_by(
        "-updated_at", "-pk"
    )
)


def game_table(tournament: Tournament, round_number: int, number: int) -> GameTable:
    """Return one table with its round and current version; one query.

    Tables of unpublished rounds are included: a command can import sheets of any drawn round.
    Refused: `unknown_table`.
    """
    found = _TABLE.one(tournament.pk, round_number, number)
    if found is None:
        raise Refused("unknown_table", round=round_number, table=number)
    # Saves a query: the tournament is known.
    found.round.tournament = tournament
    return found


def seats_of(table: GameTable) -> list[Seat]:
    """Return the seats of a table by position; one query."""
    return _SEATS(table.pk, table=table)


def drafts_of(table: GameTable, user: User | None) -> list[SheetDraft]:
    """Return the user's drafts for a table, latest first."""
    return _DRAFTS(table.pk, user.pk, table=table) if user else []


def begun_list(table: GameTable) -> SheetDraft | None:
    """Return the latest unsaved draft of a table's list of games, by any user."""
    drafts = SheetDraft.objects.filter(table=table, kind=SheetKind.ROWS).select_related("user")
    return drafts.order_by("-updated_at", "-pk").first()


def versions_of(table: GameTable) -> list[SheetVersion]:
    """Return all versions of a table's sheet with verifications, oldest first; two queries."""
    verifications = Verification.objects.select_related("user", "decided_by")
    related = table.versions.select_related("user").prefetch_related(
        Prefetch("verifications", verifications)
    )
    return list(related.annotate(is_confirmed=is_confirmed_at("pk")).order_by("number"))


def penalties_of(tournament: Tournament) -> QuerySet[Penalty]:
    """Return all penalties of a tournament with their tables, by round and table."""
    penalties = Penalty.objects.filter(table__round__tournament=tournament)
    return penalties.select_related("table__round", "user").order_by(
        "table__round__number", "table__number", "pk"
    )


def penalties_by_table(round: Round) -> dict[int, list[Penalty]]:
    """Return a round's penalties by table number, in the order of booking; one query."""
    found: dict[int, list[Penalty]] = {}
    for penalty in _PENALTIES(round.pk):
        found.setdefault(penalty.table.number, []).append(penalty)
    return found


def offenders(tournament: Tournament) -> dict[tuple[int, int], Entry]:
    """Return the entries at tables with penalties, by table id and position; one query."""
    tables = Penalty.objects.filter(table__round__tournament=tournament).values("table")
    seats = Seat.objects.filter(table__in=tables).select_related("entry__person")
    return {(seat.table_id, seat.position): seat.entry for seat in seats}
