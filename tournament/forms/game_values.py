"""A disputed game as it is told in the value calculator -> the game of the rules."""

from collections.abc import Mapping
from typing import Any

from scoring.game import Game, GameType, Party, SoloKind, game_from_json
from scoring.game.model import SCHWARZ, Special
from scoring.model import FIVE_TABLE, RowKind
from tournament.forms.typed import figure

ANNOUNCED = "announced"
LEVELS = ("", ANNOUNCED, *map(str, range(1, SCHWARZ + 1)))
"""What a party has said: nothing, its announcement, or an Absage by its level."""

_SOLOS = {
    RowKind.COMPULSORY_SOLO: SoloKind.COMPULSORY,
    RowKind.VOLUNTARY_SOLO: SoloKind.VOLUNTARY,
}


def told_game(fields: Mapping[str, str], table_size: int, dealer: int | None) -> Game:
    """The game as typed. Raises `scoring.game.Impossible` for what cannot have been played.

    The suit of a solo does not matter for its value and is not asked.
    """
    kind = fields.get("type", "")
    solo = _SOLOS.get(RowKind(kind)) if kind in set(RowKind) else None
    re = [int(digit) for digit in fields.get("re", "") if digit in "0123456789"]
    away = {*re, dealer if table_size == FIVE_TABLE else None}
    said = {party: fields.get(f"{party}_absage", "") for party in Party}
    return game_from_json(
        {
            "game_type": GameType.SOLO_QUEENS.value if solo else kind,
            "solo_kind": solo.value if solo else None,
            "re": re,
            "kontra": [seat for seat in range(1, table_size + 1) if seat not in away],
            "re_points": figure(fields.get("re_points", "")),
            "table_size": table_size,
            **{f"{party}_announced": bool(said[party]) for party in Party},
            **{f"{party}_absage": _level(said[party]) for party in Party},
            **{f"{party}_no_trick": bool(fields.get(f"{party}_no_trick")) for party in Party},
            "special": {party.value: _special(fields, party) for party in Party},
        }
    )


def _level(said: str) -> Any:
    return 0 if said in ("", ANNOUNCED) else figure(said)


def _special(fields: Mapping[str, str], party: Party) -> dict[str, Any]:
    return {name: figure(fields.get(f"{party}_{name}", "")) or 0 for name in Special._fields}
