"""The highest value of a game, found by evaluating all of them at the limits of card points."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from scoring.game import Game, GameType, Impossible, Party, Side, SoloKind, Value
from scoring.game.impossible import Playable, impossibility
from scoring.game.model import CARD_POINTS, SCHWARZ
from scoring.game.special import KARLCHEN_LOST

Evaluate = Callable[[Game], Value]
Counts = Mapping[str, int]
"""Special points of one party; for jacks of clubs lost in the last trick, its opponents'."""

TWO_AND_TWO = Game(GameType.NORMAL, Side((1, 2)), Side((3, 4)), re_points=CARD_POINTS)
ALONE = Game(
    GameType.SOLO_QUEENS, Side((1,)), Side((2, 3, 4)), CARD_POINTS, SoloKind.COMPULSORY
)  # fmt: skip
CHANGES = (30, 60, 90, 120, 121, 151, 181, 211)
"""Card points of Re at which the value of a game may change."""
CARD_POINTS_TO_TRY = (0, *(edge - step for edge in CHANGES for step in (1, 0)), CARD_POINTS)
CALLS = ((False, 0), *((True, absage) for absage in range(SCHWARZ + 1)))


def highest_values(playable: Playable, evaluate: Evaluate) -> Mapping[bool, int]:
    """Return the highest value of a game two against two (False), and of one alone (True)."""
    return {
        plain.game_type.is_alone: max(_values(plain, playable, evaluate))
        for plain in (TWO_AND_TWO, ALONE)
    }


def _values(plain: Game, playable: Playable, evaluate: Evaluate) -> Iterator[int]:
    """Yield the extreme values of every outcome, with the best calls and special points.

    More special points are always better for a party, whatever the calls.
    """
    best_first = _best_first(plain, playable, evaluate)
    for outcome in _outcomes(plain):
        valued = [(evaluate(game).value_re, game) for game in _add_calls(outcome)]
        for party, end in ((Party.RE, max), (Party.KONTRA, min)):
            _value_re, called = end(valued, key=lambda one: one[0])
            yield next(
                abs(value)
                for counts in best_first
                if (value := _value(_add_special_points(called, party, counts), evaluate))
                is not None
            )


def _add_calls(game: Game) -> Iterator[Game]:
    for (re_said, re_absage), (kontra_said, kontra_absage) in product(CALLS, CALLS):
        yield replace(
            game,
            re=replace(game.re, announced=re_said, absage=re_absage),
            kontra=replace(game.kontra, announced=kontra_said, absage=kontra_absage),
        )


def _outcomes(plain: Game) -> Iterator[Game]:
    for points in CARD_POINTS_TO_TRY:
        yield replace(plain, re_points=points)
    yield replace(plain, re_points=0, re=replace(plain.re, no_trick=True))
    yield replace(plain, kontra=replace(plain.kontra, no_trick=True))


def _best_first(plain: Game, playable: Playable, evaluate: Evaluate) -> list[Counts]:
    """Return all combinations of special points of one party, most valuable first."""
    most = {
        name: min(most for names, most in playable.special.together if name in names)
        for name in playable.counting(plain.game_type)
    }
    worth = {name: _worth_of_one(plain, name, evaluate) for name in most}
    sets = (
        dict(zip(most, numbers, strict=True))
        for numbers in product(*(range(number + 1) for number in most.values()))
    )
    return sorted(
        (
            counts
            for counts in sets
            if impossibility(_add_special_points(plain, Party.RE, counts), playable) is None
        ),
        key=lambda counts: sum(worth[name] * count for name, count in counts.items()),
        reverse=True,
    )


def _worth_of_one(plain: Game, name: str, evaluate: Evaluate) -> int:
    """Return the value of one special point for a party with all card points."""
    return (
        evaluate(_add_special_points(plain, Party.RE, {name: 1})).value_re
        - evaluate(plain).value_re
    )


def _add_special_points(game: Game, party: Party, counts: Counts) -> Game:
    """Return the game with these special points of a party."""
    mine, theirs = {**counts, KARLCHEN_LOST: 0}, {KARLCHEN_LOST: counts.get(KARLCHEN_LOST, 0)}
    re, kontra = (mine, theirs) if party is Party.RE else (theirs, mine)
    return replace(game, re=game.re.with_special(re), kontra=game.kontra.with_special(kontra))


def _value(game: Game, evaluate: Evaluate) -> int | None:
    """Return the value from Re's view, None for an impossible game."""
    try:
        return evaluate(game).value_re
    except Impossible:
        return None
