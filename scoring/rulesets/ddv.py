"""The DDV's tournament: the default, and the base of rule sets that vary it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from typing import ClassVar

from scoring.game import (
    Game,
    GameType,
    Impossible,
    Party,
    Side,
    SoloKind,
    Value,
    evaluate,
    game_from_json,
)
from scoring.game.impossible import DDV, KARLCHEN_LOST, Playable, impossibility
from scoring.game.model import CARD_POINTS
from scoring.rulesets.ruleset import (
    Calling,
    Duty,
    Json,
    Kind,
    Owed,
    Penalties,
    RuleSet,
    Scoring,
)
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
SOLOS: Mapping[str, SoloKind] = {
    RowKind.COMPULSORY_SOLO: SoloKind.COMPULSORY,
    RowKind.VOLUNTARY_SOLO: SoloKind.VOLUNTARY,
}
LIKELY, LIKELY_ALONE = 10, 8
ONE_FORCED = Duty(1, Owed.FORCED)
CALLING = Calling(tuple(enumerate((11, 10, 9, 8, 7), start=1)))  # TSR 6.2.2, 6.3.4

# The highest value of a game is found by evaluating all of them at the limits of card points.
TWO_AND_TWO = Game(GameType.NORMAL, Side((1, 2)), Side((3, 4)), re_points=CARD_POINTS)
ALONE = Game(
    GameType.SOLO_QUEENS, Side((1,)), Side((2, 3, 4)), CARD_POINTS, SoloKind.COMPULSORY
)  # fmt: skip
CHANGES = (30, 60, 90, 120, 121, 151, 181, 211)
"""Card points of Re at which the value of a game may change."""
CARD_POINTS_TO_TRY = (0, *(edge - step for edge in CHANGES for step in (1, 0)), CARD_POINTS)


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

    def calling(self, kind: str, forced: bool = False) -> Calling:
        """Return the deadlines of TSR 6, the same in every game."""
        return CALLING

    @property
    def special_points(self) -> tuple[str, ...]:
        """Those of TSR 7.2.3, and those added by options."""
        return self.playable.special.names

    @cached_property
    def playable(self) -> Playable:
        """The games that can be played: every game is held against them."""
        return self._games_played()

    def _games_played(self) -> Playable:
        return DDV

    def questions(self, kind: str, table_size: int) -> tuple[str, ...]:
        """Return card points, what was said, no trick where it does not follow, special points."""
        special = self.playable.alone if self.kind(kind).alone else self.special_points
        doubling = ("doubling_round",) if self.doubling_rounds else ()
        schwarz = () if self.smallest_trick else ("no_trick",)
        return ("re_points", "absage", *schwarz, *special, *doubling)

    def described_as(self, kind: str) -> Mapping[str, Json]:
        """Return any solo as that of the queens: its suit does not affect the value."""
        solo = SOLOS.get(kind)
        return {"game_type": GameType.SOLO_QUEENS if solo else kind, "solo_kind": solo}

    @property
    def absagen(self) -> tuple[int, ...]:
        """All of them, where no option leaves some out."""
        return self.playable.absagen

    def card_points(self, table_size: int) -> int:
        """Return 240."""
        return CARD_POINTS

    @property
    def smallest_trick(self) -> int:
        """Above 0 without nines."""
        return self.playable.smallest_trick

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
    """Return the highest value of a game two against two (False), and of one alone (True)."""
    return {plain.game_type.is_alone: max(_values(plain, rules)) for plain in (TWO_AND_TWO, ALONE)}


def _values(plain: Game, rules: Ddv) -> Iterator[int]:
    """Yield the extreme values of every outcome, with the best calls and special points.

    More special points are always better for a party, whatever the calls.
    """
    best_first = _best_first(plain, rules)
    calls = ((False, 0), *((True, absage) for absage in rules.playable.absagen))
    outcomes = [replace(plain, re_points=points) for points in CARD_POINTS_TO_TRY]
    outcomes.append(replace(plain, re_points=0, re=replace(plain.re, no_trick=True)))
    outcomes.append(replace(plain, kontra=replace(plain.kontra, no_trick=True)))
    for outcome in outcomes:
        sides = (
            [replace(side, announced=said, absage=absage) for said, absage in calls]
            for side in (outcome.re, outcome.kontra)
        )
        called = [replace(outcome, re=re, kontra=kontra) for re, kontra in product(*sides)]
        valued = [(rules.evaluate(game).value_re, game) for game in called]
        for party, end in ((Party.RE, max), (Party.KONTRA, min)):
            _value_re, best = end(valued, key=lambda one: one[0])
            for counts in best_first:
                try:
                    value = rules.evaluate(_add_special_points(best, party, counts)).value_re
                except Impossible:
                    continue
                yield abs(value)
                break


def _best_first(plain: Game, rules: Ddv) -> list[Mapping[str, int]]:
    """Return all combinations of special points of one party, most valuable first.

    For jacks of clubs lost in the last trick they are its opponents'.
    """
    playable = rules.playable
    most = {
        name: min(most for names, most in playable.special.together if name in names)
        for name in playable.counting(plain.game_type)
    }

    def with_counts(counts: Mapping[str, int]) -> Game:
        return _add_special_points(plain, Party.RE, counts)

    nothing = rules.evaluate(plain).value_re
    worth = {name: rules.evaluate(with_counts({name: 1})).value_re - nothing for name in most}
    sets = (
        dict(zip(most, numbers, strict=True))
        for numbers in product(*(range(number + 1) for number in most.values()))
    )
    possible = [counts for counts in sets if impossibility(with_counts(counts), playable) is None]
    return sorted(
        possible,
        key=lambda counts: sum(worth[name] * count for name, count in counts.items()),
        reverse=True,
    )


def _add_special_points(game: Game, party: Party, counts: Mapping[str, int]) -> Game:
    """Return the game with these special points of a party."""
    mine, theirs = {**counts, KARLCHEN_LOST: 0}, {KARLCHEN_LOST: counts.get(KARLCHEN_LOST, 0)}
    re, kontra = (mine, theirs) if party is Party.RE else (theirs, mine)
    return replace(game, re=game.re.with_special(re), kontra=game.kontra.with_special(kontra))
