"""Games at Altgeld Hall evaluated a second time: from the text's own tables, sharing no code."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

# Re's card points, and the game part of Re and of Kontra (3.1, 4).
FOUR_PEOPLE = (
    ((240, 240), 5, 0),
    ((211, 239), 4, 0),
    ((181, 210), 3, 0),
    ((151, 180), 2, 0),
    ((121, 150), 1, 0),
    ((120, 120), 0, 0),
    ((90, 119), 0, 1),
    ((60, 89), 0, 2),
    ((30, 59), 0, 3),
    ((1, 29), 0, 4),
    ((0, 0), 0, 5),
)
SIX_PEOPLE = (
    ((360, 360), 7, 0),
    ((331, 359), 6, 0),
    ((301, 330), 5, 0),
    ((271, 300), 4, 0),
    ((241, 270), 3, 0),
    ((211, 240), 2, 0),
    ((181, 210), 1, 0),
    ((180, 180), 0, 0),
    ((150, 179), 0, 1),
    ((120, 149), 0, 2),
    ((90, 119), 0, 3),
    ((60, 89), 0, 4),
    ((30, 59), 0, 5),
    ((1, 29), 0, 6),
    ((0, 0), 0, 7),
)
TABLES = {4: FOUR_PEOPLE, 6: SIX_PEOPLE}
CARD_POINTS = {4: 240, 6: 360}
FOXES = {4: 2, 6: 3}
FULL_TRICK_NEEDS = {4: (0, 40, 80, 124, 168), 6: (0, 60, 120, 186, 252)}

TEAM_GAMES = ("normal", "wedding", "poverty")
ANNOUNCED_SOLOS = (
    "trump_solo", "queen_solo", "jack_solo", "suit_solo", "no_trump_solo", "lumper",
)  # fmt: skip
KINDS = (*TEAM_GAMES, "silent_solo", *ANNOUNCED_SOLOS)
# Which extra points count in which kind (3.2 and the table of section 1).
SPECIALS = ("fox", "charlie", "full_trick")
COUNTING = {
    **dict.fromkeys((*TEAM_GAMES, "silent_solo", "trump_solo"), SPECIALS),
    **dict.fromkeys(("queen_solo", "jack_solo", "suit_solo", "no_trump_solo"), ("full_trick",)),
    "lumper": (),
}

Extra = tuple[int, int, int]
"""Foxes, Charlie, full tricks."""
NO_EXTRA = (0, 0, 0)


class Told(NamedTuple):
    """One game of four or six people; `tricks` in a Lumper."""

    kind: str = "normal"
    people: int = 4
    re_points: int | None = 121
    re_announced: bool = False
    kontra_announced: bool = False
    re_extra: Extra = NO_EXTRA
    kontra_extra: Extra = NO_EXTRA
    tricks: int | None = None
    forced: bool = False


def json_of(told: Told) -> dict[str, Any]:
    """Return the game as other programs send it, with every key."""
    partners = told.people // 2 if told.kind in TEAM_GAMES else 1
    seats = list(range(1, told.people + 1))
    return {
        "kind": told.kind,
        "forced": told.forced,
        "re": seats[:partners],
        "kontra": seats[partners:],
        "re_points": told.re_points,
        "re_announced": told.re_announced,
        "kontra_announced": told.kontra_announced,
        "special": {
            "re": dict(zip(SPECIALS, told.re_extra, strict=True)),
            "kontra": dict(zip(SPECIALS, told.kontra_extra, strict=True)),
        },
        "tricks": told.tricks,
        "no_side": [],
        "table_size": told.people,
    }


def worth(told: Told) -> tuple[int, int]:
    """Return the points of Re's side and of Kontra's in a possible game."""
    doublings = 2 ** (told.re_announced + told.kontra_announced)
    if told.kind == "lumper":
        return (0, 6 * told.tricks * doublings) if told.tricks else (3 * doublings, 0)
    half = CARD_POINTS[told.people] // 2
    re, kontra = game_part(told)
    if told.kind in TEAM_GAMES:
        old_ones = int(told.re_points <= half)
        return (
            re * doublings + sum(told.re_extra),
            kontra * doublings + sum(told.kontra_extra) + old_ones,
        )
    if told.re_points == half:
        kontra = 1
    return (
        3 * re * doublings + sum(told.re_extra),
        3 * 2 * kontra * doublings + sum(told.kontra_extra),
    )


def game_part(told: Told) -> tuple[int, int]:
    for (least, most), re, kontra in TABLES[told.people]:
        if least <= told.re_points <= most:
            return re, kontra
    raise AssertionError(told)


def announcements(kind: str, forced: bool = False) -> list[tuple[bool, bool]]:
    """Return the possible announcements of Re and Kontra (3.3)."""
    if forced or kind in ("wedding", "poverty"):
        return [(False, False)]
    every = [(False, False), (False, True), (True, False), (True, True)]
    return every if kind == "normal" else [(re, kontra) for re, kontra in every if kontra or not re]


def extras(kind: str, people: int) -> list[tuple[Extra, Extra]]:
    """Return the possible extra points of both sides, apart from card points."""
    most = {"fox": FOXES[people], "charlie": 1, "full_trick": 4}
    limits = [most[name] if name in COUNTING[kind] else 0 for name in SPECIALS]
    side = list(product(*(range(limit + 1) for limit in limits)))
    return [
        (re, kontra)
        for re, kontra in product(side, side)
        if all(a + b <= limit for a, b, limit in zip(re, kontra, limits, strict=True))
    ]


def needs(extra: Extra, people: int) -> int:
    """Return the fewest card points with which a side can have made this."""
    fox, charlie, full_trick = extra
    return (FULL_TRICK_NEEDS[people][full_trick] if full_trick else 11 * fox) + 2 * charlie


def fits(told: Told) -> bool:
    return needs(told.re_extra, told.people) <= told.re_points <= (
        CARD_POINTS[told.people] - needs(told.kontra_extra, told.people)
    )  # fmt: skip


def card_points(people: int) -> list[int]:
    """Return all card points Re can have: no card is worth 1."""
    every = CARD_POINTS[people]
    return [points for points in range(every + 1) if points not in (1, every - 1)]


def edges(people: int) -> list[int]:
    """Return both ends of each line of the table."""
    ends = {end for line in TABLES[people] for end in line[0]} & set(card_points(people))
    return sorted(ends | {2, CARD_POINTS[people] - 2})


def games(kind: str, people: int) -> Iterator[Told]:
    """Return every game of a kind without extra points, a Lumper with any number of tricks."""
    for re_announced, kontra_announced in announcements(kind):
        if kind == "lumper":
            for tricks in range(13):
                yield Told(kind, people, None, re_announced, kontra_announced, tricks=tricks)
        else:
            for points in card_points(people):
                yield Told(kind, people, points, re_announced, kontra_announced)


def reachable(kind: str, people: int, forced: bool = False) -> set[tuple[int, int]]:
    """Return all pairs of points, from every card point, announcement and extra point."""
    if kind == "lumper":
        said = announcements(kind, forced)
        return {
            worth(Told(kind, people, None, *both, tricks=tricks))
            for both in said
            for tricks in range(13)
        }
    together = {
        (sum(re), needs(re, people), sum(kontra), needs(kontra, people))
        for re, kontra in extras(kind, people)
    }
    found = set()
    for points, both in product(card_points(people), announcements(kind, forced)):
        re, kontra = worth(Told(kind, people, points, *both))
        rest = CARD_POINTS[people] - points
        found |= {
            (re + re_extra, kontra + kontra_extra)
            for re_extra, re_needs, kontra_extra, kontra_needs in together
            if re_needs <= points and kontra_needs <= rest
        }
    return found
