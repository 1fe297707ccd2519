"""Rulings: figures the direction sets for a table that cannot be counted.

The DDV has no rule for it (rules.md 7.4): the direction decides, and publishes the reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.json_format import Malformed
from scoring.pattern import is_whole

AVERAGE = "average"
"""Stands for a figure: the average of the player's other rounds."""
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

    A figure is a whole number, or None for the average, which is recalculated until the standings
    are final.
    """

    why: Why
    reason: str
    figures: tuple[int | None, ...]


def average(points: Sequence[int]) -> int:
    """Return the average, rounded half up: 2.5 is 3 and −2.5 is −2; 0 for no points.

    `points` are one person's other rounds that have a result, without averages.
    """
    count = len(points)
    return (2 * sum(points) + count) // (2 * count) if count else 0


def ruling_from_json(value: Any, size: int) -> Ruling:
    """Parse a ruling about a table of this size strictly. Raises Malformed, naming the path."""
    if not isinstance(value, Mapping):
        raise Malformed("", "wrong_type", "object")
    for key in {**value, **dict.fromkeys(KEYS)}:
        if key not in KEYS or key not in value:
            raise Malformed(str(key), "missing_key" if key in KEYS else "unknown_key")
    if value["ruling"] not in list(Why):
        raise Malformed("ruling", "out_of_range", ", ".join(Why))
    reason, figures = value["reason"], value["figures"]
    if not isinstance(reason, str) or not reason.strip():
        raise Malformed("reason", "wrong_type", "text")
    if len(reason) > LONGEST_REASON:
        raise Malformed("reason", "out_of_range", f"<= {LONGEST_REASON}")
    if not isinstance(figures, list | tuple):
        raise Malformed("figures", "wrong_type", "list")
    if len(figures) != size:
        raise Malformed("figures", "wrong_length", str(size))
    for place, figure in enumerate(figures):
        if figure != AVERAGE and not is_whole(figure):
            raise Malformed(f"figures[{place}]", "wrong_type", "figure_or_average")
    given = tuple(None if figure == AVERAGE else figure for figure in figures)
    return Ruling(Why(value["ruling"]), reason.strip(), given)


def ruling_to_json(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling in the form of versions and import files."""
    figures = [AVERAGE if figure is None else figure for figure in ruling.figures]
    return {"ruling": str(ruling.why), "reason": ruling.reason, "figures": figures}
