"""Arguments shared by commands: a day, and the rules of a tournament."""

import re
from argparse import ArgumentTypeError
from datetime import date
from typing import Any

from django.core.management.base import CommandParser

from scoring.json_format import NotJson, Unreadable, parse
from scoring.rulesets import DDV, RULE_SETS


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
