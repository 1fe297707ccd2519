"""Extraction of the keys of a game in JSON; shared by all rule sets."""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from scoring.game.codes import Code, Impossible
from scoring.game.model import Party
from scoring.terms import is_whole

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
        re, kontra = (
            self._counts(parties.get(party, {}), f"special.{party}", known) for party in Party
        )
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

    def _counts(self, value: Json, path: str, known: Collection[str]) -> Mapping[str, int]:
        counts = self._object(value, path, known)
        for kind, count in counts.items():
            if not is_whole(count):
                self._refuse(Code.SPECIAL, f"{path}.{kind}")
                return {}
        return counts

    def _object(self, value: Json, path: str, known: Collection[str]) -> Mapping[str, Json]:
        if not isinstance(value, Mapping):
            self._refuse(Code.SPECIAL, path)
            return {}
        for key in value:
            if key not in known:
                self._refuse(Code.SPECIAL, f"{path}.{key}")
                return {}
        return value
