"""Edge colouring of a bipartite graph (König): lines at one point get different colours."""

from collections.abc import Sequence
from typing import TypeVar

Left = TypeVar("Left")
Right = TypeVar("Right")


def coloured(lines: Sequence[tuple[Left, Right]], colours: int) -> list[int]:
    """Return a colour 0 .. colours - 1 for each line from a left to a right point.

    It exists as long as no point has more lines than there are colours: a new line takes a colour
    free at its left point; if its right point has that one already, the path from there along this
    colour and one free at the right point is recoloured crosswise.
    """
    at_left: dict[Left, list[int | None]] = {left: [None] * colours for left, _ in lines}
    at_right: dict[Right, list[int | None]] = {right: [None] * colours for _, right in lines}
    colour_of = [-1] * len(lines)
    for new, (left, right) in enumerate(lines):
        colour, other = at_left[left].index(None), at_right[right].index(None)
        at_left[left][colour] = line = new
        colour_of[line] = colour
        point, is_right = at_right[right], True
        while (before := point[colour]) is not None:
            point[colour], point[other] = line, before
            line, colour_of[before] = before, other
            is_right = not is_right
            point = at_right[lines[line][1]] if is_right else at_left[lines[line][0]]
            point[colour] = None
            colour, other = other, colour
        point[colour] = line
    return colour_of
