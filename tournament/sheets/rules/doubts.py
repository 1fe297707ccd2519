"""Likely mistakes in typed totals, which no sum shows.

A penalty: a list shows its penalties game by game, totals do not; a penalty under 9.3.2 flips all
four parities (rules.md 5.3). Totals typed after one was booked may have lost its points again. The
evidence is that the figures are closer to those from before it.

A large total: the totals of a table add up to 0, so their mean is 0 and their amounts show the
spread. It is measured by the upper quartile of the amounts: unlike a standard deviation, a few
wrong totals do not move it; unlike with a median, many small ones do not hide the usual size of the
larger ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from statistics import quantiles
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
    return sum(mine != theirs for mine, theirs in zip(one.totals, other.totals, strict=False))


class Slip(StrEnum):
    """A kind of typing error."""

    EXCHANGED = "exchanged"
    """The figures of two positions are exchanged."""
    SIGNS = "signs"
    """All signs are inverted."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A slip that would explain the whole difference; with the two positions of an exchange."""

    slip: Slip
    seats: tuple[int, ...] = ()


def suspicions(one: Sequence[object], other: Sequence[object]) -> tuple[Suspicion, ...]:
    """Return the slips that would each explain the difference of whole numbers alone."""
    figures = [figure for figure in (*one, *other) if isinstance(figure, int)]
    if len(figures) < len(one) + len(other) or list(one) == list(other):
        return ()
    found = []
    first, second = figures[: len(one)], figures[len(one) :]
    differing = [place for place, figure in enumerate(first) if figure != second[place]]
    if len(differing) == 2 and [first[place] for place in differing] == [
        second[place] for place in reversed(differing)
    ]:
        found.append(Suspicion(Slip.EXCHANGED, tuple(place + 1 for place in differing)))
    if second == [-figure for figure in first]:
        found.append(Suspicion(Slip.SIGNS))
    return tuple(found)


FIXED_LIMIT = 120
"""Used until there are enough totals; no higher ones are known of any round (rules.md 5.7)."""
FEWEST_TOTALS = 32
"""One round of the smallest ranking tournament (rules.md 7.1); fewer say little of a spread."""
TIMES_QUARTILE = 3.5
"""Four standard deviations of normally distributed totals, whose upper quartile is 1.15.

In the 61 real sheets of fixtures/ the quartile is 30, so this asks from 106 on; the highest total
in them is 84, the highest known of a championship 95.
"""


def unlikely_beyond(totals: Sequence[int], one_game: int) -> int:
    """Return the amount above which a total needs a confirmation, given the other totals.

    At least `one_game`, what a single game can bring, however small the others are.
    """
    if len(totals) < FEWEST_TOTALS:
        return FIXED_LIMIT
    _lower, _median, upper = quantiles(map(abs, totals), n=4, method="inclusive")
    return max(one_game, int(TIMES_QUARTILE * upper))
