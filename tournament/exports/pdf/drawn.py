"""A PDF whose pages are drawn, not laid out: score sheets and long lists, a page in a moment.

What many pages have in common is kept once, as a form of the PDF (ISO 32000-1, 8.10).
"""

import io

from reportlab.graphics.renderPDF import draw
from reportlab.graphics.shapes import Drawing as Sign
from reportlab.graphics.svgpath import SvgPath
from reportlab.lib.colors import black
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.base import REHEARSAL, Imprint
from tournament.exports.pdf.drawing import Anchor, Drawing, Words
from tournament.exports.pdf.letters import MM_PER_POINT, Weight, font
from tournament.exports.pdf.paper import CLUB_PATH, CLUB_UNITS

PAGE = 210.0, 297.0
OUTLINED = 1
"""How PDF calls letters of which only the outline is drawn."""


class DrawnPages:
    """Pages of A4, upright; drawings stand `left` and `top` mm from the corner of the paper."""

    def __init__(self, head: Imprint, left: float, top: float) -> None:
        self._file, self._left, self._top = io.BytesIO(), left, top
        size = PAGE[0] * mm, PAGE[1] * mm
        self._canvas = Canvas(self._file, size, initialFontName=font(Weight.REGULAR))
        self._canvas.setTitle(f"{head.title} · {head.tournament}")
        self._canvas.setCreator("Kreuzdame")
        self._is_rehearsal = head.is_rehearsal

    def keep(self, name: str, form: Drawing, sign: tuple[float, float, float]) -> None:
        """Draw a form once, with the club's sign at (x, y, size); pages place it by its name."""
        self._canvas.beginForm(name, 0, 0, PAGE[0] * mm, PAGE[1] * mm)
        if self._is_rehearsal:
            self._outline(REHEARSAL)
        self._draw(form)
        self._draw_sign(*sign)
        self._canvas.endForm()

    def add(self, form: str, drawing: Drawing) -> None:
        """A page: a form that was kept, and what is drawn over it."""
        self._canvas.doForm(form)
        self._draw(drawing)
        self._canvas.showPage()

    def pdf(self) -> bytes:
        """The finished file."""
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
            self._write(words)
        canvas.restoreState()

    def _write(self, words: Words) -> None:
        canvas, (x, y) = self._canvas, self._at(words.x, words.y)
        canvas.setFont(font(words.weight), words.points)
        place = {
            Anchor.START: canvas.drawString,
            Anchor.MIDDLE: canvas.drawCentredString,
            Anchor.END: canvas.drawRightString,
        }[words.anchor]
        if not words.rising:
            place(x, y, words.text)
            return
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(90)
        place(0, 0, words.text)
        canvas.restoreState()

    def _draw_sign(self, x: float, y: float, size: float) -> None:
        sign = Sign(CLUB_UNITS, CLUB_UNITS, initialFontName=font(Weight.REGULAR))
        sign.add(SvgPath(CLUB_PATH, fillColor=black, strokeColor=None))
        scale = size * mm / CLUB_UNITS
        sign.scale(scale, -scale)
        left, top = self._at(x, y)
        draw(sign, self._canvas, left, top)

    def _outline(self, word: str) -> None:
        """A word across the page, its letters as outlines: what is printed stays readable."""
        canvas, points = self._canvas, 150
        canvas.saveState()
        canvas.translate(PAGE[0] / 2 * mm, PAGE[1] / 2 * mm)
        canvas.rotate(45)
        canvas.setStrokeGray(0.55)
        canvas.setFont(font(Weight.BOLD), points)
        canvas.setLineWidth(MM_PER_POINT * mm)
        canvas.drawCentredString(0, -points / 3, word, mode=OUTLINED)
        canvas.restoreState()

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """In points from the lower left corner of the paper, as PDF counts."""
        return (self._left + x) * mm, (PAGE[1] - self._top - y) * mm
