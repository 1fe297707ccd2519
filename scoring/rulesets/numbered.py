"""The numbered options of the source P, for the two rule sets that have them.

Those that only change the play at the table have no effect here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.game import Game, GameType, Line, LineKind, Party, Value
from scoring.game.evaluation import (
    announcements_added,
    base_lines,
    points_of,
    schwarz_untold,
    sides,
    sign_of,
    special_lines,
    winner,
)
from scoring.game.impossible import (
    DDV,
    DOPPELKOPF_POINTS,
    FOX_POINTS,
    KARLCHEN_POINTS,
    Playable,
    refuse_impossible,
)
from scoring.game.special import SpecialRules
from scoring.rulesets.ddv import Ddv
from scoring.rulesets.doubling import Worth
from scoring.rulesets.options import CHOSEN, Allowed
from scoring.rulesets.ruleset import Kind, Penalties

NUMBERED: Mapping[str, Allowed] = {
    **{str(number): CHOSEN for number in range(1, 29)},
    "4": Allowed(("game", "all")),
    "16": Allowed(("double", "re")),
    "18": Allowed(("last", "last_first")),
}
TRUMP_AND_ACE_SOLOS = frozenset(
    (
        GameType.SOLO_DIAMONDS,
        GameType.SOLO_HEARTS,
        GameType.SOLO_SPADES,
        GameType.SOLO_CLUBS,
        GameType.SOLO_ACES,
    )
)
BLACK_SOW = Kind(GameType.BLACK_SOW, "w")
TRICKS, TRICKS_WITHOUT_NINES = 12, 10
SMALLEST_TRICK_WITHOUT_NINES = 8
"""Four jacks."""
HEART_TEN_POINTS = 10
HEART_TRICK_POINTS = 30
"""Without the nines the only hearts that are not trumps are two aces and two kings."""
OPTIONAL: Mapping[str, tuple[str, int]] = {
    "karlchen_lost": ("P", -1),
    "heart_ten": ("P 10", 1),
    "heart_trick": ("P 11", 1),
    "fox_last": ("P 18", 2),
    "fox_first": ("P 18", 2),
}
"""Special points beyond those of the TSR: the rule, and the value of each."""


@dataclass(frozen=True)
class Numbered(Ddv):
    """The DDV's tournament varied by the numbered options."""

    known_options: ClassVar[Mapping[str, Allowed]] = NUMBERED
    penalties: ClassVar[Penalties] = Penalties.FREE

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the DDV, and the black sow (27)."""
        return (*super().kinds, BLACK_SOW) if "27" in self.options else super().kinds

    def keeps_dealer(self, kind: str, forced: bool) -> bool:
        """Whether it was a compulsory solo, or any announced one (23), that was not forced."""
        any_solo = "23" in self.options and self.kind(kind).announced and not forced
        return any_solo or super().keeps_dealer(kind, forced)

    @property
    def doubling_rounds(self) -> bool:
        """Whether they are chosen (20)."""
        return "20" in self.options

    def step(self, kind: str) -> int:
        """Return 2 for a solo where each counts double (16)."""
        return 2 if self._doubles_solos and self.kind(kind).alone else 1

    @property
    def _doubles_solos(self) -> bool:
        return self.options.get("16") == "double"

    def likely(self, kind: str) -> int | None:
        """Return the DDV's figures, None where something doubles the value (4, 16, 20)."""
        return None if {"4", "16", "20"} & self.options.keys() else super().likely(kind)

    @property
    def playable(self) -> Playable:
        """The games of the DDV, as changed by the options."""
        game_types = DDV.game_types
        if "12" in self.options:
            game_types |= {GameType.SOLO_KINGS}
        if "24" in self.options:
            game_types -= TRUMP_AND_ACE_SOLOS
        if "27" in self.options:
            game_types |= {GameType.BLACK_SOW}
        smallest = SMALLEST_TRICK_WITHOUT_NINES if "3" in self.options else 0
        return Playable(game_types, self._special_rules(), smallest_trick=smallest)

    def _special_rules(self) -> SpecialRules:
        pairs = "15" in self.options  # then a Doppelkopf may be worth nothing
        tricks = TRICKS_WITHOUT_NINES if "3" in self.options else TRICKS
        together = [
            (("doppelkopf",), tricks if pairs else len(DOPPELKOPF_POINTS) - 1),
            (self._foxes(), 2),
            *self._karlchen(),
        ]
        if "10" in self.options:
            together.append((("heart_ten",), 2))
        if "11" in self.options:
            together.append((("heart_trick",), 1))
        return SpecialRules(
            together=tuple(together),
            trick="doppelkopf",
            trick_points=(0,) * (tricks + 1) if pairs else DOPPELKOPF_POINTS,
            cards={**dict.fromkeys(self._foxes(), FOX_POINTS), "heart_ten": HEART_TEN_POINTS},
            apart={"karlchen": KARLCHEN_POINTS, "heart_trick": HEART_TRICK_POINTS},
        )

    def _foxes(self) -> tuple[str, ...]:
        match self.options.get("18"):
            case "last":
                return "fox", "fox_last"
            case "last_first":
                return "fox", "fox_last", "fox_first"
        return ("fox",)

    def _karlchen(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        return ((("karlchen",), 1),)

    def evaluate(self, game: Game) -> Value:
        """Return the value of a game; raises Impossible."""
        playable = self.playable
        refuse_impossible(game, playable)
        game = playable.with_schwarz_told(game)
        counted = self._announce_re_in_solo(game)
        won_by = winner(counted)
        base = tuple(self.base_lines(counted, won_by))
        if counted is not game:
            base = tuple(map(_solo_as_re, base))
        special = (*self.special_lines(counted, won_by), *_optional_lines(counted))
        worth = Worth.of(base, special)
        if "4" in self.options:
            worth = worth.doubled_by_announcements(extra_too=self.options["4"] == "all")
        if self._doubles_solos and game.game_type.is_alone:
            worth = worth.doubled_solo()
        return Value(
            kind=game.kind,
            winner=won_by,
            base_re=worth.base_re,
            special_re=worth.special_re,
            points=points_of(game, worth.base_re + worth.special_re),
            breakdown=worth.lines,
            announcements_added=announcements_added(game),
            schwarz_untold=schwarz_untold(game),
        )

    def base_lines(self, game: Game, won_by: Party | None) -> Iterator[Line]:
        """Yield the points of the game itself, without special points."""
        return base_lines(game, won_by)

    def special_lines(self, game: Game, won_by: Party | None) -> Iterator[Line]:
        """Yield the special points that need no option."""
        return special_lines(game, won_by)

    def _announce_re_in_solo(self, game: Game) -> Game:
        """Return the game with Re announced, if every solo counts so (16)."""
        if self.options.get("16") != "re" or not game.game_type.is_alone or game.re.has_announced:
            return game
        return replace(game, re=replace(game.re, announced=True))


def _solo_as_re(line: Line) -> Line:
    """Return the line of an announcement that was not made."""
    if line.kind is LineKind.ANNOUNCED and line.party is Party.RE:
        return line._replace(rule="P 16", kind=LineKind.SOLO_AS_RE)
    return line


def _optional_lines(game: Game) -> Iterator[Line]:
    for party, side in sides(game):
        for name, count in side.optional._asdict().items():
            if count:
                rule, each = OPTIONAL[name]
                yield Line(rule, LineKind(name), party, sign_of(party) * each * count)
