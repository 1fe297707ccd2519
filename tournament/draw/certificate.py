"""The certificate of a plan: each figure with its mathematical optimum."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from tournament.draw.displacement import DrawnByStandings
from tournament.draw.model import Entrant, Round
from tournament.draw.quality import (
    at_five_tables,
    fewest_pairs,
    measure,
    pairs_of_mates,
    seats_held,
)
from tournament.draw.table_sizes import FOUR_TABLE


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a plan, and its lower bound. Less is better."""

    value: int
    best: int

    @property
    def is_best(self) -> bool:
        """Whether nothing better is possible."""
        return self.value <= self.best


@dataclass(frozen=True, slots=True)
class Certificate:
    """The quality of a plan.

    repeated_pairs: meetings of a pair beyond its first. same_club_pairs, same_team_pairs: pairs of
    mates at one table, over all rounds; the bound holds for plans with as few repeats. seat_spread:
    the largest difference, for a person who keeps the list, between the counts of seats 1 to 4 held
    most and least often. most_five_tables: the most times one person sits at a five-table.
    """

    repeated_pairs: Figure
    same_club_pairs: Figure
    same_team_pairs: Figure
    seat_spread: Figure
    most_five_tables: Figure


@dataclass(frozen=True, slots=True)
class PlanQuality:
    """The quality of all rounds together.

    `byes`: the most byes of one person. `has_clubs`, `has_teams`: whether any two are mates.
    `at_sixes`: the most times one person sits at a table of six, if there are others.
    `by_standings`: for rounds drawn by them, one per method.
    """

    rounds: int
    certificate: Certificate
    byes: Figure
    has_clubs: bool
    has_teams: bool
    has_fives: bool
    at_sixes: Figure | None
    by_standings: tuple[DrawnByStandings, ...] = ()


def certificate(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Certificate:
    """Return the certificate of these rounds; people who are no longer entrants have no club."""
    repeats = measure(entrants, rounds)
    # People with the same fixed table meet in every round.
    fixed = Counter(entrant.table for entrant in entrants if entrant.table is not None)
    forced = sum(fewest_pairs(people, 1) for people in fixed.values()) * max(0, len(rounds) - 1)
    unrepeated = repeats.repeat_pairs == 0
    club = {entrant.id: entrant.club for entrant in entrants if entrant.club}
    team = {entrant.id: entrant.team for entrant in entrants if entrant.team}
    no_list = {entrant.id for entrant in entrants if entrant.no_list}
    held = [counts for person, counts in seats_held(rounds).items() if person not in no_list]
    at_fives, fair_share = at_five_tables(rounds)
    return Certificate(
        repeated_pairs=Figure(repeats.repeat_pairs, max(repeats.repeat_pairs_bound, forced)),
        same_club_pairs=_mates(club, rounds, unrepeated=unrepeated),
        same_team_pairs=_mates(team, rounds, unrepeated=unrepeated),
        seat_spread=Figure(
            value=max((max(counts) - min(counts) for counts in held), default=0),
            best=max((int(sum(counts) % FOUR_TABLE > 0) for counts in held), default=0),
        ),
        most_five_tables=Figure(max(at_fives.values(), default=0), fair_share),
    )


def _mates(group: dict[str, str], rounds: Sequence[Round], *, unrepeated: bool) -> Figure:
    """Return the pairs of mates at one table, and how many must meet.

    In R rounds without a repeat a person meets at least 3R others and misses the rest. A club in
    which every member misses so many others still has all its other pairs.
    """
    fewest = 0
    seated = [{person for table in tables for person in table} for tables in rounds]
    for people, tables in zip(seated, rounds, strict=True):
        sizes = Counter(group[person] for person in people if person in group)
        fewest += sum(fewest_pairs(size, len(tables)) for size in sizes.values())
    if unrepeated and rounds and all(people == seated[0] for people in seated):
        missed = len(seated[0]) - 1 - (FOUR_TABLE - 1) * len(rounds)
        pairs = (
            fewest_pairs(size, 1) - size * min(missed, size - 1) // 2 for size in sizes.values()
        )
        fewest = max(fewest, sum(pairs))
    return Figure(pairs_of_mates(group, chain.from_iterable(rounds)), fewest)
