"""Deductions from totals (TSR 9.7.2 b), and totals with those that count by then."""

from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet

from tournament.core.results import RoundPoints
from tournament.models import Adjustment, Tournament


def deductions_until(tournament: Tournament, last: int) -> QuerySet[Adjustment]:
    """Every deduction that counts after a round; those of a later round do not yet."""
    counted = Q(round__isnull=True) | Q(round__number__lte=last)
    return Adjustment.objects.filter(counted, entry__tournament=tournament)


def deductions_by_entry(rows: Iterable[tuple[int, int | None, int]], last: int) -> dict[int, int]:
    """What counts of deductions (entry, round or None, points) after a round, by entry."""
    sums: dict[int, int] = {}
    for entry, round, points in rows:
        if round is None or round <= last:
            sums[entry] = sums.get(entry, 0) + points
    return sums


def totals_after(
    tournament: Tournament, last: int, points: Mapping[int, RoundPoints]
) -> dict[int, int]:
    """Everybody's total after a round, from the points of these rounds or more; one query."""
    counted = deductions_until(tournament, last)
    sums = deductions_by_entry(counted.values_list("entry", "round__number", "points"), last)
    return {
        entry: sum(each or 0 for each in rounds[:last]) + sums.get(entry, 0)
        for entry, rounds in points.items()
    }
