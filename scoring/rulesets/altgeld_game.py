"""A game at Altgeld Hall: its values, its JSON form, and impossible games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.game import Code, Party
from scoring.game.impossible import (
    FOX_POINTS,
    KARLCHEN_POINTS,
    SpecialRules,
    Taken,
    unreachable_points,
)
from scoring.game.json_form import Fields
from scoring.terms import FIVE_TABLE, FOUR_TABLE, SEVEN_TABLE, SIX_TABLE, Played

Json = Any

TABLE_SIZES = (FOUR_TABLE, FIVE_TABLE, SIX_TABLE, SEVEN_TABLE)
MOST_TRICKS = 12


class AltgeldKind(Played):
    """The kinds of games, also of rows."""

    NORMAL = "normal"
    WEDDING = "wedding"
    POVERTY = "poverty"
    TRUMP_SOLO = "trump_solo"
    SILENT_SOLO = "silent_solo"
    QUEEN_SOLO = "queen_solo"
    JACK_SOLO = "jack_solo"
    SUIT_SOLO = "suit_solo"
    NO_TRUMP_SOLO = "no_trump_solo"
    LUMPER = "lumper"

    @property
    def is_alone(self) -> bool:
        """Whether a soloist plays against all others."""
        return self not in _WITH_PARTNERS

    @property
    def is_announced_solo(self) -> bool:
        """Whether the soloist named it; such a solo can be forced (3.6)."""
        return self.is_alone and self is not AltgeldKind.SILENT_SOLO

    @property
    def has_announcements(self) -> bool:
        """Whether Re and Kontra may be announced (3.3)."""
        return self not in (AltgeldKind.WEDDING, AltgeldKind.POVERTY)

    @property
    def special(self) -> tuple[str, ...]:
        """The extra points that count: all with diamonds as trumps, none in a Lumper (3.2)."""
        if self is AltgeldKind.LUMPER:
            return ()
        return AltgeldSpecial._fields if self in _DIAMONDS_TRUMP else ("full_trick",)


_WITH_PARTNERS = (AltgeldKind.NORMAL, AltgeldKind.WEDDING, AltgeldKind.POVERTY)
_DIAMONDS_TRUMP = (*_WITH_PARTNERS, AltgeldKind.TRUMP_SOLO, AltgeldKind.SILENT_SOLO)


class AltgeldSpecial(NamedTuple):
    """The extra points of one side, counted (3.2).

    `fox`: caught from the other side. `charlie`: 1 for the last trick won with the jack of clubs.
    `full_trick`: tricks of tens and aces only.
    """

    fox: int = 0
    charlie: int = 0
    full_trick: int = 0


NO_SPECIAL = AltgeldSpecial()


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of a game: two packs for four people, three for six (4)."""

    card_points: int
    players: int
    special: SpecialRules


def _special(foxes: int, full_tricks: tuple[int, ...]) -> SpecialRules:
    return SpecialRules(
        together=((("fox",), foxes), (("charlie",), 1), (("full_trick",), len(full_tricks) - 1)),
        trick="full_trick",
        trick_points=full_tricks,
        cards={"fox": FOX_POINTS},
        apart={"charlie": KARLCHEN_POINTS},
    )


TWO_PACKS = Pack(240, 4, _special(2, (0, 40, 80, 124, 168)))
THREE_PACKS = Pack(360, 6, _special(3, (0, 60, 120, 186, 252)))


def pack_of(table_size: int) -> Pack:
    """Return the cards used at a table."""
    return TWO_PACKS if table_size <= FIVE_TABLE else THREE_PACKS


def sides_of(kind: AltgeldKind, table_size: int) -> tuple[tuple[int, int], ...]:
    """Return the possible numbers of people on Re and Kontra (3, 4).

    With two poverties taken up by others, two of six people may have no side.
    """
    players = pack_of(table_size).players
    if kind.is_alone:
        return ((1, players - 1),)
    if players == TWO_PACKS.players:
        return ((2, 2),)
    usual = ((3, 3), (2, 4))
    return (*usual, (2, 2)) if kind is AltgeldKind.POVERTY else usual


@dataclass(frozen=True, slots=True)
class AltgeldSide:
    """One side: its seats, whether it said Re or Kontra, and its extra points."""

    seats: tuple[int, ...]
    announced: bool = False
    special: AltgeldSpecial = NO_SPECIAL


@dataclass(frozen=True, slots=True)
class AltgeldGame:
    """One game. `re_points` are card points of Re; in a Lumper `tricks` of the soloist instead.

    `forced_at`: the sizes of tables at which a solo can be forced.
    """

    kind: AltgeldKind
    re: AltgeldSide
    kontra: AltgeldSide
    re_points: int | None = None
    tricks: int | None = None
    forced: bool = False
    no_side: tuple[int, ...] = ()
    table_size: int = FOUR_TABLE
    forced_at: tuple[int, ...] = (FOUR_TABLE,)

    @property
    def pack(self) -> Pack:
        """The cards that were used."""
        return pack_of(self.table_size)


def altgeld_game_from_json(
    obj: Mapping[str, Json],
    table_size: int = FOUR_TABLE,
    forced_at: tuple[int, ...] = (FOUR_TABLE,),
) -> AltgeldGame:
    """Parse a game; raises Impossible with the first code that applies."""
    fields = Fields(obj)
    re_special, kontra_special = fields.specials(AltgeldSpecial._fields)
    game = AltgeldGame(
        kind=fields.kind("kind", tuple(AltgeldKind), AltgeldKind.NORMAL),
        re=_side(fields, Party.RE, re_special),
        kontra=_side(fields, Party.KONTRA, kontra_special),
        re_points=fields.optional_whole("re_points", Code.POINTS_RANGE),
        tricks=fields.optional_whole("tricks", Code.TRICKS),
        forced=fields.flag("forced"),
        no_side=fields.seats("no_side", []),
        table_size=fields.table_size(table_size),
        forced_at=forced_at,
    )
    fields.refuse_first(impossibility(game))
    return game


def _side(fields: Fields, party: Party, special: Mapping[str, int]) -> AltgeldSide:
    return AltgeldSide(
        seats=fields.seats(party.value),
        announced=fields.flag(f"{party}_announced"),
        special=AltgeldSpecial(**special),
    )


def impossibility(game: AltgeldGame) -> Code | None:
    """Return the first reason why a game cannot have been played, None when it can.

    Types are assumed right.
    """
    if game.forced and not (game.kind.is_announced_solo and game.table_size in game.forced_at):
        return Code.FORCED
    # Everybody is on a different seat, and without a side only where that can be.
    seats = game.re.seats + game.kontra.seats + game.no_side
    if (
        game.table_size not in TABLE_SIZES
        or (len(game.re.seats), len(game.kontra.seats)) not in sides_of(game.kind, game.table_size)
        or not len(seats) == len(set(seats)) == game.pack.players
        or min(seats) < 1
        or max(seats) > game.table_size
    ):
        return Code.MEMBERS
    if game.kind is AltgeldKind.LUMPER:  # which goes by tricks, others by card points (3.4)
        if game.tricks is None or not 0 <= game.tricks <= MOST_TRICKS:
            return Code.TRICKS
        if game.re_points is not None:
            return Code.POINTS_RANGE
    elif game.tricks is not None:
        return Code.TRICKS
    elif game.re_points is None:
        return Code.POINTS_RANGE
    else:
        unreachable = unreachable_points(game.re_points, game.pack.card_points)
        if unreachable is not None:
            return unreachable
    # In forced games nothing is announced, and a soloist only replies (3.3).
    allowed = game.kind.has_announcements and not game.forced
    said_first = game.kind.is_alone and not game.kontra.announced
    if game.kontra.announced and not allowed:
        return Code.ANNOUNCEMENT
    if game.re.announced and (said_first or not allowed):
        return Code.ANNOUNCEMENT
    re_points = game.re_points or 0  # none in a Lumper, where no extra points count
    return game.pack.special.problem(
        game.kind.special,
        game.re.special._asdict(),
        game.kontra.special._asdict(),
        Taken(re_points),
        Taken(game.pack.card_points - re_points),
    )
