"""Conversion between rows of prizes and the values of `prizes.rules`."""

from tournament.models import Prize as PrizeRow
from tournament.models import PrizeAward
from tournament.prizes.rules import Award, Ladder, Prize, PrizeKind


def ladder_of(row: PrizeRow | PrizeAward) -> Ladder:
    """Return the ladder of a prize."""
    return Ladder(PrizeKind(row.kind), row.category, row.round, row.pool_id)


def ladder_fields(ladder: Ladder) -> dict[str, object]:
    """Return a ladder as fields of a row."""
    return {
        "kind": ladder.kind.value,
        "category": ladder.category,
        "round": ladder.round,
        "pool_id": ladder.pool,
    }


def prize_of(row: PrizeRow) -> Prize:
    """Return a line of the list of prizes."""
    return Prize(ladder_of(row), row.first, row.last, row.amount, row.thing)


def award_of(row: PrizeAward) -> Award:
    """Return what a winner has won."""
    return Award(
        ladder=ladder_of(row),
        place=row.place,
        entry=row.entry_id,
        team=row.team,
        amount=row.amount,
        thing=row.thing,
        sharers=row.sharers,
        drawn=row.drawn,
    )
