"""What may decide between equal totals. There is no official tie-break: the default is none."""

from collections.abc import Callable
from dataclasses import dataclass

RoundPoints = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One criterion: its code, and the key of a player's rounds; the greater key is better.

    A round without a result counts 0, as it does in the total.
    """

    code: str
    key: Callable[[RoundPoints], tuple[int, ...]]


def _backwards(rounds: RoundPoints) -> tuple[int, ...]:
    return tuple(points or 0 for points in reversed(rounds))


def _best(rounds: RoundPoints) -> tuple[int, ...]:
    return (max((points or 0 for points in rounds), default=0),)


LAST_ROUNDS = TieBreak("last_rounds", _backwards)
"""The last round decides, then the one before it, and so on."""
BEST_ROUND = TieBreak("best_round", _best)
"""The best single round decides."""

TIE_BREAKS = {tie_break.code: tie_break for tie_break in (LAST_ROUNDS, BEST_ROUND)}
"""Every criterion by its code."""
