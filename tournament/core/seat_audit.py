"""The seats of the database, held against the steps of the proof, and those against the journal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournament.core.draw.proof import broken_at
from tournament.core.journal_audit import Contradiction, ContradictionCode
from tournament.core.journal_replay import Place, Story

Seats = Mapping[Place, tuple[str, ...]]
"""Start numbers by round and table, in the order of the positions."""


def seat_contradictions(
    story: Story, steps: Sequence[Mapping[str, Any]], seats: Seats
) -> tuple[Contradiction, ...]:
    """What of the steps and the seats is not as it was sealed.

    steps: as they stand in the database, each with its seal. Rounds that no step tells of (seats of
    the first programs) are not compared.
    """
    return (
        *_broken_step(steps),
        *_steps_beside_the_journal(story, steps),
        *_other_seats(steps, seats),
    )


def _broken_step(steps: Sequence[Mapping[str, Any]]) -> Iterator[Contradiction]:
    place = broken_at([dict(step) for step in steps])
    if place is not None:
        yield Contradiction(ContradictionCode.STEP_BROKEN, number=place)


def _steps_beside_the_journal(
    story: Story, steps: Sequence[Mapping[str, Any]]
) -> Iterator[Contradiction]:
    """The journal keeps the seal of every step that changed seats."""
    there = [step.get("seal") for step in steps]
    for seal in story.seals:
        if seal not in there:
            yield Contradiction(ContradictionCode.STEP_MISSING, told=seal)
    if not story.last_is_sealed:
        return
    last = max((there.index(seal) + 1 for seal in story.seals if seal in there), default=0)
    for place, step in enumerate(steps[last:], start=last + 1):
        if "rounds" in step:
            yield Contradiction(ContradictionCode.STEP_UNTOLD, number=place)


def _other_seats(steps: Sequence[Mapping[str, Any]], seats: Seats) -> Iterator[Contradiction]:
    sealed = _sealed_seats(steps)
    rounds = {round for round, _table in sealed}
    places = sealed.keys() | {place for place in seats if place[0] in rounds}
    for place in sorted(places):
        told, found = sealed.get(place), seats.get(place)
        if told != found:
            yield Contradiction(ContradictionCode.SEATS, told, found, *place)


def _sealed_seats(steps: Sequence[Mapping[str, Any]]) -> dict[Place, tuple[str, ...]]:
    """The seats after the last step; each tells all rounds from its first one on."""
    sealed: dict[Place, tuple[str, ...]] = {}
    for step in steps:
        if "rounds" not in step:
            continue
        first = step["first_round"]
        sealed = {place: people for place, people in sealed.items() if place[0] < first}
        for number, tables in enumerate(step["rounds"], start=first):
            for table, people in enumerate(tables, start=1):
                sealed[number, table] = tuple(person for person, _name in people)
    return sealed
