"""The possible points of a game at Altgeld Hall, found by evaluating all games."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from scoring.rulesets.altgeld_game import (
    MOST_TRICKS,
    AltgeldGame,
    AltgeldKind,
    AltgeldSide,
    AltgeldSpecial,
    impossibility,
    sides_of,
)
from scoring.rulesets.altgeld_value import STEP, AltgeldValue, evaluate_altgeld

Pair = tuple[int, int]
"""Points of everybody on Re's side, and of everybody on Kontra's."""


@cache
def reachable_pairs(kind: AltgeldKind, players: int, forced: bool) -> frozenset[Pair]:
    """Return all pairs of points; extra points are added to any game whose tricks can hold them."""
    plain = _plain_game(kind, players, forced)
    totals: dict[AltgeldGame, set[Pair]] = {}
    for re, kontra in _extra_points(plain):
        for game in _outcomes(plain, plain.pack.special.least_points(re._asdict())):
            if impossibility(_add_special_points(game, re, kontra)) is None:
                totals.setdefault(game, set()).add((sum(re), sum(kontra)))
    return frozenset(
        (value.re + re, value.kontra + kontra)
        for game, extra in totals.items()
        for value, (re, kontra) in product(_values(game), extra)
    )


def _plain_game(kind: AltgeldKind, players: int, forced: bool) -> AltgeldGame:
    """A game without result at a table where nobody sits out."""
    re, kontra = sides_of(kind, players)[0]
    seats = range(1, re + kontra + 1)
    return AltgeldGame(
        kind,
        AltgeldSide(tuple(seats[:re])),
        AltgeldSide(tuple(seats[re:])),
        forced=forced,
        table_size=players,
    )


def _extra_points(plain: AltgeldGame) -> list[tuple[AltgeldSpecial, AltgeldSpecial]]:
    """Return the combinations of extra points of both sides, regardless of card points."""
    most = {
        name: most for (name,), most in plain.pack.special.together if name in plain.kind.special
    }
    counts = product(*(range(most.get(name, 0) + 1) for name in AltgeldSpecial._fields))
    one_side = [AltgeldSpecial(*each) for each in counts]
    return [
        (re, kontra)
        for re, kontra in product(one_side, one_side)
        if all(re._asdict()[name] + kontra._asdict()[name] <= limit for name, limit in most.items())
    ]


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


def _add_special_points(
    game: AltgeldGame, re: AltgeldSpecial, kontra: AltgeldSpecial
) -> AltgeldGame:
    return replace(
        game, re=replace(game.re, special=re), kontra=replace(game.kontra, special=kontra)
    )
