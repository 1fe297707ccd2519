"""Doppelkopf as it was played in the shadow of Altgeld Hall (rule-sets.md 3 and 4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import ceil
from typing import ClassVar, Self

from scoring.rulesets.altgeld_game import (
    MOST_TRICKS,
    TABLE_SIZES,
    AltgeldGame,
    AltgeldKind,
    AltgeldSide,
    AltgeldSpecial,
    altgeld_game_from_json,
    impossibility,
    pack_of,
    sides_of,
)
from scoring.rulesets.altgeld_value import STEP, AltgeldValue, evaluate_altgeld
from scoring.rulesets.ruleset import (
    CHOSEN_OR_NOT,
    GAMES_TO_CHOOSE,
    Allowed,
    Calling,
    Duty,
    Json,
    Kind,
    Owed,
    Penalties,
    RuleSet,
    Scoring,
    WrongOption,
    WrongOptionCode,
    scaled,
)
from scoring.terms import FIVE_TABLE, FOUR_TABLE, SEVEN_TABLE, SIX_TABLE, is_whole

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
BEFORE_ONES_FIRST_CARD = ((1, MOST_TRICKS),)
"""Re and Kontra alone, with all cards in the hand."""
MOST_SCORE = 999
Pair = tuple[int, int]
"""Points of everybody on Re's side, and of everybody on Kontra's."""


@dataclass(frozen=True)
class Altgeld(RuleSet):
    """The house rules of a university group, for four to seven people.

    The option `games` is for a table of four and of six; where one more sits, the dealer sits out
    and all deal equally often.
    """

    name: ClassVar[str] = "altgeld"
    known_options: ClassVar[Mapping[str, Allowed]] = {
        "games": Allowed(numbers=GAMES_TO_CHOOSE),
        "forced_at_five": CHOSEN_OR_NOT,
        "until": Allowed((None,), range(1, MOST_SCORE + 1), absent=None),
        "equal_deals": CHOSEN_OR_NOT,
    }
    table_sizes: ClassVar[tuple[int, ...]] = TABLE_SIZES
    scoring: ClassVar[Scoring] = Scoring.WINNERS_ONLY
    equal_parity: ClassVar[bool] = False
    factor_alone: ClassVar[int] = 1
    penalties: ClassVar[Penalties] = Penalties.DEDUCTION

    @classmethod
    def with_options(cls, options: Json) -> Self:
        """Return the rules; at a table of four everybody deals equally often if that is chosen."""
        rules = super().with_options(options)
        games = rules.options.get("games")
        if rules.deals_equally and is_whole(games) and games % FOUR_TABLE:
            multiples = Allowed(numbers=GAMES_TO_CHOOSE[::FOUR_TABLE])
            raise WrongOption(WrongOptionCode.WRONG_VALUE, "games", multiples.words())
        return rules

    @property
    def deals_equally(self) -> bool:
        """Whether everybody at a table deals equally often."""
        return "equal_deals" in self.options

    def games(self, table_size: int) -> int:
        """Return the chosen number, else 24, 30, 24 and 28; more where all deal equally often."""
        games = scaled(self.options.get("games"), GAMES, table_size)
        return ceil(games / table_size) * table_size if self.deals_equally else games

    @property
    def until(self) -> int | None:
        """Return the chosen score."""
        score = self.options.get("until")
        return score if is_whole(score) else None

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
        """Return one solo in each period at four, forced from its eleventh game (3.6).

        At five the source only advises against it, so it can be chosen.
        """
        return Duty(1, Owed.FORCED, FORCED_FROM) if table_size in self._forced_at else None

    @property
    def _forced_at(self) -> tuple[int, ...]:
        at_five = (FIVE_TABLE,) if "forced_at_five" in self.options else ()
        return (FOUR_TABLE, *at_five)

    def keeps_dealer(self, kind: str, forced: bool) -> bool:
        """Return False: the deal always moves on (3.6)."""
        return False

    def calling(self, kind: str, forced: bool = False) -> Calling:
        """Return Re and Kontra, where this game has them; a soloist only replies (3.3)."""
        played = AltgeldKind(kind)
        allowed = played.has_announcements and not forced
        return Calling(
            BEFORE_ONES_FIRST_CARD if allowed else (),
            wedding=None,
            reply=0,
            re_replies=played.is_alone,
            rule="A 3.3",
            other_rule="A 3.3",
        )

    @property
    def special_points(self) -> tuple[str, ...]:
        """Fox, Charlie and full trick (3.2)."""
        return AltgeldSpecial._fields

    def questions(self, kind: str, table_size: int) -> tuple[str, ...]:
        """Return those of its kind: a Lumper goes by tricks, others by card points (3.4)."""
        played, players = AltgeldKind(kind), self.players(table_size)
        asked = {
            "tricks": played is AltgeldKind.LUMPER,
            "re_points": played is not AltgeldKind.LUMPER,
            "announced": played.has_announcements,
            "forced": played.is_announced_solo and self.duty(table_size) is not None,
            "no_side": any(sum(side) < players for side in self.sides(kind, table_size)),
        }
        return (*(name for name, is_asked in asked.items() if is_asked), *played.special)

    def card_points(self, table_size: int) -> int:
        """Return 240, with a third pack 360."""
        return pack_of(table_size).card_points

    def value_of(self, described: Mapping[str, Json], table_size: int = FOUR_TABLE) -> AltgeldValue:
        """Return the value of a game described in JSON; raises Impossible."""
        return evaluate_altgeld(altgeld_game_from_json(described, table_size, self._forced_at))

    def highest(self, kind: str, table_size: int) -> int | None:
        """Return the most that one person can have in such a game."""
        return max(max(pair) for pair in self.reachable(kind, table_size))

    def likely(self, kind: str) -> int | None:
        """Return None: no value is rare enough to ask for a second look."""
        return None

    def reachable(self, kind: str, table_size: int, forced: bool = False) -> frozenset[Pair]:
        """Return all pairs of points that Re and Kontra can have in such a game."""
        return _reachable_pairs(AltgeldKind(kind), self.players(table_size), forced)


@cache
def _reachable_pairs(kind: AltgeldKind, players: int, forced: bool) -> frozenset[Pair]:
    """Return all pairs of points, found by evaluating all games of a table of so many players.

    Extra points are added to any game whose tricks can hold them.
    """
    re_count, kontra_count = sides_of(kind, players)[0]
    seats = tuple(range(1, re_count + kontra_count + 1))
    re_side, kontra_side = AltgeldSide(seats[:re_count]), AltgeldSide(seats[re_count:])
    plain = AltgeldGame(kind, re_side, kontra_side, forced=forced, table_size=players)
    special = plain.pack.special
    most = {name: most for (name,), most in special.together if name in kind.special}
    counts = product(*(range(most.get(name, 0) + 1) for name in AltgeldSpecial._fields))
    one_side = [AltgeldSpecial(*each) for each in counts]
    totals: dict[tuple[int | None, int | None], set[Pair]] = {}
    for re, kontra in product(one_side, one_side):
        in_re, in_kontra = re._asdict(), kontra._asdict()
        if any(in_re[name] + in_kontra[name] > limit for name, limit in most.items()):
            continue
        with_extra = replace(
            plain, re=replace(re_side, special=re), kontra=replace(kontra_side, special=kontra)
        )
        for game in _outcomes(with_extra, special.least_points(in_re)):
            if impossibility(game) is None:
                extra = totals.setdefault((game.re_points, game.tricks), set())
                extra.add((sum(re), sum(kontra)))
    return frozenset(
        (value.re + re, value.kontra + kontra)
        for (points, tricks), extra in totals.items()
        for value, (re, kontra) in product(
            _values(replace(plain, re_points=points, tricks=tricks)), extra
        )
    )


def _outcomes(plain: AltgeldGame, enough: int) -> Iterator[AltgeldGame]:
    """Yield games with the fewest card points of each game part, and with just enough."""
    if plain.kind is AltgeldKind.LUMPER:
        yield from (replace(plain, tricks=tricks) for tricks in range(MOST_TRICKS + 1))
        return
    half = plain.pack.card_points // 2
    of_kontra = range(0, half + 1, STEP)
    of_re = range(half + 1, 2 * half, STEP)
    for points in (2, *of_kontra, *of_re, 2 * half, enough):
        yield replace(plain, re_points=points)


def _values(game: AltgeldGame) -> Iterator[AltgeldValue]:
    """Yield the values of a game with all possible announcements."""
    for re_said, kontra_said in product((False, True), repeat=2):
        called = replace(
            game,
            re=replace(game.re, announced=re_said),
            kontra=replace(game.kontra, announced=kontra_said),
        )
        if impossibility(called) is None:
            yield evaluate_altgeld(called)
