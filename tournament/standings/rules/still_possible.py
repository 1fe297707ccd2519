"""Places that can still be reached, if every round stays within its bounds."""

from collections.abc import Sequence
from dataclasses import dataclass


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
    found = []
    for who in best_first:
        others = [each for each in best_first if each is not who]
        highest, lowest = _after(who, bounds.best), _after(who, bounds.worst)
        best_place = 1 + sum(_after(each, bounds.worst) > highest for each in others)
        if best_place > places:
            continue
        better = [each.total for each in others if each.total > who.total]
        at_worst = max((_after(each, bounds.worst) for each in others), default=who.total)
        at_best = max((_after(each, bounds.best) for each in others), default=who.total)
        found.append(
            Chance(
                entry_id=who.entry_id,
                total=who.total,
                behind_first=max(better, default=who.total) - who.total,
                behind_next=min(better) - who.total if better else None,
                best_place=best_place,
                worst_place=1 + sum(_after(each, bounds.best) > lowest for each in others),
                least=_needed(who, at_worst, highest),
                enough=_needed(who, at_best, highest),
            )
        )
    return tuple(found)


def _needed(who: Contender, total: int, highest: int) -> int | None:
    return total - who.total if who.remaining and total <= highest else None


def _after(who: Contender, points: int) -> int:
    """Return the total if each round to come brings these points."""
    return who.total + who.remaining * points
