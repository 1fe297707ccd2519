"""Arguments shared by commands (a day, the rules of a tournament), and lists as text or JSON."""

import json
import re
from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.core.management.base import CommandParser

from scoring.json_format import NotJson, Unreadable, parse
from scoring.rulesets import DDV, RULE_SETS
from tournament.lists.columns import List, text_of


def iso_date(text: str) -> date:
    """Parse a calendar day; the other ISO forms (weeks, no hyphens) are surely typing errors."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError(text)
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"not a date like 2026-09-12: {text}") from error


LONGEST_SHOWN = 200


def add_rules(parser: CommandParser) -> None:
    """Add `--rules` and `--options` to a command; default are the DDV's."""
    parser.add_argument("--rules", choices=sorted(RULE_SETS), default=DDV.name)
    parser.add_argument(
        "--options", type=_json, default={}, help="options of the rules, a JSON object"
    )


def _json(text: str) -> Any:
    try:
        options = parse(text)
        if not isinstance(options, Unreadable):
            return options
    except NotJson:
        pass
    raise ArgumentTypeError(f"no JSON: {text[:LONGEST_SHOWN]}")


def as_json(rows: Sequence[Mapping[str, object]]) -> str:
    """Return one object per row, readable."""
    lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[{lines}]\n"


def as_text(listed: List) -> str:
    """Return columns as wide as their longest cell, figures right-aligned."""
    rows = [[column.heading for column in listed.columns]]
    for each in listed.by_key():
        cells = zip(listed.columns, each.values(), strict=True)
        rows.append([text_of(column, value) for column, value in cells])
    widths = [max(map(len, texts)) for texts in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        placed = zip(listed.columns, row, widths, strict=True)
        padded = (text.ljust(n) if each.is_text else text.rjust(n) for each, text, n in placed)
        lines.append("  ".join(padded).rstrip() + "\n")
    return "".join(lines)
