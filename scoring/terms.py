"""Terms common to all rules: sizes of tables, typed figures, kinds of rows."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeGuard

FOUR_TABLE = 4
FIVE_TABLE = 5
SIX_TABLE = 6
SEVEN_TABLE = 7
DEFAULT_GAMES: Mapping[int, int] = {FOUR_TABLE: 24, FIVE_TABLE: 30}  # TSR 8.5.1, 10.1.5
MOST_GAMES = 15  # per position: no tournament plays longer rounds
PLAYERS = 4

Figure = int | float | str | bool | None
"""One typed figure: an integer, None for nothing, or what was typed instead.

Only integers count; the others are kept so that the check can report them.
"""

Figures = tuple[Figure, ...]
MINUS, NONE_YET = "\N{MINUS SIGN}", "\N{EN DASH}"


def is_whole(figure: Figure) -> TypeGuard[int]:
    """Whether a typed figure is an integer."""
    return type(figure) is int


def signed(figure: Figure) -> str:
    """Return a figure with its sign, a dash for none; any other text as it is."""
    if figure is None:
        return NONE_YET
    if not is_whole(figure):
        return str(figure)
    return f"+{figure}" if figure > 0 else str(figure).replace("-", MINUS)


def figures(points: Iterable[Any]) -> str:
    """Return figures in the order of the positions: "+3 / +1 / −2 / −2"."""
    return " / ".join(map(signed, points))


def dealer_sits_out(table_size: int) -> bool:
    """Whether one more sits at a table than can play, by any rules (TSR 10.1.1)."""
    return table_size in (FIVE_TABLE, SEVEN_TABLE)


class Played(StrEnum):
    """The kind of a row; `RowKind` by the DDV, other rules have more or others."""

    @property
    def is_alone(self) -> bool:
        """Whether a soloist plays against all others."""
        raise NotImplementedError

    @property
    def is_announced_solo(self) -> bool:
        """Whether a solo was announced."""
        raise NotImplementedError

    @property
    def is_normal_rubric(self) -> bool:
        """Whether the row counts as a normal game: all except the compulsory solo (4.2.4)."""
        return self != RowKind.COMPULSORY_SOLO


class RowKind(Played):
    """The kind of a row of the DDV."""

    NORMAL = "normal"
    WEDDING = "wedding"
    WEDDING_UNCLARIFIED = "wedding_unclarified"
    SILENT_WEDDING = "silent_wedding"
    VOLUNTARY_SOLO = "voluntary_solo"
    COMPULSORY_SOLO = "compulsory_solo"

    @property
    def is_alone(self) -> bool:
        """Whether one plays against three and counts threefold (TSR 7.2.4)."""
        return self not in (RowKind.NORMAL, RowKind.WEDDING)

    @property
    def is_announced_solo(self) -> bool:
        """Whether a solo was announced: weddings that become solos were not (TSR 4.4.3, 4.4.5)."""
        return self in (RowKind.COMPULSORY_SOLO, RowKind.VOLUNTARY_SOLO)
