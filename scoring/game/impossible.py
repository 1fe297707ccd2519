"""Games that cannot have been played, by the codes of the public format."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from scoring.game.model import ABSAGEN, CARD_POINTS, Game, GameType
from scoring.terms import DEFAULT_GAMES, PLAYERS

KARLCHEN, KARLCHEN_LOST = "karlchen", "karlchen_lost"
OF_LAST_TRICK = (KARLCHEN, "karlchen_caught", "fox_end")
"""Special points that only the party with the last trick can have."""
DOPPELKOPF_POINTS = (0, 40, 80, 124, 168)
"""Fewest card points of a party with so many Doppelköpfe: 16 cards are worth 10 or 11."""
FOX_POINTS = 11
"""A caught fox is worth its 11; within a Doppelkopf it needs nothing more."""
FEWEST_CARD_POINTS = 2
"""No card is worth 1: a party has none, or as many as a jack."""
KARLCHEN_POINTS = 2
"""A trick of the jack of clubs and three more cards never makes 40, so it comes on top."""


class Code(StrEnum):
    """Why a game is refused, in order of precedence."""

    GAME_TYPE = "game_type"
    SOLO_KIND = "solo_kind"
    FORCED = "forced"  # beyond the DDV
    MEMBERS = "members"
    TRICKS = "tricks"  # beyond the DDV
    POINTS_RANGE = "points_range"
    POINTS_UNREACHABLE = "points_unreachable"
    NO_TRICK_BOTH = "no_trick_both"  # else the next one would always hide it
    NO_TRICK_WITH_POINTS = "no_trick_with_points"
    ANNOUNCEMENT = "announcement"  # beyond the DDV
    ABSAGE_LEVEL = "absage_level"
    SPECIAL = "special"
    SPECIAL_IN_SOLO = "special_in_solo"
    SPECIAL_MAX = "special_max"
    SPECIAL_WITHOUT_TRICK = "special_without_trick"
    SPECIAL_POINTS = "special_points"
    FLAG = "flag"
    UNKNOWN_KEY = "unknown_key"


class Impossible(ValueError):
    """A game that cannot have been played; `code` is the reason, `key` its place in the input."""

    def __init__(self, code: Code, key: str = "") -> None:
        super().__init__(code.value)
        self.code = code
        self.key = key


@dataclass(frozen=True, slots=True)
class Taken:
    """The card points and tricks from which one party has its special points."""

    card_points: int
    no_trick: bool = False


@dataclass(frozen=True)
class SpecialRules:
    """The special points of a rule set.

    `together`: names, and the most both parties can have of them together. `trick` is the one for a
    trick of tens and aces; `trick_points` are the least card points with 0, 1, 2 ... of them.
    `cards` are the card points of what may lie in such a trick, `apart` of what cannot.
    """

    together: tuple[tuple[tuple[str, ...], int], ...]
    trick: str
    trick_points: tuple[int, ...]
    cards: Mapping[str, int]
    apart: Mapping[str, int]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All special points, each once."""
        return tuple(dict.fromkeys(name for names, _most in self.together for name in names))

    def problem(
        self,
        counting: Collection[str],
        re: Mapping[str, int],
        kontra: Mapping[str, int],
        by_re: Taken,
        by_kontra: Taken,
    ) -> Code | None:
        """Return why a game cannot have these special points, None when it can.

        `counting` names those that count in this kind of game.
        """
        used = {name for counts in (re, kontra) for name, count in counts.items() if count}
        if not used:
            return None
        if min(*re.values(), *kontra.values()) < 0 or not used.issubset(self.names):
            return Code.SPECIAL
        if not used.issubset(counting):
            return Code.SPECIAL_IN_SOLO
        takings = _add_lost_karlchen(re, kontra), _add_lost_karlchen(kontra, re)
        if all(any(counts.get(name) for name in OF_LAST_TRICK) for counts in takings):
            return Code.SPECIAL_MAX
        for names, most in self.together:
            if sum(re[name] + kontra[name] for name in names) > most:
                return Code.SPECIAL_MAX
        sides = tuple(zip(takings, (by_re, by_kontra), strict=True))
        if any(taken.no_trick and any(counts.values()) for counts, taken in sides):
            return Code.SPECIAL_WITHOUT_TRICK
        if any(taken.card_points < self.least_points(counts) for counts, taken in sides):
            return Code.SPECIAL_POINTS
        return None

    def least_points(self, counts: Mapping[str, int]) -> int:
        """Return the fewest card points a party with these special points can have."""
        in_tricks = self.trick_points[counts[self.trick]]
        in_cards, apart = (
            sum(points * counts[name] for name, points in each.items())
            for each in (self.cards, self.apart)
        )
        return max(in_tricks, in_cards) + apart


def _add_lost_karlchen(mine: Mapping[str, int], theirs: Mapping[str, int]) -> Mapping[str, int]:
    """Return a party's takings, including the opponents' jacks of clubs in its last trick."""
    lost = theirs.get(KARLCHEN_LOST, 0)
    return {**mine, KARLCHEN: mine.get(KARLCHEN, 0) + lost, KARLCHEN_LOST: 0}


@dataclass(frozen=True, slots=True)
class Playable:
    """The games a rule set knows: kinds, special points, and those that count for a soloist.

    `smallest_trick`: its card points; above 0, a party without card points has taken no trick.
    `absagen`: the levels that can be said, 0 for none.
    `words_stay`: who plays with a new partner takes his announcement with him.
    """

    game_types: frozenset[GameType]
    special: SpecialRules
    alone: tuple[str, ...] = ()
    smallest_trick: int = 0
    absagen: tuple[int, ...] = ABSAGEN
    words_stay: bool = False

    def counting(self, game_type: GameType) -> tuple[str, ...]:
        """Return the special points that count in games of this kind."""
        return self.alone if game_type.is_alone else self.special.names

    def with_schwarz_told(self, game: Game) -> Game:
        """Return the game with `no_trick` set where the card points imply it."""
        if not self.smallest_trick or 0 < game.re_points < CARD_POINTS:
            return game
        re, kontra = (points == 0 for points in (game.re_points, game.kontra_points))
        return replace(
            game, re=replace(game.re, no_trick=re), kontra=replace(game.kontra, no_trick=kontra)
        )


DDV = Playable(
    frozenset(GameType) - {GameType.POVERTY, GameType.SOLO_KINGS, GameType.BLACK_SOW},
    SpecialRules(
        together=((("doppelkopf",), 4), (("fox",), 2), (("karlchen",), 1)),
        trick="doppelkopf",
        trick_points=DOPPELKOPF_POINTS,
        cards={"fox": FOX_POINTS},
        apart={"karlchen": KARLCHEN_POINTS},
    ),
)


def refuse_impossible(game: Game, playable: Playable = DDV) -> None:
    """Raise Impossible for a game that cannot have been played; types are assumed right."""
    code = impossibility(game, playable)
    if code is not None:
        raise Impossible(code)


def impossibility(game: Game, playable: Playable = DDV) -> Code | None:
    """Return the first reason why a game cannot have been played, None when it can."""
    re, kontra = game.re, game.kontra
    if game.game_type not in playable.game_types:
        return Code.GAME_TYPE
    if game.game_type.is_announced_solo is (game.solo_kind is None):
        return Code.SOLO_KIND
    # Four players sit on different seats, two against two or one against three.
    seats = re.seats + kontra.seats
    if (
        game.table_size not in DEFAULT_GAMES
        or len(re.seats) != (1 if game.game_type.is_alone else 2)
        or not len(seats) == len(set(seats)) == PLAYERS
        or min(seats) < 1
        or max(seats) > game.table_size
    ):
        return Code.MEMBERS
    unreachable = unreachable_points(game.re_points, CARD_POINTS, playable.smallest_trick)
    if unreachable is not None:
        return unreachable
    if re.no_trick and kontra.no_trick:
        return Code.NO_TRICK_BOTH
    if (re.no_trick and game.re_points > 0) or (kontra.no_trick and game.re_points < CARD_POINTS):
        return Code.NO_TRICK_WITH_POINTS
    words = [*(re.words or ()), *(kontra.words or ())]
    if words and (game.game_type.is_alone or re.announced or kontra.announced):
        return Code.ANNOUNCEMENT
    if len(words) != len(set(words)):
        return Code.ANNOUNCEMENT
    if not {re.absage, kontra.absage}.issubset(playable.absagen):
        return Code.ABSAGE_LEVEL
    if not any((*re.special, *re.optional, *kontra.special, *kontra.optional)):
        return None
    told = playable.with_schwarz_told(game)
    return playable.special.problem(
        playable.counting(game.game_type),
        re.special_counts,
        kontra.special_counts,
        Taken(game.re_points, told.re.no_trick),
        Taken(game.kontra_points, told.kontra.no_trick),
    )


def unreachable_points(points: int, all_points: int, smallest_trick: int = 0) -> Code | None:
    """Return why no party can have these card points, None when one can."""
    if not 0 <= points <= all_points:
        return Code.POINTS_RANGE
    fewest = max(FEWEST_CARD_POINTS, smallest_trick)
    if 0 < min(points, all_points - points) < fewest:
        return Code.POINTS_UNREACHABLE
    return None
