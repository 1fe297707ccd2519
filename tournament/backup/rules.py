"""Rules of copies: names, which are kept, and when the last one is too old."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

LATEST, HOURS, DAYS, UPDATES = 12, 24, 14, 3
MINUTES_OF_WORK = 10
"""The longest time until written data is copied."""
TOO_OLD_MINUTES = 25
"""After this time uncopied data is an alarm: two copies have failed."""
TIMER_TOO_OLD_MINUTES = 120
"""The same for an hourly timer: it has failed twice, or was never started."""
_NAME = re.compile(r"kreuzdame-(\d{8}T\d{6})Z(?:-([a-z]+))?\.(?:sqlite3|dump)")
_TIME = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True)
class CopyName:
    """The parts of a copy's name: time and occasion ("" for the regular copies).

    The occasions: round, deletion, update, button, and `aside` for what a restore has set aside.
    """

    made_at: datetime
    occasion: str = ""


def file_name(name: CopyName, ending: str = "sqlite3") -> str:
    """Return a file name in UTC, so that names sort by time even when clocks change."""
    occasion = f"-{name.occasion}" if name.occasion else ""
    return f"kreuzdame-{name.made_at.astimezone(UTC).strftime(_TIME)}Z{occasion}.{ending}"


def copy_name(text: str) -> CopyName | None:
    """Parse a file name; None for a file that is no copy."""
    found = _NAME.fullmatch(text)
    try:
        made_at = datetime.strptime(found[1], _TIME).replace(tzinfo=UTC) if found else None
    except ValueError:  # such as month 13
        return None
    return CopyName(made_at, found[2] or "") if found and made_at else None


def kept(copies: Iterable[CopyName]) -> set[CopyName]:
    """Return the copies to keep: the latest, the last per hour and day, and before updates.

    Only hours and days with copies are counted: a club that plays once a month keeps those of a
    year. Copies set aside are always kept.
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
