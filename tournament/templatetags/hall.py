"""The hall as a picture, SVG made here, so that it prints and needs no script."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django import template

from tournament.labels.rounds import BOARD_STATES, SHAPES, table_words
from tournament.models import Round, Tournament
from tournament.rounds.reads.board import Board, BoardTable
from tournament.seating.reads.plans import places_in_hall
from tournament.seating.rules import Arrivals, Spot, arranged

register = template.Library()

WIDE, HIGH, GAP = 76, 60, 8
MOST_ON_PHONES = 7
"""Columns that fit on a phone's screen."""
CURVE_WIDE, CURVE_HIGH = 600, 72


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table in the picture: its upper left corner; `aside`: not one of those asked for."""

    table: BoardTable
    x: int
    y: int
    aside: bool

    @property
    def says(self) -> str:
        """The table's state in words."""
        on, awaits = self.table, self.table.awaits_direction
        return table_words(on.number, on.state, on.due_since, awaits_direction=awaits)


@dataclass(frozen=True, slots=True)
class Hall:
    """The picture of a hall: its size, and its tables from front to back."""

    width: int
    height: int
    tables: list[Drawn]
    table_width: int = WIDE - GAP
    table_height: int = HIGH - GAP

    @property
    def is_wide(self) -> bool:
        """Whether it scrolls on a phone, so that the numbers stay legible."""
        return self.width > MOST_ON_PHONES * WIDE


@register.inclusion_tag("components/hall_map.html", takes_context=True)
def hall_map(
    context: template.Context,
    tournament: Tournament,
    round: Round,
    board: Board,
    asked_for: Collection[int] | None = None,
) -> dict[str, object]:
    """Return a round's tables where they stand, coloured as on the board; no query.

    asked_for: the relevant tables, default all; others are pale. No links if the page `is_public`.
    """
    tables = {table.number: table for table in board.tables}
    spots = arranged(tables, places_in_hall(tournament))
    wanted = tables.keys() if asked_for is None else asked_for
    in_order = sorted(spots.items(), key=lambda each: (each[1].row, each[1].column))
    drawn = [
        Drawn(tables[number], spot.column * WIDE, spot.row * HIGH, number not in wanted)
        for number, spot in in_order
    ]
    columns = 1 + max((spot.column for spot in spots.values()), default=0)
    rows = 1 + max((spot.row for spot in spots.values()), default=0)
    counts = [(state, board.counts[state]) for state in board.states if board.counts.get(state)]
    return {
        "tournament": tournament,
        "round": round,
        "hall": Hall(columns * WIDE, rows * HIGH, drawn),
        "counts": counts,
        "is_public": context.get("is_public", False),
    }


@register.inclusion_tag("components/hall_grid.html")
def hall_grid(spots: Mapping[int, Spot], columns: int, rows: int) -> dict[str, object]:
    """Return the tables as pieces on a grid of this size, which hall.js moves."""
    pieces = [(number, spot, spot.column * WIDE, spot.row * HIGH) for number, spot in spots.items()]
    return {
        "pieces": pieces,
        "columns": columns,
        "rows": rows,
        "hall": Hall(columns * WIDE, rows * HIGH, []),
        "wide": WIDE,
        "high": HIGH,
    }


@register.inclusion_tag("components/sheets_curve.html")
def sheets_curve(arrivals: Arrivals) -> dict[str, object]:
    """Return how many sheets came in per minute, as a small curve; no query."""
    highest = max(arrivals.counts)
    last = max(len(arrivals.counts) - 1, 1)
    points = [
        (at * CURVE_WIDE // last, CURVE_HIGH - count * CURVE_HIGH // highest)
        for at, count in enumerate(arrivals.counts)
    ]
    line = " ".join(f"{x},{y}" for x, y in points)
    return {
        "arrivals": arrivals,
        "highest": highest,
        "all": sum(arrivals.counts),
        "line": line,
        "area": f"0,{CURVE_HIGH} {line} {points[-1][0]},{CURVE_HIGH}",
        "box_width": CURVE_WIDE + 4,
        "box_height": CURVE_HIGH + 8,  # the line has a width, too
    }


@register.filter
def state_word(state: str) -> str:
    """Return the board's word for a state."""
    return str(BOARD_STATES[state])


@register.filter
def state_shape(state: str) -> str:
    """Return the shape of a state, shown beside its word."""
    return SHAPES[state]
