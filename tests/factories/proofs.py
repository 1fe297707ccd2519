"""Proof documents of made-up tournaments, as the program would publish them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.factories.draws import field, plan_once
from tournament.draw import DrawRequest, Entrant, Round, seat_arrivals
from tournament.draw.desk import fill_round
from tournament.draw.proof import (
    FORMAT,
    Commitment,
    Player,
    PlayerList,
    Program,
    Settings,
    Step,
    changed_step,
    code_fingerprint,
    drawn_step,
    listed_step,
    own_seed_step,
    seal_after,
)
from tournament.draw.repair import repaired
from tournament.shared.rules.version import VERSION

PROJECT = Path(__file__).resolve().parents[2]
Document = dict[str, Any]


def proof_document(steps: Sequence[Step]) -> dict[str, Any]:
    """Return the document: every step in order of time, sealed."""
    sealed: list[Step] = []
    seal = ""
    for step in steps:
        seal = seal_after(seal, step)
        sealed.append({**step, "seal": seal})
    return {"format": FORMAT, "steps": sealed}


def this_program() -> Program:
    """Return the program as installed here."""
    files = (PROJECT / "tournament" / "draw").rglob("*.py")
    sources = {path.relative_to(PROJECT).as_posix(): path.read_text("utf-8") for path in files}
    return Program(VERSION, code_fingerprint(sources))


def commitment(
    method: str = "plan", rounds: int = 3, *, letter: str = "a", apart: bool = False
) -> Commitment:
    return Commitment(letter * 32, Settings("herbst", rounds, method, apart), this_program())


def players(entrants: Sequence[Entrant]) -> tuple[Player, ...]:
    return tuple(Player(f"Änne Nr. {entrant.id}", entrant) for entrant in entrants)


def drawn(
    sealed: Commitment,
    number: int,
    entrants: Sequence[Entrant],
    *,
    before: Sequence[Round] = (),
    count: int | None = None,
    ranking: Sequence[str] = (),
    sit_out: int = 0,
    **more: Any,
) -> tuple[list[Step], tuple[Round, ...]]:
    """Make one draw as the program does: close the list, draw; return its rounds."""
    request = DrawRequest(
        tuple(entrants),
        count or sealed.settings.rounds - len(before),
        sealed.seed(number),
        sealed.settings.method,
        tuple(before),
        tuple(ranking),
        sit_out,
    )
    rounds = plan_once(request).rounds
    listed = PlayerList(players(entrants), len(before) + 1, ranking, sit_out)
    steps = [
        listed_step(sealed.value, listed),
        drawn_step(sealed, number, listed, rounds, **more),
    ]
    return steps, rounds


def planned(people: int = 8, rounds: int = 2) -> Document:
    """Draw all rounds at once, with clubs, a fixed table and a player who keeps no list."""
    others = [replace(one, queue=int(one.id) + 9) for one in field(people - 2, [2, 2])]
    entrants = (
        *others,
        Entrant(str(people - 1), "C0", team="T", table=2, queue=1),
        Entrant(str(people), team="T", no_list=True, queue=2),
    )
    return proof_document(drawn(commitment(rounds=rounds, apart=True), 4711, entrants)[0])


def redrawn() -> Document:
    """9 people; one leaves after round 1, and rounds 2 and 3 are redrawn, twice."""
    entrants = field(9, [3, 2])
    steps, rounds = drawn(commitment(), 12, entrants)
    for redraw, reason in enumerate(("9 has left", "5 was called by mistake"), 1):
        again, _ = drawn(
            commitment(letter="bc"[redraw - 1]),
            redraw,
            entrants[:8],
            before=rounds[:1],
            redraw=redraw,
            reason=reason,
        )
        steps += again
    return proof_document(steps)


def by_standings() -> Document:
    """By lot first, then by the standings, then as a snake."""
    entrants = field(8, [3])
    rounds: tuple[Round, ...] = ()
    steps: list[Step] = []
    for method, letter in (("redraw", "a"), ("ranked", "b"), ("snake", "c")):
        ranking = [entrant.id for entrant in entrants[::-1]] if rounds else ()
        more, new = drawn(
            commitment(method, letter=letter), 7, entrants, before=rounds, count=1, ranking=ranking
        )
        steps += more
        rounds += new
    return proof_document(steps)


def repaired_by_hand() -> Document:
    """Somebody does not turn up after the draw; the seats are changed without lots."""
    entrants = field(9)
    first, rounds = drawn(commitment(rounds=2), 3, entrants)
    change = repaired(entrants, (), rounds, leaving=["4"])
    staying = players([entrant for entrant in entrants if entrant.id != "4"])
    second = changed_step(staying, change.rounds, first_round=1, reason="4 is not here")
    return proof_document([*first, second])


def with_byes() -> Document:
    """11 people, one of whom sits out each round; nobody gave a number for round 3."""
    entrants = field(11, [2])
    first, rounds = drawn(commitment(rounds=2), 8, entrants, sit_out=1)
    sealed = commitment("ranked", letter="b")
    ranking = [entrant.id for entrant in entrants]
    second, _ = drawn(
        sealed, 0, entrants, before=rounds, ranking=ranking, sit_out=1, by_audience=False
    )
    # Where the program makes up the number, nobody has to close the list.
    return proof_document([*first, second[-1]])


def begun_by_hand() -> Document:
    """The seats of round 1 come from elsewhere; round 2 is drawn, and drawn again."""
    entrants = field(8)
    by_hand = ((("1", "2", "3", "4"), ("5", "6", "7", "8")),)
    steps = [changed_step(players(entrants), by_hand, first_round=1, reason="the club's own plan")]
    for redraw, reason in enumerate(("", "8 had been called 9")):
        sealed = commitment("redraw", 2, letter="ab"[redraw])
        steps += drawn(sealed, 5, entrants, before=by_hand, redraw=redraw, reason=reason)[0]
    return proof_document(steps)


def with_own_seed() -> Document:
    """Drawn from a seed brought from outside, and redrawn with lots."""
    entrants = field(8)
    settings = commitment("redraw", 2).settings
    rounds = plan_once(DrawRequest(tuple(entrants), 1, "Karlchen", "redraw")).rounds
    listed = PlayerList(players(entrants))
    own = own_seed_step(settings, this_program(), "Karlchen", listed, rounds)
    again, _ = drawn(
        commitment("redraw", 2), 5, entrants, count=1, redraw=1, reason="no seeds please"
    )
    return proof_document([own, *again])


def at_the_desk(expected: int = 12, come: int = 13, gone: int = 4) -> Document:
    """Numbers drawn one by one; more come than expected, some go again; round 2 drawn as ever."""
    sealed, entrants = commitment(rounds=2), field(come, [3])
    order = players(entrants[::-1][:expected])
    ids = [player.entrant.id for player in order]
    tables = seat_arrivals(sealed.seed(4711), expected, ids)
    there = entrants[gone:]
    seated = fill_round(there, tables)
    steps = [
        listed_step(sealed.value, PlayerList((), expected=expected)),
        drawn_step(sealed, 4711, PlayerList(order, expected=expected), [tables]),
        changed_step(players(there), [seated], first_round=1, reason="places closed"),
    ]
    more, _ = drawn(commitment(rounds=2, letter="b"), 5, there, before=[seated])
    return proof_document([*steps, *more])


HISTORIES = {
    "at the desk": at_the_desk,
    "four-tables": planned,
    "five-tables": lambda: planned(9),
    "redrawn": redrawn,
    "by standings": by_standings,
    "repaired": repaired_by_hand,
    "byes": with_byes,
    "begun by hand": begun_by_hand,
    "own seed": with_own_seed,
}
