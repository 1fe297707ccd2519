"""Reads of penalties and deductions of a tournament."""

from dataclasses import dataclass

from tournament.models import Adjustment, Penalty, Seat, Tournament


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A penalty with its place and the offender's name."""

    penalty: Penalty
    round: int
    table: int
    number: int
    name: str


def penalties_of(tournament: Tournament) -> tuple[PenaltyLine, ...]:
    """All penalties that stand, by round and table; two queries."""
    penalties = Penalty.objects.filter(table__round__tournament=tournament)
    found = list(
        penalties.select_related("table__round", "user").order_by(
            "table__round__number", "table__number", "created_at", "pk"
        )
    )
    seats = Seat.objects.filter(table__in={penalty.table_id for penalty in found})
    offenders = {
        (seat.table_id, seat.position): seat.entry for seat in seats.select_related("entry__person")
    }
    return tuple(
        PenaltyLine(
            penalty=penalty,
            round=penalty.table.round.number,
            table=penalty.table.number,
            number=offenders[penalty.table_id, penalty.offender].number,
            name=offenders[penalty.table_id, penalty.offender].person.name,
        )
        for penalty in found
    )


def deductions_of(tournament: Tournament) -> tuple[Adjustment, ...]:
    """All deductions that stand, with their players and rounds; one query."""
    deductions = Adjustment.objects.filter(entry__tournament=tournament)
    return tuple(deductions.select_related("entry__person", "entry__club", "round", "user"))
