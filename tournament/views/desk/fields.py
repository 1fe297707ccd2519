"""The fields of the entry form as the templates draw them: names, texts, proposals.

The page gets errors of fields from the check, on loading and while the user types.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.forms.line_sheets import LinesForm
from tournament.forms.score_sheets import BOOKED, LOSS, PARTS, PenaltyLine, SheetForm, next_line
from tournament.shared.rules.typed import text_of
from tournament.sheets.rules.penalties_in_totals import identity


@dataclass(frozen=True, slots=True)
class Cell:
    """One field: its name, its text, the position it belongs to."""

    name: str
    text: str
    seat: int | None = None
    proposal: str = ""
    is_wrong: bool = False


def cell(form: SheetForm, name: str, seat: int | None = None) -> Cell:
    """Return a field as typed."""
    return Cell(name, form.fields.get(name, ""), seat)


def cells_of_seats(form: SheetForm, name: str) -> list[Cell]:
    """Return the fields of this name, one per position."""
    return [cell(form, f"{name}{seat}", seat) for seat in form.seats]


def line_rows(form: LinesForm) -> list[dict[str, object]]:
    """Return all games of the list, typed or not: dealer, line, running totals."""
    return [
        {
            "number": number,
            "dealer": dealer,
            "line": form.line_text(number),
            "paper": form.paper_text(number),
        }
        for number, dealer in enumerate(form.dealers, start=1)
    ]


def penalty_rows(form: SheetForm, awarded: Iterable[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return the penalty lines with content; a totals form gets one spare line to type into.

    The referee's penalties are read-only.
    """
    known = [identity(penalty) for penalty in awarded]
    spare = None if isinstance(form, LinesForm) else next_line(form.fields, form.at)
    lines = [*form.penalties, *([spare] if spare else [])]
    return [_penalty_row(form, line, identity(line.typed()) in known) for line in lines]


def _penalty_row(form: SheetForm, line: PenaltyLine, is_awarded: bool) -> dict[str, object]:
    """Return the fields of a line by name; `hidden` are those submitted where it is read-only.

    `booked` asks whether bare totals contain a penalty of the referee.
    """
    by_rule = form.points_by_rule(line) or []
    proposals = dict(enumerate(("–" if each is None else text_of(each) for each in by_rule), 1))
    cells = {part: cell(form, line.name(part)) for part in PARTS}
    points = [
        Cell(line.name(f"p{seat}"), line.text(f"p{seat}"), seat, proposals.get(seat, ""))
        for seat in form.seats
    ]
    return {
        **cells,
        "number": line.number,
        "is_awarded": is_awarded,
        "points": points,
        "hidden": [*(each for part, each in cells.items() if part not in ("row", LOSS)), *points],
        "booked": cell(form, line.name(BOOKED)) if line.name(BOOKED) in form.fields else None,
    }
