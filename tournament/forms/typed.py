"""The desk's fields: raw texts, and their parsed meaning.

Fields are a flat mapping of names to texts. The same mapping is posted, kept as a draft, shown
again after a refusal and compared after a conflict, so nothing typed is ever lost or rewritten.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from tournament.labels.points import MINUS
from tournament.shared.rules.typed import whole_number

Fields = Mapping[str, str]

TICKED = "on"
LONGEST_TEXT = 5_000
"""Far more than any field holds: excess is reported, together with all that was typed."""

_NAME = re.compile(r"[\w-]{1,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Problem:
    """A field with invalid text, so that no rule can be applied to it.

    `name` is the field, `row` its game. The sentence for `code` is in `tournament.labels.lines`.
    """

    name: str
    code: str
    row: int | None = None
    params: Mapping[str, object] = field(default_factory=dict)


def numbers_text(numbers: Iterable[int | None]) -> str:
    """Return start numbers in one text, as `numbers_in` reads them."""
    return " ".join(str(number) for number in numbers if number is not None)


def numbers_in(text: str) -> set[int]:
    """Return the numbers in a blank-separated text; other words are ignored."""
    return {number for number in map(whole_number, text.split()) if number is not None}


def version_number(text: str) -> int | None:
    """Return the version number that a page names; None for anything else."""
    number = whole_number(text)
    return number if number is not None and number > 0 else None


def mark_of(text: str) -> UUID | None:
    """Return the id a page has generated for what it sends; None without one."""
    try:
        return UUID(text)
    except ValueError:
        return None


def figure(text: str) -> int | str | None:
    """Return a figure of the list: whole number, None if empty, else the text itself."""
    if not text.strip():
        return None
    number = whole_number(text)
    return text if number is None else number


def seat_of(text: str, table_size: int) -> int | None:
    """Return the position at this table that a text names, if it does."""
    seat = whole_number(text)
    return seat if seat is not None and 1 <= seat <= table_size else None


def text_of(value: object) -> str:
    """Return a stored value as the text that would have been typed."""
    if value is None or value is False:
        return ""
    if value is True:
        return TICKED
    return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)


def json_object(body: bytes) -> dict[str, Any]:
    """Return what a script has sent; empty for anything but an object."""
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return sent if isinstance(sent, dict) else {}


def readable(raw: Mapping[str, object]) -> dict[str, str]:
    """Return the texts of the input whose names are valid field names.

    Texts far longer than any field are cut, and then refused as too long; what no database stores,
    zero bytes and halves of a surrogate pair, is removed.
    """
    return {
        name: value.replace("\x00", "")[:LONGEST_TEXT].encode(errors="ignore").decode()
        for name, value in raw.items()
        if isinstance(value, str) and _NAME.fullmatch(name)
    }
