"""Match the names in an imported seating plan to entries."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from tournament.models import Entry, Tournament
from tournament.people.reads.players import player_list
from tournament.people.rules.people import sound
from tournament.seating.rules import PlannedSeat, SeatProblem, seats_in_numbers
from tournament.shared.rules.names import find_names, name_words

LEAST_SIMILAR = 70.0
"""Minimum similarity of two names in per cent; similar names are offered, not taken."""
MOST_OFFERED = 3


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """A problem with the entries it concerns: holder of the number, or similar names."""

    problem: SeatProblem
    people: tuple[Entry, ...]


def plan_in_numbers(
    tournament: Tournament, tables: Sequence[Sequence[PlannedSeat]]
) -> tuple[str, list[PlanProblem]]:
    """Return the tables as typed numbers, and the problems found; one query."""
    entries = {entry.number: entry for entry in player_list(tournament)}
    names: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, entry in entries.items():
        for words in name_words(entry.person.name):
            names[words].append(number)
        names[(str(number),)] = [number]
    text, problems = seats_in_numbers(tables, names)
    found = []
    for problem in problems:
        if problem.code == "nobody":
            people = _similar(problem.seat.who, list(entries.values()))
        else:
            people = (entries[problem.number],) if problem.number in entries else ()
        found.append(PlanProblem(problem, people))
    return text, found


def _similar(typed: str, entries: list[Entry]) -> tuple[Entry, ...]:
    """Return entries whose names start with the typed words, else ones that sound alike."""
    names = [entry.person.name for entry in entries]
    found = find_names(typed, names)
    if not found and sound(typed):
        alike = process.extract(
            sound(typed), [*map(sound, names)], scorer=fuzz.ratio, score_cutoff=LEAST_SIMILAR
        )
        found = [at for _sound, _score, at in alike]
    return tuple(entries[at] for at in found[:MOST_OFFERED])
