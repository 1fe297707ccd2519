"""The proof of a draw: sealed before, opened after, checked by anybody (docs/draw-proof.md).

Before registration closes, the commitment is published: a fingerprint of a secret, the settings and
the program. After it has closed, the list of players is sealed. Only then the audience gives a
number. The seed follows from secret and number, so neither the direction nor the audience can steer
it. The proof document has all of this, step by step; every step is sealed together with all steps
before it, so none can be changed, left out or inserted later without changing the last seal.

scripts/replay_draw.py checks such a document; it shares no code with this module on purpose.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from tournament.draw.model import VERSION, Entrant, Round

SHORTEST_SECRET = 32
"""Characters: 128 bits in hexadecimal digits. A shorter secret could be guessed from its
commitment, and with it every draw before the number is known."""
LARGEST_NUMBER = 10**12
"""Enough for twelve dice in sequence, and any raffle ticket."""
TO_NOTE = 16
"""Digits of a commitment or seal to be copied from the wall: 64 bits. Half as many could be forged
in an afternoon."""
FORMAT = "Kreuzdame draw proof 2"
SealedRound = Sequence[Sequence[str | None]]
"""The tables of a round; None where nobody has drawn the place."""
Step = dict[str, Any]
"""One step as in the document, with or without its seal."""


def fingerprint(*content: object) -> str:
    """Return SHA-256 over the content as a JSON list: keys sorted, no blanks, ASCII; in hex."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def code_fingerprint(sources: Mapping[str, str]) -> str:
    """Return the identity of a program: the hash of its source files, text by path in the project.

    They are each *.py in and below tournament/draw/; lines end with a line feed only.
    """
    return fingerprint("Kreuzdame code 1", dict(sources))


@dataclass(frozen=True, slots=True)
class Program:
    """The program that draws. code: code_fingerprint of its source files."""

    version: str
    code: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The tournament settings that affect the draw.

    tournament: its slug, so that a commitment is valid for no other one. rounds, method: number of
    rounds and draw method (draw.METHODS). neighbours_apart: whether neighbours in the queue at
    registration are kept apart in round 1. larger_tables: whether the rules have tables of six and
    seven. draw: the version of the draw (DrawRequest.version). groups: of teams.
    """

    tournament: str
    rounds: int
    method: str
    neighbours_apart: bool = False
    larger_tables: bool = False
    draw: int = VERSION
    groups: tuple[tuple[str, ...], ...] = ()

    def as_sealed(self) -> dict[str, Any]:
        """Return the settings in the form of a step; later ones only where they are needed."""
        sealed = asdict(self)
        if not self.larger_tables:
            del sealed["larger_tables"]
        if not self.groups:
            del sealed["groups"]
        if self.draw == 1:
            del sealed["draw"]
        return sealed


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is fixed before the number is known; only the secret stays hidden until the draw."""

    secret: str = field(repr=False)
    settings: Settings
    program: Program

    def __post_init__(self) -> None:
        if len(self.secret) < SHORTEST_SECRET:
            raise ValueError("the secret is too short to stay one")

    @property
    def value(self) -> str:
        """The published value: 64 hexadecimal digits that match only this commitment."""
        return fingerprint(
            "Kreuzdame commitment 1", self.secret, self.settings.as_sealed(), asdict(self.program)
        )

    def seed(self, number: int) -> str:
        """Return the seed of the draw for the audience's number.

        Raises ValueError for a number below 0 or above LARGEST_NUMBER.
        """
        if not 0 <= number <= LARGEST_NUMBER:
            raise ValueError("this number cannot have been given")
        return fingerprint("Kreuzdame seed 1", self.secret, number)


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
    expected: for how many people seats are drawn at the desk, else 0; the list to close then names
    nobody, and that of the draw all who have drawn a number, in this order.
    """

    players: Sequence[Player]
    first_round: int = 1
    ranking: Sequence[str] = ()
    sit_out: int = 0
    expected: int = 0

    def as_sealed(self) -> Step:
        """Return the list in the form of a step; what only a desk needs where there is one."""
        sealed = {
            "players": _sealed(self.players),
            "first_round": self.first_round,
            "ranking": list(self.ranking),
            "sit_out": self.sit_out,
        }
        return {**sealed, "expected": self.expected} if self.expected else sealed


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
    rounds: Sequence[SealedRound],
    *,
    redraw: int = 0,
    reason: str = "",
    by_audience: bool = True,
) -> Step:
    """Return the step of a draw from a commitment and a number.

    rounds: all that were drawn; None for a place that nobody has drawn at the desk. redraw: 0, or
    the count of this redraw, which needs a reason. by_audience: False if the program generated the
    number. Raises ValueError if redraw and reason contradict each other, and KeyError if somebody
    in a round is not on the list.
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
    """Return the step of a draw from a chosen seed: repeatable, but no proof. Raises as above."""
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
    old, new = ({player["id"]: player for player in each["players"]} for each in (before, now))
    return ListChanges(
        come=tuple(player for number, player in new.items() if number not in old),
        gone=tuple(player for number, player in old.items() if number not in new),
        changed=tuple(
            player for number, player in new.items() if old.get(number, player) != player
        ),
        is_otherwise=any(
            before.get(key) != now.get(key)
            for key in ("ranking", "first_round", "sit_out", "expected")
        ),
    )


def seal_after(seal: str, step: Step) -> str:
    """Return the seal of a step, given that of the step before ("" for the first)."""
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
    # At the registration desk nobody knows before who comes.
    known = {**step, "players": []} if step.get("expected") else step
    kept = all(
        known.get(key) == before.get(key) for key in (*before.keys() - {"kind", "seal"}, "expected")
    )
    return kept and step["by_audience"] is True and len(step["secret"]) >= SHORTEST_SECRET


def proof_text(document: Mapping[str, Any]) -> str:
    """Return the document as published; equal documents give equal text."""
    return json.dumps(document, sort_keys=True, ensure_ascii=False, indent=1) + "\n"


def _drawn(
    origin: Step, listed: PlayerList, rounds: Sequence[SealedRound], redraw: int, reason: str
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


def _seats(
    players: Sequence[Player], rounds: Sequence[SealedRound]
) -> list[list[list[list[str] | None]]]:
    """Return the rounds with names: round, table, seat, id and name."""
    names = {player.entrant.id: player.name for player in players}
    return [
        [[[person, names[person]] if person else None for person in table] for table in tables]
        for tables in rounds
    ]
