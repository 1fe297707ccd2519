"""Copies of the database: their names, which of them are kept, and when the last one is too old."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

LATEST, HOURS, DAYS, UPDATES = 12, 24, 14, 3
MINUTES_OF_WORK = 10
"""So long something written waits at most until it is copied."""
TOO_OLD_MINUTES = 25
"""From then on what was written and not copied is an alarm: two copies have failed."""
TIMER_TOO_OLD_MINUTES = 120
"""The same where a timer looks every hour: it has failed twice, or nobody has started it."""
_NAME = re.compile(r"kreuzdame-(\d{8}T\d{6})Z(?:-([a-z]+))?\.(?:sqlite3|dump)")
_TIME = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class CopyName:
    """What the name of a copy says: when it was made, and before or after what ("" for the time).

    The occasions: round, deletion, update, button, and `aside` for what a restore has set aside.
    """

    made_at: datetime
    occasion: str = ""


def file_name(name: CopyName, ending: str = "sqlite3") -> str:
    """In world time, so that names sort as the copies were made, in the autumn as well."""
    occasion = f"-{name.occasion}" if name.occasion else ""
    return f"kreuzdame-{name.made_at.astimezone(UTC).strftime(_TIME)}Z{occasion}.{ending}"


def copy_name(text: str) -> CopyName | None:
    """What a file's name says; None for a file that is no copy."""
    found = _NAME.fullmatch(text)
    try:
        made_at = datetime.strptime(found[1], _TIME).replace(tzinfo=UTC) if found else None
    except ValueError:  # the thirteenth month
        return None
    return CopyName(made_at, found[2] or "") if found and made_at else None


def kept(copies: Iterable[CopyName]) -> set[CopyName]:
    """Those that stay: the latest, the last of each hour, of each day, and before updates.

    Counted are hours and days on which there were copies: a club that plays once a month keeps
    those of a year. What was set aside stays always.
    """
    ordered = sorted(copies, key=lambda each: each.made_at, reverse=True)
    updates = [each for each in ordered if each.occasion == "update"][:UPDATES]
    aside = {each for each in ordered if each.occasion == "aside"}
    by_hour = _last_of_each(ordered, lambda made_at: made_at.replace(minute=0, second=0))
    by_day = _last_of_each(ordered, lambda made_at: made_at.date())
    return {*ordered[:LATEST], *by_hour[:HOURS], *by_day[:DAYS], *updates, *aside}


def _last_of_each(ordered: list[CopyName], span: Callable[[datetime], object]) -> list[CopyName]:
    last: dict[object, CopyName] = {}
    for each in ordered:
        last.setdefault(span(each.made_at), each)
    return [*last.values()]
