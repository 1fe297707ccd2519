"""Typography of drawn paper: text widths and line breaking."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from django.conf import settings
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont

MM_PER_POINT = 25.4 / 72
ELLIPSIS = "…"
SHRUNK = 1, 0.93, 0.86, 0.8, 0.74
"""Factors by which text may shrink so that a word stays whole."""
WORDS = re.compile(r"[\S\xa0]+?-(?=\w)|[\S\xa0]+[^\S\xa0]*|\s+")
"""A line may end after each match."""


class Weight(StrEnum):
    """The weights of Source Sans Pro, as in its file names."""

    REGULAR = "Regular"
    SEMIBOLD = "Semibold"
    BOLD = "Bold"


@cache
def font(weight: Weight) -> str:
    """Return ReportLab's name of a weight; its file is read on first use."""
    name = f"SourceSansPro-{weight}"
    registerFont(TTFont(name, settings.FONT_DIRECTORY / f"{name}.ttf"))
    return name


def width(text: str, points: float, weight: Weight) -> float:
    """Return the width of a text in millimetres."""
    return float(stringWidth(text, font(weight), points)) * MM_PER_POINT


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one size, `height` mm in all; whether every word stayed whole."""

    lines: tuple[str, ...]
    points: float
    weight: Weight
    leading: float
    is_whole: bool = True

    @property
    def height(self) -> float:
        """Height in millimetres."""
        return len(self.lines) * self.leading

    def parts(self, lines: int) -> Iterator["Block"]:
        """Yield the same lines in blocks of at most that many."""
        for first in range(0, len(self.lines), lines):
            yield replace(self, lines=self.lines[first : first + lines])

    def cut(self, height: float) -> "Block":
        """Return the lines that fit into `height`; an ellipsis marks what is cut off."""
        room = max(0, int(height / self.leading + 1e-6))
        if len(self.lines) <= room:
            return self
        *kept, last = self.lines[:room] or ("",)
        lines = (*kept, f"{last}{ELLIPSIS}") if room else ()
        return Block(lines, self.points, self.weight, self.leading, is_whole=False)


def block(text: str, room: float, points: float, weight: Weight, spacing: float = 1.1) -> Block:
    """Break text into lines of at most `room` mm, breaking too long words; U+00A0 joins words."""
    lines, is_whole = [""], True
    for word in WORDS.findall(text.strip()):
        if width((lines[-1] + word).rstrip(), points, weight) <= room:
            lines[-1] += word
            continue
        piece = ""
        for letter in word:
            if piece and not letter.isspace() and width(piece + letter, points, weight) > room:
                lines.append(piece)
                piece, is_whole = "", False
            piece += letter
        lines.append(piece)
    shown = tuple(line.rstrip() for line in lines if line.strip())
    return Block(shown, points, weight, points * MM_PER_POINT * spacing, is_whole)


def whole_words(
    text: str, room: float, points: float, weight: Weight, spacing: float = 1.1
) -> Block:
    """Break text likewise, slightly smaller if that keeps every word whole."""
    sizes = (points * share for share in SHRUNK)
    found = (block(text, room, size, weight, spacing) for size in sizes)
    whole = next((each for each in found if each.is_whole), None)
    return whole or block(text, room, points, weight, spacing)


def first_that_fits(
    text: str, room: float, height: float, sizes: Sequence[float], weight: Weight
) -> Block:
    """Break text in the first of the sizes in which it fits; else in the last, cut."""
    for points in sizes:
        found = block(text, room, points, weight)
        if found.is_whole and found.height <= height:
            return found
    return found.cut(height)
