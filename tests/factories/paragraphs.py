"""The value of a game evaluated a second time from the paragraphs: tables instead of steps.

It shares only the rules with the program, so an error has to be made twice to go unseen. Two tables
hold it all: what each party needs to win, and what is worth a point. Each party counts its own
points as it sees the game; Re's view is Re's points less Kontra's.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

RE, KONTRA, NOBODY = "re", "kontra", None
THEM = "the other party"
WITH_PARTNER = ("normal", "wedding")

# One ladder for card points and tricks: no trick at all, 0..240 with a trick each, all tricks.
NO_TRICK, ALL_TRICKS = -1, 241


class Played(NamedTuple):
    """One game, flat; special points are (Doppelkopf, fox, Karlchen)."""

    kind: str = "normal"
    solo_kind: str | None = None
    re: tuple = (1, 2)
    kontra: tuple = (3, 4)
    re_points: int = 121
    re_no_trick: bool = False
    kontra_no_trick: bool = False
    re_announced: bool = False
    kontra_announced: bool = False
    re_absage: int = 0
    kontra_absage: int = 0
    re_special: tuple = (0, 0, 0)
    kontra_special: tuple = (0, 0, 0)
    table_size: int = 4

    @property
    def with_partner(self):
        return self.kind in WITH_PARTNER


class View(NamedTuple):
    """The game as one party sees it when it counts its points."""

    is_re: bool
    is_kontra: bool
    with_partner: bool
    won: bool
    not_lost: bool
    mine: int
    theirs: int
    re_said: bool
    kontra_said: bool
    re_absage: int
    kontra_absage: int
    their_absage: int
    doppelkopf: int
    fox: int
    karlchen: int


class Worth(NamedTuple):
    """So many points, `times` over, for the party whose view it is.

    `about`: whose announcement or card points it concerns, if not the party itself.
    """

    rule: str
    what: str
    points: int
    times: Callable[[View], int]
    about: str | None = None


class Reckoning(NamedTuple):
    """The value of a game from Re's view; `lines` itemises it by rule, reason and party."""

    winner: str | None
    base_re: int
    special_re: int
    value_re: int
    points: tuple
    lines: dict


# TSR 7.1.1 and 7.1.2: the card points with which Re and Kontra win. Lines: Re's announcement;
# columns: Kontra's; nothing, Re or Kontra, no 90, 60, 30, no trick.
WINS_WITH = (
    ((121, 120), (120, 121), (90, 151), (60, 181), (30, 211), (0, 241)),
    ((121, 120), (121, 120), (90, 151), (60, 181), (30, 211), (0, 241)),
    ((151, 90), (151, 90), (151, 151), (151, 181), (151, 211), (151, 241)),
    ((181, 60), (181, 60), (181, 151), (181, 181), (181, 211), (181, 241)),
    ((211, 30), (211, 30), (211, 151), (211, 181), (211, 211), (211, 241)),
    ((241, 0), (241, 0), (241, 151), (241, 181), (241, 211), (241, 241)),
)

# Who has the points needed (Re, Kontra); both at once is impossible, neither is TSR 7.1.3.
WINNER = {(True, False): RE, (False, True): KONTRA, (False, False): NOBODY}

PARAGRAPHS = (
    Worth("7.2.2(a)", "won", 1, lambda my: my.won),
    Worth("7.2.2(a)", "under_90", 1, lambda my: my.not_lost and my.theirs < 90, THEM),
    Worth("7.2.2(a)", "under_60", 1, lambda my: my.not_lost and my.theirs < 60, THEM),
    Worth("7.2.2(a)", "under_30", 1, lambda my: my.not_lost and my.theirs < 30, THEM),
    Worth("7.2.2(a)", "no_trick", 1, lambda my: my.not_lost and my.theirs == NO_TRICK, THEM),
    Worth("7.2.2(b)", "announced", 2, lambda my: my.won and my.re_said, RE),
    Worth("7.2.2(b)", "announced", 2, lambda my: my.won and my.kontra_said, KONTRA),
    Worth("7.2.2(c)", "absage_90", 1, lambda my: my.won and my.re_absage >= 1, RE),
    Worth("7.2.2(c)", "absage_60", 1, lambda my: my.won and my.re_absage >= 2, RE),
    Worth("7.2.2(c)", "absage_30", 1, lambda my: my.won and my.re_absage >= 3, RE),
    Worth("7.2.2(c)", "absage_schwarz", 1, lambda my: my.won and my.re_absage >= 4, RE),
    Worth("7.2.2(d)", "absage_90", 1, lambda my: my.won and my.kontra_absage >= 1, KONTRA),
    Worth("7.2.2(d)", "absage_60", 1, lambda my: my.won and my.kontra_absage >= 2, KONTRA),
    Worth("7.2.2(d)", "absage_30", 1, lambda my: my.won and my.kontra_absage >= 3, KONTRA),
    Worth("7.2.2(d)", "absage_schwarz", 1, lambda my: my.won and my.kontra_absage >= 4, KONTRA),
    Worth("7.2.2(e)", "reached_120", 1, lambda my: my.is_re and reached(my, 120, against=1)),
    Worth("7.2.2(e)", "reached_90", 1, lambda my: my.is_re and reached(my, 90, against=2)),
    Worth("7.2.2(e)", "reached_60", 1, lambda my: my.is_re and reached(my, 60, against=3)),
    Worth("7.2.2(e)", "reached_30", 1, lambda my: my.is_re and reached(my, 30, against=4)),
    Worth("7.2.2(f)", "reached_120", 1, lambda my: my.is_kontra and reached(my, 120, against=1)),
    Worth("7.2.2(f)", "reached_90", 1, lambda my: my.is_kontra and reached(my, 90, against=2)),
    Worth("7.2.2(f)", "reached_60", 1, lambda my: my.is_kontra and reached(my, 60, against=3)),
    Worth("7.2.2(f)", "reached_30", 1, lambda my: my.is_kontra and reached(my, 30, against=4)),
    Worth("7.2.3", "against_the_queens", 1, lambda my: my.is_kontra and my.won and my.with_partner),
    Worth("7.2.3", "doppelkopf", 1, lambda my: my.doppelkopf),
    Worth("7.2.3", "fox", 1, lambda my: my.fox),
    Worth("7.2.3", "karlchen", 1, lambda my: my.karlchen),
)

# TSR 7.2.4: what one player of the party books of a value from Re's view.
SHARE = {(RE, True): 1, (KONTRA, True): -1, (RE, False): 3, (KONTRA, False): -1}

# From Re's view.
SIGN = {RE: 1, KONTRA: -1}
OTHER = {RE: KONTRA, KONTRA: RE}


def reached(my: View, card_points: int, against: int) -> bool:
    """Return whether the party got so far although the other one had announced that level."""
    return my.not_lost and my.their_absage >= against and my.mine >= card_points


def reckon(played: Played) -> Reckoning:
    """Return the value of a possible game."""
    won_by = winner(played)
    lines: dict[tuple[str, str, str], int] = {}
    for party, view in views(played, won_by):
        whom = {None: party, RE: RE, KONTRA: KONTRA, THEM: OTHER[party]}
        for rule, what, points, times, about in PARAGRAPHS:
            if count := times(view):
                lines[rule, what, whom[about]] = SIGN[party] * points * count
    special = sum(points for (rule, *_), points in lines.items() if rule == "7.2.3")
    value = sum(lines.values())
    return Reckoning(
        winner=won_by,
        base_re=value - special,
        special_re=special,
        value_re=value,
        points=booked(played, value),
        lines=lines,
    )


def winner(played: Played) -> str | None:
    re_needs, kontra_needs = WINS_WITH[said(played, RE)][said(played, KONTRA)]
    re, kontra = heights(played)
    return WINNER[re >= re_needs, kontra >= kontra_needs]


def said(played: Played, party: str) -> int:
    """Return the line or column of the table; an Absage includes the announcement (TSR 6.3.2)."""
    announced, absage = {
        RE: (played.re_announced, played.re_absage),
        KONTRA: (played.kontra_announced, played.kontra_absage),
    }[party]
    return absage + 1 if absage else int(announced)


def heights(played: Played) -> tuple[int, int]:
    """Return the position of Re and Kontra on the ladder of card points and tricks."""
    if played.re_no_trick:
        return NO_TRICK, ALL_TRICKS
    if played.kontra_no_trick:
        return ALL_TRICKS, NO_TRICK
    return played.re_points, 240 - played.re_points


def views(played: Played, won_by: str | None) -> Iterator[tuple[str, View]]:
    re, kontra = heights(played)
    for party, mine, theirs, their_absage, special in (
        (RE, re, kontra, played.kontra_absage, played.re_special),
        (KONTRA, kontra, re, played.re_absage, played.kontra_special),
    ):
        yield (
            party,
            View(
                is_re=party == RE,
                is_kontra=party == KONTRA,
                with_partner=played.with_partner,
                won=won_by == party,
                not_lost=won_by in (party, NOBODY),
                mine=mine,
                theirs=theirs,
                re_said=said(played, RE) > 0,
                kontra_said=said(played, KONTRA) > 0,
                re_absage=played.re_absage,
                kontra_absage=played.kontra_absage,
                their_absage=their_absage,
                doppelkopf=special[0],
                fox=special[1],
                karlchen=special[2],
            ),
        )


def booked(played: Played, value: int) -> tuple:
    """Return the points of every seat; None for the one that sits out."""
    shares = dict.fromkeys(played.re, SHARE[RE, played.with_partner])
    shares |= dict.fromkeys(played.kontra, SHARE[KONTRA, played.with_partner])
    seats = range(1, played.table_size + 1)
    return tuple(shares[seat] * value if seat in shares else None for seat in seats)
