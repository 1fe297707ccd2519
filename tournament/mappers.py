"""Between what the database holds of a score sheet and the plain values of the rules.

The content of a version is the public form of a sheet, complete: dealers, running totals and
totals are filled in where nobody wrote them down, so that the same list is the same content,
however much of it was typed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.deal import Deal, time_is_up
from scoring.json_format import sheet_to_json, totals_to_json
from scoring.model import Penalty as BookedPenalty
from scoring.model import ScoreSheet, TotalsSheet
from tournament.models import GameTable, Penalty, SheetKind


def sheet_content(table: GameTable, kind: SheetKind, content: Mapping[str, Any]) -> dict[str, Any]:
    """The content with the tournament's number of games and the table's size where it has none.

    Bare totals do not name the size: there are as many as players.
    """
    known: dict[str, Any] = {"games": table.round.tournament.games(table.size)}
    if kind == SheetKind.ROWS:
        known["table_size"] = table.size
    given = {key: value for key, value in content.items() if value is not None or key not in known}
    return {**known, **given}


def stored_content(sheet: ScoreSheet | TotalsSheet) -> dict[str, Any]:
    """A sheet as a version keeps it."""
    return totals_to_json(sheet) if isinstance(sheet, TotalsSheet) else sheet_to_json(sheet)


def completed(sheet: ScoreSheet) -> ScoreSheet:
    """The list with dealer and running totals in every row, and its totals.

    Only for a list without errors: there the dealers follow from the rotation, and whatever
    running totals it has are those that are filled in. A penalty without a row belongs to the
    last one.
    """
    deal = Deal.first(sheet.table_size, sheet.planned_games)
    last = len(sheet.rows)
    penalties = tuple(replace(penalty, row=penalty.row or last) for penalty in sheet.penalties)
    running = [0] * sheet.table_size
    rows = []
    for number, row in enumerate(sheet.rows, start=1):
        time_up = time_is_up(sheet, number)
        booked = [penalty.points for penalty in penalties if penalty.row == number]
        running = _added(running, [row.points, *booked])
        rows.append(replace(row, dealer=deal.dealer_now(time_up), cumulative=tuple(running)))
        if row.kind.is_normal_rubric or row.soloist is None:
            deal = deal.after_normal()
        else:
            deal = deal.after_compulsory(row.soloist, time_up)
    return replace(sheet, rows=tuple(rows), penalties=penalties, totals=tuple(running))


def without_running_totals(content: Mapping[str, Any]) -> dict[str, Any]:
    """A stored list to which something is going to be changed: its sums are to be made anew."""
    rows = [{**row, "cumulative": None} for row in content["rows"]]
    return {**content, "rows": rows, "totals": None}


def penalty_content(penalty: Penalty) -> dict[str, Any]:
    """A penalty as it stands on a sheet."""
    return {
        "row": penalty.row,
        "rule": penalty.rule,
        "offender": penalty.offender,
        "points": penalty.points,
        "initials": penalty.initials,
    }


def same_penalty(penalty: Penalty, booked: BookedPenalty) -> bool:
    """Whether the sheet's penalty is this one; in which row it is booked the sheet tells."""
    return (penalty.rule, penalty.offender, tuple(penalty.points)) == (
        booked.rule,
        booked.offender,
        booked.points,
    )


def _added(running: list[int], points: Iterable[tuple[Any, ...]]) -> list[int]:
    """Running totals after one more row; the dealer who sits out has no figure."""
    return [sum(figure or 0 for figure in column) for column in zip(running, *points, strict=True)]
