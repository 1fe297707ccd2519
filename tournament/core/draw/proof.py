"""The proof of a draw: sealed before, opened after, checked by anybody (docs/draw-proof.md).

Before registration closes the commitment is published, a fingerprint of a secret, the settings
and the program. When it has closed, the list of players is sealed. Only then the audience gives a
number. The seed follows from secret and number, so neither the direction nor the audience can
steer it. The proof document tells it all, step by step; every step is sealed together with all
steps before it, so none can be changed, left out or put in later without changing the last seal.

scripts/replay_draw.py checks such a document; it shares no code with this module on purpose.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from tournament.core.draw.model import Entrant, Round

FORMAT = "Kreuzdame draw proof 2"
SHORTEST_SECRET = 32
"""Characters: 128 bits in hexadecimal figures. A shorter secret could be guessed from its
commitment, and with it every draw before the number is known."""
LARGEST_NUMBER = 10**12
"""Twelve dice, one after the other, and any raffle ticket."""
TO_NOTE = 16
"""Figures of a commitment or seal to be noted from the wall: 64 bits. Half as many could be hit by
a forger who tries for an afternoon."""

Step = dict[str, Any]
"""One step as it stands in the document, with or without its seal."""


@dataclass(frozen=True, slots=True)
class Program:
    """Which program draws. code: code_fingerprint of its source files."""

    version: str
    code: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What of the tournament decides how is drawn.

    tournament: its short name, so that a commitment is good for no other one. rounds, method: how
    many rounds the tournament has and how they are drawn (draw.METHODS). neighbours_apart: whether
    neighbours in the queue at registration are kept apart in round 1. larger_tables: whether the
    rules have tables of six and seven.
    """

    tournament: str
    rounds: int
    method: str
    neighbours_apart: bool = False
    larger_tables: bool = False

    def as_sealed(self) -> dict[str, Any]:
        """The settings as they stand in a step; larger tables only where they are played."""
        sealed = asdict(self)
        if not self.larger_tables:
            del sealed["larger_tables"]
        return sealed


@dataclass(frozen=True, slots=True)
class Pledge:
    """What is fixed before the number is known; the secret alone stays hidden till the draw."""

    secret: str = field(repr=False)
    settings: Settings
    program: Program

    def __post_init__(self) -> None:
        if len(self.secret) < SHORTEST_SECRET:
            raise ValueError("the secret is too short to stay one")

    @property
    def commitment(self) -> str:
        """What is published: 64 hexadecimal figures that fit this pledge and no other."""
        return fingerprint(
            "Kreuzdame commitment 1", self.secret, self.settings.as_sealed(), asdict(self.program)
        )

    def seed(self, number: int) -> str:
        """The seed of the draw, once the audience has given its number.

        Raises ValueError for a number below 0 or above LARGEST_NUMBER.
        """
        if not 0 <= number <= LARGEST_NUMBER:
            raise ValueError("this number cannot have been given")
        return fingerprint("Kreuzdame seed 1", self.secret, number)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody as the draw knows them, with the name that hangs on the wall."""

    name: str
    entrant: Entrant


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Everything a draw goes by beside its seed and its settings.

    players: all who take part, also those who sit out a round. first_round: the first that is
    drawn. ranking: the ids by the standings, the best first; empty where they do not count.
    sit_out: so many sit out each round.
    """

    players: Sequence[Player]
    first_round: int = 1
    ranking: Sequence[str] = ()
    sit_out: int = 0

    def as_sealed(self) -> Step:
        """The list as it stands in a step."""
        return {
            "players": _sealed(self.players),
            "first_round": self.first_round,
            "ranking": list(self.ranking),
            "sit_out": self.sit_out,
        }


@dataclass(frozen=True, slots=True)
class ListChanges:
    """What differs between two lists: people of the one alone, and those with other wishes.

    `is_otherwise`: the ranking, the first round or how many sit out differ.
    """

    come: tuple[Step, ...]
    gone: tuple[Step, ...]
    changed: tuple[Step, ...]
    is_otherwise: bool

    def __bool__(self) -> bool:
        return bool(self.come or self.gone or self.changed or self.is_otherwise)


def fingerprint(*content: object) -> str:
    """SHA-256 over the content as a JSON list: keys sorted, no blanks, ASCII; in hexadecimal."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def code_fingerprint(sources: Mapping[str, str]) -> str:
    """What tells one program from another: its source files, text by path from the project on.

    They are tournament/core/table_sizes.py and all of tournament/core/draw/*.py; lines end with
    a line feed alone.
    """
    return fingerprint("Kreuzdame code 1", dict(sources))


def listed_step(commitment: str, listed: PlayerList) -> Step:
    """The list is closed for the draw of a published commitment; only now a number may be given."""
    return {"kind": "list", "commitment": commitment, **listed.as_sealed()}


def drawn_step(
    pledge: Pledge,
    number: int,
    listed: PlayerList,
    rounds: Sequence[Round],
    *,
    redraw: int = 0,
    reason: str = "",
    by_audience: bool = True,
) -> Step:
    """A draw from a pledge and a number.

    rounds: all that were drawn. redraw: 0, or the how manieth time seats were drawn anew; that
    needs a reason. by_audience: whether somebody gave the number; else the program made it up
    itself, because nobody did. Raises ValueError where redraw and reason contradict each other,
    and KeyError where somebody sits in a round who is not on the list.
    """
    lots = {
        "commitment": pledge.commitment,
        "secret": pledge.secret,
        "number": number,
        "by_audience": by_audience,
        "seed": pledge.seed(number),
    }
    origin = {"settings": pledge.settings.as_sealed(), "program": asdict(pledge.program)}
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
    """A draw from a seed that somebody chose: it can be drawn again, and proves nothing.

    Raises as drawn_step does.
    """
    lots = {"commitment": "", "secret": "", "number": None, "by_audience": False, "seed": seed}
    origin = {"settings": settings.as_sealed(), "program": asdict(program)}
    return _drawn(lots | origin, listed, rounds, redraw, reason)


def changed_step(
    players: Sequence[Player], rounds: Sequence[Round], *, first_round: int, reason: str
) -> Step:
    """Seats that no lot gave: a no-show repaired, two exchanged, a plan by hand.

    It may be the first step: seats entered by hand. rounds: all from `first_round` on, as they are
    now. Raises as drawn_step does.
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
    """How two sealed lists differ."""
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
    """The seal of a step, given that of the step before ("" for the first).

    Its own place in the step is null while it is made.
    """
    return fingerprint("Kreuzdame seal 1", seal, {**step, "seal": None})


def broken_at(steps: Sequence[Step]) -> int | None:
    """The place, from 1, of the first step that is not as it was sealed; None: all are."""
    seal = ""
    for place, step in enumerate(steps, start=1):
        seal = seal_after(seal, step)
        if step.get("seal") != seal:
            return place
    return None


def is_proven(step: Step, before: Step | None) -> bool:
    """Whether nobody could steer a draw: its commitment, its list and a number, in this order.

    before: the step before it; anything between the list and the draw could have been done once
    the number was known.
    """
    if step["kind"] != "draw" or before is None or before["kind"] != "list":
        return False
    kept = all(step.get(key) == before[key] for key in before.keys() - {"kind", "seal"})
    return kept and step["by_audience"] is True and len(step["secret"]) >= SHORTEST_SECRET


def proof_document(steps: Sequence[Step]) -> dict[str, Any]:
    """The document: every step in the order in which it happened, sealed."""
    sealed: list[Step] = []
    seal = ""
    for step in steps:
        seal = seal_after(seal, step)
        sealed.append({**step, "seal": seal})
    return {"format": FORMAT, "steps": sealed}


def proof_text(document: Mapping[str, Any]) -> str:
    """The document as it is published; the same document gives the same text."""
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
    """The rounds with names: round, table, seat, id and name."""
    names = {player.entrant.id: player.name for player in players}
    return [
        [[[person, names[person]] for person in table] for table in tables] for tables in rounds
    ]


def _by_id(players: Sequence[Step]) -> dict[str, Step]:
    return {player["id"]: player for player in players}
