"""Rows as text, JSON or CSV, the same for every command that lists something."""

import csv
import io
import json
from collections.abc import Mapping, Sequence

from tournament.lists.columns import Column, List, text_of

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


def as_text(listed: List) -> str:
    """Columns as wide as their longest cell; figures are aligned right."""
    rows = [
        [text_of(column, value) for column, value in zip(listed.columns, row.values(), strict=True)]
        for row in listed.by_key()
    ]
    lines = [[column.heading for column in listed.columns], *rows]
    widths = [max(map(len, texts)) for texts in zip(*lines, strict=True)]

    def cell(column: Column, text: str, width: int) -> str:
        return text.ljust(width) if column.is_text else text.rjust(width)

    return "".join(
        "  ".join(map(cell, listed.columns, line, widths)).rstrip() + "\n" for line in lines
    )
