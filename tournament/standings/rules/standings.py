"""Ranks from the results of the rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import NamedTuple

from tournament.sheets.rules.results import Result, RoundPoints, TournamentResults
from tournament.standings.rules.tie_breaks import Key, TieBreak

ON_THE_PODIUM = 3
"""The places on the podium."""

Merit = tuple[Key, ...]
"""The sort key of a result: the total, then the tie-breaks."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The tie-break over the next entry: its index in the chain, and both keys."""

    place: int
    own: Key
    other: Key


class Standing(NamedTuple):
    """A line; rank None if unranked, decision the tie-break over the next rank."""

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
    """Return the results best first, then the unranked ones.

    Equal ones share a rank (1-2-2-4), by start number. `tie_breaks` decide in order, from all
    results of the `tournament`, which may be more than those of a category.
    """
    best_first = _best_first(results, tie_breaks, tournament)
    ranked = [each for each in best_first if each[1].ranked]
    first_of: dict[Merit, int] = {}
    for place, (merit, _result) in enumerate(ranked, start=1):
        first_of.setdefault(merit, place)
    decisions: dict[Merit, Decision] = {}
    for better, worse in pairwise(first_of):
        if better[0] == worse[0]:
            pairs = enumerate(zip(better[1:], worse[1:], strict=True))
            decided = (Decision(place, own, other) for place, (own, other) in pairs if own != other)
            decisions[better] = next(decided)
    lines = [_standing(result, first_of[merit], decisions.get(merit)) for merit, result in ranked]
    return (*lines, *(_standing(result, None) for _, result in best_first if not result.ranked))


def ranks(
    results: Iterable[Result],
    tie_breaks: Sequence[TieBreak] = (),
    tournament: TournamentResults | None = None,
) -> dict[int, int]:
    """Return the ranks of `standings` only, by entry, best first."""
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
    """Return the results with their sort keys, best first; equal ones by start number."""
    listed = sorted(results, key=attrgetter("number"))
    known = tournament or TournamentResults(tuple(listed))
    judged: list[tuple[Merit, Result]] = [
        ((result.total, *(key(result, known) for key in tie_breaks)), result) for result in listed
    ]
    judged.sort(key=itemgetter(0), reverse=True)
    return judged


def _standing(result: Result, rank: int | None, decision: Decision | None = None) -> Standing:
    return Standing(rank, result.entry_id, result.rounds, result.adjustment, result.total, decision)
