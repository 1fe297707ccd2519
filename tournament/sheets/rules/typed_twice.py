"""Likely typing errors behind two different typings of the same totals."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


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
