"""One game: what it is worth and who gets it, by the paragraphs (TSR 4.4, 7.1, 7.2).

    game = Game(
        GameType.NORMAL,
        re=Side((1, 3), announced=True, absage=1),
        kontra=Side((2, 4), special=Special(fox=1)),
        re_points=172,
    )
    value = evaluate(game)
    value.winner, value.value_re, value.points    # Party.RE, 4, (4, -4, 4, -4)
    [(line.rule, line.kind, line.re) for line in value.breakdown]

A game that cannot have been played is refused with `Impossible`, which carries a code.
"""

from scoring.game.evaluation import evaluate
from scoring.game.impossible import Code, Impossible
from scoring.game.json_form import game_from_json, game_to_json
from scoring.game.model import (
    Game,
    GameType,
    Line,
    LineKind,
    Party,
    Side,
    SoloKind,
    Special,
    Value,
)

__all__ = [
    "Code",
    "Game",
    "GameType",
    "Impossible",
    "Line",
    "LineKind",
    "Party",
    "Side",
    "SoloKind",
    "Special",
    "Value",
    "evaluate",
    "game_from_json",
    "game_to_json",
]
