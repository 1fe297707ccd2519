"""The value of a game at Altgeld Hall for each side (rule-sets.md 3 and 4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import ceil
from typing import NamedTuple

from scoring.game import Impossible, Party
from scoring.rulesets.altgeld_game import (
    TWO_PACKS,
    AltgeldGame,
    AltgeldKind,
    impossibility,
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
    code = impossibility(game)
    if code is not None:
        raise Impossible(code)
    lines, half = [*_game_lines(game)], game.pack.card_points // 2
    # The extra points of both sides, whoever has won (3.2).
    if not game.kind.is_alone and game.re_points is not None and game.re_points <= half:
        queens = AltgeldLineKind.AGAINST_THE_QUEENS
        lines.append(AltgeldLine("A 3.2", queens, Party.KONTRA, Party.KONTRA, 1))
    for party, side in (Party.RE, game.re), (Party.KONTRA, game.kontra):
        for name, count in side.special._asdict().items():
            if count:
                lines.append(AltgeldLine("A 3.2", AltgeldLineKind(name), party, party, count))
    re, kontra = (sum(line.points for line in lines if line.party is party) for party in Party)
    points = dict.fromkeys(game.re.seats, re) | dict.fromkeys(game.kontra.seats, kontra)
    points |= dict.fromkeys(game.no_side, 0)
    return AltgeldValue(
        kind=game.kind.value,
        re=re,
        kontra=kontra,
        points=tuple(points.get(seat) for seat in range(1, game.table_size + 1)),
        breakdown=tuple(lines),
    )


def _game_lines(game: AltgeldGame) -> Iterator[AltgeldLine]:
    """Yield what the winners get for the game itself: a first line, then its factors (3.4)."""
    first = _game_part(game)
    winner, worth = first.party, first.points
    if not worth:
        return
    yield first
    is_solo = game.kind.is_alone and game.kind is not AltgeldKind.LUMPER  # which is only doubled
    is_lost = is_solo and winner is Party.KONTRA
    for applies, rule, kind, about, factor in (
        (is_lost, "A 3.4", AltgeldLineKind.SOLO_LOST, Party.RE, 2),
        (game.re.announced, "A 3.3", AltgeldLineKind.ANNOUNCED, Party.RE, 2),
        (game.kontra.announced, "A 3.3", AltgeldLineKind.ANNOUNCED, Party.KONTRA, 2),
        (is_solo, "A 3.4", AltgeldLineKind.SOLO, Party.RE, SOLO_FACTOR),
    ):
        if not applies:
            continue
        yield AltgeldLine(rule, kind, about, winner, (factor - 1) * worth)
        worth *= factor


def _game_part(game: AltgeldGame) -> AltgeldLine:
    """Return a point for every 30 card points above half, or part of them; one for all (3.1, 4).

    At exactly half nobody has won; but a soloist has lost (3.4). In a Lumper it is three points for
    no trick, or six against the soloist for each (3.4).
    """
    if game.tricks is not None:
        kind, party, points = AltgeldLineKind.LUMPER_MADE, Party.RE, LUMPER_POINTS
        if game.tricks:
            kind, party = AltgeldLineKind.LUMPER_TRICKS, Party.KONTRA
            points = LUMPER_TRICK_POINTS * game.tricks
        return AltgeldLine("A 3.4", kind, Party.RE, party, points)
    half = game.pack.card_points // 2
    above = (game.re_points or 0) - half
    winner = Party.RE if above > 0 else Party.KONTRA
    points = ceil(abs(above) / STEP) + (abs(above) == half)
    if game.kind.is_alone:
        points = max(points, 1)
    rule = "A 3.1" if game.pack is TWO_PACKS else "A 4"
    return AltgeldLine(rule, AltgeldLineKind.GAME, winner, winner, points)
