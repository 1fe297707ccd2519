"""Queries of a tournament as a whole."""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import (
    Adjustment,
    Commitment,
    Draw,
    Entry,
    GameTable,
    Payment,
    Penalty,
    Round,
    SheetVersion,
    Tournament,
)


@dataclass(frozen=True, slots=True)
class Losses:
    """What is lost with a tournament, counted.

    sheets: all versions; results: the current ones. commitments: published ones.
    """

    players: int
    people: int
    rounds: int
    sheets: int
    penalties: int
    deductions: int
    draws: int
    results: int
    commitments: int
    payments: int


def losses_of(tournament: Tournament) -> Losses:
    """Return what deleting the tournament would lose; `people` are those entered nowhere else."""
    entries = Entry.objects.filter(tournament=tournament)
    only_here = entries.annotate(
        elsewhere=Count("person__entries", filter=~Q(person__entries__tournament=tournament))
    ).filter(elsewhere=0)
    return Losses(
        players=entries.count(),
        people=only_here.count(),
        rounds=Round.objects.filter(tournament=tournament).count(),
        sheets=SheetVersion.objects.filter(table__round__tournament=tournament).count(),
        penalties=Penalty.objects.filter(table__round__tournament=tournament).count(),
        deductions=Adjustment.objects.filter(entry__tournament=tournament).count(),
        draws=Draw.objects.filter(tournament=tournament).count(),
        results=GameTable.objects.filter(
            round__tournament=tournament, current_version__isnull=False
        ).count(),
        commitments=Commitment.objects.filter(
            tournament=tournament, published_at__isnull=False
        ).count(),
        payments=Payment.objects.filter(entry__tournament=tournament).count(),
    )
