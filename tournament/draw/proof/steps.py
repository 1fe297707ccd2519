"""The steps of a proof: each is sealed with all before it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tournament.draw.model import Entrant, Round
from tournament.draw.proof.commitment import (
    SHORTEST_SECRET,
    Commitment,
    Program,
    Settings,
    fingerprint,
)

FORMAT = "Kreuzdame draw proof 2"
Step = dict[str, Any]
"""One step as in the document, with or without its seal."""


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant of the draw, with the name on posted lists."""

    name: str
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The input of a draw besides its seed and its settings.

    players: all participants, including byes. first_round: the first round drawn. ranking: the ids
    by the standings, best first; empty where they do not count. sit_out: number of byes per round.
    """

    players: Sequence[Player]
    first_round: int = 1
    ranking: Sequence[str] = ()
    sit_out: int = 0

    def as_sealed(self) -> Step:
        """Return the list in the form of a step."""
        return {
            "players": _sealed(self.players),
            "first_round": self.first_round,
            "ranking": list(self.ranking),
            "sit_out": self.sit_out,
        }


@dataclass(frozen=True, slots=True)
class ListChanges:
    """The differences of two lists: people in only one of them, and those with other wishes.

    `is_otherwise`: the ranking, the first round or the number of byes differ.
    """

    come: tuple[Step, ...]
    gone: tuple[Step, ...]
    changed: tuple[Step, ...]
    is_otherwise: bool

    def __bool__(self) -> bool:
        return bool(self.come or self.gone or self.changed or self.is_otherwise)


def listed_step(commitment: str, listed: PlayerList) -> Step:
    """Return the step closing the list for a published commitment, before a number may be given."""
    return {"kind": "list", "commitment": commitment, **listed.as_sealed()}


def drawn_step(
    commitment: Commitment,
    number: int,
    listed: PlayerList,
    rounds: Sequence[Round],
    *,
    redraw: int = 0,
    reason: str = "",
    by_audience: bool = True,
) -> Step:
    """Return the step of a draw from a commitment and a number.

    rounds: all that were drawn. redraw: 0, or the count of this redraw, which needs a reason.
    by_audience: whether the audience gave the number; else the program generated it. Raises
    ValueError if redraw and reason contradict each other, and KeyError if somebody in a round is
    not on the list.
    """
    lots = {
        "commitment": commitment.value,
        "secret": commitment.secret,
        "number": number,
        "by_audience": by_audience,
        "seed": commitment.seed(number),
    }
    origin = {"settings": commitment.settings.as_sealed(), "program": asdict(commitment.program)}
    return _drawn(lots | origin, listed, rounds, redraw, reason)


def own_seed_step(
    settings: Settings,
    program: Program,
    seed: str,
    listed: PlayerList,
    rounds: Sequence[Round],
    *,
    redraw: int = 0,
    reason: str = "",
) -> Step:
    """Return the step of a draw from a chosen seed: repeatable, but no proof.

    Raises as drawn_step does.
    """
    lots = {"commitment": "", "secret": "", "number": None, "by_audience": False, "seed": seed}
    origin = {"settings": settings.as_sealed(), "program": asdict(program)}
    return _drawn(lots | origin, listed, rounds, redraw, reason)


def changed_step(
    players: Sequence[Player], rounds: Sequence[Round], *, first_round: int, reason: str
) -> Step:
    """Return the step of seats without lots: a repair, a swap, a plan by hand.

    It may be the first step: seats entered by hand. rounds: all current ones from `first_round` on.
    Raises as drawn_step does.
    """
    if not reason.strip():
        raise ValueError("a change needs a reason")
    return {
        "kind": "change",
        "reason": reason,
        "players": _sealed(players),
        "first_round": first_round,
        "rounds": _seats(players, rounds),
    }


def list_changes(before: Step, now: Step) -> ListChanges:
    """Return the differences of two sealed lists."""
    old, new = _by_id(before["players"]), _by_id(now["players"])
    return ListChanges(
        come=tuple(player for number, player in new.items() if number not in old),
        gone=tuple(player for number, player in old.items() if number not in new),
        changed=tuple(
            player
            for number, player in new.items()
            if number in old and dict(old[number]) != dict(player)
        ),
        is_otherwise=any(before[key] != now[key] for key in ("ranking", "first_round", "sit_out")),
    )


def seal_after(seal: str, step: Step) -> str:
    """Return the seal of a step, given that of the step before ("" for the first).

    The step's own seal counts as null.
    """
    return fingerprint("Kreuzdame seal 1", seal, {**step, "seal": None})


def broken_at(steps: Sequence[Step]) -> int | None:
    """Return the number, from 1, of the first step whose seal does not match; None: all match."""
    seal = ""
    for number, step in enumerate(steps, start=1):
        seal = seal_after(seal, step)
        if step.get("seal") != seal:
            return number
    return None


def is_proven(step: Step, before: Step | None) -> bool:
    """Whether nobody could steer a draw: its commitment, its list and a number, in this order.

    before: the step before it; anything between the list and the draw could have been done once the
    number was known.
    """
    if step["kind"] != "draw" or before is None or before["kind"] != "list":
        return False
    kept = all(step.get(key) == before[key] for key in before.keys() - {"kind", "seal"})
    return kept and step["by_audience"] is True and len(step["secret"]) >= SHORTEST_SECRET


def proof_text(document: Mapping[str, Any]) -> str:
    """Return the document as published; equal documents give equal text."""
    return json.dumps(document, sort_keys=True, ensure_ascii=False, indent=1) + "\n"


def _drawn(
    origin: Step, listed: PlayerList, rounds: Sequence[Round], redraw: int, reason: str
) -> Step:
    if bool(redraw) != bool(reason.strip()):
        raise ValueError("a redraw needs a reason, and nothing else has one")
    return {
        "kind": "draw",
        "redraw": redraw,
        "reason": reason,
        **origin,
        **listed.as_sealed(),
        "rounds": _seats(listed.players, rounds),
    }


def _sealed(players: Sequence[Player]) -> list[Step]:
    return [{"name": player.name, **asdict(player.entrant)} for player in players]


def _seats(players: Sequence[Player], rounds: Sequence[Round]) -> list[list[list[list[str]]]]:
    """Return the rounds with names: round, table, seat, id and name."""
    names = {player.entrant.id: player.name for player in players}
    return [
        [[[person, names[person]] for person in table] for table in tables] for tables in rounds
    ]


def _by_id(players: Sequence[Step]) -> dict[str, Step]:
    return {player["id"]: player for player in players}
