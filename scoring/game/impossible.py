"""Detection of games that cannot have been played, by the codes of the public format."""

from dataclasses import dataclass, replace

from scoring.game.codes import Code, Impossible
from scoring.game.model import CARD_POINTS, SCHWARZ, Game, GameType
from scoring.game.special import SpecialRules, Taken
from scoring.terms import DEFAULT_GAMES, PLAYERS

DOPPELKOPF_POINTS = (0, 40, 80, 124, 168)
"""Fewest card points of a party with so many Doppelköpfe: 16 cards are worth 10 or 11."""
FOX_POINTS = 11
"""A caught fox is worth its 11; within a Doppelkopf it needs nothing more."""
FEWEST_CARD_POINTS = 2
"""No card is worth 1: a party has none, or as many as a jack."""
KARLCHEN_POINTS = 2
"""A trick of the jack of clubs and three more cards never makes 40, so it comes on top."""


@dataclass(frozen=True, slots=True)
class Playable:
    """The games a rule set knows: kinds, special points, and those that count for a soloist.

    `smallest_trick`: its card points; above 0, a party without card points has taken no trick.
    """

    game_types: frozenset[GameType]
    special: SpecialRules
    alone: tuple[str, ...] = ()
    smallest_trick: int = 0

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
    if game.game_type not in playable.game_types:
        return Code.GAME_TYPE
    if game.game_type.is_announced_solo is (game.solo_kind is None):
        return Code.SOLO_KIND
    if not _has_its_members(game):
        return Code.MEMBERS
    return (
        _card_points(game, playable.smallest_trick)
        or _absage(game)
        or _special(playable.with_schwarz_told(game), playable)
    )


def _has_its_members(game: Game) -> bool:
    """Whether there are four players on different seats, two against two or one against three."""
    seats = game.re.seats + game.kontra.seats
    return (
        game.table_size in DEFAULT_GAMES
        and len(game.re.seats) == (1 if game.game_type.is_alone else 2)
        and len(seats) == len(set(seats)) == PLAYERS
        and min(seats) >= 1
        and max(seats) <= game.table_size
    )


def _card_points(game: Game, smallest_trick: int) -> Code | None:
    code = unreachable_points(game.re_points, CARD_POINTS, smallest_trick)
    if code is not None:
        return code
    if game.re.no_trick and game.kontra.no_trick:
        return Code.NO_TRICK_BOTH
    if (game.re.no_trick and game.re_points > 0) or (
        game.kontra.no_trick and game.re_points < CARD_POINTS
    ):
        return Code.NO_TRICK_WITH_POINTS
    return None


def unreachable_points(points: int, all_points: int, smallest_trick: int = 0) -> Code | None:
    """Return why no party can have these card points, None when one can."""
    if not 0 <= points <= all_points:
        return Code.POINTS_RANGE
    fewest = max(FEWEST_CARD_POINTS, smallest_trick)
    if 0 < min(points, all_points - points) < fewest:
        return Code.POINTS_UNREACHABLE
    return None


def _absage(game: Game) -> Code | None:
    levels = (game.re.absage, game.kontra.absage)
    return None if all(0 <= level <= SCHWARZ for level in levels) else Code.ABSAGE_LEVEL


def _special(game: Game, playable: Playable) -> Code | None:
    if not any((*game.re.special, *game.re.optional, *game.kontra.special, *game.kontra.optional)):
        return None
    return playable.special.problem(
        playable.counting(game.game_type),
        game.re.special_counts,
        game.kontra.special_counts,
        Taken(game.re_points, game.re.no_trick),
        Taken(game.kontra_points, game.kontra.no_trick),
    )
