"""Shifting and exchanging columns of figures."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.model import Figure, Figures, ScoreSheet
from scoring.pattern import is_whole

Shift = Sequence[int]
"""The figure to add to each column, in seat order."""


def shifted(sheet: ScoreSheet, number: int, shift: Shift) -> ScoreSheet:
    """Return the list with its running totals shifted from a row on.

    The totals are shifted as well if they were copied from the last row.
    """
    rows = tuple(
        replace(row, cumulative=_moved(row.cumulative, shift)) if place >= number else row
        for place, row in enumerate(sheet.rows, start=1)
    )
    copied = sheet.rows[-1].cumulative in (None, sheet.totals)
    totals = _moved(sheet.totals, shift) if copied else sheet.totals
    return replace(sheet, rows=rows, totals=totals)


def _moved(figures: Figures | None, shift: Shift) -> Figures | None:
    if figures is None:
        return None
    return tuple(_plus(figure, step) for figure, step in zip(figures, shift, strict=True))


def _plus(figure: Figure, step: int) -> Figure:
    return figure + step if is_whole(figure) else figure


def exchanged(figures: Figures, one: int, other: int) -> Figures:
    """Return the figures with those of two seats exchanged."""
    found = list(figures)
    found[one - 1], found[other - 1] = found[other - 1], found[one - 1]
    return tuple(found)
