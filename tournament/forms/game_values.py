"""Fields of the value calculator, which describe a disputed game -> the game of the rules."""

from collections.abc import Mapping
from typing import Any

from scoring.game import GameType, Party, SoloKind, Value
from scoring.game.model import CARD_POINTS, SCHWARZ
from scoring.notation import NotedGame
from scoring.rulesets import GameValue, Kind
from scoring.rulesets.altgeld_game import AltgeldKind, pack_of
from scoring.rulesets.ddv import Ddv
from scoring.rulesets.numbered import in_doubling_round
from scoring.terms import RowKind
from tournament.shared.rules.typed import Fields, figure, seat_of
from tournament.sheets.rules.table_rules import TableRules

ANNOUNCED, DOUBLING_ROUND = "announced", "doubling_round"
LEVELS = ("", ANNOUNCED, *map(str, range(1, SCHWARZ + 1)))
"""What a party has said: nothing, its announcement, or an absage by level."""

_SOLOS: Mapping[str, SoloKind] = {
    RowKind.COMPULSORY_SOLO: SoloKind.COMPULSORY,
    RowKind.VOLUNTARY_SOLO: SoloKind.VOLUNTARY,
}


def asked(kind: Kind, at: TableRules) -> tuple[str, ...]:
    """Return the questions about a game of this kind, besides who plays."""
    if isinstance(at.rules, Ddv):
        special = at.rules.playable.alone if kind.alone else at.rules.special_points
        doubling = (DOUBLING_ROUND,) if at.rules.doubling_rounds else ()
        schwarz = () if at.rules.playable.smallest_trick else ("no_trick",)
        return ("re_points", "absage", *schwarz, *special, *doubling)
    played = AltgeldKind(kind.name)
    players = at.rules.players(at.size)
    told = {
        "tricks": played is AltgeldKind.LUMPER,
        "re_points": played is not AltgeldKind.LUMPER,
        "announced": played.has_announcements,
        "forced": played.is_announced_solo and at.duty is not None,
        "no_side": any(sum(side) < players for side in at.rules.sides(kind.name, at.size)),
    }
    return (*(name for name, is_asked in told.items() if is_asked), *played.special)


def card_points(at: TableRules) -> int:
    """Return the card points of a whole game."""
    return CARD_POINTS if isinstance(at.rules, Ddv) else pack_of(at.size).card_points


def told_value(fields: Fields, at: TableRules) -> tuple[GameValue, NotedGame]:
    """Return the value of the game as typed, with its `dealer`, and the game in line notation.

    Raises `scoring.game.Impossible` for what cannot have been played.
    """
    rules, kind = at.rules, fields.get("type", "")
    re, no_side = _seats(fields, "re"), _seats(fields, "no_side")
    dealer = seat_of(fields.get("dealer", ""), at.size) if at.sits_out else None
    described: dict[str, Any] = {
        "re": re,
        "kontra": [seat for seat in at.seats if seat not in {*re, *no_side, dealer}],
        "re_points": figure(fields.get("re_points", "")),
        "table_size": at.size,
        "special": {
            party.value: {
                name: figure(fields.get(f"{party}_{name}", "")) or 0
                for name in rules.special_points
            }
            for party in Party
        },
    }
    if isinstance(rules, Ddv):
        # The suit of a solo does not affect its value.
        solo = _SOLOS.get(kind)
        described["game_type"] = GameType.SOLO_QUEENS.value if solo else kind
        described["solo_kind"] = solo.value if solo else None
        for party in Party:
            said = fields.get(f"{party}_absage", "")
            described[f"{party}_announced"] = bool(said)
            described[f"{party}_absage"] = 0 if said in ("", ANNOUNCED) else figure(said)
            described[f"{party}_no_trick"] = bool(fields.get(f"{party}_no_trick"))
    else:
        described |= {"kind": kind, "no_side": no_side, "forced": bool(fields.get("forced"))}
        described["tricks"] = figure(fields.get("tricks", ""))
        for party in Party:
            described[f"{party}_announced"] = bool(fields.get(f"{party}_announced"))
    value = rules.value_of(described, at.size)
    if isinstance(value, Value) and rules.doubling_rounds and fields.get(DOUBLING_ROUND):
        value = in_doubling_round(value)
    name = rules.kind(value.kind).name
    soloist = re[0] if name.is_alone else None
    without = tuple(sorted(described.get("no_side", ())))
    forced = described.get("forced", False)
    return value, NotedGame(name, value.points, soloist, forced, no_side=without)


def _seats(fields: Fields, name: str) -> list[int]:
    return [int(digit) for digit in fields.get(name, "") if digit in "0123456789"]
