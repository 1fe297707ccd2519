"""One game as it was played, and what it is worth: immutable values, seats counted from 1."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self

from scoring.terms import FOUR_TABLE, Played, RowKind

CARD_POINTS = 240
"""Card points (Augen) of all tricks together."""
NO_ABSAGE, NO_90, NO_60, NO_30, SCHWARZ = range(5)
"""Levels of an Absage; each includes the lower ones and the announcement (TSR 6.3.2, 6.4.3)."""
ABSAGEN = (NO_ABSAGE, NO_90, NO_60, NO_30, SCHWARZ)


class GameType(Played):
    """The kinds of game: those of the DDV, then those of other rule sets."""

    NORMAL = "normal"
    WEDDING = "wedding"
    SILENT_WEDDING = "silent_wedding"
    WEDDING_UNCLARIFIED = "wedding_unclarified"
    SOLO_DIAMONDS = "solo_diamonds"
    SOLO_HEARTS = "solo_hearts"
    SOLO_SPADES = "solo_spades"
    SOLO_CLUBS = "solo_clubs"
    SOLO_QUEENS = "solo_queens"
    SOLO_JACKS = "solo_jacks"
    SOLO_ACES = "solo_aces"
    POVERTY = "poverty"
    SOLO_KINGS = "solo_kings"
    BLACK_SOW = "black_sow"

    @property
    def is_announced_solo(self) -> bool:
        """Whether the soloist named it, as his compulsory or a voluntary solo (TSR 4.2, 4.3)."""
        return self not in _NOT_ANNOUNCED

    @property
    def is_alone(self) -> bool:
        """Whether one plays against three and counts threefold (TSR 7.2.4)."""
        return self not in _WITH_PARTNER


_WITH_PARTNER = frozenset((GameType.NORMAL, GameType.WEDDING, GameType.POVERTY))
_NOT_ANNOUNCED = _WITH_PARTNER | {
    GameType.SILENT_WEDDING,
    GameType.WEDDING_UNCLARIFIED,
    GameType.BLACK_SOW,
}


class SoloKind(StrEnum):
    """The capacity in which an announced solo was played."""

    COMPULSORY = "compulsory"
    VOLUNTARY = "voluntary"


class Party(StrEnum):
    """The two sides of a game; a soloist is Re."""

    RE = "re"
    KONTRA = "kontra"


class Special(NamedTuple):
    """The special points of one party, counted; "gegen die Alten" follows from the result.

    `doppelkopf`: tricks of 40 card points and more. `fox`: opponents' aces of diamonds caught.
    `karlchen`: 1 for the last trick taken with the jack of clubs (TSR 7.2.3).
    """

    doppelkopf: int = 0
    fox: int = 0
    karlchen: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Self:
        """Return the counts that are special points by the TSR."""
        return cls(*(counts.get(name, 0) for name in cls._fields))


NO_SPECIAL = Special()


class OptionalSpecial(NamedTuple):
    """Special points that only some rule sets count, for one party.

    `karlchen_lost`: its own jacks of clubs that fell to the opponents in the last trick.
    `heart_ten`: opponents' tens of hearts caught. `heart_trick`: tricks of hearts only. `fox_last`:
    foxes caught in the last trick, or winning it; `fox_first`: caught in the first.
    `karlchen_caught`: opponents' jacks of clubs caught in the last trick. `fox_end`: 1 for the last
    trick taken with a fox.
    """

    karlchen_lost: int = 0
    heart_ten: int = 0
    heart_trick: int = 0
    fox_last: int = 0
    fox_first: int = 0
    karlchen_caught: int = 0
    fox_end: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, int]) -> Self:
        """Return the counts that only some rule sets know."""
        return cls(*(counts.get(name, 0) for name in cls._fields))


NO_OPTIONAL = OptionalSpecial()


@dataclass(frozen=True, slots=True)
class Side:
    """One party: its seats, its announcements and achievements besides card points.

    `announced`: Re or Kontra, as announcement or reply. `absage`: the highest level, 0 for none.
    `no_trick`: it took no trick at all; a trick may be worth 0. `optional`: none by the TSR.
    `words`: where announcements stay with the player, whatever side he ends on, those that its
    players made, in place of `announced`; None elsewhere.
    """

    seats: tuple[int, ...]
    announced: bool = False
    absage: int = NO_ABSAGE
    no_trick: bool = False
    special: Special = NO_SPECIAL
    optional: OptionalSpecial = NO_OPTIONAL
    words: tuple[Party, ...] | None = None

    @property
    def special_counts(self) -> dict[str, int]:
        """All special points by their names."""
        return self.special._asdict() | self.optional._asdict()

    def with_special(self, counts: Mapping[str, int]) -> Self:
        """Return the party with these special points, named as in `special_counts`."""
        return replace(self, special=Special.of(counts), optional=OptionalSpecial.of(counts))

    @property
    def has_announced(self) -> bool:
        """Whether its announcement counts: said, or included in an Absage (TSR 6.3.2)."""
        if self.words is not None:
            return bool(self.words)
        return self.announced or self.absage > NO_ABSAGE

    def announcements(self, party: Party) -> tuple[Party, ...]:
        """Return the announcements that count, as the words said, of this party as a rule."""
        if self.words is not None:
            return self.words
        return (party,) if self.has_announced else ()


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `re_points`: card points of Re, 0 to 240; Kontra has the others."""

    game_type: GameType
    re: Side
    kontra: Side
    re_points: int
    solo_kind: SoloKind | None = None
    table_size: int = FOUR_TABLE

    @property
    def kontra_points(self) -> int:
        """Card points of Kontra."""
        return CARD_POINTS - self.re_points

    @property
    def kind(self) -> str:
        """The name of the kind of row in which the game stands (TSR 4.2.4, 4.3.2)."""
        return self.game_type.value if self.solo_kind is None else f"{self.solo_kind.value}_solo"

    @property
    def row_kind(self) -> RowKind:
        """The kind of the row in which the game stands on a list of the DDV."""
        return RowKind(self.kind)


class LineKind(StrEnum):
    """What a point is given for."""

    WON = "won"
    UNDER_90 = "under_90"
    UNDER_60 = "under_60"
    UNDER_30 = "under_30"
    NO_TRICK = "no_trick"
    ANNOUNCED = "announced"
    ABSAGE_90 = "absage_90"
    ABSAGE_60 = "absage_60"
    ABSAGE_30 = "absage_30"
    ABSAGE_SCHWARZ = "absage_schwarz"
    REACHED_120 = "reached_120"
    REACHED_90 = "reached_90"
    REACHED_60 = "reached_60"
    REACHED_30 = "reached_30"
    AGAINST_THE_QUEENS = "against_the_queens"
    DOPPELKOPF = "doppelkopf"
    FOX = "fox"
    KARLCHEN = "karlchen"
    # Beyond the TSR.
    KARLCHEN_LOST = "karlchen_lost"
    HEART_TEN = "heart_ten"
    HEART_TRICK = "heart_trick"
    FOX_LAST = "fox_last"
    FOX_FIRST = "fox_first"
    KARLCHEN_CAUGHT = "karlchen_caught"
    FOX_END = "fox_end"
    REACHED_120_BY_60 = "reached_120_by_60"
    REACHED_60_BY_60 = "reached_60_by_60"
    SOLO_AS_RE = "solo_as_re"
    DOUBLED = "doubled"
    SOLO_DOUBLED = "solo_doubled"
    DOUBLING_ROUND = "doubling_round"


class Line(NamedTuple):
    """One line of the breakdown.

    `rule`: paragraph of the TSR, or of the rule set. `party`: the party whose achievement or words
    it is about, which is not always the one that gets the points (an announcement counts for the
    winner). `re`: points from Re's view, before tripling.
    """

    rule: str
    kind: LineKind
    party: Party
    re: int


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a game: from Re's view and not tripled, except `points`.

    - `kind`: name of the kind of row. `winner` None: nobody won (TSR 7.1.3).
    - `value_re`: the sum of `base_re` (TSR 7.2.2) and `special_re` (TSR 7.2.3), and of the
      breakdown.
    - `points`: one figure per seat, tripled for a soloist, None for the sitting dealer of a
      five-table.
    - `announcements_added`: parties whose announcement was left out beside their Absage.
    - `schwarz_untold`: the party without card points not stated to have taken no trick; it may have
      taken one that is worth nothing.
    """

    kind: str
    winner: Party | None
    base_re: int
    special_re: int
    points: tuple[int | None, ...]
    breakdown: tuple[Line, ...]
    announcements_added: tuple[Party, ...] = ()
    schwarz_untold: Party | None = None

    @property
    def value_re(self) -> int:
        """The value of the game."""
        return self.base_re + self.special_re
