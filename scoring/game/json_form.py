"""Conversion of one game to and from JSON; invalid input is reported by code and key."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from scoring.game.impossible import DDV, Code, Impossible, Playable, impossibility
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
from scoring.terms import FOUR_TABLE, is_whole

Json = Any
E = TypeVar("E", bound=StrEnum)

ORDER = {code: place for place, code in enumerate(Code)}


class Fields:
    """An object whose keys are taken out; problems are collected for `refuse_first`.

    An invalid value is replaced by one that hides no later problem, so that everything is read.
    """

    def __init__(self, obj: Mapping[str, Json]) -> None:
        self._left = dict(obj)
        self._highest_seat = 0
        self._problems: list[Impossible] = []

    def kind(self, key: str, kinds: Collection[E], instead: E) -> E:
        """Return the kind of game, one of `kinds`."""
        found = self.optional_kind(key, Code.GAME_TYPE, kinds)
        if found is None:
            self._refuse(Code.GAME_TYPE, key)
        return found or instead

    def optional_kind(self, key: str, code: Code, kinds: Collection[E]) -> E | None:
        """Return one of these kinds, or None if absent."""
        value = self._left.pop(key, None)
        for kind in kinds:
            if kind == value:
                return kind
        if value is not None:
            self._refuse(code, key)
        return None

    def specials(self, known: Collection[str]) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return the special points of Re and of Kontra by their names."""
        parties = self._object(self._left.pop("special", {}), "special", tuple(Party))
        read: list[Mapping[str, int]] = []
        for party in Party:
            path = f"special.{party}"
            counts = self._object(parties.get(party, {}), path, known)
            wrong = next((name for name, count in counts.items() if not is_whole(count)), None)
            if wrong is not None:
                self._refuse(Code.SPECIAL, f"{path}.{wrong}")
            read.append({} if wrong is not None else counts)
        re, kontra = read
        return re, kontra

    def whole(self, key: str, code: Code, default: int | None = None) -> int:
        """Return an integer, required without a default."""
        value = self._left.pop(key, default)
        if is_whole(value):
            return value
        self._refuse(code, key)
        return 0

    def optional_whole(self, key: str, code: Code) -> int | None:
        """Return an integer, or None if absent."""
        if self._left.get(key) is None:
            self._left.pop(key, None)
            return None
        return self.whole(key, code)

    def seats(self, key: str, default: Json = None) -> tuple[int, ...]:
        """Return a list of seats."""
        value = self._left.pop(key, default)
        if isinstance(value, list) and all(is_whole(seat) for seat in value):
            self._highest_seat = max(self._highest_seat, *value, 0)
            return tuple(value)
        self._refuse(Code.MEMBERS, key)
        return ()

    def flag(self, key: str) -> bool:
        """Return a boolean."""
        value = self._left.pop(key, False)
        if isinstance(value, bool):
            return value
        self._refuse(Code.FLAG, key)
        return False

    def words(self) -> dict[int, Party] | None:
        """Return what was announced by seat; None if that is not told."""
        told = self._left.pop("announced", None)
        if told is None:
            return None
        try:
            return {int(seat): Party(word) for seat, word in told.items()}
        except (AttributeError, TypeError, ValueError):
            self._refuse(Code.ANNOUNCEMENT, "announced")
            return None

    def table_size(self, default: int) -> int:
        """Return the size of the table: at least the highest of the seats read."""
        return self.whole("table_size", Code.MEMBERS, max(default, self._highest_seat))

    def refuse_first(self, code: Code | None) -> None:
        """Raise the first problem in order: this one, an earlier one, or a key left over."""
        left_over = [Impossible(Code.UNKNOWN_KEY, key) for key in self._left]
        problems = [*self._problems, *left_over]
        if code is not None:
            problems.append(Impossible(code))
        if problems:
            raise min(problems, key=lambda problem: ORDER[problem.code])

    def _refuse(self, code: Code, key: str) -> None:
        self._problems.append(Impossible(code, key))

    def _object(self, value: Json, path: str, known: Collection[str]) -> Mapping[str, Json]:
        if not isinstance(value, Mapping):
            self._refuse(Code.SPECIAL, path)
            return {}
        for key in value:
            if key not in known:
                self._refuse(Code.SPECIAL, f"{path}.{key}")
                return {}
        return value


def game_from_json(
    obj: Mapping[str, Json], table_size: int = FOUR_TABLE, playable: Playable = DDV
) -> Game:
    """Parse a game; raises Impossible with the first code that applies.

    `table_size` counts where the object has none and names no higher seat.
    """
    fields = Fields(obj)
    re_special, kontra_special = fields.specials(playable.special.names)
    words = fields.words() if playable.words_stay else None
    game = Game(
        game_type=fields.kind("game_type", playable.game_types, GameType.NORMAL),
        solo_kind=fields.optional_kind("solo_kind", Code.SOLO_KIND, tuple(SoloKind)),
        re_points=fields.whole("re_points", Code.POINTS_RANGE),
        re=_side(fields, Party.RE, re_special, words),
        kontra=_side(fields, Party.KONTRA, kontra_special, words),
        table_size=fields.table_size(table_size),
    )
    if words and not words.keys() <= {*game.re.seats, *game.kontra.seats}:
        fields.refuse_first(Code.ANNOUNCEMENT)
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


def _side(
    fields: Fields,
    party: Party,
    special: Mapping[str, int],
    words: Mapping[int, Party] | None,
) -> Side:
    seats = fields.seats(party.value)
    return Side(
        seats=seats,
        announced=fields.flag(f"{party}_announced"),
        words=tuple(words[seat] for seat in seats if seat in words) if words else None,
        absage=fields.whole(f"{party}_absage", Code.ABSAGE_LEVEL, NO_ABSAGE),
        no_trick=fields.flag(f"{party}_no_trick"),
        special=Special.of(special),
        optional=OptionalSpecial.of(special),
    )
