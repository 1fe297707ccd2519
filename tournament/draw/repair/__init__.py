"""No-shows, withdrawals and late entries: a small change that makes a plan valid again.

In every planned round as few people as possible change tables; among such changes the one with the
fewest repeat meetings and no five-table beyond the fair share is taken, then the one with the
fewest mates together. A joining person takes the seat of a leaving one, if there is one; one with a
fixed table is exchanged with a person there.

A person who joins without a free seat would be at a five-table in every round. Beyond the fair
share another one goes there instead: one more change of table in that round, for a person with
fewer five-tables, as long as at most one more pair meets again by it.

Of a round that is not published nobody knows the seats yet: there one more change of table is
worth sparing a joining person a mate.

All rounds are revisited once all are known, so that their five-tables get different people. Finally
these change seats at their tables (permutation).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.draw.changes import Change, change_of
from tournament.draw.model import DrawRequest, Entrant, Round
from tournament.draw.plan import redrawn_rounds
from tournament.draw.repair.one_round import Prices, RoundRepair
from tournament.draw.repair.permutation import permute_seats
from tournament.draw.table_sizes import FIVE_TABLE, cannot_seat, table_sizes

Changing = tuple[list[str], list[str]]
"""Who leaves a round, and who joins it."""
PASSES = 8
"""How often each round is chosen, knowing all others; usually three times suffice."""


def repaired(
    entrants: Sequence[Entrant],
    played: Sequence[Round],
    planned: Sequence[Round],
    *,
    leaving: Sequence[str] = (),
    joining: Sequence[str] = (),
    larger_tables: bool = False,
    published: int | None = None,
) -> Change:
    """Return the planned rounds without leaving people and with joining ones.

    In those after the first `published` ones (None: in none) one more person may change tables for
    each joining one, where that spares meeting a mate.

    `entrants` are all people concerned, including leaving and joining ones, who may do so in some
    of the rounds only. With few people, if an intermediate number fits no tables, or only
    `larger_tables`, the rounds are drawn again.

    Raises CannotSeat when the remaining people fit no tables, and ValueError when a leaving person
    has no seat at all or a joining one has one in every round.
    """
    changing: list[Changing] = []
    for tables in planned:
        seated = {person for table in tables for person in table}
        gone = [person for person in leaving if person in seated]
        changing.append((gone, [person for person in joining if person not in seated]))
    if not set(leaving).issubset(person for gone, _ in changing for person in gone):
        raise ValueError("those who leave need a seat")
    if not set(joining).issubset(person for _, come in changing for person in come):
        raise ValueError("those who join must be without a seat in some round")
    people = 1
    at_fives = sum(len(t) for tables in played for t in tables if len(t) == FIVE_TABLE)
    for tables, (gone, come) in zip(planned, changing, strict=True):
        people = sum(map(len, tables)) - len(gone) + len(come)
        at_fives += FIVE_TABLE * table_sizes(people, larger_tables).fives
    prices = Prices(entrants, [*played, *planned], fair_share=-(-at_fives // people))
    known = len(planned) if published is None else published
    repair = _Repair(entrants, played, planned, changing, prices, larger_tables, known)
    changed = permute_seats(played, planned, repair.rounds(), {e.id for e in entrants if e.no_list})
    return change_of(entrants, played, planned, changed)


@dataclass(frozen=True, slots=True)
class _Repair:
    """All planned rounds, each chosen again while there is improvement."""

    entrants: Sequence[Entrant]
    played: Sequence[Round]
    planned: Sequence[Round]
    changing: Sequence[Changing]
    prices: Prices
    larger_tables: bool
    published: int

    def rounds(self) -> list[Round]:
        """Return the best rounds found in several passes."""
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
        people, more = sum(map(len, planned)), len(come) - len(gone)
        table_sizes(people + more, self.larger_tables)  # raises CannotSeat
        step = 1 if more >= 0 else -1
        if not any(cannot_seat(between) for between in range(people, people + more + step, step)):
            one = RoundRepair([list(table) for table in planned], self.prices)
            one.run(gone, come)
            if index >= self.published:
                one.spare_mates(come)
            return tuple(map(tuple, one.tables))
        # One by one they would pass a number that does not fit fours and fives.
        if not first:
            return rounds[index]
        playing = {person for table in planned for person in table}.union(come) - set(gone)
        request = DrawRequest(
            tuple(entrant for entrant in self.entrants if entrant.id in playing),
            rounds=1,
            seed="repair",
            history=(*self.played, *rounds[:index]),
            larger_tables=self.larger_tables,
        )
        return redrawn_rounds(request)[0]
