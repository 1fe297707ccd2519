"""No-shows, withdrawals and late entries: a small change that makes a plan valid again.

In every planned round as few people as possible go to another table; among such changes the one
is taken that repeats the fewest meetings and asks nobody to a five-table beyond the fair share,
then brings the fewest mates together. Whoever comes takes the seat of somebody who leaves, if
there is one; whoever comes with a fixed table changes places with one who sits there.

Whoever comes without a free seat would sit at a table of five in every round. Beyond the fair share
somebody else goes there instead: one more change of table in that round, for one who has had fewer
tables of five, as long as that makes no more than one pair meet again.

All rounds are looked at again once all are known, so that the tables of five that arise in each
of them ask different people. At last these change seats at their tables (permutation.py).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.draw.changes import Change, change_of
from tournament.draw.model import DrawRequest, Entrant, Round
from tournament.draw.plan import redrawn_rounds
from tournament.draw.repair.one_round import RoundRepair
from tournament.draw.repair.permutation import permuted
from tournament.draw.repair.prices import Prices
from tournament.draw.table_sizes import FIVE_TABLE, cannot_seat, table_sizes

Changing = tuple[list[str], list[str]]
"""Who leaves a round, and who joins it."""
PASSES = 8
"""How often each round is chosen, knowing all others; mostly three times are enough."""


def repaired(
    entrants: Sequence[Entrant],
    played: Sequence[Round],
    planned: Sequence[Round],
    *,
    leaving: Sequence[str] = (),
    joining: Sequence[str] = (),
    seed: str = "repair",
    larger_tables: bool = False,
) -> Change:
    """The planned rounds without those who leave and with those who join.

    `entrants` are all people concerned, those who leave and join among them; who leaves or joins
    may do so in some of the rounds only. With few people, where a number in between fits no tables,
    or only `larger_tables`, the rounds are drawn anew from the seed.

    Raises CannotSeat when those who are left fit no tables, and ValueError when somebody who
    leaves has no seat at all or somebody who joins has one in every round.
    """
    _require(planned, leaving, joining)
    changing = [_changing(tables, leaving, joining) for tables in planned]
    prices = Prices(
        entrants, [*played, *planned], _fair_share(played, planned, changing, larger_tables)
    )
    repair = _Repair(entrants, played, planned, changing, prices, seed, larger_tables)
    changed = permuted(played, planned, repair.rounds(), {e.id for e in entrants if e.no_list})
    return change_of(entrants, played, planned, changed)


def _require(planned: Sequence[Round], leaving: Iterable[str], joining: Iterable[str]) -> None:
    seated = [{person for table in tables for person in table} for tables in planned]
    if not set[str]().union(*seated).issuperset(leaving):
        raise ValueError("those who leave need a seat")
    if any(all(person in people for people in seated) for person in joining):
        raise ValueError("those who join must be without a seat in some round")


def _passes_unseatable(people: int, more: int, larger: bool) -> bool:
    """Whether changing one by one meets a number that fits no fours and fives.

    Raises CannotSeat if it ends at one that fits no tables.
    """
    table_sizes(people + more, larger)
    step = 1 if more >= 0 else -1
    return any(cannot_seat(between) for between in range(people, people + more + step, step))


@dataclass(frozen=True, slots=True)
class _Repair:
    """All planned rounds, each chosen again while it gets better."""

    entrants: Sequence[Entrant]
    played: Sequence[Round]
    planned: Sequence[Round]
    changing: Sequence[Changing]
    prices: Prices
    seed: str
    larger_tables: bool

    def rounds(self) -> list[Round]:
        """The best that some passes over the rounds have found."""
        rounds, best = list(self.planned), list(self.planned)
        least: int | None = None
        for first in [True] + [False] * (PASSES - 1):
            before = list(rounds)
            for index in range(len(rounds)):
                self.prices.count(rounds[index], -1)
                rounds[index] = self._chosen(index, rounds, first=first)
                self.prices.count(rounds[index], +1)
            price = self.prices.of_all(rounds)
            if least is None or price < least:
                least, best = price, list(rounds)
            if rounds == before:
                break
        return best

    def _chosen(self, index: int, rounds: Sequence[Round], *, first: bool) -> Round:
        gone, come = self.changing[index]
        planned = self.planned[index]
        if _passes_unseatable(sum(map(len, planned)), len(come) - len(gone), self.larger_tables):
            if not first:
                return rounds[index]
            playing = {person for table in planned for person in table}.union(come) - set(gone)
            request = DrawRequest(
                tuple(entrant for entrant in self.entrants if entrant.id in playing),
                rounds=1,
                seed=self.seed,
                history=(*self.played, *rounds[:index]),
                larger_tables=self.larger_tables,
            )
            return redrawn_rounds(request)[0]
        one = RoundRepair([list(table) for table in planned], self.prices)
        one.run(gone, come)
        return tuple(map(tuple, one.tables))


def _changing(tables: Round, leaving: Sequence[str], joining: Sequence[str]) -> Changing:
    seated = {person for table in tables for person in table}
    return (
        [person for person in leaving if person in seated],
        [person for person in joining if person not in seated],
    )


def _fair_share(
    played: Sequence[Round],
    planned: Sequence[Round],
    changing: Sequence[Changing],
    larger: bool,
) -> int:
    """How often everybody is at a five-table at most, if these are shared out evenly."""
    at_fives = sum(len(t) for tables in played for t in tables if len(t) == FIVE_TABLE)
    people = 1
    for tables, (gone, come) in zip(planned, changing, strict=True):
        people = sum(map(len, tables)) - len(gone) + len(come)
        at_fives += FIVE_TABLE * table_sizes(people, larger).fives
    return -(-at_fives // people)
