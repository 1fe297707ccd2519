"""Two typings of the same totals that differ: what slip of the hand they look like."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Slip(StrEnum):
    """What may have happened."""

    EXCHANGED = "exchanged"
    """Two positions have each other's figure."""
    SIGNS = "signs"
    """All plus points are minus points and the other way round."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A slip that would explain the whole difference; the two positions of an exchange."""

    slip: Slip
    seats: tuple[int, ...] = ()


def suspicions(one: Sequence[object], other: Sequence[object]) -> tuple[Suspicion, ...]:
    """The slips that each alone would turn one typing into the other; often none.

    Anything but whole numbers supports no suspicion.
    """
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
