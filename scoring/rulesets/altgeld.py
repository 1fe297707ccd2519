"""Doppelkopf as it was played in the shadow of Altgeld Hall (rule-sets.md 3 and 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scoring.rulesets.altgeld_game import (
    TABLE_SIZES,
    AltgeldKind,
    AltgeldSpecial,
    altgeld_game_from_json,
    sides_of,
)
from scoring.rulesets.altgeld_value import AltgeldValue, evaluate_altgeld
from scoring.rulesets.options import Allowed
from scoring.rulesets.reachable import Pair, reachable_pairs
from scoring.rulesets.ruleset import (
    GAMES_TO_CHOOSE,
    Duty,
    Json,
    Kind,
    Owed,
    Penalties,
    RuleSet,
    Scoring,
    scaled,
)
from scoring.terms import FIVE_TABLE, FOUR_TABLE, SEVEN_TABLE, SIX_TABLE

LETTERS: Mapping[AltgeldKind, str] = {
    AltgeldKind.NORMAL: "",
    AltgeldKind.WEDDING: "h",
    AltgeldKind.POVERTY: "a",
    AltgeldKind.TRUMP_SOLO: "s",
    AltgeldKind.SILENT_SOLO: "q",
    AltgeldKind.QUEEN_SOLO: "d",
    AltgeldKind.JACK_SOLO: "b",
    AltgeldKind.SUIT_SOLO: "f",
    AltgeldKind.NO_TRUMP_SOLO: "n",
    AltgeldKind.LUMPER: "l",
}
KINDS = tuple(Kind(kind, letter, fulfils=kind.is_alone) for kind, letter in LETTERS.items())
GAMES: Mapping[int, int] = {FOUR_TABLE: 24, FIVE_TABLE: 30, SIX_TABLE: 24, SEVEN_TABLE: 28}
FORCED_FROM = 11


@dataclass(frozen=True)
class Altgeld(RuleSet):
    """The house rules of a university group, for four to seven people.

    The option `games` is for a table of four and of six; where one more sits, the dealer sits out
    and all deal equally often.
    """

    name: ClassVar[str] = "altgeld"
    known_options: ClassVar[Mapping[str, Allowed]] = {"games": Allowed(numbers=GAMES_TO_CHOOSE)}
    table_sizes: ClassVar[tuple[int, ...]] = TABLE_SIZES
    scoring: ClassVar[Scoring] = Scoring.WINNERS_ONLY
    equal_parity: ClassVar[bool] = False
    factor_alone: ClassVar[int] = 1
    penalties: ClassVar[Penalties] = Penalties.DEDUCTION

    def games(self, table_size: int) -> int:
        """Return the chosen number, else 24, 30, 24 and 28."""
        return scaled(self.options.get("games"), GAMES, table_size)

    def minutes(self, table_size: int) -> int | None:
        """Return None: there is no time limit."""
        return None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Every solo is a separate kind, and each fulfils an owed one (3.6)."""
        return KINDS

    def sides(self, kind: str, table_size: int) -> tuple[tuple[int, int], ...]:
        """Return the possible numbers of people on Re and Kontra (4)."""
        return sides_of(AltgeldKind(kind), table_size)

    def duty(self, table_size: int) -> Duty | None:
        """Return one solo in each period at four, forced from its eleventh game (3.6)."""
        return Duty(1, Owed.FORCED, FORCED_FROM) if table_size == FOUR_TABLE else None

    def keeps_dealer(self, kind: str, forced: bool) -> bool:
        """Return False: the deal always moves on (3.6)."""
        return False

    @property
    def special_points(self) -> tuple[str, ...]:
        """Fox, Charlie and full trick (3.2)."""
        return AltgeldSpecial._fields

    def value_of(self, described: Mapping[str, Json], table_size: int = FOUR_TABLE) -> AltgeldValue:
        """Return the value of a game described in JSON; raises Impossible."""
        return evaluate_altgeld(altgeld_game_from_json(described, table_size))

    def highest(self, kind: str, table_size: int) -> int | None:
        """Return the most that one person can have in such a game."""
        return max(max(pair) for pair in self.reachable(kind, table_size))

    def likely(self, kind: str) -> int | None:
        """Return None: no value is rare enough to ask for a second look."""
        return None

    def reachable(self, kind: str, table_size: int, forced: bool = False) -> frozenset[Pair]:
        """Return all pairs of points that Re and Kontra can have in such a game."""
        return reachable_pairs(AltgeldKind(kind), self.players(table_size), forced)
