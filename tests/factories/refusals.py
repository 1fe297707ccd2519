"""Which games are refused, repeated as a table: code and condition, in the order of the codes.

The conditions read the bare JSON object and tolerate any rubbish in it, so that they can be asked
about every object. The first code whose condition holds must be named.
"""

from collections.abc import Callable
from typing import NamedTuple

TEAM_GAMES = ("normal", "wedding")
UNDECLARED_SOLOS = ("silent_wedding", "wedding_unclarified")
ANNOUNCED_SOLOS = (
    "solo_diamonds", "solo_hearts", "solo_spades", "solo_clubs",
    "solo_queens", "solo_jacks", "solo_aces",
)  # fmt: skip
KINDS = TEAM_GAMES + UNDECLARED_SOLOS + ANNOUNCED_SOLOS

SPECIALS = ("doppelkopf", "fox", "karlchen")
MOST = {"doppelkopf": 4, "fox": 2, "karlchen": 1}
DOPPELKOPF_NEEDS = (0, 40, 80, 124, 168)
FLAGS = ("re_no_trick", "kontra_no_trick", "re_announced", "kontra_announced")
KEYS = {
    "game_type", "solo_kind", "re", "kontra", "re_points", "table_size", "re_absage",
    "kontra_absage", "special", *FLAGS,
}  # fmt: skip

Json = dict


class Refusal(NamedTuple):
    code: str
    holds: Callable[[Json], bool]


def is_whole(value) -> bool:
    return type(value) is int


def is_alone(game: Json) -> bool:
    return game.get("game_type") in UNDECLARED_SOLOS + ANNOUNCED_SOLOS


def has_wrong_solo_kind(game: Json) -> bool:
    is_announced = game.get("game_type") in ANNOUNCED_SOLOS
    return game.get("solo_kind") not in (("compulsory", "voluntary") if is_announced else (None,))


def has_wrong_members(game: Json) -> bool:
    re, kontra = game.get("re"), game.get("kontra")
    if not (isinstance(re, list) and isinstance(kontra, list)):
        return True
    seats = re + kontra
    size = game.get("table_size", 5 if 5 in seats else 4)
    return not (
        (len(re), len(kontra)) == ((1, 3) if is_alone(game) else (2, 2))
        and is_whole(size)
        and size in (4, 5)
        and all(is_whole(seat) and 1 <= seat <= size for seat in seats)
        and len(set(seats)) == 4
    )


def card_points(game: Json) -> dict[str, int | None]:
    """Return the card points of both parties; None where unknown."""
    re = game.get("re_points")
    is_known = is_whole(re) and 0 <= re <= 240
    return {"re": re if is_known else None, "kontra": 240 - re if is_known else None}


def without_trick(game: Json) -> list[str]:
    return [party for party in ("re", "kontra") if game.get(f"{party}_no_trick") is True]


def counts(game: Json, party: str) -> dict[str, int]:
    """Return the special points of a party, as far as they are counts."""
    special = game.get("special")
    of_party = special.get(party) if isinstance(special, dict) else None
    given = of_party if isinstance(of_party, dict) else {}
    return {name: max(0, given[name]) if is_whole(given.get(name)) else 0 for name in SPECIALS}


def is_wrong_special(game: Json) -> bool:
    special = game.get("special", {})
    if not isinstance(special, dict) or not special.keys() <= {"re", "kontra"}:
        return True
    parties = special.values()
    return not all(isinstance(one, dict) and one.keys() <= set(SPECIALS) for one in parties) or any(
        not is_whole(count) or count < 0 for one in parties for count in one.values()
    )


def needed(doppelkopf: int, fox: int, karlchen: int) -> int:
    """Return the fewest card points with which a party can have made these special points."""
    foxes = 0 if doppelkopf else 11 * fox
    return DOPPELKOPF_NEEDS[min(doppelkopf, 4)] + foxes + 2 * karlchen


def has_too_few_points(game: Json, party: str) -> bool:
    points = card_points(game)[party]
    return points is not None and points < needed(**counts(game, party))


def has_any(game: Json, party: str) -> bool:
    return any(counts(game, party).values())


REFUSALS = (
    Refusal("game_type", lambda game: game.get("game_type") not in KINDS),
    Refusal("solo_kind", has_wrong_solo_kind),
    Refusal("members", has_wrong_members),
    Refusal("points_range", lambda game: card_points(game)["re"] is None),
    Refusal("points_unreachable", lambda game: card_points(game)["re"] in (1, 239)),
    # Must precede the next code, which would hide it: one of both always has card points.
    Refusal("no_trick_both", lambda game: len(without_trick(game)) == 2),
    Refusal(
        "no_trick_with_points",
        lambda game: any(card_points(game)[party] for party in without_trick(game)),
    ),
    Refusal(
        "absage_level",
        lambda game: any(
            not is_whole(level) or level not in range(5)
            for level in (game.get("re_absage", 0), game.get("kontra_absage", 0))
        ),
    ),
    Refusal("special", is_wrong_special),
    Refusal(
        "special_in_solo",
        lambda game: is_alone(game) and (has_any(game, "re") or has_any(game, "kontra")),
    ),
    Refusal(
        "special_max",
        lambda game: any(
            counts(game, "re")[name] + counts(game, "kontra")[name] > MOST[name]
            for name in SPECIALS
        ),
    ),
    Refusal(
        "special_without_trick",
        lambda game: any(has_any(game, party) for party in without_trick(game)),
    ),
    Refusal(
        "special_points",
        lambda game: has_too_few_points(game, "re") or has_too_few_points(game, "kontra"),
    ),
    Refusal("flag", lambda game: any(type(game.get(flag, False)) is not bool for flag in FLAGS)),
    Refusal("unknown_key", lambda game: not game.keys() <= KEYS),
)
CODES = tuple(refusal.code for refusal in REFUSALS)


def refusals(game: Json) -> list[str]:
    """Return every code that holds, in the order of the table; empty for a possible game."""
    return [refusal.code for refusal in REFUSALS if refusal.holds(game)]
