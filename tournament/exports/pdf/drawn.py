"""PDF with directly drawn pages, fast, no layout engine.

What many pages share is stored once, as a form XObject (ISO 32000-1, 8.10).
"""

import io
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from reportlab.graphics.renderPDF import draw
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import register_font
from svglib.svglib import svg2rlg

from tournament.exports.base import REHEARSAL, Imprint
from tournament.exports.pdf.drawing import Anchor, Drawing
from tournament.exports.pdf.letters import MM_PER_POINT, Weight, font

OUTLINED = 1
"""PDF text render mode: stroke the outline only."""
DOTS = 0.25, 1.4
"""Dots of a leader: diameter and spacing, in millimetres."""


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
    """A PDF file of pages, drawn in millimetres."""

    def __init__(self, head: Imprint) -> None:
        self._file, self._sheet, self._forms = io.BytesIO(), A4, 0
        self._canvas = Canvas(self._file, A4.size, initialFontName=font(Weight.REGULAR))
        self._canvas.setTitle(f"{head.title} · {head.tournament}")
        self._canvas.setCreator("Kreuzdame")
        self._is_rehearsal = head.is_rehearsal

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
            canvas.drawImage(ImageReader(io.BytesIO(behind)), 0, 0, *self._sheet.size)
        if self._is_rehearsal:  # outlined so that the text below stays readable
            canvas.saveState()
            canvas.translate(*(side / 2 for side in self._sheet.size))
            canvas.rotate(45)
            canvas.setStrokeGray(0.55)
            canvas.setFont(font(Weight.BOLD), 150)
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

    def pdf(self) -> bytes:
        """Return the finished file."""
        self._canvas.save()
        return self._file.getvalue()

    def _draw(self, drawing: Drawing) -> None:
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
            canvas.setFont(font(words.weight), words.points)
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

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Convert to points from the lower left corner of the paper, as PDF counts."""
        sheet = self._sheet
        return (sheet.left + x) * mm, (sheet.high - sheet.top - y) * mm


def svg_ratio(svg: str) -> float:
    """Return the ratio of a drawing's height to its width."""
    shown = _picture(svg)
    return float(shown.height / shown.width)


def _picture(svg: str) -> Any:
    """Return one of our SVGs as ReportLab shapes, in the typeface of paper."""
    _register_typeface()
    picture: Any = svg2rlg(io.BytesIO(svg.encode()))
    picture.initialFontName = font(Weight.REGULAR)  # otherwise the file also refers to Helvetica
    return picture


@cache
def _register_typeface() -> None:
    for weight, number in ((Weight.REGULAR, "normal"), (Weight.BOLD, "700")):
        file = settings.FONT_DIRECTORY / f"SourceSansPro-{weight}.ttf"
        register_font("Source Sans Pro", str(file), weight=number)
