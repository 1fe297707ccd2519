"""Rows as text or JSON, the same for every command that lists something."""

import json
from collections.abc import Mapping, Sequence

from tournament.lists.columns import Column, List, text_of

Row = Mapping[str, object]


def as_json(rows: Sequence[Row]) -> str:
    """Return one object per row, readable."""
    lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[{lines}]\n"


def as_text(listed: List) -> str:
    """Return columns as wide as their longest cell, figures right-aligned."""
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
