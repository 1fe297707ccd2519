"""A small pencil: lines, boxes, hatching and words on a page, in millimetres, as SVG.

WeasyPrint lays out a table of 300 cells in a second and a drawing of it in no time, so forms are
drawn. Lines of one weight become one path.
"""

from collections.abc import Iterator
from xml.sax.saxutils import escape

MM_PER_POINT = 25.4 / 72
HAIRLINE = 0.3 * MM_PER_POINT
MIDDLE = 0.7 * MM_PER_POINT
THICK = 1.1 * MM_PER_POINT


class Drawing:
    """A drawing of a size in millimetres; the origin is the upper left corner."""

    def __init__(self, width: float, height: float) -> None:
        self._size = f"{_mm(width)} {_mm(height)}"
        self._paths: dict[float, list[str]] = {}
        self._words: list[str] = []

    def across(self, x1: float, x2: float, y: float, weight: float = HAIRLINE) -> None:
        """A horizontal line."""
        self._paths.setdefault(weight, []).append(f"M{_mm(x1)} {_mm(y)}H{_mm(x2)}")

    def down(self, x: float, y1: float, y2: float, weight: float = HAIRLINE) -> None:
        """A vertical line."""
        self._paths.setdefault(weight, []).append(f"M{_mm(x)} {_mm(y1)}V{_mm(y2)}")

    def box(self, x: float, y: float, w: float, h: float, weight: float = HAIRLINE) -> None:
        """The outline of a rectangle."""
        self._paths.setdefault(weight, []).append(
            f"M{_mm(x)} {_mm(y)}h{_mm(w)}v{_mm(h)}h{_mm(-w)}z"
        )

    def hatch(self, x: float, y: float, w: float, h: float, gap: float = 1.6) -> None:
        """Fill a rectangle with hairlines rising at 45 degrees, `gap` apart along its top."""
        for offset in _steps(gap, w + h, gap):
            x1, y1 = x + max(0.0, offset - h), y + min(h, offset)
            x2, y2 = x + min(w, offset), y + max(0.0, offset - w)
            self._paths.setdefault(HAIRLINE, []).append(f"M{_mm(x1)} {_mm(y1)}L{_mm(x2)} {_mm(y2)}")

    def words(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        *,
        anchor: str = "start",
        bold: bool = False,
        rising: bool = False,
    ) -> None:
        """Text of a size in points on the base line `y`; `rising`: read from below."""
        turn = f' transform="rotate(-90 {_mm(x)} {_mm(y)})"' if rising else ""
        self._words.append(
            f'<text x="{_mm(x)}" y="{_mm(y)}" font-size="{_mm(points * MM_PER_POINT)}" '
            f'font-weight="{600 if bold else 400}" text-anchor="{anchor}"{turn}>'
            f"{escape(text)}</text>"
        )

    def svg(self) -> str:
        """The whole drawing."""
        paths = "".join(
            f'<path d="{"".join(parts)}" stroke-width="{weight:.3f}"/>'
            for weight, parts in self._paths.items()
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._size}">'
            f'<g fill="none" stroke="#000">{paths}</g>'
            f'<g font-family="Source Sans Pro">{"".join(self._words)}</g></svg>'
        )


def _mm(length: float) -> str:
    """To the thousandth, without useless zeros."""
    return f"{length:.3f}".rstrip("0").rstrip(".")


def _steps(start: float, stop: float, step: float) -> Iterator[float]:
    at = start
    while at < stop:
        yield at
        at += step
