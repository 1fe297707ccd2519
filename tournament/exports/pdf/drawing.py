"""Drawings in millimetres from the upper left corner: text, signs, full pages, and their PDF.

ReportLab and what reads SVG are imported on first use: together they are a tenth of the start.
"""

import io
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from django.conf import settings

from tournament.exports.base import REHEARSAL, Document, Imprint
from tournament.exports.pdf.ornaments import CLUB, draw_sign

QUIET_ZONE = 2  # modules around the code; on white paper or a white card no more is needed


def qr_svg(text: str) -> str:
    """Return a QR code of this text, black on white, scaling to its place."""
    import segno

    svg = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        svg, kind="svg", xmldecl=False, omitsize=True, border=QUIET_ZONE, light="white", nl=False
    )
    return svg.getvalue().decode()


def typed_address(url: str) -> str:
    """Return an address as typed on a phone."""
    return url.removeprefix("http://").removesuffix("/")


MM_PER_POINT = 25.4 / 72
mm = 72 / 25.4  # in points
ELLIPSIS = "…"
SHRUNK = 1, 0.93, 0.86, 0.8, 0.74  # factors by which text may shrink so that a word stays whole
WORDS = re.compile(r"[\S\xa0]+?-(?=\w)|[\S\xa0]+[^\S\xa0]*|\s+")  # a line may end after each match


class Weight(StrEnum):
    """The weights of Source Sans Pro, as in its file names."""

    REGULAR = "Regular"
    SEMIBOLD = "Semibold"
    BOLD = "Bold"


@cache
def typeface(file: Path) -> Any:
    """Return a typeface that ReportLab knows by the name of its file, which is read once."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    read = TTFont(file.stem, file)
    registerFont(read)
    return read


@cache
def sans(weight: Weight) -> Any:
    """Return Source Sans Pro in a weight, as ReportLab knows it."""
    return typeface(settings.FONT_DIRECTORY / f"SourceSansPro-{weight}.ttf")


def width(text: str, points: float, weight: Weight) -> float:
    """Return the width of a text in millimetres."""
    return float(sans(weight).stringWidth(text, points)) * MM_PER_POINT


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


ROUNDING = 1e-6
"""In mm: a column made as wide as its text is not a last bit too narrow for it."""


def block(text: str, room: float, points: float, weight: Weight, spacing: float = 1.1) -> Block:
    """Break text into lines of at most `room` mm, breaking too long words; U+00A0 joins words."""
    lines, is_whole = [""], True
    for word in WORDS.findall(text.strip()):
        if width((lines[-1] + word).rstrip(), points, weight) <= room + ROUNDING:
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


SMALLEST = 3.5  # letters in points, of names that are endless


def whole_words(
    text: str, room: float, points: float, weight: Weight, spacing: float = 1.1
) -> Block:
    """Break text likewise, slightly smaller if that keeps every word whole."""
    sizes = (points * share for share in SHRUNK)
    found = (block(text, room, size, weight, spacing) for size in sizes)
    whole = next((each for each in found if each.is_whole), None)
    return whole or block(text, room, points, weight, spacing)


def uncut(text: str, room: float, height: float, sizes: Sequence[float], weight: Weight) -> Block:
    """Break text in the first of the sizes in which it fits; in the last it may be higher."""
    for points in sizes:
        found = block(text, room, points, weight)
        if found.is_whole and found.height <= height:
            return found
    return found


def first_that_fits(
    text: str, room: float, height: float, sizes: Sequence[float], weight: Weight
) -> Block:
    """Break text in the first of the sizes in which it fits; else in ever smaller ones.

    It is cut only where the smallest letters that can be printed are too large.
    """
    found = uncut(text, room, height, sizes, weight)
    while found.height > height and found.points > SMALLEST:
        found = block(text, room, max(SMALLEST, 0.9 * found.points), weight)
    return found.cut(height)


HAIRLINE = 0.3 * MM_PER_POINT
MIDDLE = 0.7 * MM_PER_POINT
THICK = 1.1 * MM_PER_POINT
HATCH_GAP = 1.6

Four = tuple[float, float, float, float]


class Anchor(StrEnum):
    """Which part of a text is at its coordinates."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Words:
    """Text of a size in points on the base line `y`; `rising`: rotated, read from below."""

    x: float
    y: float
    text: str
    points: float
    weight: Weight = Weight.REGULAR
    anchor: Anchor = Anchor.START
    rising: bool = False


class Drawing:
    """A drawing: lines (x1, y1, x2, y2), boxes (x, y, width, height), dotted `leaders`."""

    def __init__(self) -> None:
        self.lines: dict[float, list[Four]] = defaultdict(list)
        self.boxes: dict[float, list[Four]] = defaultdict(list)
        self.leaders: list[Four] = []
        self.words: list[Words] = []
        self.pictures: list[tuple[float, float, float, str]] = []

    def across(self, x1: float, x2: float, y: float, weight: float = HAIRLINE) -> None:
        """Add a horizontal line."""
        self.lines[weight].append((x1, y, x2, y))

    def down(self, x: float, y1: float, y2: float, weight: float = HAIRLINE) -> None:
        """Add a vertical line."""
        self.lines[weight].append((x, y1, x, y2))

    def box(self, x: float, y: float, w: float, h: float, weight: float = HAIRLINE) -> None:
        """Add the outline of a rectangle."""
        self.boxes[weight].append((x, y, w, h))

    def hatch(self, x: float, y: float, w: float, h: float) -> None:
        """Fill a rectangle with hairlines rising at 45 degrees."""
        for offset in takewhile(lambda at: at < w + h, count(HATCH_GAP, HATCH_GAP)):
            x1, y1 = x + max(0.0, offset - h), y + min(h, offset)
            x2, y2 = x + min(w, offset), y + max(0.0, offset - w)
            self.lines[HAIRLINE].append((x1, y1, x2, y2))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        weight: Weight = Weight.REGULAR,
        *,
        anchor: Anchor = Anchor.START,
        rising: bool = False,
    ) -> None:
        """Write text on the base line `y`."""
        self.words.append(Words(x, y, text, points, weight, anchor, rising))

    def place(self, x: float, y: float, wide: float, svg: str) -> None:
        """Place a picture with its upper left corner at (x, y)."""
        self.pictures.append((x, y, wide, svg))

    def block(self, x: float, top: float, block: Block) -> float:
        """Write lines below each other; return the lower edge."""
        for number, line in enumerate(block.lines, 1):
            base = top + number * block.leading - 0.25 * block.points * MM_PER_POINT
            self.write(x, base, line, block.points, block.weight)
        return top + block.height


@dataclass(frozen=True, slots=True)
class Item:
    """An item that must not break across pages, `height` mm high; `draw` gets its upper edge."""

    height: float
    draw: Callable[[Drawing, float], object]


Pages = list[list[Item]]
STEP = 0.5  # step in mm to which evenly filled pages are searched


def fill_pages(items: Sequence[Item], room: float) -> Pages:
    """Fill page after page, each before the next begins; `room` is the page height in mm."""
    pages: Pages = [[]]
    free = room
    for item in items:
        if item.height > free and pages[-1]:
            pages.append([])
            free = room
        pages[-1].append(item)
        free -= item.height
    return pages


def fill_evenly(items: Sequence[Item], room: float) -> Pages:
    """Use the same number of pages, but fill them evenly, so that none holds only the last row."""
    count = len(fill_pages(items, room))
    steps = range(int(room / STEP))
    least = bisect_left(steps, -count, key=lambda step: -len(fill_pages(items, step * STEP)))
    return fill_pages(items, min(room, least * STEP))


def largest(sizes: Sequence[float], items: Callable[[float], Sequence[Item]], room: float) -> float:
    """Return the largest size (ascending input) that needs no more pages than the smallest."""
    count = len(fill_pages(items(sizes[0]), room))
    return sizes[
        bisect_left(sizes, count + 1, key=lambda size: len(fill_pages(items(size), room))) - 1
    ]


CLUB_SIGN = draw_sign(CLUB)
"""That of templates/components/club.html, black; the club's own mark takes its place."""
# The word of a rehearsal across the page, outlined so that the text below stays readable.
REHEARSAL_SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><text x="100" y="116" '
    'font-family="Source Sans Pro" font-weight="700" font-size="58" letter-spacing="3" '
    'text-anchor="middle" transform="rotate(-45 100 100)" fill="none" stroke="#8c8c8c" '
    f'stroke-width="0.5">{REHEARSAL}</text></svg>'
)


OUTLINED = 1  # PDF text render mode: stroke the outline only
DOTS = 0.25, 1.4  # dots of a leader: diameter and spacing, in millimetres


@dataclass(frozen=True, slots=True)
class Sheet:
    """Paper of `wide` by `high` mm; drawings begin `left` and `top` mm from its corner."""

    wide: float
    high: float
    left: float
    top: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        return self.wide * mm, self.high * mm


def upright(left: float, top: float) -> Sheet:
    """Return A4 portrait."""
    return Sheet(210, 297, left, top)


A4 = upright(0, 0)


class DrawnPages:
    """A PDF file of pages, drawn in millimetres: fast, no layout engine.

    What many pages share is stored once, as a form XObject (ISO 32000-1, 8.10).
    """

    def __init__(self, head: Imprint) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self._file, self._sheet, self._forms = io.BytesIO(), A4, 0
        regular = sans(Weight.REGULAR).fontName
        self._canvas: Any = Canvas(self._file, A4.size, initialFontName=regular)
        self._canvas.setTitle(f"{head.title} · {head.tournament}")
        self._canvas.setCreator("Kreuzdame")
        self._head = head
        self._logo = _image(head.logo) if head.logo else None

    def turn(self, sheet: Sheet) -> None:
        """Set the paper of all following pages."""
        self._sheet = sheet
        self._canvas.setPageSize(sheet.size)

    def keep(self, form: Drawing, behind: bytes = b"") -> str:
        """Draw a form, over a JPEG that covers the sheet; return its name for pages."""
        canvas, self._forms = self._canvas, self._forms + 1
        name = f"form-{self._forms}"
        canvas.beginForm(name, 0, 0, *self._sheet.size)
        if behind:
            canvas.drawImage(_image(behind), 0, 0, *self._sheet.size)
        if self._head.is_rehearsal:  # outlined so that the text below stays readable
            canvas.saveState()
            canvas.translate(*(side / 2 for side in self._sheet.size))
            canvas.rotate(45)
            canvas.setStrokeGray(0.55)
            canvas.setFont(sans(Weight.BOLD).fontName, 150)
            canvas.setLineWidth(MM_PER_POINT * mm)
            canvas.drawCentredString(0, -50, REHEARSAL, mode=OUTLINED)
            canvas.restoreState()
        self._draw(form)
        canvas.endForm()
        return name

    def add(self, form: str, drawing: Drawing, on_its_head: Drawing | None = None) -> None:
        """Add a page: a form with a drawing on top, and one upside down for readers opposite."""
        canvas = self._canvas
        canvas.doForm(form)
        if on_its_head:
            canvas.saveState()
            canvas.translate(*self._sheet.size)
            canvas.rotate(180)
            self._draw(on_its_head)
            canvas.restoreState()
        self._draw(drawing)
        canvas.showPage()

    def document(self, name: str = "") -> Document:
        """Return the finished file, with the `name` of its head unless there is another."""
        self._canvas.save()
        return self._head.document(self._file.getvalue(), name)

    def _draw(self, drawing: Drawing) -> None:
        from reportlab.graphics.renderPDF import draw

        canvas = self._canvas
        canvas.saveState()
        for weight, lines in drawing.lines.items():
            canvas.setLineWidth(weight * mm)
            canvas.lines([(*self._at(x1, y1), *self._at(x2, y2)) for x1, y1, x2, y2 in lines])
        for weight, boxes in drawing.boxes.items():
            canvas.setLineWidth(weight * mm)
            for x, y, w, h in boxes:
                canvas.rect(*self._at(x, y + h), w * mm, h * mm)
        for words in drawing.words:
            x, y = self._at(words.x, words.y)
            canvas.setFont(sans(words.weight).fontName, words.points)
            write = {
                Anchor.START: canvas.drawString,
                Anchor.MIDDLE: canvas.drawCentredString,
                Anchor.END: canvas.drawRightString,
            }[words.anchor]
            if words.rising:
                canvas.saveState()
                canvas.translate(x, y)
                canvas.rotate(90)
                write(0, 0, words.text)
                canvas.restoreState()
            else:
                write(x, y, words.text)
        for left, top, wide, svg in drawing.pictures:
            if self._logo and svg is CLUB_SIGN:
                self._draw_logo(self._logo, left, top, wide)
                continue
            shown = _picture(svg)
            scale = wide * mm / shown.width
            x, y = self._at(left, top)
            canvas.saveState()
            canvas.translate(x, y - shown.height * scale)
            canvas.scale(scale, scale)
            draw(shown, canvas, 0, 0)
            canvas.restoreState()
        if drawing.leaders:  # zero-length dashes with round caps are dots
            thick, apart = DOTS
            canvas.setLineWidth(2 * thick * mm)
            canvas.setLineCap(1)
            canvas.setDash([0, apart * mm])
            canvas.lines([(*self._at(x, y), *self._at(x2, y2)) for x, y, x2, y2 in drawing.leaders])
        canvas.restoreState()

    def _draw_logo(self, logo: Any, left: float, top: float, side: float) -> None:
        """Draw the club's own mark in the square of its sign, as large as it fits."""
        wide, high = logo.getSize()
        scale = side / max(wide, high)
        wide, high = wide * scale, high * scale
        x, y = self._at(left + (side - wide) / 2, top + (side + high) / 2)
        self._canvas.drawImage(logo, x, y, wide * mm, high * mm, mask="auto")

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Convert to points from the lower left corner of the paper, as PDF counts."""
        sheet = self._sheet
        return (sheet.left + x) * mm, (sheet.high - sheet.top - y) * mm


def sign_width(logo: bytes, side: float, most: float) -> float:
    """Return the width of the club's sign that is `side` high; its own mark may be wider."""
    if not logo:
        return side
    wide, high = _image(logo).getSize()
    return float(min(max(side, side * wide / high), most))


def svg_ratio(svg: str) -> float:
    """Return the ratio of a drawing's height to its width."""
    shown = _picture(svg)
    return float(shown.height / shown.width)


def _picture(svg: str) -> Any:
    """Return one of our SVGs as ReportLab shapes, in the typeface of paper."""
    from svglib.svglib import svg2rlg

    _register_typeface()
    picture: Any = svg2rlg(io.BytesIO(svg.encode()))
    # Otherwise the file also refers to Helvetica.
    picture.initialFontName = sans(Weight.REGULAR).fontName
    return picture


def _image(data: bytes) -> Any:
    from reportlab.lib.utils import ImageReader

    return ImageReader(io.BytesIO(data))


@cache
def _register_typeface() -> None:
    from svglib.fonts import register_font

    for weight, number in ((Weight.REGULAR, "normal"), (Weight.BOLD, "700")):
        file = settings.FONT_DIRECTORY / f"SourceSansPro-{weight}.ttf"
        register_font("Source Sans Pro", str(file), weight=number)
