"""The methods "ranked" and "snake": the next round by the standings.

Ranked seats neighbours in the standings together: 1 to 4 at table 1, 5 to 8 at table 2. Snake makes
all tables equally strong: the best of each table are 1, 2, 3 ..., the second best come in reverse
order, and so on. Repeat meetings are avoided where possible, by moving people up or down as little
as possible; mates decide between otherwise equal choices.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from tournament.draw.entrants import Entrants, History, Tables, history_of, named, numbered
from tournament.draw.larger_tables import larger_rounds, needs_larger_tables
from tournament.draw.model import CannotDraw, DrawRequest, Round
from tournament.draw.randomness import below, seeded
from tournament.draw.search.annealing import annealed
from tournament.draw.search.prices import Meetings, Prices
from tournament.draw.search.state import OUT_OF_REACH, RoundState
from tournament.draw.search.tabu import tabu_search
from tournament.draw.seats.after_history import with_less_strain
from tournament.draw.seats.seating import SeatCounts, seated
from tournament.draw.seats.strain import SeatStrain, StrainedRound, StrainPrice
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

REACH = 24
"""Maximum number of ranks a person may be moved."""
DISPLACED = 4
"""Cost of one rank up or down: more than a club mate, less than any repeat."""
SOFT_REPEAT = 60
HARD_REPEAT = 100_000
"""Costs of a repeat during annealing, and in the end."""
HOT, COLD, STAGES = 24, 2, 40
"""A move may cost six ranks on average at first, and half a rank at the end."""
TOO_MANY_AGAIN = 2 * DISPLACED
"""Value, two ranks, of giving somebody a seat not had yet, if more than one in so many people would
lack it; below that it only decides between equally good rounds."""
FEW_AGAIN = 5
SOFTER_REPEAT = 60 * DISPLACED
STRAIN_HEATS = tuple(ranks * DISPLACED for ranks in (2, 2, 6, 12, 20, 20))
"""The cost of a repeat while seats are evened out, and the heat of each run; where there is room
the first two suffice."""
STRICTNESS = (1, 8)
"""Factor on the cost of a repeat in a second attempt, if few people have repeats in the first."""
SMALL = 60
MOST_RUNS = 8
MOVES, MOVES_PER_PERSON = 60_000, 300
"""Moves proposed in a run: a round of up to 200 people stays below the 2 s it may take."""
LARGE = 100
"""Number of people from which fewer runs suffice: there is room to avoid each other."""
FINISHING_STEPS = 1_000


def round_by_standings(request: DrawRequest, *, snake: bool) -> tuple[Round, ...]:
    """Return the next round: neighbours in the standings together, or tables of equal strength.

    Raises CannotDraw ("ranking_incomplete") when somebody present is not in the ranking. Only one
    round may be requested: the standings after it are not known.
    """
    if needs_larger_tables(request):
        return larger_rounds(request)
    entrants = numbered(request.entrants)
    history = history_of(request, entrants)
    random = seeded(request.seed)
    by_rank = _people_by_rank(request, entrants)
    fives_had = [
        sum(person in table for tables in history for table in tables if len(table) == FIVE_TABLE)
        for person in by_rank
    ]
    slots = _snake(entrants, fives_had, random) if snake else _blocks(entrants, fives_had, random)
    seats = SeatCounts(len(entrants.ids), history)
    tables = _Standings(entrants, by_rank, slots, history).seated_near(seats, random)
    return named(entrants, seated([tables], seats, random, entrants.no_list))


def _people_by_rank(request: DrawRequest, entrants: Entrants) -> list[int]:
    number = {person: index for index, person in enumerate(entrants.ids)}
    by_rank = [number[person] for person in dict.fromkeys(request.ranking) if person in number]
    missing = sorted(set(entrants.ids).difference(request.ranking))
    if missing:
        raise CannotDraw("ranking_incomplete", people=", ".join(missing))
    return by_rank


def _blocks(entrants: Entrants, fives_had: Sequence[int], random: Random) -> list[int]:
    """Return the table of each rank. Five-tables go to those who had the fewest."""
    sizes = _five_blocks(entrants, fives_had, random)
    fours, fives = iter(range(entrants.sizes.fours)), iter(range(entrants.sizes.fours, len(sizes)))
    slots: list[int] = []
    for size in sizes:
        slots += [next(fours if size == FOUR_TABLE else fives)] * size
    return slots


def _five_blocks(entrants: Entrants, fives_had: Sequence[int], random: Random) -> list[int]:
    """Return the sizes of the tables from the best rank on; ties are broken by lot.

    best[fours, fives] holds the cheapest way to seat the ranks so far with so many tables of each
    size.
    """
    best: dict[tuple[int, int], tuple[int, int, tuple[int, ...]]] = {(0, 0): (0, 0, ())}
    for fours in range(entrants.sizes.fours + 1):
        for fives in range(entrants.sizes.fives + 1):
            at = FOUR_TABLE * fours + FIVE_TABLE * fives
            ways = []
            if fours and (before := best.get((fours - 1, fives))):
                ways.append((before[0], before[1], (*before[2], FOUR_TABLE)))
            if fives and (before := best.get((fours, fives - 1))):
                price = sum(times * times for times in fives_had[at - FIVE_TABLE : at])
                lot = below(DISPLACED * 1000, random)
                ways.append((before[0] + price, before[1] + lot, (*before[2], FIVE_TABLE)))
            if ways:
                best[fours, fives] = min(ways)
    return list(best[entrants.sizes.fours, entrants.sizes.fives][2])


def _snake(entrants: Entrants, fives_had: Sequence[int], random: Random) -> list[int]:
    """Return the table of each rank, alternating direction; the last ranks join the five-tables."""
    tables = entrants.sizes.tables
    slots: list[int] = []
    for tier in range(FOUR_TABLE):
        slots += range(tables) if tier % 2 == 0 else range(tables - 1, -1, -1)
    price = [below(1000, random) for _ in range(tables)]
    for rank, table in enumerate(slots):
        price[table] += 1000 * fives_had[rank]
    by_price = sorted(range(tables), key=lambda table: price[table])
    at_five = sorted(by_price[: entrants.sizes.fives])
    numbers = [table for table in range(tables) if table not in at_five] + at_five
    number_of = {table: number for number, table in enumerate(numbers)}
    return [number_of[table] for table in [*slots, *at_five]]


def _worth(
    tables: Tables, prices: Prices, strain: SeatStrain, worth: StrainPrice
) -> tuple[int, int]:
    """Return the cost of a round with its strain; for ties, the strain."""
    level = strain.of_all(tables)
    return prices.cost(tables) + worth.of(level), level


class _Standings:
    """Everybody's rank, the table that belongs to each rank, and earlier meetings."""

    def __init__(
        self, entrants: Entrants, by_rank: Sequence[int], slots: Sequence[int], history: History
    ) -> None:
        self._entrants = entrants
        self._slots = slots
        self._rank = {person: rank for rank, person in enumerate(by_rank)}
        self._start: Tables = [[] for _ in entrants.sizes.sizes]
        near = [self._tables_within_reach(person) for person in entrants.people]
        for slot, person in enumerate(self._starting_slots(by_rank)):
            self._start[slots[slot]].append(person)
            near[person].setdefault(slots[slot], DISPLACED * abs(slot - self._rank[person]))
        self._reach = [sorted(tables) for tables in near]
        every = range(entrants.sizes.tables)
        self._displaced = [[tables.get(at, OUT_OF_REACH) for at in every] for tables in near]
        self._history = history

    def seated_near(self, seats: SeatCounts, random: Random) -> Tables:
        """Return the best of several runs: annealed, then finished so that a repeat outweighs all.

        In the end the seats are evened out.
        """
        hard = self._prices(HARD_REPEAT)
        for strictness in STRICTNESS:
            best, cost = min(self._runs(strictness, hard, random), key=lambda run: run[1])
            if cost < HARD_REPEAT or len(self._rank) > SMALL:
                break
        return self._less_strained(best, hard, SeatStrain(seats), random)

    def _less_strained(
        self, tables: Tables, hard: Prices, strain: SeatStrain, random: Random
    ) -> Tables:
        """Reduce the number of people on a seat again, mainly by choosing among equal rounds."""
        people = len(self._rank)
        bearable = people // FEW_AGAIN - strain.remaining
        worth = StrainPrice(0, TOO_MANY_AGAIN, bearable, pays=True)
        soft, fixed = self._prices(SOFTER_REPEAT), self._entrants.fixed
        heats = STRAIN_HEATS if people <= SMALL else STRAIN_HEATS[:2]
        runs = [
            with_less_strain(
                StrainedRound(tables, soft, strain, worth, fixed), random, heat, self._reach
            )
            for heat in heats
        ]
        return min([tables, *runs], key=lambda run: _worth(run, hard, strain, worth))

    def _runs(self, strictness: int, hard: Prices, random: Random) -> Iterator[tuple[Tables, int]]:
        people, fixed = len(self._rank), self._entrants.fixed
        soft = self._prices(SOFT_REPEAT * strictness)
        hot = HOT * strictness
        heats = [hot + (COLD - hot) * stage // (STAGES - 1) for stage in range(STAGES)]
        for _ in range(max(1, MOST_RUNS * LARGE // max(LARGE, people))):
            state = RoundState(self._start, soft)
            near = partial(self._neighbours_in_rank, state, random)
            tables = annealed(state, near, heats, random)
            state = RoundState(tables, hard, fixed, self._reach)
            yield tabu_search(state, people, random, steps=FINISHING_STEPS)

    def _neighbours_in_rank(self, state: RoundState, random: Random) -> Iterator[tuple[int, int]]:
        """Yield pairs of people whose slots are at most REACH ranks apart."""
        chance, tables, count = random.random, state.tables, len(self._slots)
        taken = [0] * len(tables)
        seat_of = []
        for table in self._slots:
            seat_of.append((table, taken[table]))
            taken[table] += 1
        for _ in range((MOVES + MOVES_PER_PERSON * count) // STAGES):
            here = int(chance() * count)
            there = here + int(chance() * (2 * REACH + 1)) - REACH
            if 0 <= there < count:
                (table, seat), (other, goal) = seat_of[here], seat_of[there]
                yield tables[table][seat], tables[other][goal]

    def _starting_slots(self, by_rank: Sequence[int]) -> list[int]:
        """Return the initial person of each slot: fixed tables first, all others by rank."""
        start, fixed = [-1] * len(by_rank), self._entrants.fixed
        for person, table in fixed.items():
            free = [slot for slot, at in enumerate(self._slots) if at == table and start[slot] < 0]
            start[min(free, key=lambda slot: abs(slot - self._rank[person]))] = person
        others = iter(person for person in by_rank if person not in fixed)
        return [person if person >= 0 else next(others) for person in start]

    def _tables_within_reach(self, person: int) -> dict[int, int]:
        """Return the tables within reach, with the cost of the ranks moved."""
        fixed = self._entrants.fixed
        if person in fixed:
            return {fixed[person]: 0}
        rank = self._rank[person]
        near: dict[int, int] = {}
        for slot in range(max(0, rank - REACH), min(len(self._slots), rank + REACH + 1)):
            price = DISPLACED * abs(slot - rank)
            table = self._slots[slot]
            near[table] = min(price, near.get(table, price))
        return near

    def _prices(self, repeat: int) -> Prices:
        """Return the costs of meetings, with this cost of a repeat."""
        meetings = Meetings(self._entrants, self._history, repeat=repeat)
        return Prices(meetings.pair, self._displaced)
