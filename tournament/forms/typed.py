"""What stands in the fields of the desk: texts as typed, and what they mean where they mean it.

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
"""Far more than any field holds: what is too long is told, with all that was typed."""

_NAME = re.compile(r"[\w-]{1,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Problem:
    """A field that does not hold what belongs there, so that no rule can look at it.

    `name` is the field, `row` the game it stands in. The sentence for `code` stands in
    `tournament.labels.lines`.
    """

    name: str
    code: str
    row: int | None = None
    params: Mapping[str, object] = field(default_factory=dict)


def numbers_text(numbers: Iterable[int | None]) -> str:
    """Start numbers in one field, as `numbers_in` reads them."""
    return " ".join(str(number) for number in numbers if number is not None)


def numbers_in(text: str) -> set[int]:
    """The numbers in a text with blanks between them; anything else is none."""
    return {number for number in map(whole_number, text.split()) if number is not None}


def version_number(text: str) -> int | None:
    """The number of the version that a page names; None for anything else."""
    number = whole_number(text)
    return number if number is not None and number > 0 else None


def mark_of(text: str) -> UUID | None:
    """The mark a page has made up for what it sends; None where there is none."""
    try:
        return UUID(text)
    except ValueError:
        return None


def figure(text: str) -> int | str | None:
    """A figure of the list: whole number, None where nothing stands, else the text itself."""
    if not text.strip():
        return None
    number = whole_number(text)
    return text if number is None else number


def seat_of(text: str, table_size: int) -> int | None:
    """The position a text names at this table, if it does."""
    seat = whole_number(text)
    return seat if seat is not None and 1 <= seat <= table_size else None


def text_of(value: object) -> str:
    """A stored value as the text that would have been typed."""
    if value is None or value is False:
        return ""
    if value is True:
        return TICKED
    return str(value).replace("-", MINUS) if isinstance(value, int) else str(value)


def json_object(body: bytes) -> dict[str, Any]:
    """What a script has sent; empty for anything that is no object."""
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return sent if isinstance(sent, dict) else {}


def readable(raw: Mapping[str, object]) -> dict[str, str]:
    """The texts among what came in, under names that fields have.

    What is longer than any field by far is cut, and refused as it is; what no database holds, zero
    bytes and halves of a surrogate pair, is left out.
    """
    return {
        name: value.replace("\x00", "")[:LONGEST_TEXT].encode(errors="ignore").decode()
        for name, value in raw.items()
        if isinstance(value, str) and _NAME.fullmatch(name)
    }
