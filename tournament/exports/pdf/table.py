"""The rows of a list on paper: columns as wide as their contents, sizes relative to the list's."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.exports.pdf.drawing import (
    HAIRLINE,
    MM_PER_POINT,
    THICK,
    Anchor,
    Block,
    Drawing,
    Item,
    Weight,
    block,
    whole_words,
    width,
)

GAP = 2.2  # between two columns, in millimetres
HEADING = 10.0
LEADING, PADDING = 1.15, 0.09
"""Line height and padding of a row, relative to the font size of the list."""
ASCENT = 0.87  # from the upper edge of a line of text to its base line
FIGURE_LEADING, FIGURE_ASCENT = 0.98, 0.75  # the same for figures larger than the text beside them
LEAST, MOST = 2.9, 6.0
"""Minimum width of a text column, if its text needs it, and preferred maximum.

In mm per point of its letters; longer texts break.
"""
LONGEST_CODE = 16  # letters of a club's code: "KS TRUMPF"
BELOW = 0.68  # scale of the text below a name
BELOW_HEADING = 0.8
MIDDLE_OF_FIGURES, BOX = 0.25, 0.75
"""Height at which a figure is struck out, and side of a tick box, relative to the letters."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, the small text below it, and its footnote mark."""

    text: str
    below: str = ""
    mark: str = ""
    is_struck: bool = False


@dataclass(frozen=True)
class PaperColumn:
    """A column; `leads`: dots lead to the next. `has_box`: a box to tick replaces an empty text.

    has_codes: short texts, as the codes of clubs, are read as one word and never broken.
    """

    heading: str
    cells: Sequence[Cell]
    is_text: bool = False
    scale: float = 1.0
    weight: Weight = Weight.REGULAR
    leads: bool = False
    has_box: bool = False
    has_codes: bool = False

    @cached_property
    def _unit(self) -> tuple[float, float]:
        """Widths of its widest text and its widest word, in mm per point of the list."""
        texts = {cell.text for cell in self.cells}
        words = texts
        if self.is_text:
            codes = {text for text in texts if self.has_codes and len(text) <= LONGEST_CODE}
            words = codes.union(*(text.split(" ") for text in texts - codes))
        below = {cell.below for cell in self.cells}
        small = _widest(below, BELOW, Weight.REGULAR)
        widest = max(_widest(texts, self.scale, self.weight), small)
        if not self.is_text:
            return widest, widest
        most = MOST * self.scale
        return min(widest, most), min(_widest(words, self.scale, self.weight), most)

    @cached_property
    def _heading(self) -> float:
        """Width its heading needs, in mm; a heading of texts may break."""
        words = self.heading.split() if self.is_text else [self.heading]
        return _widest(words, HEADING, Weight.SEMIBOLD)

    def wanted(self, points: float) -> float:
        """Return its preferred width in mm, at which nothing breaks."""
        return max(self._unit[0] * points, self._heading)

    def least(self, points: float) -> float:
        """Return its minimum width: texts break between words, names after their comma."""
        least = self._unit[1]
        if self.is_text:
            least = max(least, min(self._unit[0], LEAST * self.scale))
        return max(least * points, self._heading)


@dataclass(frozen=True)
class Table:
    """Columns side by side, from `left` on and `wide` mm in all, at a font size in points."""

    columns: Sequence[PaperColumn]
    wide: float
    points: float
    left: float = 0.0

    @property
    def fits(self) -> bool:
        """Whether every column gets its minimum width."""
        return sum(each.least(self.points) for each in self.columns) + self._gaps <= self.wide

    @property
    def _gaps(self) -> float:
        return GAP * (len(self.columns) - 1)

    @cached_property
    def widths(self) -> tuple[float, ...]:
        """Return the widths: figures get what they need, texts share the rest."""
        least = [each.least(self.points) for each in self.columns]
        wanted = [each.wanted(self.points) for each in self.columns]
        spare = self.wide - self._gaps - sum(least)
        if spare < 0:
            words = sum(
                less for each, less in zip(self.columns, least, strict=True) if each.is_text
            )
            share = 1 + spare / words if words else 1
            return tuple(
                less * share if each.is_text else less
                for each, less in zip(self.columns, least, strict=True)
            )
        missing = [more - less for more, less in zip(wanted, least, strict=True)]
        if sum(missing) > spare:
            # Evenly, to nobody more than is missing: one long text breaks, short ones do not.
            by_need = sorted(range(len(missing)), key=missing.__getitem__)
            for number, at in enumerate(by_need):
                given = min(missing[at], spare / (len(by_need) - number))
                least[at] += given
                spare -= given
            return tuple(least)
        texts = [each.is_text * more for each, more in zip(self.columns, wanted, strict=True)]
        share = (spare - sum(missing)) / (sum(texts) or 1)
        return tuple(more + share * text for more, text in zip(wanted, texts, strict=True))

    @cached_property
    def lefts(self) -> tuple[float, ...]:
        """Left edges of the columns."""
        before = (sum(self.widths[:at]) + GAP * at for at in range(len(self.columns)))
        return tuple(self.left + each for each in before)

    def heading(self) -> Item:
        """Return the headings above a line."""
        blocks = [
            block(each.heading, wide, HEADING, Weight.SEMIBOLD)
            for each, wide in zip(self.columns, self.widths, strict=True)
        ]
        high = max((each.height for each in blocks), default=0.0) + BELOW_HEADING

        def draw(drawing: Drawing, top: float) -> None:
            for at, words in enumerate(blocks):
                upper = top + high - BELOW_HEADING - words.height
                if self.columns[at].is_text:
                    drawing.block(self.lefts[at], upper, words)
                else:
                    right, base = self.lefts[at] + self.widths[at], top + high - 2 * BELOW_HEADING
                    text, end = self.columns[at].heading, Anchor.END
                    drawing.write(right, base, text, HEADING, Weight.SEMIBOLD, anchor=end)
            drawing.across(self.left, self.left + self.wide, top + high, THICK)

        return Item(high, draw)

    def rows(self) -> Iterator[Item]:
        """Yield each row, above a hairline."""
        return map(self._row, range(len(self.columns[0].cells)))

    @cached_property
    def _scale(self) -> float:
        return max(each.scale for each in self.columns)

    def _row(self, number: int) -> Item:
        texts: dict[int, tuple[Block, Block]] = {}  # each text, and the one below it
        for at, column in enumerate(self.columns):
            if column.is_text:
                cell, wide, points = column.cells[number], self.widths[at], self.points
                text = whole_words(cell.text, wide, points * column.scale, column.weight, LEADING)
                texts[at] = text, whole_words(cell.below, wide, points * BELOW, Weight.REGULAR)
        padding = PADDING * self.points * MM_PER_POINT
        depths = (_depth(text) + below.height for text, below in texts.values())
        depth = max(depths, default=0.0)
        # The largest figures have no descenders.
        line = self.points * MM_PER_POINT * max(LEADING, FIGURE_LEADING * self._scale)
        high = line + depth + 2 * padding
        ascent = self.points * MM_PER_POINT * max(ASCENT, FIGURE_ASCENT * self._scale)

        def draw(drawing: Drawing, top: float) -> None:
            base = top + padding + ascent
            for at, column in enumerate(self.columns):
                if at in texts:
                    self._draw_text(drawing, at, *texts[at], base)
                else:
                    self._draw_figure(drawing, at, column.cells[number], base)
            drawing.across(self.left, self.left + self.wide, top + high, HAIRLINE)

        return Item(high, draw)

    def _draw_text(self, drawing: Drawing, at: int, text: Block, below: Block, base: float) -> None:
        left, wide, last_base = self.lefts[at], self.widths[at], base + _depth(text)
        for words, first in ((text, base), (below, last_base + below.leading)):
            for number, line in enumerate(words.lines):
                y = first + number * words.leading
                drawing.write(left, y, line, words.points, words.weight)
        if self.columns[at].leads:
            last = text.lines[-1] if text.lines else ""
            end = width(last, text.points, text.weight)
            begin, right = left + end + GAP * bool(end), left + wide
            if right > begin:
                drawing.leaders.append((begin, last_base, right, last_base))

    def _draw_figure(self, drawing: Drawing, at: int, cell: Cell, base: float) -> None:
        column, right = self.columns[at], self.lefts[at] + self.widths[at]
        points = self.points * column.scale
        drawing.write(right, base, cell.text, points, column.weight, anchor=Anchor.END)
        if cell.mark:
            drawing.write(right, base, cell.mark, points)
        if cell.is_struck:
            middle = base - MIDDLE_OF_FIGURES * points * MM_PER_POINT
            drawing.across(right - width(cell.text, points, column.weight), right, middle)
        if column.has_box and not cell.text:
            side = BOX * self.points * MM_PER_POINT
            drawing.box(right - side, base - side, side, side)


def _widest(texts: Iterable[str], points: float, weight: Weight) -> float:
    return max((width(text, points, weight) for text in texts), default=0.0)


def _depth(words: Block) -> float:
    """Return how far the last line is below the first."""
    return words.leading * max(len(words.lines) - 1, 0)
