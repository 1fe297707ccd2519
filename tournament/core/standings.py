"""From the results of the rounds to ranks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.core.tie_breaks import RoundPoints, TieBreak


@dataclass(frozen=True, slots=True)
class Result:
    """The points of one entry.

    `rounds` has one figure per round asked for, None where there is no result yet. `adjustment`
    is the sum of deductions without credit (TSR 9.7.2 b), 0 or less. An entry that is not
    `ranked` plays out of competition.
    """

    entry_id: int
    number: int
    rounds: RoundPoints
    adjustment: int = 0
    ranked: bool = True

    @property
    def total(self) -> int:
        """Sum of the rounds and the adjustment."""
        return sum(points or 0 for points in self.rounds) + self.adjustment


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; rank None for an entry out of the ranking."""

    rank: int | None
    entry_id: int
    rounds: RoundPoints
    adjustment: int
    total: int


def standings(
    results: Iterable[Result], tie_breaks: Sequence[TieBreak] = ()
) -> tuple[Standing, ...]:
    """The results best first, then those out of the ranking, likewise best first.

    Equal ones share a rank, the next number is skipped (1-2-2-4), and they stand in the order of
    their start numbers. `tie_breaks` decide in the order given.
    """

    def merit(result: Result) -> tuple[tuple[int, ...], ...]:
        return ((result.total,), *(tie_break.key(result.rounds) for tie_break in tie_breaks))

    by_number = sorted(results, key=lambda result: result.number)
    best_first = sorted(by_number, key=merit, reverse=True)
    ranked = [result for result in best_first if result.ranked]
    unranked = [result for result in best_first if not result.ranked]
    merits = [merit(result) for result in ranked]
    first_of: dict[tuple[tuple[int, ...], ...], int] = {}
    for rank, value in enumerate(merits, start=1):
        first_of.setdefault(value, rank)
    lines = [
        _standing(result, first_of[value]) for result, value in zip(ranked, merits, strict=True)
    ]
    return (*lines, *(_standing(result, None) for result in unranked))


def _standing(result: Result, rank: int | None) -> Standing:
    return Standing(rank, result.entry_id, result.rounds, result.adjustment, result.total)
