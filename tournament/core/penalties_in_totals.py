"""Whether totals alone, typed after a penalty was booked, have lost its points again.

A list shows its penalties game by game, totals do not; a penalty under 9.3.2 turns all four
parities (rules.md 5.3). What can be seen: the figures lie nearer to those from before it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Penalty = tuple[str, int, tuple[int | None, ...]]
"""Paragraph, position of the offender, points by position."""


@dataclass(frozen=True, slots=True)
class TotalsVersion:
    """One version of a table's totals, and the penalties it names."""

    totals: tuple[object, ...]
    penalties: tuple[Penalty, ...]

    @classmethod
    def of(cls, content: Any) -> "TotalsVersion":
        """The totals of a sheet in its public form; empty where that cannot be read."""
        try:
            return cls(tuple(content["totals"]), tuple(map(identity, content["penalties"])))
        except (KeyError, TypeError):
            return cls((), ())


def identity(penalty: Mapping[str, Any]) -> Penalty:
    """What makes two penalties of a table the same one; in which game it is booked does not."""
    return penalty["rule"], penalty["offender"], tuple(penalty["points"])


def penalties_gone(history: Iterable[TotalsVersion], sheet: TotalsVersion) -> list[Penalty]:
    """The penalties that a sheet names and whose points have probably gone from it again.

    `history` are the versions before it, in order. Its totals have fewer figures other than the
    version before the penalty came in than other than the first one with it.
    """
    gone: list[Penalty] = []
    for before, after in pairwise(version for version in history if version.totals):
        if _differing(sheet, before) < _differing(sheet, after):
            came = Counter(after.penalties) - Counter(before.penalties)
            gone += (came & Counter(sheet.penalties)).elements()
    return list((Counter(gone) & Counter(sheet.penalties)).elements())


def _differing(one: TotalsVersion, other: TotalsVersion) -> int:
    """At how many positions the totals of two versions are not the same."""
    return sum(mine != theirs for mine, theirs in zip(one.totals, other.totals, strict=False))
