"""The top of the final standings on paper: the podium, and the course of the first five."""

from collections.abc import Sequence

from tournament.exports.pdf.drawing import MIDDLE, THICK, Anchor, Drawing
from tournament.exports.pdf.drawn import svg_ratio
from tournament.exports.pdf.filling import Item
from tournament.exports.pdf.letters import Block, Weight, first_that_fits
from tournament.labels.points import signed
from tournament.standings.reads.podium import Step

STEP, GAP = 27.0, 1.4
"""Width of a step and gap between two, in millimetres."""
HEIGHTS = {1: 33.0, 2: 25.0, 3: 18.0}
PLACES = (1, 0, 2)
"""Order of the steps: the winner in the middle, the second on the left."""
NAME_LETTERS, CLUB_LETTERS = (13.0, 12.0, 11.0, 10.0, 9.0), (9.0, 8.0, 7.0)
NAME_ROOM, CLUB_ROOM = 15.2, 10.5
"""Three lines of the largest letters: a longer name leaves the page to the list."""
RANK_LETTERS, TOTAL_LETTERS = 26.0, 13.0
ABOVE, BELOW, CURVES_GAP = 1.5, 5.0, 6.0
CURVES = 100.0
"""Width of the courses in millimetres, if there is room."""


def stage(steps: Sequence[Step], curves: str, wide: float) -> Item:
    """Return the podium and the courses of the first beside it as an SVG; both may be empty."""
    names = [_names(step) for step in steps]
    heights = [
        sum(each.height for each in shown) + ABOVE + HEIGHTS[step.rank]
        for step, shown in zip(steps, names, strict=True)
    ]
    left = 3 * (STEP + GAP) + CURVES_GAP
    room = min(CURVES, wide - left)
    curves_high = room * svg_ratio(curves) if curves else 0.0
    high = max([*heights, curves_high])

    def draw(drawing: Drawing, top: float) -> None:
        for place, step, shown in zip(PLACES, steps, names, strict=False):
            _draw_step(drawing, step, shown, place * (STEP + GAP), top + high)
        if curves:
            drawing.place(left, top + high - curves_high, room, curves)

    return Item(high + BELOW, draw)


def _names(step: Step) -> list[Block]:
    blocks = []
    for row in step.rows:
        blocks.append(first_that_fits(row.name, STEP, NAME_ROOM, NAME_LETTERS, Weight.BOLD))
        blocks.append(first_that_fits(row.club, STEP, CLUB_ROOM, CLUB_LETTERS, Weight.REGULAR))
    return blocks


def _draw_step(
    drawing: Drawing, step: Step, names: Sequence[Block], left: float, bottom: float
) -> None:
    """Draw the names above a step with rank and total."""
    middle, high = left + STEP / 2, HEIGHTS[step.rank]
    drawing.box(left, bottom - high, STEP, high, THICK if step.rank == 1 else MIDDLE)
    rank, total = str(step.rank), signed(step.total)
    drawing.write(middle, bottom - high + 10, rank, RANK_LETTERS, Weight.BOLD, anchor=Anchor.MIDDLE)
    drawing.write(
        middle, bottom - high + 16, total, TOTAL_LETTERS, Weight.SEMIBOLD, anchor=Anchor.MIDDLE
    )
    base = bottom - high - ABOVE - sum(each.height for each in names)
    for words in names:
        for line in words.lines:
            base += words.leading
            drawing.write(
                middle,
                base - 0.2 * words.leading,
                line,
                words.points,
                words.weight,
                anchor=Anchor.MIDDLE,
            )
