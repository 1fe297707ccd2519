"""docs/scale.md and its pictures, made from the figures of `scale.py`."""

from collections.abc import Iterable, Mapping, Sequence
from math import log10
from pathlib import Path
from typing import Any

Figures = dict[tuple[int, int, str], tuple[float, int]]
"""Milliseconds and bytes by evenings besides it, players, and figure."""
DRAWN = ("overview", "players", "standings", "round", "round-result", "totals saved")
"""The figures in the pictures; the tables have everything."""
DASHES = ("", "6 3", "2 3", "9 3 2 3", "1 2", "12 3")
WIDE, HIGH, LEFT, TOP, RIGHT, BELOW = 640, 340, 56, 16, 130, 44
INTRODUCTION = """# How time grows

Milliseconds by the wall clock for one page, save or document, with the size of a tournament (64,
176 and 1,024 players, eight rounds, all sheets in with all games) and with what lies beside it in
the database: nothing, 100 and 10,000 small evenings of eight players, beside these three and the
one they are copies of. The writes of PostgreSQL wait for the disk as on a club's server. Pages are
asked for after a new entry in the journal, so nothing is kept from before; lists have 200 rows on a
page. Medians of seven, of documents three. `make scale` measures again and writes this page, but
for the large hall. What pages take, by processor time, is measured more often: [speed](speed.md).

Growth with the size: milliseconds at 1,024 players by those at 64, beside the sixteenfold of people
and the growth of the answer itself. Growth with what lies beside: milliseconds beside 10,000
evenings by those beside none.

Found by this: the first page, which showed all tournaments at once, took 1,044 ms beside 10,000
evenings and 4.5 ms beside none; now it shows sixty at a time.
"""
LARGE_HALL = "## A hall of 250 tables and 1,000 phones"
"""From here on the page is not made from these figures."""


def page(known: Mapping[str, Mapping[str, Any]], docs: Path) -> None:
    """Write the page and its pictures into this directory, up to the large hall."""
    written = docs / "scale.md"
    _before, hall, rest = written.read_text(encoding="utf-8").partition(LARGE_HALL)
    parts = [INTRODUCTION]
    for kind, measured in known.items():
        figures: Figures = {
            (evenings, players, what): (milliseconds, size)
            for evenings, players, what, milliseconds, size in measured["figures"]
        }
        title = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[kind]
        parts.append(f"## {title}\n\nMeasured on {measured['day']}, {measured['machine']}.\n")
        parts.append(_table(figures))
        for by, name in ((1, "players"), (0, "evenings")):
            picture = Path("scale") / f"{kind}-{name}.svg"
            (docs / picture).write_text(_picture(figures, by), encoding="utf-8")
            parts.append(f"![{title}: milliseconds by {name}]({picture})\n")
    written.write_text("\n".join([*parts, hall + rest]), encoding="utf-8")


def _sorted(figures: Figures, at: int) -> list[int]:
    return sorted({int(key[at]) for key in figures})


def _table(figures: Figures) -> str:
    evenings, players = _sorted(figures, 0), _sorted(figures, 1)
    head = [
        "what",
        *(f"{count:,} players" for count in players),
        "growth",
        "of the answer",
        *(f"{players[1]}, {count:,} beside" for count in evenings[1:]),
        "growth",
    ]
    rows = [head, ["---", *["---:"] * (len(head) - 1)]]
    for what in dict.fromkeys(str(key[2]) for key in figures):
        by_size = [figures[0, count, what] for count in players]
        beside = [figures[count, players[1], what][0] for count in evenings]
        rows.append(
            [
                what,
                *(f"{milliseconds:.1f}" for milliseconds, _size in by_size),
                f"{by_size[-1][0] / by_size[0][0]:.1f}",
                f"{by_size[-1][1] / by_size[0][1]:.1f}",
                *(f"{milliseconds:.1f}" for milliseconds in beside[1:]),
                f"{beside[-1] / beside[0]:.2f}",
            ]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _picture(figures: Figures, by: int) -> str:
    """Return lines over the players (`by` 1), or over the evenings besides 176 players (0)."""
    steps, middle = _sorted(figures, by), _sorted(figures, 1)[1]
    lines = {
        what: [figures[(step, middle, what) if by == 0 else (0, step, what)][0] for step in steps]
        for what in DRAWN
    }
    top = max(max(line) for line in lines.values())
    marks = [mark for mark in (1, 3, 10, 30, 100, 300, 1000) if mark <= 1.5 * top]

    def across(at: int) -> float:
        return LEFT + at * (WIDE - LEFT - RIGHT) / (len(steps) - 1)

    def up(milliseconds: float) -> float:
        return HIGH - BELOW - log10(milliseconds) / log10(1.5 * top) * (HIGH - BELOW - TOP)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-size="12"'
        ' font-family="sans-serif">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        *(_grid(up(mark), f"{mark} ms") for mark in marks),
        *(_text(across(at), HIGH - BELOW + 18, f"{s:,}") for at, s in enumerate(steps)),
        _text((LEFT + WIDE - RIGHT) / 2, HIGH - 8, ("evenings beside", "players")[by]),
    ]
    heights = _apart([up(line[-1]) for line in lines.values()])
    for (what, line), dash, height in zip(lines.items(), DASHES, heights, strict=True):
        points = " ".join(f"{across(at):.0f},{up(each):.0f}" for at, each in enumerate(line))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="#17593c" stroke-width="2"'
            f' stroke-dasharray="{dash}"/>'
        )
        parts.append(f'<text x="{WIDE - RIGHT + 8}" y="{height + 4:.0f}">{what}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _grid(y: float, label: str) -> str:
    line = f'<path d="M{LEFT} {y:.0f}H{WIDE - RIGHT}" stroke="#ccc"/>'
    return f'{line}<text x="{LEFT - 6}" y="{y + 4:.0f}" text-anchor="end">{label}</text>'


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="middle">{text}</text>'


def _apart(heights: Sequence[float], least: float = 15) -> Iterable[float]:
    """Return the heights in order, moved apart so that their labels do not overlap."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved, lowest = dict.fromkeys(order, 0.0), float("-inf")
    for at in order:
        lowest = max(heights[at], lowest + least)
        moved[at] = lowest
    return [moved[at] for at in range(len(heights))]
