"""The list lane in tests: a sheet as somebody types it line by line."""

from collections.abc import Mapping
from typing import Any

from tournament.forms.list_lines import LinesForm, letters_of
from tournament.forms.row_sheets import RowsForm


def typed_lines(sheet: Mapping[str, Any]) -> dict[str, str]:
    """The lines of a sheet in its public form, as short as they can be."""
    return {
        name: text
        for name, text in _form(sheet).fields.items()
        if name[0] == "l" or name in ("time_limit", "struck")
    }


def typed_stands(sheet: Mapping[str, Any]) -> dict[str, str]:
    """The running totals of a sheet, with nothing in the lines but the letter of a solo."""
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
    return LinesForm.of_rows(RowsForm.of_content(sheet, size, games))
