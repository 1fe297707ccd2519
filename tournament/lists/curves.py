"""Curves over the rounds as SVG, for page and paper.

Lines differ by their pattern and the name at their end; the page's stylesheet adds colours.
Attributes hold what paper needs, since no stylesheet applies to a drawing there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.labels.points import signed
from tournament.standings.rules.curves import (
    Figures,
    Frame,
    apart,
    bounds,
    centre_bounds,
    round_figures,
)

WIDTH, HEIGHT = 400, 230
LEFT, TOP, BOTTOM = 38, 18, 192
NAMES, FIGURE = 128, 24  # space to the right of the lines: for names, or for half a figure
SIZE = 13  # font size: on a phone the drawing is scaled to some 320 pixels, and the letters to 10
MOST_HEADINGS = 12  # below the drawing; of more steps, some have one
SMALLER, SMALLEST = 11, 9  # of a long name at the end of its line; in the smallest it has two
LABEL = NAMES - 15.0
WIDTHS = {**dict.fromkeys("fijlrtI.,:;'()- ", 0.3), **dict.fromkeys("mwMW", 0.85)}
"""Of letters, as shares of their size; capitals have 0.58 and the others 0.5."""
SPARK = Frame(left=2, right=70, top=3, bottom=21, steps=1, low=0, high=1)
PATTERNS = (("2.8", ""), ("1.5", ""), ("2", "7 4"), ("2", "2 3"), ("1.6", "10 3 2 3"))
"""Width and dashes of the lines, best player first."""


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's course, with the label at its end and the name for screen readers."""

    label: str
    name: str
    figures: Figures


@lru_cache(maxsize=4096)
def sparkline(figures: Figures, span: int) -> str:
    """Draw a word-sized course; `span` is the widest range of values in the list."""
    if len([figure for figure in figures if figure is not None]) < 2:
        return ""
    low, high = centre_bounds(figures, span)
    frame = replace(SPARK, steps=len(figures) - 1, low=low, high=high)
    spots = frame.spots(figures)
    x, y = spots[-1]
    return (
        '<svg class="spark" viewBox="0 0 74 24" width="74" height="24" aria-hidden="true">'
        f'<polyline points="{_points(spots)}"/><circle cx="{x:.0f}" cy="{y:.0f}" r="2.4"/></svg>'
    )


@dataclass(frozen=True, slots=True)
class Steps:
    """What the steps to the right are called: below them, and for screen readers."""

    short: Sequence[str]
    spoken: Sequence[str]


def rounds_as_steps(many: int) -> Steps:
    """Return the words for rounds."""
    short, spoken = gettext("R%(number)s"), gettext("after round %(number)s")
    numbers = [{"number": number} for number in range(1, many + 1)]
    return Steps([short % each for each in numbers], [spoken % each for each in numbers])


def draw_courses(
    lines: Sequence[Line], *, named: bool = False, steps: Steps | None = None
) -> SafeString:
    """Draw courses, `named` at the end or else with all figures; empty before the first result.

    steps: what they run over, usually the rounds.
    """
    if all(figure is None for line in lines for figure in line.figures[1:]):
        return SafeString()
    low, high = bounds(line.figures for line in lines)
    right = WIDTH - (NAMES if named else FIGURE)
    frame = Frame(LEFT, right, TOP, BOTTOM, len(lines[0].figures) - 1, low, high)
    words = _names_of if named else _figures_of
    parts = []
    for figure in round_figures(frame.low, frame.high):
        y = frame.down(figure)
        kind, weight = ("zero", 1) if figure == 0 else ("rule", 0.4)
        parts += [
            f'<path class="{kind}" d="M{frame.left} {y:.1f}H{frame.right}" fill="none" '
            f'stroke="#000" stroke-width="{weight}"/>',
            _text(frame.left - 6, y + 4, signed(figure), "soft", "end"),
        ]
    steps = steps or rounds_as_steps(frame.steps)
    every = -(-frame.steps // MOST_HEADINGS)
    for number in range(frame.steps % every or every, frame.steps + 1, every):
        heading = steps.short[number - 1]
        parts.append(_text(frame.across(number), HEIGHT - 8, heading, "soft", "middle"))
    for at, line in reversed(list(enumerate(lines))):  # the best one is on top
        width, dashes = PATTERNS[at % len(PATTERNS)]
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        spots = frame.spots(line.figures)
        dot = '<circle cx="{:.1f}" cy="{:.1f}" r="2.4" stroke="none"/>'
        parts.append(
            f'<g class="line line-{at % len(PATTERNS) + 1}" stroke="#000" fill="#000">'
            f'<polyline points="{_points(spots)}" fill="none" stroke-width="{width}"{dashed}/>'
            f"{''.join(dot.format(*spot) for spot in spots)}</g>"
        )
    courses = []  # for screen readers
    for line in lines:
        said = zip(steps.spoken, line.figures[1:], strict=True)
        told = [f"{word} {signed(figure)}" for word, figure in said if figure is not None]
        courses.append(f"{line.name}: {', '.join(told)}")
    return mark_safe(  # noqa: S308 - names are escaped, the rest are figures
        f'<svg class="curves" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="Source Sans Pro" font-size="{SIZE}" role="img" '
        f'aria-label="{escape("; ".join(courses))}">{"".join([*parts, *words(frame, lines)])}</svg>'
    )


def _names_of(frame: Frame, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the name at the end of each line, with a connecting line if it was moved."""
    ends = [frame.spots(line.figures)[-1] for line in lines]
    heights = apart([y for _x, y in ends], SIZE + 3, TOP - 6, BOTTOM + 6)
    for line, (x, y), height in zip(lines, ends, heights, strict=True):
        yield (
            f'<path class="way" d="M{x + 4:.1f} {y:.1f}L{frame.right + 12} {height:.1f}" '
            'fill="none" stroke="#000" stroke-width="0.4"/>'
        )
        size, words = _broken(line.label)
        for at, text in enumerate(words):
            base = height + size * (0.3 + at - (len(words) - 1) / 2)
            yield _text(frame.right + 15, base, text, "name", "start", size)


def _broken(label: str) -> tuple[int, list[str]]:
    """Return the size and the lines of a label; of an endless one the rank it begins with."""

    def fits(text: str, size: int) -> bool:
        widths = (WIDTHS.get(each, 0.58 if each.isupper() else 0.5) for each in text)
        return size * sum(widths) <= LABEL

    for size in (SIZE, SMALLER, SMALLEST):
        if fits(label, size):
            return size, [label]
    ends = [at for at, _letter in enumerate(label) if fits(label[:at], SMALLEST)]
    ends = [at for at in ends if fits(label[at:], SMALLEST)]
    if not ends:
        return SIZE, [label.partition(" ")[0]]
    at = max(ends, key=lambda at: (label[at - 1] in " -", at))
    return SMALLEST, [label[:at].strip(), label[at:].strip()]


def _figures_of(frame: Frame, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the total at each bend, on the side away from the incoming line."""
    for line in lines:
        figures = [figure for figure in line.figures if figure is not None]
        before = figures[0]
        for (x, y), figure in list(zip(frame.spots(line.figures), figures, strict=True))[1:]:
            height = y + SIZE + 3 if figure < before else y - 7
            yield _text(x + 3, height, signed(figure), "name", "end")
            before = figure


def _text(x: float, y: float, text: str, kind: str, anchor: str, size: int = SIZE) -> str:
    small = "" if size == SIZE else f' font-size="{size}"'
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{small} stroke="none">'
        f"{escape(text)}</text>"
    )


def _points(spots: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
