"""Ranks from the results of the rounds, and places that can still be reached."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter, itemgetter
from typing import NamedTuple

from tournament.sheets.rules.results import Result, RoundPoints, TournamentResults
from tournament.standings.rules.tie_breaks import Key, TieBreak

ON_THE_PODIUM = 3
LEFT_TO_RIGHT = (1, 0, 2)  # the places on the podium: the winner stands in the middle
"""The places on the podium."""

Merit = tuple[int, *tuple[Key, ...]]
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
    lines = [_standing(each, first_of[each[0]], decisions.get(each[0])) for each in ranked]
    return (*lines, *(_standing(each, None) for each in best_first if not each[1].ranked))


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


def _standing(
    judged: tuple[Merit, Result], rank: int | None, decision: Decision | None = None
) -> Standing:
    merit, each = judged
    return Standing(rank, each.entry_id, each.rounds, each.adjustment, merit[0], decision)


@dataclass(frozen=True, slots=True)
class Contender:
    """A ranked player, with the number of rounds still to come."""

    entry_id: int
    total: int
    remaining: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most and the fewest points of a round."""

    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Chance:
    """What a player can still reach; shared places count.

    behind_first, behind_next: points to the best and to the next better total. least: points to
    come first or share it against everybody's worst rounds; enough: against the best. None:
    impossible.
    """

    entry_id: int
    total: int
    behind_first: int
    behind_next: int | None
    best_place: int
    worst_place: int
    least: int | None
    enough: int | None


def chances(contenders: Sequence[Contender], bounds: Bounds, places: int) -> tuple[Chance, ...]:
    """Return everybody who can still reach one of the first `places`, best first.

    Players are considered independently; that gains at a table are losses of others there would
    only make less possible.
    """
    best_first = sorted(contenders, key=lambda each: each.total, reverse=True)
    totals = sorted(each.total for each in best_first)
    at_worst = sorted(_after(each, bounds.worst) for each in best_first)
    at_best = sorted(_after(each, bounds.best) for each in best_first)
    found = []
    for who in best_first:
        highest, lowest = _after(who, bounds.best), _after(who, bounds.worst)
        best_place = 1 + _above(highest, at_worst, but=lowest)
        if best_place > places:
            continue
        next_better = bisect_right(totals, who.total)
        found.append(
            Chance(
                entry_id=who.entry_id,
                total=who.total,
                behind_first=totals[-1] - who.total,
                behind_next=totals[next_better] - who.total if next_better < len(totals) else None,
                best_place=best_place,
                worst_place=1 + _above(lowest, at_best, but=highest),
                least=_needed(who, _most(at_worst, who, but=lowest), highest),
                enough=_needed(who, _most(at_best, who, but=highest), highest),
            )
        )
    return tuple(found)


def _above(figure: int, ordered: Sequence[int], *, but: int) -> int:
    """Return how many of these are more than a figure, without one's own."""
    return len(ordered) - bisect_right(ordered, figure) - (but > figure)


def _most(ordered: Sequence[int], who: Contender, *, but: int) -> int:
    """Return the most of the others, without one's own; one's total where nobody else is."""
    others = ordered[-2:-1] if ordered[-1] == but else ordered[-1:]
    return others[0] if others else who.total


def _needed(who: Contender, total: int, highest: int) -> int | None:
    return total - who.total if who.remaining and total <= highest else None


def _after(who: Contender, points: int) -> int:
    """Return the total if each round to come brings these points."""
    return who.total + who.remaining * points
