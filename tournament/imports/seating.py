"""The people to be seated and the standings so far, from files (formats.md, "Seating plan")."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.json_format import NotJson, parse
from tournament.draw import Entrant, Round
from tournament.errors import Refused
from tournament.imports.player_tables import PlayerTable
from tournament.imports.players import read_players
from tournament.people.rules.registration import PlayerRow, Verdict

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes. 2,000 people and nine rounds are a tenth of a million."""
TEXTS = ("club", "team")
NUMBERS = ("table", "queue")


@dataclass(frozen=True, slots=True)
class SeatingList:
    """The people of a file; `players` repeats their data, `left_out` are doubtful rows.

    `noted`: other rows of which something was read otherwise than written; `table`: the list, if it
    was one of players.
    """

    entrants: tuple[Entrant, ...]
    players: tuple[dict[str, Any], ...]
    left_out: tuple[PlayerRow, ...] = ()
    noted: tuple[PlayerRow, ...] = ()
    table: PlayerTable | None = None


@dataclass(frozen=True, slots=True)
class StandingsSoFar:
    """The rounds played and everybody by rank, best first."""

    rounds: tuple[Round, ...]
    ranking: tuple[str, ...]


def read_seating_list(data: bytes, *, is_json: bool = False) -> SeatingList:
    """Read people from JSON, or from any list of players.

    JSON is recognised by its first character; `is_json` says that it must be JSON. Refused:
    `seating_file_too_large`, `seating_not_json`, `seating_no_object` (a list),
    `seating_without_players`, `seating_bad_player`, `seating_unknown_key`, `seating_id_twice`, and
    whatever read_players refuses.
    """
    begin = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if is_json or begin in (b"[", b"{"):
        parsed = _parsed(data)
        if isinstance(parsed, list):
            raise Refused("seating_no_object")
        entries = parsed.get("players") if isinstance(parsed, Mapping) else None
        if not isinstance(entries, list) or not entries:
            raise Refused("seating_without_players")
        players = tuple(_player(number, entry) for number, entry in enumerate(entries, start=1))
        return SeatingList(_entrants(players), players)
    rows, table = read_players(data)
    accepted = [row for row in rows if row.verdict is Verdict.OK]
    listed: list[dict[str, Any]] = []
    for number, row in zip(_numbers(accepted), accepted, strict=True):
        club, team = row.player.club_code or row.player.club_name, row.player.team
        said = {key: text for key, text in (("club", club), ("team", team)) if text}
        listed.append({"id": str(number), **said})
    players = tuple(listed)
    left_out = tuple(row for row in rows if row.verdict is not Verdict.OK)
    noted = tuple(row for row in accepted if row.needs_a_word)
    return SeatingList(_entrants(players), players, left_out, noted, table)


def read_standings(data: bytes) -> StandingsSoFar:
    """Read the rounds played and the ranking.

    Refused: `seating_file_too_large`, `seating_not_json`, `seating_bad_standings`.
    """
    parsed = _parsed(data)
    try:
        rounds, ranking = parsed.get("rounds", []), parsed.get("ranking", [])
        return StandingsSoFar(
            tuple(tuple(tuple(map(_id, table)) for table in tables) for tables in rounds),
            tuple(map(_id, ranking)),
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise Refused("seating_bad_standings") from error


def _parsed(data: bytes) -> Any:
    if len(data) > LARGEST_FILE:
        raise Refused("seating_file_too_large", megabytes=LARGEST_FILE // 1024 // 1024)
    try:
        return parse(data.decode("utf-8-sig"))
    except (NotJson, UnicodeDecodeError) as error:
        raise Refused("seating_not_json") from error


def _player(number: int, entry: object) -> dict[str, Any]:
    """Return one person's entry as repeated in the plan."""
    if not isinstance(entry, Mapping):
        raise Refused("seating_bad_player", number=number)
    try:
        player: dict[str, Any] = {"id": _id(entry.get("id"))}
    except ValueError as error:
        raise Refused("seating_bad_player", number=number) from error
    kinds = {**dict.fromkeys(TEXTS, str), **dict.fromkeys(NUMBERS, int), "no_list": bool}
    known = ("id", *kinds)
    unknown = [str(key) for key in entry if key not in known]
    if unknown:
        keys = ", ".join(unknown)
        raise Refused("seating_unknown_key", number=number, keys=keys, known=", ".join(known))
    for key, kind in kinds.items():
        value = entry.get(key)
        if value is not None and type(value) is not kind:
            raise Refused("seating_bad_player", number=number)
        if key in entry:
            player[key] = value
    return player


def _id(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        raise ValueError(value)
    return str(value)


def _entrants(players: tuple[dict[str, Any], ...]) -> tuple[Entrant, ...]:
    seen: set[str] = set()
    for player in players:
        if player["id"] in seen:
            raise Refused("seating_id_twice", key=player["id"])
        seen.add(player["id"])
    return tuple(
        Entrant(
            id=player["id"],
            club=player.get("club") or None,
            team=player.get("team") or None,
            table=player.get("table"),
            no_list=bool(player.get("no_list")),
            queue=player.get("queue"),
        )
        for player in players
    )


def _numbers(rows: list[PlayerRow]) -> list[int]:
    """Return start numbers: the person's own if not taken before, else the next free one."""
    wanted = {row.number for row in rows if row.number is not None}
    taken: set[int] = set()
    numbers = []
    for row in rows:
        number = row.number
        if number is None or number in taken:
            number = next(free for free in range(1, 10**6) if free not in taken | wanted)
        taken.add(number)
        numbers.append(number)
    return numbers
