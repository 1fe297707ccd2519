"""The numbered options of the source P, for the two rule sets that have them.

Those that only change the play at the table have no effect here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from scoring.game import Game, GameType, Line, LineKind, Party, Value, game_from_json
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
    SpecialRules,
    refuse_impossible,
)
from scoring.game.model import CARD_POINTS
from scoring.rulesets.ddv import CALLING, Ddv
from scoring.rulesets.ruleset import CHOSEN, Allowed, Calling, Json, Kind, Penalties
from scoring.terms import FOUR_TABLE

NUMBERED: Mapping[str, Allowed] = {
    **{str(number): CHOSEN for number in range(1, 29)},
    "4": Allowed(("game", "all")),
    "11": replace(CHOSEN, needs="3"),
    "16": Allowed(("double", "re")),
    "18": Allowed(("last", "last_first")),
    "22": replace(CHOSEN, excludes=("14", "21")),
    "27": replace(CHOSEN, needs="20"),
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
EVERY_TWO_CARDS = tuple(enumerate((12, 10, 8, 6, 4), start=1))
BLACK_SOW = Kind(GameType.BLACK_SOW, "w", after_doubling=True)
POVERTY = Kind(GameType.POVERTY, "a")
TRICKS, TRICKS_WITHOUT_NINES = 12, 10
"""Also the cards dealt to each."""
SMALLEST_TRICK_WITHOUT_NINES = 8
"""Four jacks."""
HEART_TEN_POINTS = 10
HEART_TRICK_POINTS = 30
"""Without the nines the only hearts that are not trumps are two aces and two kings."""
Worth = Mapping[str, tuple[str, int]]
"""Special points beyond those of the TSR: the rule, and the value of each."""
OPTIONAL: Worth = {
    "karlchen_lost": ("P", -1),
    "heart_ten": ("P 10", 1),
    "heart_trick": ("P 11", 1),
    "fox_last": ("P 18", 2),
    "fox_first": ("P 18", 2),
}
ANNOUNCEMENTS = (LineKind.ANNOUNCED, LineKind.SOLO_AS_RE)


@dataclass(frozen=True)
class Numbered(Ddv):
    """The DDV's tournament varied by the numbered options."""

    known_options: ClassVar[Mapping[str, Allowed]] = NUMBERED
    penalties: ClassVar[Penalties] = Penalties.FREE
    usual_calling: ClassVar[Calling] = CALLING

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of the DDV, the black sow (27), and poverty."""
        black_sow = (BLACK_SOW,) if "27" in self.options else ()
        return (*super().kinds, *black_sow, *((POVERTY,) if self.has_poverty else ()))

    @property
    def has_poverty(self) -> bool:
        """Whether poverty is a kind of game."""
        return False

    @property
    def solo_kinds(self) -> Mapping[str, bool]:
        """All solos; king solos are played by 12, trump and ace solos not by 24."""
        played = self.playable.game_types
        return {solo.value: solo in played for solo in GameType if solo.is_announced_solo}

    def keeps_dealer(self, kind: str, forced: bool) -> bool:
        """Whether it was a compulsory solo, or any announced one (23), that was not forced."""
        any_solo = "23" in self.options and self.kind(kind).announced and not forced
        return any_solo or super().keeps_dealer(kind, forced)

    def calling(self, kind: str, forced: bool = False) -> Calling:
        """Return the deadlines of what can be said, or those of 8, which no wedding moves.

        Without nines (3) everybody has two cards fewer, and so has every deadline.
        """
        calling = self.usual_calling
        if "8" in self.options:
            calling = replace(calling, latest=EVERY_TWO_CARDS, wedding=None, rule="P 8")
        fewer = TRICKS - TRICKS_WITHOUT_NINES if "3" in self.options else 0
        absagen = self.playable.absagen  # a call is one level above its Absage
        latest = tuple(
            (level, cards - fewer) for level, cards in calling.latest if level - 1 in absagen
        )
        return replace(calling, latest=latest, hand=calling.hand - fewer)

    @property
    def doubling_rounds(self) -> bool:
        """Whether they are chosen (20)."""
        return "20" in self.options

    def begins_doubling(self, described: Mapping[str, Json], table_size: int = FOUR_TABLE) -> bool:
        """Whether it was a trick of hearts, 120 : 120, nothing, or a Re or Kontra lost (20)."""
        game = game_from_json(described, table_size, self.playable)
        value = self.evaluate(game)
        lost = any(
            side.has_announced and value.winner not in (None, party) for party, side in sides(game)
        )
        hearts = any(side.optional.heart_trick for _party, side in sides(game))
        is_event = lost or hearts or 2 * game.re_points == CARD_POINTS or not any(value.points)
        return self.doubling_rounds and is_event

    def step(self, kind: str) -> int:
        """Return 2 for a solo where each counts double (16)."""
        return 2 if self._doubles_solos and self.kind(kind).alone else 1

    @property
    def _doubles_solos(self) -> bool:
        return self.options.get("16") == "double"

    def likely(self, kind: str) -> int | None:
        """Return the DDV's figures, None where something doubles the value (4, 16, 20)."""
        return None if {"4", "16", "20"} & self.options.keys() else super().likely(kind)

    def _games_played(self) -> Playable:
        """Return the games of the DDV, as changed by the options."""
        game_types = DDV.game_types
        if "12" in self.options:
            game_types |= {GameType.SOLO_KINGS}
        if "24" in self.options:
            game_types -= TRUMP_AND_ACE_SOLOS
        if "27" in self.options:
            game_types |= {GameType.BLACK_SOW}
        if self.has_poverty:
            game_types |= {GameType.POVERTY}
        smallest, tricks = 0, TRICKS
        if "3" in self.options:
            smallest, tricks = SMALLEST_TRICK_WITHOUT_NINES, TRICKS_WITHOUT_NINES
        pairs = "15" in self.options  # then a Doppelkopf may be worth nothing
        match self.options.get("18"):
            case "last":
                foxes: tuple[str, ...] = ("fox", "fox_last")
            case "last_first":
                foxes = ("fox", "fox_last", "fox_first")
            case _:
                foxes = ("fox",)
        together = [
            (("doppelkopf",), tricks if pairs else len(DOPPELKOPF_POINTS) - 1),
            (foxes, 2),
            *self._karlchen(),
        ]
        if "10" in self.options:
            together.append((("heart_ten",), 2))
        if "11" in self.options:
            together.append((("heart_trick",), 1))
        special = SpecialRules(
            together=tuple(together),
            trick="doppelkopf",
            trick_points=(0,) * (tricks + 1) if pairs else DOPPELKOPF_POINTS,
            cards={**dict.fromkeys(foxes, FOX_POINTS), "heart_ten": HEART_TEN_POINTS},
            apart={"karlchen": KARLCHEN_POINTS, "heart_trick": HEART_TRICK_POINTS},
        )
        return Playable(
            game_types, special, smallest_trick=smallest, words_stay="14" in self.options
        )

    def _karlchen(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        return ((("karlchen",), 1),)

    def evaluate(self, game: Game) -> Value:
        """Return the value of a game; raises Impossible."""
        playable = self.playable
        refuse_impossible(game, playable)
        game = playable.with_schwarz_told(game)
        is_alone, counted = game.game_type.is_alone, game
        if self.options.get("16") == "re" and is_alone and not game.re.has_announced:
            counted = replace(game, re=replace(game.re, announced=True))
        won_by = winner(counted, half_is_enough=self.half_is_enough)
        base = tuple(self.base_lines(counted, won_by))
        if counted is not game:
            base = tuple(map(_solo_as_re, base))
        special = [*self.special_lines(counted, won_by)]
        for party, side in sides(counted):
            for name, count in side.optional._asdict().items():
                if count:
                    rule, each = self.optional_points[name]
                    points = sign_of(party) * each * count
                    special.append(Line(rule, LineKind(name), party, points))
        base_re, special_re, lines = self._doubled(base, tuple(special), is_alone)
        return Value(
            kind=game.kind,
            winner=won_by,
            base_re=base_re,
            special_re=special_re,
            points=points_of(game, base_re + special_re),
            breakdown=lines,
            announcements_added=announcements_added(game),
            schwarz_untold=schwarz_untold(game),
        )

    def _doubled(
        self, base: tuple[Line, ...], special: tuple[Line, ...], is_alone: bool
    ) -> tuple[int, int, tuple[Line, ...]]:
        """Return value of the game and of its special points, from Re's view, and the breakdown.

        Each announcement doubles the game and the old ones, or all, instead of giving points (4);
        if nobody has won, none counts. A solo may count double (16).
        """
        base_re, special_re = _sum(base), _sum(special)
        doublings: list[Line] = []
        if "4" in self.options:
            announced = [line.party for line in base if line.kind in ANNOUNCEMENTS]
            base = tuple(line for line in base if line.kind not in ANNOUNCEMENTS)
            is_all, old_ones = self.options["4"] == "all", LineKind.AGAINST_THE_QUEENS
            doubled = _sum([line for line in special if is_all or line.kind is old_ones])
            stake, factor = _sum(base) + doubled, 2 ** len(announced)
            base_re, special_re = factor * _sum(base), special_re + (factor - 1) * doubled
            for earlier, party in enumerate(announced):
                doublings.append(Line("P 4", LineKind.DOUBLED, party, stake * 2**earlier))
        if self._doubles_solos and is_alone:
            solo = Line("P 16", LineKind.SOLO_DOUBLED, Party.RE, base_re + special_re)
            base_re, special_re, doublings = 2 * base_re, 2 * special_re, [*doublings, solo]
        return base_re, special_re, base + special + tuple(line for line in doublings if line.re)

    @property
    def optional_points(self) -> Worth:
        """The special points beyond those of the TSR: the rule, and the value of each."""
        return OPTIONAL

    @property
    def half_is_enough(self) -> bool:
        """Whether it is for Re where Kontra alone has spoken."""
        return True

    def base_lines(self, game: Game, won_by: Party | None) -> Iterator[Line]:
        """Yield the points of the game itself, without special points."""
        return base_lines(game, won_by)

    def special_lines(self, game: Game, won_by: Party | None) -> Iterator[Line]:
        """Yield the special points that need no option."""
        return special_lines(game, won_by)


def _solo_as_re(line: Line) -> Line:
    """Return the line of an announcement that was not made."""
    if line.kind is LineKind.ANNOUNCED and line.party is Party.RE:
        return line._replace(rule="P 16", kind=LineKind.SOLO_AS_RE)
    return line


def in_doubling_round(value: Value) -> Value:
    """Return the value of a game in a doubling round: twice of everything (20)."""
    doubled = Line("P 20", LineKind.DOUBLING_ROUND, Party.RE, value.value_re)
    return replace(
        value,
        base_re=2 * value.base_re,
        special_re=2 * value.special_re,
        points=tuple(None if figure is None else 2 * figure for figure in value.points),
        breakdown=(*value.breakdown, doubled) if doubled.re else value.breakdown,
    )


def _sum(lines: Sequence[Line]) -> int:
    return sum(line.re for line in lines)
