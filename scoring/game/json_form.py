"""Conversion of one game to and from JSON; invalid input is reported by code and key."""

from collections.abc import Mapping
from typing import Any

from scoring.game.codes import Code
from scoring.game.fields import Fields
from scoring.game.impossible import DDV, Playable, impossibility
from scoring.game.model import (
    NO_ABSAGE,
    Game,
    GameType,
    OptionalSpecial,
    Party,
    Side,
    SoloKind,
    Special,
)
from scoring.terms import FOUR_TABLE

Json = Any


def game_from_json(
    obj: Mapping[str, Json], table_size: int = FOUR_TABLE, playable: Playable = DDV
) -> Game:
    """Parse a game; raises Impossible with the first code that applies.

    `table_size` counts where the object has none and names no higher seat.
    """
    fields = Fields(obj)
    re_special, kontra_special = fields.specials(playable.special.names)
    game = Game(
        game_type=fields.kind("game_type", playable.game_types, GameType.NORMAL),
        solo_kind=fields.optional_kind("solo_kind", Code.SOLO_KIND, tuple(SoloKind)),
        re_points=fields.whole("re_points", Code.POINTS_RANGE),
        re=_side(fields, Party.RE, re_special),
        kontra=_side(fields, Party.KONTRA, kontra_special),
        table_size=fields.table_size(table_size),
    )
    fields.refuse_first(impossibility(game, playable))
    return game


def game_to_json(game: Game) -> dict[str, Json]:
    """Return a game of the DDV as JSON values with every key."""
    re, kontra = game.re, game.kontra
    return {
        "game_type": game.game_type.value,
        "solo_kind": None if game.solo_kind is None else game.solo_kind.value,
        "re": list(re.seats),
        "kontra": list(kontra.seats),
        "re_points": game.re_points,
        "table_size": game.table_size,
        "re_no_trick": re.no_trick,
        "kontra_no_trick": kontra.no_trick,
        "re_announced": re.announced,
        "kontra_announced": kontra.announced,
        "re_absage": re.absage,
        "kontra_absage": kontra.absage,
        "special": {"re": re.special._asdict(), "kontra": kontra.special._asdict()},
    }


def _side(fields: Fields, party: Party, special: Mapping[str, int]) -> Side:
    return Side(
        seats=fields.seats(party.value),
        announced=fields.flag(f"{party}_announced"),
        absage=fields.whole(f"{party}_absage", Code.ABSAGE_LEVEL, NO_ABSAGE),
        no_trick=fields.flag(f"{party}_no_trick"),
        special=Special.of(special),
        optional=OptionalSpecial.of(special),
    )
