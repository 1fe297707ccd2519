"""Deductions from totals (TSR 9.7.2 b), and totals including them."""

from collections.abc import Iterable

from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Greatest

from tournament.models import Adjustment, Tournament

COUNTS_FROM = Coalesce("round__number", "noted_in")
"""The number of the round from which a deduction counts (`Adjustment.first_round`)."""


def deductions_until(
    tournament: Tournament, last: int, *, is_end: bool = False
) -> QuerySet[Adjustment]:
    """Return the deductions that count after a round; those of later rounds do not yet.

    In the final list all of them count, even for rounds not played.
    """
    every = Adjustment.objects.filter(entry__tournament=tournament)
    return every if is_end else every.alias(first=COUNTS_FROM).filter(first__lte=last)


def deductions_by_entry(rows: Iterable[tuple[int, int, int]], last: int) -> dict[int, int]:
    """Add up deductions (entry, first round, points) that count after a round, by entry."""
    sums: dict[int, int] = {}
    for entry, first, points in rows:
        if first <= last:
            sums[entry] = sums.get(entry, 0) + points
    return sums


def deductions_of(tournament: Tournament) -> QuerySet[Adjustment]:
    """Return all deductions with their players; `first` is the round each counts from."""
    deductions = Adjustment.objects.filter(entry__tournament=tournament)
    deductions = deductions.annotate(first=Greatest(COUNTS_FROM, 1))
    return deductions.select_related("entry__person", "round", "user").order_by("created_at", "pk")
