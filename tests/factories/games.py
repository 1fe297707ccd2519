"""Games for the tests: the whole space, random ones, and both forms the program takes."""

from collections.abc import Iterator
from itertools import product
from random import Random

from hypothesis import strategies as st

from scoring.game import Game, GameType, Side, SoloKind, Special
from tests.factories.paragraphs import Played
from tests.factories.refusals import (
    ANNOUNCED_SOLOS,
    KINDS,
    SPECIALS,
    TEAM_GAMES,
    needed,
)

# Announced, and highest Absage: nothing, announcement alone, no 90, 60, 30, no trick.
CALLS = ((False, 0), (True, 0), (True, 1), (True, 2), (True, 3), (True, 4))
CARD_POINTS = tuple(points for points in range(241) if points not in (1, 239))
# Card points of Re, Re without a trick, Kontra without a trick.
OUTCOMES = (*((points, False, False) for points in CARD_POINTS), (0, True, False),
            (240, False, True))  # fmt: skip
SEATINGS = (
    {"kind": "normal", "re": (1, 2), "kontra": (3, 4)},
    {"kind": "solo_queens", "solo_kind": "compulsory", "re": (1,), "kontra": (2, 3, 4)},
)
NO_SPECIAL = (0, 0, 0)
EVERY_SPECIAL = tuple(product(range(5), range(3), range(2)))
ADMISSIBLE = tuple(
    tuple(special for special in EVERY_SPECIAL if needed(*special) <= points)
    for points in range(241)
)
# Change-over points, one to each side, and as many arbitrary values again.
TURNING_POINTS = (
    *(edge + step for edge in (30, 60, 90, 120, 150, 180, 210) for step in (-1, 0, 1)),
    0, 2, 238, 240,
)  # fmt: skip


def whole_space() -> Iterator[Played]:
    """Return every game that differs in the rules, apart from special points and seats: 17,352."""
    for seating, re_said, kontra_said, outcome in product(SEATINGS, CALLS, CALLS, OUTCOMES):
        re_points, re_no_trick, kontra_no_trick = outcome
        yield Played(
            **seating,
            re_points=re_points,
            re_no_trick=re_no_trick,
            kontra_no_trick=kontra_no_trick,
            re_announced=re_said[0],
            re_absage=re_said[1],
            kontra_announced=kontra_said[0],
            kontra_absage=kontra_said[1],
        )


def random_games(random: Random, count: int) -> Iterator[Played]:
    """Return possible games of every kind, at tables of four and five, with special points."""
    for _ in range(count):
        kind = random.choice(KINDS if random.random() < 0.3 else TEAM_GAMES)
        table_size = random.choice((4, 5))
        seats = random.sample(range(1, table_size + 1), 4)
        partners = 2 if kind in TEAM_GAMES else 1
        solo_kind = random.choice(("compulsory", "voluntary")) if kind in ANNOUNCED_SOLOS else None
        points = random.choice(random.choice((TURNING_POINTS, CARD_POINTS)))
        re_no_trick = points == 0 and random.random() < 0.5
        kontra_no_trick = points == 240 and random.random() < 0.5
        special = {}
        if kind in TEAM_GAMES:
            special = random_special(random, points, re_no_trick, kontra_no_trick)
        yield Played(
            kind=kind,
            solo_kind=solo_kind,
            re=tuple(seats[:partners]),
            kontra=tuple(seats[partners:]),
            re_points=points,
            re_no_trick=re_no_trick,
            kontra_no_trick=kontra_no_trick,
            re_announced=random.random() < 0.5,
            kontra_announced=random.random() < 0.5,
            re_absage=random.choice((0, 0, 1, 2, 3, 4)),
            kontra_absage=random.choice((0, 0, 1, 2, 3, 4)),
            table_size=table_size,
            **special,
        )


def random_special(random: Random, re_points, re_no_trick, kontra_no_trick):
    re_choice = (NO_SPECIAL,) if re_no_trick else ADMISSIBLE[re_points]
    kontra_choice = (NO_SPECIAL,) if kontra_no_trick else ADMISSIBLE[240 - re_points]
    while True:
        re, kontra = random.choice(re_choice), random.choice(kontra_choice)
        if re[0] + kontra[0] <= 4 and re[1] + kontra[1] <= 2 and re[2] + kontra[2] <= 1:
            return {"re_special": re, "kontra_special": kontra}


def any_game():
    """Return a strategy of possible games for hypothesis."""
    return st.randoms(use_true_random=False).map(lambda random: next(random_games(random, 1)))


def game_of(played: Played) -> Game:
    """Return the game as the program takes it; impossible ones too."""
    return Game(
        game_type=GameType(played.kind),
        solo_kind=None if played.solo_kind is None else SoloKind(played.solo_kind),
        re=Side(
            seats=played.re,
            announced=played.re_announced,
            absage=played.re_absage,
            no_trick=played.re_no_trick,
            special=Special(*played.re_special),
        ),
        kontra=Side(
            seats=played.kontra,
            announced=played.kontra_announced,
            absage=played.kontra_absage,
            no_trick=played.kontra_no_trick,
            special=Special(*played.kontra_special),
        ),
        re_points=played.re_points,
        table_size=played.table_size,
    )


def json_of(played: Played) -> dict:
    """Return the game as other programs send it, with every key."""
    return {
        "game_type": played.kind,
        "solo_kind": played.solo_kind,
        "re": list(played.re),
        "kontra": list(played.kontra),
        "re_points": played.re_points,
        "table_size": played.table_size,
        "re_no_trick": played.re_no_trick,
        "kontra_no_trick": played.kontra_no_trick,
        "re_announced": played.re_announced,
        "kontra_announced": played.kontra_announced,
        "re_absage": played.re_absage,
        "kontra_absage": played.kontra_absage,
        "special": {
            "re": dict(zip(SPECIALS, played.re_special, strict=True)),
            "kontra": dict(zip(SPECIALS, played.kontra_special, strict=True)),
        },
    }
