"""What a table would have come to by other rules, as far as its list shows."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from scoring.pattern import is_whole
from scoring.rulesets import RuleSet

TWICE = 2


class Solos(StrEnum):
    """How games played alone are counted."""

    AS_PLAYED = "as_played"
    DOUBLE = "double"
    ONCE = "once"  # where they count double


def other_solos(rules: RuleSet) -> Solos:
    """Return how games played alone could be counted instead."""
    alone = [kind.name for kind in rules.kinds if kind.alone]
    return Solos.ONCE if all(rules.step(kind) == TWICE for kind in alone) else Solos.DOUBLE


def totals_by(content: Mapping[str, Any], rules: RuleSet, solos: Solos) -> tuple[int, ...] | None:
    """Return the totals of a stored list with its games counted again, penalties as they are.

    None where the list has no games that could be counted so: bare totals, a ruling by the
    direction, or figures changed by hand.
    """
    try:
        size = content["table_size"]
        totals = [0] * size
        for row in content["rows"]:
            alone = rules.kind(row["kind"]).alone
            for seat, figure in enumerate(row["points"]):
                totals[seat] += _counted(figure, solos) if alone else figure or 0
        for penalty in content["penalties"]:
            for seat, figure in enumerate(penalty["points"]):
                totals[seat] += figure or 0
    except (KeyError, TypeError, ValueError, IndexError):
        return None
    return tuple(totals) if all(map(is_whole, totals)) else None


def _counted(figure: int | None, solos: Solos) -> int:
    """Return the points of a game played alone; raises ValueError for half a point."""
    points = figure or 0
    if solos is Solos.ONCE:
        if points % TWICE:
            raise ValueError(points)
        return points // TWICE
    return points * TWICE if solos is Solos.DOUBLE else points
