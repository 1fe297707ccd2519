"""Whether totals alone, typed after a penalty was booked, have lost its points again.

A list shows its penalties game by game, totals do not; a penalty under 9.3.2 turns all four
parities (rules.md 5.3). What can be seen: the figures lie nearer to those from before it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Penalty = tuple[str, int, tuple[int | None, ...]]
"""Paragraph, position of the offender, points by position."""


@dataclass(frozen=True, slots=True)
class TotalsVersion:
    """One version of a table's totals, and the penalties it names.

    `said` are those of which somebody has said, asked, that these totals contain them.
    """

    totals: tuple[Any, ...]
    penalties: tuple[Penalty, ...]
    said: tuple[Penalty, ...] = ()

    @classmethod
    def of(cls, content: Any, said: Iterable[Penalty] = ()) -> "TotalsVersion":
        """The totals of a sheet in its public form; empty where that cannot be read."""
        try:
            named = tuple(map(identity, content["penalties"]))
            return cls(tuple(content["totals"]), named, tuple(said))
        except (KeyError, TypeError):
            return cls((), ())

    def without(self, penalty: Penalty) -> "TotalsVersion":
        """The totals as they would be without the points of a penalty."""
        points = penalty[2]
        totals = tuple(
            total - (moved or 0) if isinstance(total, int) else total
            for total, moved in zip(self.totals, points, strict=False)
        )
        return TotalsVersion(totals, ())


def identity(penalty: Mapping[str, Any]) -> Penalty:
    """What makes two penalties of a table the same one; in which game it is booked does not."""
    return penalty["rule"], penalty["offender"], tuple(penalty["points"])


def penalties_gone(history: Iterable[TotalsVersion], sheet: TotalsVersion) -> list[Penalty]:
    """The penalties that a sheet names and whose points have probably gone from it again.

    `history` are the versions before it, in order. Its totals have fewer figures other than those
    without the penalty than other than those with it.
    """
    versions = [version for version in history if version.totals]
    gone: list[Penalty] = []
    for penalty in dict.fromkeys(sheet.penalties):
        for before, after in _pairs_around_penalty(versions, penalty):
            if _count_differences(sheet, before) < _count_differences(sheet, after):
                gone.append(penalty)
                break
    return gone


def _pairs_around_penalty(
    versions: Sequence[TotalsVersion], penalty: Penalty
) -> Iterator[tuple[TotalsVersion, TotalsVersion]]:
    """Totals that lack the points of a penalty, and the same that have them.

    What somebody has said of a version goes for all after it. Otherwise these are two versions
    between which it came in; of the first one nobody has, only what it would be.
    """
    said = [version for version in versions if penalty in version.said]
    if said:
        yield said[-1].without(penalty), said[-1]
        return
    if versions and penalty in versions[0].penalties:
        yield versions[0].without(penalty), versions[0]
    for before, after in pairwise(versions):
        if after.penalties.count(penalty) > before.penalties.count(penalty):
            yield before, after


def _count_differences(one: TotalsVersion, other: TotalsVersion) -> int:
    """At how many positions the totals of two versions are not the same."""
    return sum(mine != theirs for mine, theirs in zip(one.totals, other.totals, strict=False))
