"""Colours the lines between two kinds of points so that lines at one point differ (König)."""

from collections.abc import Sequence
from typing import TypeVar

Left = TypeVar("Left")
Right = TypeVar("Right")


def coloured(lines: Sequence[tuple[Left, Right]], colours: int) -> list[int]:
    """A colour 0 .. colours - 1 for each line from a left to a right point.

    There is one as long as no point has more lines than there are colours: a new line takes a
    colour free at its left point; if its right point has that one already, the path from there
    along this colour and one free at the right point is recoloured crosswise.
    """
    at_left: dict[Left, list[int | None]] = {left: [None] * colours for left, _ in lines}
    at_right: dict[Right, list[int | None]] = {right: [None] * colours for _, right in lines}
    colour_of = [-1] * len(lines)

    def paint(line: int, colour: int) -> None:
        left, right = lines[line]
        colour_of[line] = colour
        at_left[left][colour] = at_right[right][colour] = line

    def path_from(right: Right, colour: int, other: int) -> list[int]:
        path = []
        line = at_right[right][colour]
        while line is not None:
            path.append(line)
            left, right = lines[line]
            line = at_left[left][other] if colour_of[line] == colour else at_right[right][colour]
        return path

    def recolour(path: list[int], colour: int, other: int) -> None:
        for line in path:
            left, right = lines[line]
            at_left[left][colour_of[line]] = at_right[right][colour_of[line]] = None
        for line in path:
            paint(line, other if colour_of[line] == colour else colour)

    for line, (left, right) in enumerate(lines):
        colour = at_left[left].index(None)
        if at_right[right][colour] is not None:
            other = at_right[right].index(None)
            recolour(path_from(right, colour, other), colour, other)
        paint(line, colour)
    return colour_of
