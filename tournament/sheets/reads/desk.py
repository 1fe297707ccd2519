"""Reads of the desk: a table with its people, its sheet's versions, its penalties."""

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
    """One table with its round and its current version; one query.

    Refused: `unknown_table`. A table of a round that is not published is there as well: a
    command brings in sheets of any drawn round.
    """
    found = _TABLE.one(tournament.pk, round_number, number)
    if found is None:
        raise Refused("unknown_table", round=round_number, table=number)
    # The tournament is known already; whoever asks the round for it gets this one.
    found.round.tournament = tournament
    return found


def seats_of(table: GameTable) -> list[Seat]:
    """Who sits at a table, in the order of the positions; one query."""
    return _SEATS(table.pk, table=table)


def drafts_of(table: GameTable, user: User | None) -> list[SheetDraft]:
    """What this person has typed for a table and not submitted, the latest first."""
    return _DRAFTS(table.pk, user.pk, table=table) if user else []


def begun_list(table: GameTable) -> SheetDraft | None:
    """The list that somebody has typed last for a table game by game, and not submitted."""
    drafts = SheetDraft.objects.filter(table=table, kind=SheetKind.ROWS).select_related("user")
    return drafts.order_by("-updated_at", "-pk").first()


def versions_of(table: GameTable) -> list[SheetVersion]:
    """All versions of a table's sheet with verifications, the first one first; two queries."""
    verifications = Verification.objects.select_related("user", "decided_by")
    related = table.versions.select_related("user").prefetch_related(
        Prefetch("verifications", verifications)
    )
    return list(related.annotate(is_confirmed=is_confirmed_at("pk")).order_by("number"))


def penalties_of(tournament: Tournament) -> QuerySet[Penalty]:
    """All penalties of a tournament with their tables, by round and table."""
    penalties = Penalty.objects.filter(table__round__tournament=tournament)
    return penalties.select_related("table__round", "user").order_by(
        "table__round__number", "table__number", "pk"
    )


def penalties_by_table(round: Round) -> dict[int, list[Penalty]]:
    """All penalties of a round by the number of the table, in the order of booking; one query."""
    found: dict[int, list[Penalty]] = {}
    for penalty in _PENALTIES(round.pk):
        found.setdefault(penalty.table.number, []).append(penalty)
    return found


def offenders(tournament: Tournament) -> dict[tuple[int, int], Entry]:
    """Those who sit at a table with penalties, by table and position; one query."""
    tables = Penalty.objects.filter(table__round__tournament=tournament).values("table")
    seats = Seat.objects.filter(table__in=tables).select_related("entry__person")
    return {(seat.table_id, seat.position): seat.entry for seat in seats}
