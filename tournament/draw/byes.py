"""Byes when the number of people fits no tables."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from tournament.draw.model import DrawRequest, Round
from tournament.draw.randomness import seeded, shuffled


def sitting_out(
    people: Iterable[str], history: Sequence[Round], count: int, seed: str
) -> tuple[str, ...]:
    """Return `count` people, by lot among those with the fewest byes so far.

    Absence in a round of the history counts as a bye. The order of the people does not matter; the
    result is in the order of the ids.
    """
    present = [{person for table in tables for person in table} for tables in history]
    sat_out = {person: sum(person not in seated for seated in present) for person in sorted(people)}
    by_lot = shuffled(sat_out, seeded(f"{seed} sitting out round {len(history) + 1}"))
    return tuple(sorted(sorted(by_lot, key=lambda person: sat_out[person])[:count]))


def rounds_with_byes(
    request: DrawRequest, drawn: Callable[[DrawRequest], tuple[Round, ...]]
) -> tuple[Round, ...]:
    """Draw the rounds one after the other, each with `drawn` for those without a bye."""
    ids = [entrant.id for entrant in request.entrants]
    history = request.history
    for _ in range(request.rounds):
        resting = sitting_out(ids, history, request.sit_out, request.seed)
        playing = tuple(entrant for entrant in request.entrants if entrant.id not in resting)
        history += drawn(replace(request, entrants=playing, rounds=1, history=history, sit_out=0))
    return history[len(request.history) :]
