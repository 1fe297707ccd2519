"""The methods "ranked" and "snake": the next round by the standings.

Ranked seats neighbours in the standings together: 1 to 4 at table 1, 5 to 8 at table 2. Snake makes
all tables equally strong: the best of each table are 1, 2, 3 ..., the second best come in reverse
order, and so on. Repeat meetings are avoided where possible, by moving people up or down as little
as possible; so are tables where nobody keeps the list, then meetings of a team. Club mates decide
between otherwise equal choices.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, product
from random import Random

from tournament.draw.entrants import Entrants, History, Tables, history_of, named, numbered
from tournament.draw.larger_tables import larger_rounds, needs_larger_tables
from tournament.draw.model import CannotDraw, DrawRequest, Round
from tournament.draw.randomness import below, seeded
from tournament.draw.search.local import anneal, tabu_search
from tournament.draw.search.prices import SAME_TEAM, Meetings, Prices
from tournament.draw.search.state import OUT_OF_REACH, RoundState
from tournament.draw.seats.seating import SeatCounts, seated
from tournament.draw.seats.strain import SeatStrain, StrainedRound, StrainPrice, reduce_strain
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

REACH = 24
"""Maximum number of ranks a person may be moved."""
DISPLACED = 4
"""Cost of one rank up or down: more than a club mate, less than any repeat."""
SOFT_REPEAT = 60
HARD_REPEAT = 100_000
"""Costs of a repeat during annealing, and in the end."""
HARD_NO_KEEPER, HARD_TEAM = 20_000, 2_000
"""Costs in the end of a table where nobody keeps the list, and of two of a team at a table: more
than all the ranks it takes to avoid one."""
HOT, COLD, STAGES = 24, 2, 40
"""A move may cost six ranks on average at first, and half a rank at the end."""
TOO_MANY_AGAIN = 2 * DISPLACED
"""Value, two ranks, of giving somebody a seat not had yet, if more than one in so many people would
lack it; below that it only decides between equally good rounds."""
FEW_AGAIN = 5
SOFTER_REPEAT = 60 * DISPLACED
SOFT_WISHES = 2, 3
"""In all other searches these two cost half a repeat, and a third of one."""
STRAIN_HEATS = tuple(ranks * DISPLACED for ranks in (2, 2, 6, 12, 20, 20))
"""The cost of a repeat while seats are evened out, and the heat of each run; where there is room
the first two suffice."""
STRICTNESS = (1, 8)
"""Factor on the cost of a repeat in a second attempt, if few people have repeats, or meetings of
teams, in the first."""
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
    entrants = numbered(request)
    history = history_of(request, entrants)
    random = seeded(request.seed)
    number = {person: index for index, person in enumerate(entrants.ids)}
    by_rank = [number[person] for person in dict.fromkeys(request.ranking) if person in number]
    if missing := sorted(set(entrants.ids).difference(request.ranking)):
        raise CannotDraw("ranking_incomplete", people=", ".join(missing))
    fives_had = [
        sum(person in table for tables in history for table in tables if len(table) == FIVE_TABLE)
        for person in by_rank
    ]
    slots = _snake(entrants, fives_had, random) if snake else _blocks(entrants, fives_had, random)
    seats = SeatCounts(len(entrants.ids), history)
    tables = _Standings(entrants, by_rank, slots, history).seated_near(seats, random)
    return named(entrants, seated([tables], seats, random, entrants.no_list))


def _blocks(entrants: Entrants, fives_had: Sequence[int], random: Random) -> list[int]:
    """Return the table of each rank. Five-tables go to those who had the fewest, ties by lot.

    best[fours, fives] holds the cheapest way to seat the ranks so far with so many tables of each
    size: its sizes of tables from the best rank on.
    """
    best: dict[tuple[int, int], tuple[int, int, tuple[int, ...]]] = {(0, 0): (0, 0, ())}
    sizes = entrants.sizes
    for fours, fives in product(range(sizes.fours + 1), range(sizes.fives + 1)):
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
    numbers = {FOUR_TABLE: iter(range(sizes.fours)), FIVE_TABLE: count(sizes.fours)}
    return [
        table
        for size in best[sizes.fours, sizes.fives][2]
        for table in [next(numbers[size])] * size
    ]


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


class _Standings:
    """Everybody's rank, the table that belongs to each rank, and earlier meetings."""

    def __init__(
        self, entrants: Entrants, by_rank: Sequence[int], slots: Sequence[int], history: History
    ) -> None:
        self._entrants, self._slots, self._history = entrants, slots, history
        self._rank = {person: rank for rank, person in enumerate(by_rank)}
        # The start: people with a fixed table first, all others by rank.
        start, fixed = [-1] * len(by_rank), entrants.fixed
        for person, table in fixed.items():
            free = [slot for slot, at in enumerate(slots) if at == table and start[slot] < 0]
            start[min(free, key=lambda slot: abs(slot - self._rank[person]))] = person
        others = iter(person for person in by_rank if person not in fixed)
        start = [person if person >= 0 else next(others) for person in start]
        # The tables within reach of each person, with the cost of the ranks moved.
        near: list[dict[int, int]] = []
        for person in entrants.people:
            rank, within = self._rank[person], dict[int, int]()
            for slot in range(max(0, rank - REACH), min(len(slots), rank + REACH + 1)):
                price = DISPLACED * abs(slot - rank)
                within[slots[slot]] = min(price, within.get(slots[slot], price))
            near.append({fixed[person]: 0} if person in fixed else within)
        self._start: Tables = [[] for _ in entrants.sizes.sizes]
        for slot, person in enumerate(start):
            self._start[slots[slot]].append(person)
            near[person].setdefault(slots[slot], DISPLACED * abs(slot - self._rank[person]))
        self._reach = [sorted(tables) for tables in near]
        every = range(entrants.sizes.tables)
        self._displaced = [[tables.get(at, OUT_OF_REACH) for at in every] for tables in near]

    def seated_near(self, seats: SeatCounts, random: Random) -> Tables:
        """Return the best of several runs: annealed, then finished so that a repeat outweighs all.

        In the end fewer people get a seat again, mainly by choosing among equal rounds.
        """
        people, hard = len(self._rank), self._prices(HARD_REPEAT)
        has_wishes = bool(self._entrants.keepers or self._entrants.teams_first)
        runs: list[tuple[Tables, int]] = []
        for strictness in STRICTNESS:
            runs = runs if has_wishes else []
            runs += self._runs(strictness, hard, random)
            best, cost = min(runs, key=lambda run: run[1])
            if cost < (HARD_TEAM if has_wishes else HARD_REPEAT) or people > SMALL:
                break
        strain = SeatStrain(seats)
        worth = StrainPrice(0, TOO_MANY_AGAIN, people // FEW_AGAIN - strain.remaining, pays=True)
        soft, fixed = self._prices(SOFTER_REPEAT), self._entrants.fixed
        rounds = [best]
        for heat in STRAIN_HEATS if people <= SMALL else STRAIN_HEATS[:2]:
            state = StrainedRound(best, soft, strain, worth, fixed)
            rounds.append(reduce_strain(state, random, heat, self._reach))
        levels = [strain.of_all(tables) for tables in rounds]
        costs = [
            (hard.cost(tables) + worth.of(level), level)
            for tables, level in zip(rounds, levels, strict=True)
        ]
        return rounds[costs.index(min(costs))]

    def _runs(self, strictness: int, hard: Prices, random: Random) -> Iterator[tuple[Tables, int]]:
        people, fixed = len(self._rank), self._entrants.fixed
        soft = self._prices(SOFT_REPEAT * strictness)
        hot = HOT * strictness
        heats = [hot + (COLD - hot) * stage // (STAGES - 1) for stage in range(STAGES)]
        for _ in range(max(1, MOST_RUNS * LARGE // max(LARGE, people))):
            state = RoundState(self._start, soft)
            near = partial(self._neighbours_in_rank, state, random)
            tables = anneal(state, near, heats, random)
            state = RoundState(tables, hard, fixed, self._reach)
            yield tabu_search(state, people, random, steps=FINISHING_STEPS)

    def _neighbours_in_rank(self, state: RoundState, random: Random) -> Iterator[tuple[int, int]]:
        """Yield pairs of people whose slots are at most REACH ranks apart."""
        chance, tables, slots = random.random, state.tables, len(self._slots)
        width, reach = 2 * REACH + 1, REACH
        taken = [0] * len(tables)
        seat_of = []
        for table in self._slots:
            seat_of.append((table, taken[table]))
            taken[table] += 1
        for _ in range((MOVES + MOVES_PER_PERSON * slots) // STAGES):
            here = int(chance() * slots)
            there = here + int(chance() * width) - reach
            if 0 <= there < slots:
                (table, seat), (other, goal) = seat_of[here], seat_of[there]
                yield tables[table][seat], tables[other][goal]

    def _prices(self, repeat: int) -> Prices:
        no_keeper, team = (repeat // share for share in SOFT_WISHES)
        if repeat == HARD_REPEAT:
            no_keeper, team = HARD_NO_KEEPER, HARD_TEAM
        if not self._entrants.teams_first:
            team = SAME_TEAM
        meetings = Meetings(self._entrants, self._history, repeat=repeat, same_team=team)
        return Prices(meetings.pair, self._displaced, self._entrants.keepers, no_keeper)
