"""Name, date and slug of the next evening."""

import re
from calendar import monthrange
from collections.abc import Collection
from datetime import date

from tournament.shared.rules.names import UMLAUTS

_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?!\d)")
_DATE = re.compile(r"\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4}\b)?")
_NO_SLUG = re.compile(r"[^a-z0-9]+")


def next_name(name: str, day: date | None) -> str:
    """Return the name with the next number: "Abend 3" to "Abend 4", "Abend" to "Abend 2".

    A year is no number. A date becomes the new `day`: "Pokal am 23.12.2026" to "Pokal am
    23.1.2027".
    """
    if _DATE.search(name):
        return _DATE.sub(f"{day.day}.{day.month}.{day.year}", name) if day else name
    found = list(_NUMBER.finditer(name))
    if not found:
        return f"{name} 2"
    last = found[-1]
    return f"{name[: last.start()]}{int(last[0]) + 1}{name[last.end() :]}"


def month_later(day: date) -> date:
    """Return the same day of the next month, or its last day if that is shorter."""
    year, month = divmod(day.year * 12 + day.month, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def free_slug(name: str, taken: Collection[str], most: int = 60) -> str:
    """Return an unused slug made from a name: "Märzabend" as "maerzabend-2"."""
    letters = name.casefold().translate(UMLAUTS | {ord("ß"): "ss"})
    stem = _NO_SLUG.sub("-", letters).strip("-")[: most - 4].strip("-") or "abend"
    names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return next(each for each in names if each not in taken)
