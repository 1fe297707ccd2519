"""A table that cannot be counted, and the figures the direction gives everybody there instead.

The DDV says nothing of it (rules.md 7.4): the direction decides, for a reason everybody reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.json_format import Malformed
from scoring.pattern import is_whole

AVERAGE = "average"
"""In place of a figure: the average of the other rounds of whoever sits there."""
LONGEST_REASON = 500
KEYS = ("ruling", "reason", "figures")


class Why(StrEnum):
    """Why a table cannot be counted."""

    LIST_LOST = "list_lost"
    BROKEN_UP = "broken_up"
    NOT_PLAYED = "not_played"


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why a table cannot be counted, the reason given, and the figure of each position.

    A figure is a whole number, or None for the average, which is counted anew until the standings
    are final.
    """

    why: Why
    reason: str
    figures: tuple[int | None, ...]


def average(points: Sequence[int]) -> int:
    """The average, rounded half up: 2.5 is 3 and −2.5 is −2; of nothing 0.

    Meant are the other rounds of one person that have a result, without those whose figure is an
    average itself.
    """
    count = len(points)
    return (2 * sum(points) + count) // (2 * count) if count else 0


def ruling_from_json(value: Any, size: int) -> Ruling:
    """Read a ruling about a table of this size strictly. Raises Malformed, naming the path."""
    if not isinstance(value, Mapping):
        raise Malformed("", "wrong_type", "object")
    for key in {**value, **dict.fromkeys(KEYS)}:
        if key not in KEYS or key not in value:
            raise Malformed(str(key), "missing_key" if key in KEYS else "unknown_key")
    if value["ruling"] not in list(Why):
        raise Malformed("ruling", "out_of_range", ", ".join(Why))
    why = Why(value["ruling"])
    return Ruling(why, _reason(value["reason"]), _figures(value["figures"], size))


def _reason(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Malformed("reason", "wrong_type", "text")
    if len(value) > LONGEST_REASON:
        raise Malformed("reason", "out_of_range", f"<= {LONGEST_REASON}")
    return value.strip()


def _figures(value: Any, size: int) -> tuple[int | None, ...]:
    if not isinstance(value, list | tuple):
        raise Malformed("figures", "wrong_type", "list")
    if len(value) != size:
        raise Malformed("figures", "wrong_length", str(size))
    return tuple(map(_figure, range(size), value))


def _figure(place: int, value: Any) -> int | None:
    if value == AVERAGE:
        return None
    if not is_whole(value):
        raise Malformed(f"figures[{place}]", "wrong_type", "figure_or_average")
    return value


def ruling_to_json(ruling: Ruling) -> dict[str, Any]:
    """A ruling as a version keeps it, and as a file brings it in."""
    figures = [AVERAGE if figure is None else figure for figure in ruling.figures]
    return {"ruling": str(ruling.why), "reason": ruling.reason, "figures": figures}
