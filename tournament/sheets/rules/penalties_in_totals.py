"""Detect bare totals, typed after a penalty was booked, that have lost its points again.

A list shows its penalties game by game, totals do not; a penalty under 9.3.2 flips all four
parities (rules.md 5.3). The evidence is that the figures are closer to those from before it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Penalty = tuple[str, int, tuple[int | None, ...]]
"""Paragraph, position of the offender, points by position."""


@dataclass(frozen=True, slots=True)
class TotalsVersion:
    """One version of a table's totals, and the penalties it names.

    `said` are the penalties a user confirmed, when asked, to be contained in these totals.
    """

    totals: tuple[Any, ...]
    penalties: tuple[Penalty, ...]
    said: tuple[Penalty, ...] = ()

    @classmethod
    def of(cls, content: Any, said: Iterable[Penalty] = ()) -> "TotalsVersion":
        """Read the totals of a sheet in its public form; empty where it cannot be read."""
        try:
            named = tuple(map(identity, content["penalties"]))
            return cls(tuple(content["totals"]), named, tuple(said))
        except (KeyError, TypeError):
            return cls((), ())

    def without(self, penalty: Penalty) -> "TotalsVersion":
        """Return the totals minus the points of a penalty."""
        points = penalty[2]
        totals = tuple(
            total - (moved or 0) if isinstance(total, int) else total
            for total, moved in zip(self.totals, points, strict=False)
        )
        return TotalsVersion(totals, ())


def identity(penalty: Mapping[str, Any]) -> Penalty:
    """Return the key that identifies a penalty of a table; the game it is booked in is ignored."""
    return penalty["rule"], penalty["offender"], tuple(penalty["points"])


def penalties_gone(history: Iterable[TotalsVersion], sheet: TotalsVersion) -> list[Penalty]:
    """Return the penalties that a sheet names and whose points it has probably lost.

    `history` are the versions before it, in order. A penalty is reported if the totals differ in
    fewer figures from those without it than from those with it.
    """
    versions = [version for version in history if version.totals]
    gone: list[Penalty] = []
    for penalty in dict.fromkeys(sheet.penalties):
        said = [version for version in versions if penalty in version.said]
        # Pairs of totals without and with the points. A user's statement holds for all later ones.
        if said:
            pairs = [(said[-1].without(penalty), said[-1])]
        else:
            pairs = [
                (before, after)
                for before, after in pairwise(versions)
                if after.penalties.count(penalty) > before.penalties.count(penalty)
            ]
            if versions and penalty in versions[0].penalties:
                pairs.append((versions[0].without(penalty), versions[0]))
        if any(
            _count_differences(sheet, before) < _count_differences(sheet, after)
            for before, after in pairs
        ):
            gone.append(penalty)
    return gone


def _count_differences(one: TotalsVersion, other: TotalsVersion) -> int:
    """Count the positions at which the totals of two versions differ."""
    return sum(mine != theirs for mine, theirs in zip(one.totals, other.totals, strict=False))
