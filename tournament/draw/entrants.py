"""The people of a draw by number, as used by the searches, with their wishes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tournament.draw.model import VERSION, CannotDraw, DrawRequest, Round
from tournament.draw.table_sizes import TableSizes, table_sizes

Tables = list[list[int]]
"""One round: for each table the people at it, by number."""
History = Sequence[Sequence[Sequence[int | None]]]
"""Rounds played before; None stands for people who have left."""


@dataclass(frozen=True, slots=True)
class Entrants:
    """Everybody to be seated, numbered 0, 1, 2 ... in the order of the ids.

    clubs, teams: the people of each club or team of two and more. fixed: the table (from 0) of each
    person who has one. no_list: those who never get the last seat of a table. neighbours: pairs who
    stood next to each other at registration. keepers: all others than `no_list` if a table could
    lack one, else none. teams_first: whether there are teams and, by the standings, they outweigh
    ranks. version: of the draw.
    """

    ids: tuple[str, ...]
    sizes: TableSizes
    clubs: tuple[tuple[int, ...], ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    fixed: Mapping[int, int] = field(default_factory=dict)
    no_list: frozenset[int] = frozenset()
    neighbours: tuple[tuple[int, int], ...] = ()
    keepers: frozenset[int] = frozenset()
    teams_first: bool = False
    version: int = VERSION

    @property
    def people(self) -> range:
        """Everybody, by number."""
        return range(len(self.ids))


def numbered(
    request: DrawRequest, larger: bool = False, sizes: TableSizes | None = None
) -> Entrants:
    """Number the people of a request; with `larger` tables of six and seven are possible.

    sizes: of the tables, where they do not follow from the number of people.

    Raises CannotSeat for a number that fits no tables, and CannotDraw ("no_such_table",
    "table_overfull") for impossible fixed tables.
    """
    people = sorted(request.entrants, key=lambda entrant: entrant.id)
    sizes = sizes or table_sizes(len(people), larger)
    fixed: dict[int, int] = {}
    for number, entrant in enumerate(people):
        if entrant.table is not None:
            if not 1 <= entrant.table <= sizes.tables:
                raise CannotDraw(
                    "no_such_table", person=entrant.id, table=entrant.table, tables=sizes.tables
                )
            fixed[number] = entrant.table - 1
    for table, there in sorted(Counter(fixed.values()).items()):
        seats = sizes.sizes[table]
        if there > seats:
            raise CannotDraw("table_overfull", table=table + 1, seats=seats, people=there)
    no_list = frozenset(number for number, entrant in enumerate(people) if entrant.no_list)
    may_lack = request.version > 1 and len(no_list) >= min(sizes.sizes)
    teams = _shared(entrant.team for entrant in people)
    queued = sorted((e.queue, number) for number, e in enumerate(people) if e.queue is not None)
    return Entrants(
        ids=tuple(entrant.id for entrant in people),
        sizes=sizes,
        clubs=_shared(entrant.club for entrant in people),
        teams=teams,
        fixed=fixed,
        no_list=no_list,
        neighbours=tuple((one, other) for (_, one), (_, other) in pairwise(queued)),
        keepers=frozenset(range(len(people))) - no_list if may_lack else frozenset(),
        teams_first=bool(teams) and request.version > 1,
        version=request.version,
    )


def history_of(request: DrawRequest, entrants: Entrants) -> History:
    """Return the history of the request by the numbers of the entrants."""
    number = {person: index for index, person in enumerate(entrants.ids)}
    return [[[number.get(person) for person in table] for table in r] for r in request.history]


def named(
    entrants: Entrants, rounds: Iterable[Tables | Sequence[Sequence[int]]]
) -> tuple[Round, ...]:
    """Return the rounds with the ids of the people."""
    return tuple(
        tuple(tuple(entrants.ids[person] for person in table) for table in tables)
        for tables in rounds
    )


def _shared(names: Iterable[str | None]) -> tuple[tuple[int, ...], ...]:
    members: dict[str, list[int]] = {}
    for person, name in enumerate(names):
        if name:
            members.setdefault(name, []).append(person)
    return tuple(tuple(mates) for mates in members.values() if len(mates) > 1)
