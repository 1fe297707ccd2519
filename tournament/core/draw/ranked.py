"""The methods "ranked" and "snake": the next round by the standings.

Ranked seats neighbours in the standings together: 1 to 4 at table 1, 5 to 8 at table 2. Snake
makes all tables equally strong: the best of each table are 1, 2, 3 ..., the second best come in
reverse order, and so on. Nobody meets anybody again if that can be avoided, and is moved up or
down for it as little as can be; mates decide between choices that are equal otherwise.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from tournament.core.draw.annealing import annealed
from tournament.core.draw.easing import SeatStrain, StrainPrice, eased
from tournament.core.draw.field import Field, History, Tables, field_of, named, numbered
from tournament.core.draw.larger_tables import larger_rounds, needs_larger_tables
from tournament.core.draw.meetings import Meetings, Prices
from tournament.core.draw.model import CannotDraw, DrawRequest, Round
from tournament.core.draw.plan import seats_held
from tournament.core.draw.randomness import below, seeded
from tournament.core.draw.seats import SeatCounts, seated
from tournament.core.draw.swap_search import improved
from tournament.core.table_sizes import FIVE_TABLE, FOUR_TABLE

REACH = 24
"""Ranks that somebody may be moved by, at most."""
FAR_AWAY = 10_000_000
DISPLACED = 4
"""Price of one rank up or down: more than a club mate, less than any repeat."""
SOFT_REPEAT = 60
HARD_REPEAT = 100_000
"""Price of a repeat while the annealing looks around, and in the end."""
HOT, COLD = 24, 2
TOO_MANY_AGAIN = 2 * DISPLACED
"""What it is worth that somebody finds a seat they lack, where more than one of so many people
would not: two ranks. Up to there it is worth none, and decides between equally good rounds."""
FEW_AGAIN = 5
EASING_REPEAT = 60 * DISPLACED
EASING_HEATS = tuple(ranks * DISPLACED for ranks in (2, 2, 6, 12, 20, 20))
"""A repeat while the seats are eased, and the heat of each run; the first two are enough where
there is room."""
STRICTNESS = (1, 8)
"""How much dearer a repeat is in a second attempt, where a small field has repeats in the first."""
SMALL = 60
MOST_RUNS = 8
MOVES, MOVES_PER_PERSON = 60_000, 300
LARGE = 100
"""People from which on fewer runs are enough: there is room to avoid each other."""
FINISHING_STEPS = 1_000


def ranked_round(request: DrawRequest) -> tuple[Round, ...]:
    """The next round with neighbours in the standings at one table.

    Raises CannotDraw ("ranking_incomplete") when somebody present is not in the ranking. Only one
    round may be asked for: the standings after it are not known.
    """
    return _next_round(request, snake=False)


def snake_round(request: DrawRequest) -> tuple[Round, ...]:
    """The next round with tables of equal strength; raises as ranked_round does."""
    return _next_round(request, snake=True)


def _next_round(request: DrawRequest, *, snake: bool) -> tuple[Round, ...]:
    if needs_larger_tables(request):
        return larger_rounds(request)
    field = field_of(request.entrants)
    history = numbered(request, field)
    random = seeded(request.seed)
    by_rank = _by_rank(request, field)
    fives_had = [
        sum(person in table for tables in history for table in tables if len(table) == FIVE_TABLE)
        for person in by_rank
    ]
    slots = _snake(field, fives_had, random) if snake else _blocks(field, fives_had, random)
    seats = seats_held(field, history)
    tables = _Standings(field, by_rank, slots, history).seated_near(seats, random)
    return named(field, seated([tables], seats, random, field.no_list))


def _by_rank(request: DrawRequest, field: Field) -> list[int]:
    number = {person: place for place, person in enumerate(field.ids)}
    by_rank = [number[person] for person in dict.fromkeys(request.ranking) if person in number]
    missing = sorted(set(field.ids).difference(request.ranking))
    if missing:
        raise CannotDraw("ranking_incomplete", people=", ".join(missing))
    return by_rank


def _blocks(field: Field, fives_had: Sequence[int], random: Random) -> list[int]:
    """The table of each rank. Five-tables go where they hit those who had the fewest."""
    sizes = _five_blocks(field, fives_had, random)
    fours, fives = iter(range(field.sizes.fours)), iter(range(field.sizes.fours, len(sizes)))
    slots: list[int] = []
    for size in sizes:
        slots += [next(fours if size == FOUR_TABLE else fives)] * size
    return slots


def _five_blocks(field: Field, fives_had: Sequence[int], random: Random) -> list[int]:
    """The sizes of the tables from the best rank on; ties are broken by lot.

    best[fives] holds the cheapest way to seat the ranks so far with so many five-tables.
    """
    best: dict[tuple[int, int], tuple[int, int, tuple[int, ...]]] = {(0, 0): (0, 0, ())}
    for fours in range(field.sizes.fours + 1):
        for fives in range(field.sizes.fives + 1):
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
    return list(best[field.sizes.fours, field.sizes.fives][2])


def _snake(field: Field, fives_had: Sequence[int], random: Random) -> list[int]:
    """The table of each rank: to and fro; the last ranks join the five-tables."""
    tables = field.sizes.tables
    slots: list[int] = []
    for tier in range(FOUR_TABLE):
        slots += range(tables) if tier % 2 == 0 else range(tables - 1, -1, -1)
    price = [below(1000, random) for _ in range(tables)]
    for rank, table in enumerate(slots):
        price[table] += 1000 * fives_had[rank]
    by_price = sorted(range(tables), key=lambda table: price[table])
    at_five = sorted(by_price[: field.sizes.fives])
    numbers = [table for table in range(tables) if table not in at_five] + at_five
    number_of = {table: number for number, table in enumerate(numbers)}
    return [number_of[table] for table in [*slots, *at_five]]


def _worth(
    tables: Tables, prices: Prices, strain: SeatStrain, worth: StrainPrice
) -> tuple[int, int]:
    """Price of a round with what it strains, and of those that cost the same the easiest first."""
    level = strain.of_all(tables)
    return prices.cost(tables) + worth.of(level), level


class _Near(dict[int, int]):
    """The tables within reach of somebody, with the price of being moved there."""

    def __missing__(self, table: int) -> int:
        return FAR_AWAY


class _Standings:
    """Everybody's rank, the table that belongs to each rank, and who has met whom."""

    def __init__(
        self, field: Field, by_rank: Sequence[int], slots: Sequence[int], history: History
    ) -> None:
        self._field = field
        self._slots = slots
        self._rank = {person: rank for rank, person in enumerate(by_rank)}
        self._start = self._in_order(by_rank)
        self._near = [self._near_tables(person) for person in field.people]
        for slot, person in enumerate(self._start):
            self._near[person].setdefault(slots[slot], DISPLACED * abs(slot - self._rank[person]))
        self._reach = [sorted(near) for near in self._near]
        self._history = history

    def seated_near(self, seats: SeatCounts, random: Random) -> Tables:
        """The best of several runs: annealed, then finished so that a repeat outweighs all.

        In the end the seats are eased.
        """
        hard = self._prices(HARD_REPEAT)
        for strictness in STRICTNESS:
            best = min(self._runs(strictness, hard, random), key=hard.cost)
            if hard.cost(best) < HARD_REPEAT or len(self._start) > SMALL:
                break
        return self._eased(best, hard, SeatStrain(seats), random)

    def _eased(self, tables: Tables, prices: Prices, strain: SeatStrain, random: Random) -> Tables:
        """Few people on a seat again: most of all by choosing among equally good rounds."""
        people = len(self._start)
        worth = StrainPrice(0, TOO_MANY_AGAIN, people // FEW_AGAIN - strain.remaining)
        soft = self._prices(EASING_REPEAT)
        runs = [
            eased(
                tables,
                soft,
                strain,
                self._field,
                random,
                worth=worth,
                heat=heat,
                pays=True,
                reach=self._reach,
            )
            for heat in (EASING_HEATS if people <= SMALL else EASING_HEATS[:2])
        ]
        return min([tables, *runs], key=lambda run: _worth(run, prices, strain, worth))

    def _runs(self, strictness: int, hard: Prices, random: Random) -> Iterator[Tables]:
        people = len(self._start)
        soft = self._prices(SOFT_REPEAT * strictness)
        for _ in range(max(1, MOST_RUNS * LARGE // max(LARGE, people))):
            tables = annealed(
                self._slots,
                self._start,
                soft.pair,
                self._near,
                random,
                moves=MOVES + MOVES_PER_PERSON * people,
                span=REACH,
                hot=HOT * strictness,
                cold=COLD,
            )
            yield improved(
                tables,
                hard,
                random,
                steps=FINISHING_STEPS,
                pinned=self._field.at_fixed_tables,
                reach=self._reach,
            )

    def _in_order(self, by_rank: Sequence[int]) -> list[int]:
        """Who has which slot at first: those with a fixed table there, all others by rank."""
        start = [-1] * len(by_rank)
        for person, table in self._field.at_fixed_tables.items():
            free = [slot for slot, at in enumerate(self._slots) if at == table and start[slot] < 0]
            start[min(free, key=lambda slot: abs(slot - self._rank[person]))] = person
        others = iter(person for person in by_rank if person not in self._field.at_fixed_tables)
        return [person if person >= 0 else next(others) for person in start]

    def _near_tables(self, person: int) -> "_Near":
        """The tables within reach, with the price of the ranks that the person is moved by."""
        fixed = self._field.at_fixed_tables
        if person in fixed:
            return _Near({fixed[person]: 0})
        rank = self._rank[person]
        near = _Near()
        for slot in range(max(0, rank - REACH), min(len(self._slots), rank + REACH + 1)):
            price = DISPLACED * abs(slot - rank)
            table = self._slots[slot]
            near[table] = min(price, near.get(table, price))
        return near

    def _prices(self, repeat: int) -> Prices:
        """The prices of the meetings, a repeat at the price given."""
        meetings = Meetings(self._field, five_table_again=0)
        for tables in self._history:
            for table in tables:
                present = [person for person in table if person is not None]
                meetings.charge(combinations(present, 2), repeat)
        return Prices(meetings.pair, self._near)
