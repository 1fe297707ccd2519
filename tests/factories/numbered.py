"""Games by the source P and by a club evaluated a second time: from tables, sharing no code.

`Told` is a game as it is told, `worth` what it is worth with options. The winners' table and the
DDV's own points are those of tests.factories.paragraphs.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from tests.factories.paragraphs import ALL_TRICKS, NO_TRICK, Played, reckon, winner

NOTHING: Mapping[str, int] = {}
TEAM_GAMES = ("normal", "wedding", "poverty")

# The value of each special point to the party that counts it, by the option that gives it.
SPECIAL_POINTS = {
    "doppelkopf": 1, "fox": 1, "karlchen": 1, "karlchen_lost": -1, "heart_ten": 1,
    "heart_trick": 1, "fox_last": 2, "fox_first": 2,
}  # fmt: skip
# The levels a loser may be held under, on the ladder of card points and tricks.
HELD_UNDER = (90, 60, 30, NO_TRICK + 1)
EDGES = (0, 2, 29, 30, 59, 60, 89, 90, 119, 120, 121, 150, 151, 180, 181, 210, 211, 238, 240)
OUTCOMES = (*((points, False, False) for points in EDGES), (0, True, False), (240, False, True))
"""Card points of Re where something changes; Re, and Kontra, without a trick."""
SAID = range(6)
"""Nothing, the announcement, then the Absagen."""


class Told(NamedTuple):
    """One game; announcements are 0 nothing, 1 Re or Kontra, 2 to 5 the Absagen."""

    kind: str = "normal"
    re_points: int = 121
    re_no_trick: bool = False
    kontra_no_trick: bool = False
    re_said: int = 0
    kontra_said: int = 0
    re_special: Mapping[str, int] = NOTHING
    kontra_special: Mapping[str, int] = NOTHING

    @property
    def with_partner(self) -> bool:
        return self.kind in TEAM_GAMES


class Worth(NamedTuple):
    """From Re's view, not tripled."""

    winner: str | None
    value_re: int
    points: tuple[int, ...]


def json_of(told: Told) -> dict[str, Any]:
    """Return the game as other programs send it; an Absage always includes the announcement."""
    seats = (
        {"re": [1, 2], "kontra": [3, 4]} if told.with_partner else {"re": [1], "kontra": [2, 3, 4]}
    )
    return {
        "game_type": told.kind,
        "solo_kind": "voluntary" if told.kind.startswith("solo") else None,
        **seats,
        "re_points": told.re_points,
        "re_no_trick": told.re_no_trick,
        "kontra_no_trick": told.kontra_no_trick,
        "re_announced": told.re_said > 0,
        "kontra_announced": told.kontra_said > 0,
        "re_absage": max(told.re_said - 1, 0),
        "kontra_absage": max(told.kontra_said - 1, 0),
        "special": {"re": dict(told.re_special), "kontra": dict(told.kontra_special)},
    }


def worth(told: Told, source: str, options: Mapping[str, Any]) -> Worth:
    """Return the value of a possible game; `source` is P or DDV."""
    if options.get("16") == "re" and not told.with_partner:
        told = told._replace(re_said=max(told.re_said, 1))
    played = played_of(told)
    won_by = winner(played)
    game = GAME[source](told, played, won_by)
    old = -1 if won_by == "kontra" and (told.with_partner or source == "P") else 0
    extra = sum_of(told.re_special) - sum_of(told.kontra_special)
    announced = (told.re_said > 0) + (told.kontra_said > 0) if won_by else 0
    sign = {"re": 1, "kontra": -1, None: 0}[won_by]
    value = {
        None: game + old + extra + 2 * announced * sign,
        "game": (game + old) * 2**announced + extra,
        "all": (game + old + extra) * 2**announced,
    }[options.get("4")]
    if options.get("16") == "double" and not told.with_partner:
        value *= 2
    soloist = 3 * value
    points = (value, value, -value, -value) if told.with_partner else (soloist, *(-value,) * 3)
    return Worth(won_by, value, points)


def played_of(told: Told) -> Played:
    """Return the game in the form of the DDV's second evaluator, without special points."""
    return Played(
        kind="normal" if told.with_partner else "silent_wedding",
        re=(1, 2) if told.with_partner else (1,),
        kontra=(3, 4) if told.with_partner else (2, 3, 4),
        re_points=told.re_points,
        re_no_trick=told.re_no_trick,
        kontra_no_trick=told.kontra_no_trick,
        re_announced=told.re_said > 0,
        kontra_announced=told.kontra_said > 0,
        re_absage=max(told.re_said - 1, 0),
        kontra_absage=max(told.kontra_said - 1, 0),
    )


def sum_of(special: Mapping[str, int]) -> int:
    return sum(SPECIAL_POINTS[name] * count for name, count in special.items())


def game_of_ddv(_told: Told, played: Played, _won_by: str | None) -> int:
    """Evaluate by 7.2.2 without the points for announcements."""
    reckoned = reckon(played)
    said = sum(points for (rule, *_), points in reckoned.lines.items() if rule == "7.2.2(b)")
    return reckoned.base_re - said


def game_of_pagat(told: Told, _played: Played, won_by: str | None) -> int:
    """Return the winner's sum; where both failed, the levels actually reached."""
    re = NO_TRICK if told.re_no_trick else ALL_TRICKS if told.kontra_no_trick else told.re_points
    kontra = 240 - re if re in range(241) else {NO_TRICK: ALL_TRICKS, ALL_TRICKS: NO_TRICK}[re]
    held = {
        "re": sum(kontra < level for level in HELD_UNDER),
        "kontra": sum(re < level for level in HELD_UNDER),
    }
    levels = {"re": max(told.re_said - 1, 0), "kontra": max(told.kontra_said - 1, 0)}
    sums = {
        "re": 1 + held["re"] + levels["re"] + 2 * levels["kontra"],
        "kontra": -(1 + held["kontra"] + levels["kontra"] + 2 * levels["re"]),
        None: held["re"] - held["kontra"],
    }
    return sums[won_by]


GAME = {"P": game_of_pagat, "DDV": game_of_ddv}


def games(kinds=("normal", "silent_wedding"), outcomes=OUTCOMES) -> Iterator[Told]:
    """Return every game without special points at the edges of the card points."""
    for kind, outcome, re_said, kontra_said in product(kinds, outcomes, SAID, SAID):
        yield Told(kind, *outcome, re_said, kontra_said)
