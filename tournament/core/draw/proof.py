"""The proof of a draw: sealed before, opened after, checked by anybody (docs/draw-proof.md).

Before registration closes the commitment is published, a fingerprint of a secret, the settings
and the program. At the draw the audience adds a number. The seed follows from secret and number,
so neither the direction nor the audience can steer it. The proof document tells it all, step by
step; every step is sealed together with all steps before it, so none can be changed, left out or
put in later without changing the last seal.

scripts/replay_draw.py checks such a document; it shares no code with this module on purpose.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from tournament.core.draw.model import Entrant, Round

FORMAT = "Kreuzdame draw proof 1"
SHORTEST_SECRET = 32
"""Characters: 128 bits in hexadecimal figures. A shorter secret could be guessed from its
commitment, and with it every draw before the number is known."""
LARGEST_NUMBER = 10**12
"""Twelve dice, one after the other, and any raffle ticket."""

Step = dict[str, Any]
"""One step as it stands in the document, with or without its seal."""


@dataclass(frozen=True, slots=True)
class Program:
    """Which program draws. code: code_fingerprint of its source files."""

    version: str
    code: str


@dataclass(frozen=True, slots=True)
class Pledge:
    """What is fixed before the number is known; the secret alone stays hidden till the draw.

    tournament: its short name, so that the commitment is good for no other one.
    rounds, method: how many rounds the tournament has and how they are drawn (draw.METHODS).
    """

    secret: str = field(repr=False)
    tournament: str
    rounds: int
    method: str
    program: Program

    def __post_init__(self) -> None:
        if len(self.secret) < SHORTEST_SECRET:
            raise ValueError("the secret is too short to stay one")

    @property
    def settings(self) -> dict[str, str | int]:
        """The settings as they are sealed."""
        return {"tournament": self.tournament, "rounds": self.rounds, "method": self.method}

    @property
    def commitment(self) -> str:
        """What is published: 64 hexadecimal figures that fit this pledge and no other."""
        program = asdict(self.program)
        return fingerprint("Kreuzdame commitment 1", self.secret, self.settings, program)

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


def drawn_step(
    pledge: Pledge,
    number: int,
    players: Sequence[Player],
    rounds: Sequence[Round],
    *,
    first_round: int = 1,
    redraw: int = 0,
    reason: str = "",
    ranking: Sequence[str] = (),
    sit_out: int = 0,
    by_audience: bool = True,
) -> Step:
    """A draw. redraw: 0, or the how manieth time seats were drawn anew; that needs a reason.

    players: all who take part, also those who sit out a round. rounds: all that were drawn,
    `first_round` being the first. ranking, sit_out: as the draw was given them. by_audience:
    whether somebody gave the number; else the program made it up itself, because nobody did.
    Raises ValueError where redraw and reason contradict each other, and KeyError where somebody
    sits in a round who is not among the players.
    """
    if bool(redraw) != bool(reason.strip()):
        raise ValueError("a redraw needs a reason, and nothing else has one")
    return {
        "kind": "draw",
        "redraw": redraw,
        "reason": reason,
        "settings": pledge.settings,
        "program": asdict(pledge.program),
        "commitment": pledge.commitment,
        "secret": pledge.secret,
        "number": number,
        "by_audience": by_audience,
        "seed": pledge.seed(number),
        "ranking": list(ranking),
        "sit_out": sit_out,
        **_seating(players, rounds, first_round),
    }


def changed_step(
    players: Sequence[Player], rounds: Sequence[Round], *, first_round: int, reason: str
) -> Step:
    """Seats that no lot of a pledge gave: a no-show repaired, two exchanged, a plan by hand.

    It may be the first step: seats entered by hand, or drawn from a seed of one's own. rounds: all
    from `first_round` on, as they are now. Raises as drawn_step does.
    """
    if not reason.strip():
        raise ValueError("a change needs a reason")
    return {"kind": "change", "reason": reason, **_seating(players, rounds, first_round)}


def seal_after(seal: str, step: Step) -> str:
    """The seal of a step, given that of the step before ("" for the first).

    Its own place in the step is null while it is made.
    """
    return fingerprint("Kreuzdame seal 1", seal, {**step, "seal": None})


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


def _seating(
    players: Sequence[Player], rounds: Sequence[Round], first_round: int
) -> dict[str, Any]:
    names = {player.entrant.id: player.name for player in players}
    return {
        "players": [{"name": player.name, **asdict(player.entrant)} for player in players],
        "first_round": first_round,
        "rounds": [
            [[[person, names[person]] for person in table] for table in tables] for tables in rounds
        ],
    }
