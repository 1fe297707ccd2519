"""Days on the command line."""

import re
from argparse import ArgumentTypeError
from datetime import date


def iso_date(text: str) -> date:
    """A day of the calendar; the other ISO forms (weeks, no hyphens) are nobody's intention."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError(text)
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"not a date like 2026-09-12: {text}") from error
