"""From the results of the rounds to ranks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import NamedTuple

from tournament.sheets.rules.results import Result, RoundPoints, TournamentResults
from tournament.standings.rules.tie_breaks import Key, TieBreak

ON_THE_PODIUM = 3
"""The places that are called."""

Merit = tuple[Key, ...]
"""What somebody is ranked by: the total, then the tie-breaks."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What has put somebody before the next of equal total.

    place: of the criterion in the chain, from 0; own, other: what both have by it.
    """

    place: int
    own: Key
    other: Key


class Standing(NamedTuple):
    """One line of the standings; rank None for an entry out of the ranking.

    decision: where a tie-break has put it before the next rank.
    """

    rank: int | None
    entry_id: int
    rounds: RoundPoints
    adjustment: int
    total: int
    decision: Decision | None = None


def standings(
    results: Iterable[Result],
    tie_breaks: Sequence[TieBreak] = (),
    tournament: TournamentResults | None = None,
) -> tuple[Standing, ...]:
    """The results best first, then those out of the ranking, likewise best first.

    Equal ones share a rank, the next number is skipped (1-2-2-4), and they stand in the order of
    their start numbers. `tie_breaks` decide in the order given, by all that the `tournament`
    knows, which is more than these results where they are those of a category.
    """
    best_first = _best_first(results, tie_breaks, tournament)
    ranked = [each for each in best_first if each[1].ranked]
    first_of: dict[Merit, int] = {}
    for place, (merit, _result) in enumerate(ranked, start=1):
        first_of.setdefault(merit, place)
    decisions = {
        better: _decision(better, worse) for better, worse in pairwise((*first_of, None)) if better
    }
    lines = [_standing(result, first_of[merit], decisions[merit]) for merit, result in ranked]
    return (*lines, *(_standing(result, None) for _, result in best_first if not result.ranked))


def ranks(
    results: Iterable[Result],
    tie_breaks: Sequence[TieBreak] = (),
    tournament: TournamentResults | None = None,
) -> dict[int, int]:
    """The ranks of `standings` alone, by entry, best first."""
    best_first = _best_first(results, tie_breaks, tournament)
    ranked = (each for each in best_first if each[1].ranked)
    first_of: dict[Merit, int] = {}
    return {
        result.entry_id: first_of.setdefault(merit, place)
        for place, (merit, result) in enumerate(ranked, start=1)
    }


def _best_first(
    results: Iterable[Result], tie_breaks: Sequence[TieBreak], tournament: TournamentResults | None
) -> list[tuple[Merit, Result]]:
    """The results best first, each with what it is ranked by; equal ones by start number."""
    listed = sorted(results, key=attrgetter("number"))
    known = tournament or TournamentResults(tuple(listed))
    judged: list[tuple[Merit, Result]] = [
        ((result.total, *(key(result, known) for key in tie_breaks)), result) for result in listed
    ]
    judged.sort(key=itemgetter(0), reverse=True)
    return judged


def _decision(better: tuple[Key, ...], worse: tuple[Key, ...] | None) -> Decision | None:
    """What parts two that follow each other; nothing but their totals, or nobody follows."""
    if worse is None or better[0] != worse[0]:
        return None
    pairs = enumerate(zip(better[1:], worse[1:], strict=True))
    return next(Decision(place, own, other) for place, (own, other) in pairs if own != other)


def _standing(result: Result, rank: int | None, decision: Decision | None = None) -> Standing:
    return Standing(rank, result.entry_id, result.rounds, result.adjustment, result.total, decision)
