"""Games that cannot have been played, by the codes of the public format."""

from enum import StrEnum

from scoring.game.model import CARD_POINTS, NO_SPECIAL, SCHWARZ, Game, Special
from scoring.model import DEFAULT_GAMES
from scoring.pattern import PLAYERS

DOPPELKOPF_POINTS = (0, 40, 80, 124, 168)
"""Least card points of a party with so many Doppelköpfe: 16 cards are worth 10 or 11."""
FOX_POINTS = 11
"""A caught fox is worth its 11; it may lie in a Doppelkopf, then it needs nothing more."""
KARLCHEN_POINTS = 2
MOST = Special(doppelkopf=4, fox=2, karlchen=1)
"""Special points of both parties together, at most."""


class Code(StrEnum):
    """Why a game is refused, in the order in which one is named before the next."""

    GAME_TYPE = "game_type"
    SOLO_KIND = "solo_kind"
    MEMBERS = "members"
    POINTS_RANGE = "points_range"
    POINTS_UNREACHABLE = "points_unreachable"
    NO_TRICK_BOTH = "no_trick_both"  # else the next one would always hide it
    NO_TRICK_WITH_POINTS = "no_trick_with_points"
    ABSAGE_LEVEL = "absage_level"
    SPECIAL = "special"
    SPECIAL_IN_SOLO = "special_in_solo"
    SPECIAL_MAX = "special_max"
    SPECIAL_WITHOUT_TRICK = "special_without_trick"
    SPECIAL_POINTS = "special_points"
    FLAG = "flag"
    UNKNOWN_KEY = "unknown_key"


class Impossible(ValueError):
    """A game that cannot have been played; `code` says why, `key` where in the public form."""

    def __init__(self, code: Code, key: str = "") -> None:
        super().__init__(code.value)
        self.code = code
        self.key = key


def refuse_impossible(game: Game) -> None:
    """Raise Impossible where a game cannot have been played; types are taken as right."""
    code = impossibility(game)
    if code is not None:
        raise Impossible(code)


def impossibility(game: Game) -> Code | None:
    """Return the first reason why a game cannot have been played, None when it can."""
    if game.game_type.is_announced_solo is (game.solo_kind is None):
        return Code.SOLO_KIND
    if not _has_its_members(game):
        return Code.MEMBERS
    return _card_points(game) or _absage(game) or _special(game)


def _has_its_members(game: Game) -> bool:
    """Four players on seats of their own, two against two or one against three."""
    seats = game.re.seats + game.kontra.seats
    return (
        game.table_size in DEFAULT_GAMES
        and len(game.re.seats) == (1 if game.game_type.is_alone else 2)
        and len(seats) == len(set(seats)) == PLAYERS
        and min(seats) >= 1
        and max(seats) <= game.table_size
    )


def _card_points(game: Game) -> Code | None:
    points = game.re_points
    if not 0 <= points <= CARD_POINTS:
        return Code.POINTS_RANGE
    if points in (1, CARD_POINTS - 1):  # no card is worth 1
        return Code.POINTS_UNREACHABLE
    if game.re.no_trick and game.kontra.no_trick:
        return Code.NO_TRICK_BOTH
    if (game.re.no_trick and points > 0) or (game.kontra.no_trick and points < CARD_POINTS):
        return Code.NO_TRICK_WITH_POINTS
    return None


def _absage(game: Game) -> Code | None:
    levels = (game.re.absage, game.kontra.absage)
    return None if all(0 <= level <= SCHWARZ for level in levels) else Code.ABSAGE_LEVEL


def _special(game: Game) -> Code | None:
    re, kontra = game.re.special, game.kontra.special
    if re == kontra == NO_SPECIAL:
        return None
    if min(*re, *kontra) < 0:
        return Code.SPECIAL
    if game.game_type.is_alone:
        return Code.SPECIAL_IN_SOLO
    if any(mine + theirs > most for mine, theirs, most in zip(re, kontra, MOST, strict=True)):
        return Code.SPECIAL_MAX
    if (game.re.no_trick and any(re)) or (game.kontra.no_trick and any(kontra)):
        return Code.SPECIAL_WITHOUT_TRICK
    if game.re_points < least_points(re) or game.kontra_points < least_points(kontra):
        return Code.SPECIAL_POINTS
    return None


def least_points(special: Special) -> int:
    """Return the fewest card points a party with these special points can have.

    A trick of the jack of clubs and three more cards never makes 40, so it comes on top.
    """
    least = DOPPELKOPF_POINTS[special.doppelkopf] + KARLCHEN_POINTS * special.karlchen
    return least if special.doppelkopf else least + FOX_POINTS * special.fox
