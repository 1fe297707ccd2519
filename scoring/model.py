"""What a score sheet is: immutable values, seats counted from 1, tuples in seat order."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

FOUR_TABLE = 4
FIVE_TABLE = 5
DEFAULT_GAMES: Mapping[int, int] = {FOUR_TABLE: 24, FIVE_TABLE: 30}  # TSR 8.5.1, 10.1.5
MOST_GAMES = 15  # per position: no tournament plays longer rounds
MOST_ROWS_TOO_MANY = 10

Figure = int | float | str | bool | None
"""One typed figure: a whole number, None where nothing stands, or what was typed instead.

Only whole numbers count; the others are kept so that the check can name them.
"""

Figures = tuple[Figure, ...]


class RowKind(StrEnum):
    """What was played in a row."""

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
        """Whether a solo was announced: the weddings that end alone are none (TSR 4.4.3, 4.4.5)."""
        return self in (RowKind.COMPULSORY_SOLO, RowKind.VOLUNTARY_SOLO)

    @property
    def is_normal_rubric(self) -> bool:
        """Whether the row stands among the normal games: all but the compulsory solo (4.2.4)."""
        return self is not RowKind.COMPULSORY_SOLO


@dataclass(frozen=True, slots=True)
class Row:
    """One game of the list.

    `points` is the game alone, without penalties, with None for the sitting dealer of a
    five-table. `dealer` None means: not written down; `out_of_turn`: somebody says that it was not
    his turn, and that nobody complained in time (TSR 3.3.10, 9.6.3). `cumulative` holds the running
    totals, penalties included, or None where none were written.
    """

    no: int
    kind: RowKind
    points: Figures
    dealer: int | None = None
    soloist: int | None = None
    forced: bool = False
    cumulative: Figures | None = None
    detail: Mapping[str, Any] | None = None
    out_of_turn: bool = False

    @property
    def dealer_told(self) -> int | None:
        """Who dealt: by the word of the row, or at a five-table by its only empty seat."""
        if self.dealer is None and len(self.points) == FIVE_TABLE:
            return self.only_empty_seat
        return self.dealer

    @property
    def only_empty_seat(self) -> int | None:
        """The only seat without a figure, None when there are more or none."""
        empty = [seat for seat, figure in enumerate(self.points, start=1) if figure is None]
        return empty[0] if len(empty) == 1 else None


@dataclass(frozen=True, slots=True)
class Penalty:
    """Penalty points under a paragraph of the TSR, awarded and initialled by the referee (8.2.2).

    `row` is the number of the row whose running totals first contain it; None only beside
    bare totals. The sitting dealer of a five-table has None in `points`.
    """

    row: int | None
    rule: str
    offender: int
    points: Figures
    initials: str = ""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The list of one table and round, row by row.

    `time_limit_after_row` is the last row whose dealing began before time was up, None when it
    never was; `struck_games` counts the normal games that lapsed by it (TSR 8.6). `totals` are
    the figures at the foot of the list, None when there are none to compare.
    """

    table_size: int
    rows: tuple[Row, ...]
    games: int | None = None
    time_limit_after_row: int | None = None
    struck_games: int = 0
    penalties: tuple[Penalty, ...] = ()
    totals: Figures | None = None

    @property
    def planned_games(self) -> int:
        """Number of games of the round, compulsory solos included."""
        return DEFAULT_GAMES[self.table_size] if self.games is None else self.games

    @property
    def rows_too_many(self) -> int:
        """How many rows and struck games there are beyond the planned games; below 0: missing."""
        return len(self.rows) + self.struck_games - self.planned_games

    @property
    def is_beyond_mending(self) -> bool:
        """Whether nothing is looked for that might mend the list: it has far too many rows."""
        games = min(self.planned_games, MOST_GAMES * self.table_size)
        return len(self.rows) > games + MOST_ROWS_TOO_MANY


@dataclass(frozen=True, slots=True)
class TotalsSheet:
    """The result of one table and round as bare totals, penalties included."""

    table_size: int
    totals: Figures
    games_played: int
    compulsory_solos: tuple[int, ...]
    penalties: tuple[Penalty, ...] = ()
    games: int | None = None

    @property
    def planned_games(self) -> int:
        """Number of games of the round, compulsory solos included."""
        return DEFAULT_GAMES[self.table_size] if self.games is None else self.games
