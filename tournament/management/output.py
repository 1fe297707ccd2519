"""Rows as text, JSON or CSV, the same for every command that lists something."""

import csv
import io
import json
from collections.abc import Collection, Mapping, Sequence

Row = Mapping[str, object]
# What makes a spreadsheet take a text for a formula.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def as_json(rows: Sequence[Row]) -> str:
    """One object per row, readable."""
    lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[{lines}]\n"


def as_csv(headings: Sequence[str], rows: Sequence[Row]) -> str:
    """Semicolons and a byte order mark, as a German Excel expects; nothing for None.

    A text that Excel would calculate gets an apostrophe before it. Numbers stay numbers.
    """
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, headings, delimiter=";", restval="")
    writer.writeheader()
    writer.writerows({key: _never_calculated(value) for key, value in row.items()} for row in rows)
    return "\N{BYTE ORDER MARK}" + buffer.getvalue()


def _never_calculated(value: object) -> object:
    """CSV cannot say that a cell is text, as a workbook can."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_SIGNS) else value


def as_text(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int] = ()
) -> str:
    """Columns as wide as their longest cell; those in `right` are aligned right."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]

    def cell(line: Sequence[str], column: int) -> str:
        width = widths[column]
        return line[column].rjust(width) if column in right else line[column].ljust(width)

    return "".join(
        "  ".join(cell(line, column) for column in range(len(widths))).rstrip() + "\n"
        for line in lines
    )
