"""One game as JSON values, both ways; what does not fit is named by its code and key."""

from collections.abc import Collection, Mapping
from typing import Any

from scoring.game.impossible import Code, Impossible, impossibility
from scoring.game.model import NO_ABSAGE, NO_SPECIAL, Game, GameType, Party, Side, SoloKind, Special
from scoring.model import FIVE_TABLE, FOUR_TABLE
from scoring.pattern import is_whole

Json = Any

ORDER = {code: place for place, code in enumerate(Code)}
GAME_TYPES = {each.value: each for each in GameType}
SOLO_KINDS = {each.value: each for each in SoloKind}


def game_from_json(obj: Mapping[str, Json], table_size: int = FOUR_TABLE) -> Game:
    """Read a game; raises Impossible with the code that comes first among those that apply.

    `table_size` counts where the object says none and names no seat 5.
    """
    fields = _Fields(obj)
    re_special, kontra_special = fields.specials()
    game = Game(
        game_type=fields.game_type(),
        solo_kind=fields.solo_kind(),
        re_points=fields.whole("re_points", Code.POINTS_RANGE),
        re=fields.side(Party.RE, re_special),
        kontra=fields.side(Party.KONTRA, kontra_special),
        table_size=fields.table_size(table_size),
    )
    problems = fields.problems + fields.unknown_keys()
    code = impossibility(game)
    if code is not None:
        problems.append(Impossible(code))
    if problems:
        raise min(problems, key=lambda problem: ORDER[problem.code])
    return game


def game_to_json(game: Game) -> dict[str, Json]:
    """Return a game as JSON values with every key."""
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


class _Fields:
    """The keys of an object, taken out one by one; what does not fit is kept in `problems`.

    In its place comes a value that hides no later problem, so that everything is read.
    """

    def __init__(self, obj: Mapping[str, Json]) -> None:
        self._left = dict(obj)
        self._seat_5 = False
        self.problems: list[Impossible] = []

    def game_type(self) -> GameType:
        value = self._left.pop("game_type", None)
        if isinstance(value, str) and value in GAME_TYPES:
            return GAME_TYPES[value]
        self._refuse(Code.GAME_TYPE, "game_type")
        return GameType.NORMAL

    def solo_kind(self) -> SoloKind | None:
        value = self._left.pop("solo_kind", None)
        if isinstance(value, str) and value in SOLO_KINDS:
            return SOLO_KINDS[value]
        if value is not None:
            self._refuse(Code.SOLO_KIND, "solo_kind")
        return None

    def specials(self) -> tuple[Special, Special]:
        """The special points of Re and of Kontra."""
        parties = self._object(self._left.pop("special", {}), "special", tuple(Party))
        re, kontra = (self._counts(parties.get(party, {}), f"special.{party}") for party in Party)
        return re, kontra

    def side(self, party: Party, special: Special) -> Side:
        return Side(
            seats=self._seats(party.value),
            announced=self._flag(f"{party}_announced"),
            absage=self.whole(f"{party}_absage", Code.ABSAGE_LEVEL, NO_ABSAGE),
            no_trick=self._flag(f"{party}_no_trick"),
            special=special,
        )

    def whole(self, key: str, code: Code, default: int | None = None) -> int:
        value = self._left.pop(key, default)
        if is_whole(value):
            return value
        self._refuse(code, key)
        return 0

    def table_size(self, default: int) -> int:
        return self.whole("table_size", Code.MEMBERS, FIVE_TABLE if self._seat_5 else default)

    def unknown_keys(self) -> list[Impossible]:
        return [Impossible(Code.UNKNOWN_KEY, key) for key in self._left]

    def _refuse(self, code: Code, key: str) -> None:
        self.problems.append(Impossible(code, key))

    def _seats(self, key: str) -> tuple[int, ...]:
        value = self._left.pop(key, None)
        if isinstance(value, list) and all(is_whole(seat) for seat in value):
            self._seat_5 = self._seat_5 or FIVE_TABLE in value
            return tuple(value)
        self._refuse(Code.MEMBERS, key)
        return ()

    def _flag(self, key: str) -> bool:
        value = self._left.pop(key, False)
        if isinstance(value, bool):
            return value
        self._refuse(Code.FLAG, key)
        return False

    def _counts(self, value: Json, path: str) -> Special:
        counts = self._object(value, path, Special._fields)
        for kind, count in counts.items():
            if not is_whole(count):
                self._refuse(Code.SPECIAL, f"{path}.{kind}")
                return NO_SPECIAL
        return Special(**counts)

    def _object(self, value: Json, path: str, known: Collection[str]) -> Mapping[str, Json]:
        if not isinstance(value, Mapping):
            self._refuse(Code.SPECIAL, path)
            return {}
        for key in value:
            if key not in known:
                self._refuse(Code.SPECIAL, f"{path}.{key}")
                return {}
        return value
