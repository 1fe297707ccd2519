"""The certificate of a plan: each figure with its mathematical optimum."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from tournament.draw.counting import fewest_pairs, fewest_repeats, pairs_of_mates
from tournament.draw.displacement import DrawnByStandings
from tournament.draw.model import Entrant, Round
from tournament.draw.quality import at_five_tables, measure, seats_held
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE, table_sizes


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
    mates at one table, summed over the rounds; the bound holds for plans with as few repeats as
    this one. seat_spread: the largest difference, for a person who keeps the list, between the
    counts of the seats (1 to 4) held most and least often; the bound holds for these tables.
    most_five_tables: the most times one person sits at a five-table.
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
    best_repeats = max(repeats.repeat_pairs_bound, _forced_repeats(entrants, rounds))
    unrepeated = repeats.repeat_pairs == 0
    club = {entrant.id: entrant.club for entrant in entrants if entrant.club}
    team = {entrant.id: entrant.team for entrant in entrants if entrant.team}
    return Certificate(
        repeated_pairs=Figure(repeats.repeat_pairs, best_repeats),
        same_club_pairs=_mates(club, rounds, unrepeated=unrepeated),
        same_team_pairs=_mates(team, rounds, unrepeated=unrepeated),
        seat_spread=_seat_spread(entrants, rounds),
        most_five_tables=_most_five_tables(rounds),
    )


@dataclass(frozen=True, slots=True)
class Bounds:
    """The mathematical optima for a number of people and rounds."""

    repeated_pairs: int
    seat_spread: int
    most_five_tables: int


def bounds(people: int, rounds: int, larger: bool = False) -> Bounds:
    """Return the lower bounds known before a draw. Raises CannotSeat.

    `larger`: whether tables of six and seven are played. Equal counts of all seats need four
    rounds, or the fifth seat in between.
    """
    sizes = table_sizes(people, larger)
    fifth_seats = sizes.fives * rounds
    even = people * (rounds % FOUR_TABLE) <= fifth_seats
    return Bounds(
        repeated_pairs=fewest_repeats(sizes, rounds),
        seat_spread=0 if even else 1,
        most_five_tables=-(-FIVE_TABLE * fifth_seats // people),
    )


def _forced_repeats(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> int:
    """Count the forced repeats: people with the same fixed table meet in every round."""
    at = Counter(entrant.table for entrant in entrants if entrant.table is not None)
    pairs = sum(fewest_pairs(people, 1) for people in at.values())
    return pairs * max(0, len(rounds) - 1)


def _mates(group: dict[str, str], rounds: Sequence[Round], *, unrepeated: bool) -> Figure:
    spread = 0
    for tables in rounds:
        present = Counter(group[person] for table in tables for person in table if person in group)
        spread += sum(fewest_pairs(people, len(tables)) for people in present.values())
    if unrepeated and rounds:
        spread = max(spread, _unavoidable(group, rounds))
    return Figure(pairs_of_mates(group, chain.from_iterable(rounds)), spread)


def _unavoidable(group: dict[str, str], rounds: Sequence[Round]) -> int:
    """Count mates who must meet because nearly everybody meets everybody.

    In R rounds without a repeat a person meets at least 3R others and misses the rest. A club in
    which every member misses so many others still has all its other pairs.
    """
    people = {person for table in rounds[0] for person in table}
    if any({person for table in tables for person in table} != people for tables in rounds):
        return 0
    missed = len(people) - 1 - (FOUR_TABLE - 1) * len(rounds)
    sizes = Counter(group[person] for person in people if person in group)
    return sum(fewest_pairs(size, 1) - size * min(missed, size - 1) // 2 for size in sizes.values())


def _seat_spread(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Figure:
    no_list = {entrant.id for entrant in entrants if entrant.no_list}
    held = [counts for person, counts in seats_held(rounds).items() if person not in no_list]
    return Figure(
        value=max((max(counts) - min(counts) for counts in held), default=0),
        best=max((int(sum(counts) % FOUR_TABLE > 0) for counts in held), default=0),
    )


def _most_five_tables(rounds: Sequence[Round]) -> Figure:
    times, fair_share = at_five_tables(rounds)
    return Figure(max(times.values(), default=0), fair_share)
