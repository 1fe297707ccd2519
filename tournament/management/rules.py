"""The arguments that name the rules of a tournament."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandParser

from scoring.json_format import NotJson, Unreadable, parse
from scoring.rulesets import DDV, RULE_SETS

LONGEST_SHOWN = 200


def add_rules(parser: CommandParser) -> None:
    """Let a command take `--rules` and `--options`; the DDV's without them."""
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
