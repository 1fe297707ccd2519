"""The list lane in tests: a sheet typed line by line."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.model import ScoreSheet
from scoring.notation import letters_of, line_of
from tournament.forms.score_sheets import LinesForm
from tournament.sheets.rules.table_rules import TableRules


def typed_lines(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Return the lines of a sheet in its public form, as short as they can be."""
    return {
        name: text
        for name, text in _form(sheet).fields.items()
        if name[0] == "l" or name in ("time_limit", "struck")
    }


def typed_stands(sheet: Mapping[str, Any]) -> dict[str, str]:
    """Return the running totals of a sheet; the lines hold only the letter of a solo."""
    typed = {name: text for name, text in typed_lines(sheet).items() if name[0] != "l"}
    running = [0] * sheet["table_size"]
    for line in _form(sheet).lines[: len(sheet["rows"])]:
        running = [now + (figure or 0) for now, figure in zip(running, line.points, strict=True)]
        typed[f"s{line.number}"] = " ".join(map(str, running))
        row = line.game.as_row(line.number)
        typed[f"l{line.number}"] = letters_of(row).rstrip("12345")
    return typed


def _form(sheet: Mapping[str, Any]) -> LinesForm:
    size = sheet["table_size"]
    games = sheet.get("games") or {4: 24, 5: 30}[size]
    return LinesForm.of_content(sheet, TableRules(size, games))


def typed_as_written(sheet: ScoreSheet) -> dict[str, str]:
    """Return a paper with its slips: the line of each game where there is one, else its figures.

    Running totals and totals are typed as well, for comparison.
    """
    typed = {
        "time_limit": str(sheet.time_limit_after_row or ""),
        "struck": str(sheet.struck_games or ""),
    }
    for place, row in enumerate(sheet.rows, start=1):
        penalties = [penalty for penalty in sheet.penalties if penalty.row == row.no]
        typed[f"l{place}"] = line_of(row, penalties)
        if row.cumulative is not None:
            typed[f"s{place}"] = " ".join(map(str, row.cumulative))
    for seat, total in enumerate(sheet.totals or (), start=1):
        typed[f"t{seat}"] = str(total)
    return typed


def as_written(sheet: ScoreSheet) -> ScoreSheet:
    """Return the same as the lane has it: dealers and game numbers are not typed."""
    rows = tuple(replace(row, no=place, dealer=None) for place, row in enumerate(sheet.rows, 1))
    return replace(sheet, rows=rows)
