"""The DDV's tournament: the default, and the base of rule sets that vary it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from scoring.game import Game, Value, evaluate, game_from_json
from scoring.game.impossible import DDV, Playable
from scoring.rulesets.highest import highest_values
from scoring.rulesets.ruleset import Duty, Json, Kind, Owed, Penalties, RuleSet, Scoring
from scoring.terms import DEFAULT_GAMES, FIVE_TABLE, FOUR_TABLE, PLAYERS, RowKind

KINDS = (
    Kind(RowKind.NORMAL),
    Kind(RowKind.COMPULSORY_SOLO, "p", fulfils=True),
    Kind(RowKind.VOLUNTARY_SOLO, "l"),
    Kind(RowKind.SILENT_WEDDING, "s"),
    Kind(RowKind.WEDDING_UNCLARIFIED, "u"),
    Kind(RowKind.WEDDING, "h"),
)
MINUTES: Mapping[int, int] = {FOUR_TABLE: 100, FIVE_TABLE: 125}  # TSR 8.5.1, 10.1.5
LIKELY, LIKELY_ALONE = 10, 8
ONE_FORCED = Duty(1, Owed.FORCED)


@dataclass(frozen=True)
class Ddv(RuleSet):
    """The tournament of the DDV (rules.md)."""

    name: ClassVar[str] = "ddv"
    table_sizes: ClassVar[tuple[int, ...]] = (FOUR_TABLE, FIVE_TABLE)
    scoring: ClassVar[Scoring] = Scoring.PLUS_MINUS
    equal_parity: ClassVar[bool] = True
    factor_alone: ClassVar[int] = PLAYERS - 1
    penalties: ClassVar[Penalties] = Penalties.CATALOGUE

    def games(self, table_size: int) -> int:
        """Return 24 or 30 (TSR 8.5.1, 10.1.5)."""
        return DEFAULT_GAMES[table_size]

    def minutes(self, table_size: int) -> int | None:
        """Return 100 or 125 (TSR 8.5.1, 10.1.5)."""
        return MINUTES[table_size]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the DDV; a compulsory solo only where somebody owes one."""
        owed = self.duty(FOUR_TABLE) is not None
        return tuple(kind for kind in KINDS if owed or not kind.fulfils)

    def sides(self, kind: str, table_size: int) -> tuple[tuple[int, int], ...]:
        """Return two against two, or one against three."""
        return ((1, PLAYERS - 1),) if self.kind(kind).alone else ((2, PLAYERS - 2),)

    def duty(self, table_size: int) -> Duty | None:
        """Return one solo in a round, forced at its end (TSR 4.2.3)."""
        return ONE_FORCED

    def keeps_dealer(self, kind: str, forced: bool) -> bool:
        """Whether it was a compulsory solo that was not forced (TSR 4.2.5)."""
        return self.kind(kind).fulfils and not forced

    @property
    def special_points(self) -> tuple[str, ...]:
        """Those of TSR 7.2.3, and those added by options."""
        return self.playable.special.names

    @property
    def playable(self) -> Playable:
        """The games that can be played."""
        return DDV

    def value_of(self, described: Mapping[str, Json], table_size: int = FOUR_TABLE) -> Value:
        """Return the value of a game described in JSON; raises Impossible."""
        return self.evaluate(game_from_json(described, table_size, self.playable))

    def evaluate(self, game: Game) -> Value:
        """Return the value of a game; raises Impossible."""
        return evaluate(game)

    def highest(self, kind: str, table_size: int) -> int | None:
        """Return the highest value of a game with or without a soloist."""
        return None if self.doubling_rounds else _highest(self)[self.kind(kind).alone]

    def likely(self, kind: str) -> int | None:
        """Return 10, alone 8 (rules.md 5.6)."""
        return LIKELY_ALONE if self.kind(kind).alone else LIKELY

    def reachable(
        self, kind: str, table_size: int, forced: bool = False
    ) -> frozenset[tuple[int, int]] | None:
        """Return None: every value up to the highest is possible."""
        return None


@cache
def _highest(rules: Ddv) -> Mapping[bool, int]:
    return highest_values(rules.playable, rules.evaluate)
