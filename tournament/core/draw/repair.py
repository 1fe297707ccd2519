"""No-shows, withdrawals and late entries: a small change that makes a plan valid again.

In every planned round as few people as possible go to another table; among such changes the one
is taken that repeats the fewest meetings and asks nobody to a five-table beyond the fair share,
then brings the fewest mates together. Whoever comes takes the seat of somebody who leaves, if
there is one; whoever comes with a fixed table changes places with one who sits there.

Whoever comes without a free seat would sit at a table of five in every round. Beyond the fair share
somebody else goes there instead: one more change of table in that round, for one who has had fewer
tables of five, as long as that makes no more than one pair meet again.

All rounds are looked at again once all are known, so that the tables of five that arise in each
of them ask different people. At last the people at these tables are turned round (turning.py).
"""

from collections.abc import Iterable, Sequence

from tournament.core.draw.changes import Change, change_of
from tournament.core.draw.model import DrawRequest, Entrant, Round
from tournament.core.draw.redraw import redrawn_rounds
from tournament.core.draw.repair_prices import Prices
from tournament.core.draw.repair_round import RoundRepair
from tournament.core.draw.turning import turned
from tournament.core.table_sizes import FIVE_TABLE, CannotSeat, table_sizes

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
    may do so in some of the rounds only. In tiny fields, where a number in between fits no tables,
    or only `larger_tables`, the rounds are drawn anew from the seed.

    Raises CannotSeat when those who are left fit no tables, and ValueError when somebody who
    leaves has no seat at all or somebody who joins has one in every round.
    """
    _require(planned, leaving, joining)
    repair = _Repair(entrants, played, planned, leaving, joining, seed, larger_tables)
    changed = turned(played, planned, repair.rounds(), {e.id for e in entrants if e.no_list})
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
    for between in range(people, people + more + step, step):
        try:
            table_sizes(between)
        except CannotSeat:
            return True
    return False


def _staying(
    entrants: Iterable[Entrant], tables: Round, leaving: Sequence[str], joining: Sequence[str]
) -> tuple[Entrant, ...]:
    people = {person for table in tables for person in table}.union(joining) - set(leaving)
    return tuple(entrant for entrant in entrants if entrant.id in people)


class _Repair:
    """All planned rounds, each chosen again while it gets better."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        played: Sequence[Round],
        planned: Sequence[Round],
        leaving: Sequence[str],
        joining: Sequence[str],
        seed: str,
        larger_tables: bool,
    ) -> None:
        self._entrants, self._played, self._planned = entrants, played, planned
        self._changing = [_changing(tables, leaving, joining) for tables in planned]
        self._seed, self._larger = seed, larger_tables
        share = _fair_share(played, planned, self._changing, larger_tables)
        self._prices = Prices(entrants, [*played, *planned], share)

    def rounds(self) -> list[Round]:
        """The best that some passes over the rounds have found."""
        rounds, best = list(self._planned), list(self._planned)
        least: int | None = None
        for first in [True] + [False] * (PASSES - 1):
            before = list(rounds)
            for index in range(len(rounds)):
                self._prices.count(rounds[index], -1)
                rounds[index] = self._chosen(index, rounds, first=first)
                self._prices.count(rounds[index], +1)
            price = self._prices.of_all(rounds)
            if least is None or price < least:
                least, best = price, list(rounds)
            if rounds == before:
                break
        return best

    def _chosen(self, index: int, rounds: Sequence[Round], *, first: bool) -> Round:
        gone, come = self._changing[index]
        planned = self._planned[index]
        if _passes_unseatable(sum(map(len, planned)), len(come) - len(gone), self._larger):
            if not first:
                return rounds[index]
            staying = _staying(self._entrants, planned, gone, come)
            history = (*self._played, *rounds[:index])
            request = DrawRequest(
                staying, 1, self._seed, history=history, larger_tables=self._larger
            )
            return redrawn_rounds(request)[0]
        one = RoundRepair([list(table) for table in planned], self._prices)
        one.run(gone, come)
        return tuple(map(tuple, one.tables))


def _changing(
    tables: Round, leaving: Sequence[str], joining: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Who leaves this round and who joins it."""
    seated = {person for table in tables for person in table}
    return (
        [person for person in leaving if person in seated],
        [person for person in joining if person not in seated],
    )


def _fair_share(
    played: Sequence[Round],
    planned: Sequence[Round],
    changing: Sequence[tuple[list[str], list[str]]],
    larger: bool,
) -> int:
    """How often everybody is at a five-table at most, if these are shared out evenly."""
    at_fives = sum(len(t) for tables in played for t in tables if len(t) == FIVE_TABLE)
    people = 1
    for tables, (gone, come) in zip(planned, changing, strict=True):
        people = sum(map(len, tables)) - len(gone) + len(come)
        at_fives += FIVE_TABLE * table_sizes(people, larger).fives
    return -(-at_fives // people)
