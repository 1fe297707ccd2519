"""The value of a game at Altgeld Hall for each side (rule-sets.md 3 and 4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import ceil
from typing import NamedTuple

from scoring.game import Party
from scoring.rulesets.altgeld_game import (
    TWO_PACKS,
    AltgeldGame,
    AltgeldKind,
    AltgeldSide,
    refuse_impossible,
)

STEP = 30
SOLO_FACTOR = 3
LUMPER_POINTS = 3
LUMPER_TRICK_POINTS = 6


class AltgeldLineKind(StrEnum):
    """What points are given for."""

    GAME = "game"
    SOLO_LOST = "solo_lost"
    ANNOUNCED = "announced"
    SOLO = "solo"
    LUMPER_MADE = "lumper_made"
    LUMPER_TRICKS = "lumper_tricks"
    AGAINST_THE_QUEENS = "against_the_queens"
    FOX = "fox"
    CHARLIE = "charlie"
    FULL_TRICK = "full_trick"


class AltgeldLine(NamedTuple):
    """One line of the breakdown: points for everybody of one side, and the reason.

    `rule`: section of rule-sets.md. `about`: the side it is about; an announcement of the losers
    doubles what the winners get.
    """

    rule: str
    kind: AltgeldLineKind
    about: Party
    party: Party
    points: int


@dataclass(frozen=True, slots=True)
class AltgeldValue:
    """The value of a game: the points of everybody on a side, and of every seat.

    `points` are None for the sitting dealer of five or seven, 0 for people without a side.
    """

    kind: str
    re: int
    kontra: int
    points: tuple[int | None, ...]
    breakdown: tuple[AltgeldLine, ...]


def evaluate_altgeld(game: AltgeldGame) -> AltgeldValue:
    """Return what each side gets, and the breakdown. Raises Impossible."""
    refuse_impossible(game)
    lines = (*_game_lines(game), *_extra_lines(game))
    re, kontra = (sum(line.points for line in lines if line.party is party) for party in Party)
    return AltgeldValue(
        kind=game.kind.value,
        re=re,
        kontra=kontra,
        points=_points(game, re, kontra),
        breakdown=lines,
    )


def _game_lines(game: AltgeldGame) -> Iterator[AltgeldLine]:
    """Yield what the winners get for the game itself."""
    first = _game_part(game) if game.tricks is None else _lumper(game.tricks)
    worth = first.points
    if not worth:
        return
    yield first
    for rule, kind, about, factor in _factors(game, first.party):
        yield AltgeldLine(rule, kind, about, first.party, (factor - 1) * worth)
        worth *= factor


def _game_part(game: AltgeldGame) -> AltgeldLine:
    """Return a point for every 30 card points above half, or part of them; one for all (3.1, 4).

    At exactly half nobody has won; but a soloist has lost (3.4).
    """
    half = game.pack.card_points // 2
    above = (game.re_points or 0) - half
    winner = Party.RE if above > 0 else Party.KONTRA
    points = ceil(abs(above) / STEP) + (abs(above) == half)
    if game.kind.is_alone:
        points = max(points, 1)
    rule = "A 3.1" if game.pack is TWO_PACKS else "A 4"
    return AltgeldLine(rule, AltgeldLineKind.GAME, winner, winner, points)


def _lumper(tricks: int) -> AltgeldLine:
    """Return three points for no trick, or six against the soloist for each trick (3.4)."""
    if tricks:
        points = LUMPER_TRICK_POINTS * tricks
        return AltgeldLine("A 3.4", AltgeldLineKind.LUMPER_TRICKS, Party.RE, Party.KONTRA, points)
    return AltgeldLine("A 3.4", AltgeldLineKind.LUMPER_MADE, Party.RE, Party.RE, LUMPER_POINTS)


def _factors(game: AltgeldGame, winner: Party) -> Iterator[tuple[str, AltgeldLineKind, Party, int]]:
    """Yield the factors of the game part, in the order of 3.4; for a Lumper only doublings."""
    is_solo = game.kind.is_alone and game.kind is not AltgeldKind.LUMPER
    if is_solo and winner is Party.KONTRA:
        yield "A 3.4", AltgeldLineKind.SOLO_LOST, Party.RE, 2
    for party, side in _sides(game):
        if side.announced:
            yield "A 3.3", AltgeldLineKind.ANNOUNCED, party, 2
    if is_solo:
        yield "A 3.4", AltgeldLineKind.SOLO, Party.RE, SOLO_FACTOR


def _extra_lines(game: AltgeldGame) -> Iterator[AltgeldLine]:
    """Yield the extra points of both sides, whoever has won (3.2)."""
    half = game.pack.card_points // 2
    if not game.kind.is_alone and game.re_points is not None and game.re_points <= half:
        queens = AltgeldLineKind.AGAINST_THE_QUEENS
        yield AltgeldLine("A 3.2", queens, Party.KONTRA, Party.KONTRA, 1)
    for party, side in _sides(game):
        for name, count in side.special._asdict().items():
            if count:
                yield AltgeldLine("A 3.2", AltgeldLineKind(name), party, party, count)


def _sides(game: AltgeldGame) -> tuple[tuple[Party, AltgeldSide], ...]:
    return (Party.RE, game.re), (Party.KONTRA, game.kontra)


def _points(game: AltgeldGame, re: int, kontra: int) -> tuple[int | None, ...]:
    points = dict.fromkeys(game.re.seats, re) | dict.fromkeys(game.kontra.seats, kontra)
    points |= dict.fromkeys(game.no_side, 0)
    return tuple(points.get(seat) for seat in range(1, game.table_size + 1))
