"""The method "groups": the teams of a group sit among themselves, one of each at every table.

Four teams of four people have four tables in every round. Person x of team t sits at table
x + t * r of round r, reckoned in the field of four elements: two people of different teams meet in
one of the four rounds, so nobody meets an opponent twice, and after four rounds everybody has met
all twelve.

Five teams sit at four tables of five. Five people come from only four tables of another round, so
any two rounds have at least one pair in common at every table. With r * r in place of t * r for the
fifth team they have no more than that: in four rounds 24 pairs meet twice, nobody three times.

Three teams sit at three tables of four, and at each another team has two. There, too, any two
rounds have a pair in common at every table, and five of the rounds written below have no more than
that: in four rounds 18 pairs meet twice, nobody three times, and team mates never. More than five
such rounds there are not: all were tried. With the sixth, each two mates have met once.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, permutations
from random import Random

from tournament.draw.entrants import Entrants, Tables, history_of, named, numbered
from tournament.draw.model import CannotDraw, DrawRequest, Entrant, Round
from tournament.draw.randomness import seeded, shuffled
from tournament.draw.seats.seating import SeatCounts, seated
from tournament.draw.table_sizes import FIVE_TABLE, TableSizes

PLAYERS = 4
"""People of each team."""
GROUP_SIZES = (3, 4, 5)
TRIES = 12
"""Lots to start from where people have met before."""
NEVER = 10_000
"""Cost of a meeting of two people with different fixed tables, in meetings."""
MATES_AGAIN = 20
"""Cost of two team mates at one table again, in meetings."""
_TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Products in the field of four elements; its sums are `^`."""
_THREE = "017a245b3689 0279146b358a 036b1578249a 1268347a059b 1349056a278b 2359067814ab"
"""Rounds of three teams, table by table; people 0 to 3 are one team. The last one is for six."""
Design = Sequence[Tables]
"""Rounds of people 0, 1, 2 ...: the first four are the first team, and so on."""
Pair = tuple[int, int]


def grouped_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """Draw all rounds: in each team the people by lot, then tables and seats.

    A group has neighbouring tables, groups of five the last ones. Raises CannotDraw
    ("no_team_groups", "team_group_size", "not_in_team_groups", "team_not_of_four", "table_taken",
    and what `numbered` refuses).
    """
    teams = _people_by_team(request)
    in_order = sorted(request.groups, key=lambda group: len(group) == FIVE_TABLE)
    entrants = numbered(request, sizes=sizes_of_groups(request.groups))
    history = history_of(request, entrants)
    random = seeded(request.seed)
    met: Counter[Pair] = Counter()
    for table in chain.from_iterable(history):
        met.update(_pairs([person for person in table if person is not None]))
    fixed = entrants.fixed
    pairs = combinations(sorted(fixed), 2)
    apart = Counter({(one, other): NEVER for one, other in pairs if fixed[one] != fixed[other]})
    number = {person: index for index, person in enumerate(entrants.ids)}
    plans = [
        _planned(
            [[number[person] for person in teams[team]] for team in group],
            request.rounds,
            met + apart,
            random,
        )
        for group in in_order
    ]
    rounds = [
        _numbered([plan[place] for plan in plans], entrants, random)
        for place in range(request.rounds)
    ]
    seats = SeatCounts(len(entrants.ids), history)
    return named(entrants, seated(rounds, seats, random, entrants.no_list))


def substituted(
    entrants: Iterable[Entrant],
    rounds: Sequence[Round],
    leaving: Sequence[str],
    joining: Sequence[str],
) -> tuple[Round, ...]:
    """Return the rounds in which those who join have the seats of those of their team who leave.

    Raises CannotDraw ("team_not_of_four") where a team has not as many of both.
    """
    team = {entrant.id: entrant.team or "" for entrant in entrants}
    waiting: dict[str, list[str]] = {}
    for person in joining:
        waiting.setdefault(team[person], []).append(person)
    comes: dict[str, str] = {}
    for person in leaving:
        if not waiting.get(team[person]):
            raise CannotDraw("team_not_of_four", team=team[person], people=PLAYERS - 1)
        comes[person] = waiting[team[person]].pop(0)
    for of_team, more in waiting.items():
        if more:
            raise CannotDraw("team_not_of_four", team=of_team, people=PLAYERS + len(more))
    return tuple(
        tuple(tuple(comes.get(person, person) for person in table) for table in tables)
        for tables in rounds
    )


def sizes_of_groups(groups: Iterable[Sequence[str]]) -> TableSizes:
    """Return the tables of these groups of teams."""
    teams = Counter(map(len, groups))
    return TableSizes(fours=3 * teams[3] + PLAYERS * teams[4], fives=PLAYERS * teams[5])


def _people_by_team(request: DrawRequest) -> Mapping[str, Sequence[str]]:
    """Return the ids of each team's people; raise CannotDraw unless they fill the groups."""
    if not request.groups:
        raise CannotDraw("no_team_groups")
    teams: dict[str, list[str]] = {}
    for place, group in enumerate(request.groups, start=1):
        if len(group) not in GROUP_SIZES:
            raise CannotDraw("team_group_size", group=place, teams=len(group))
        for team in group:
            if team in teams:
                raise ValueError("a team is in two groups")
            teams[team] = []
    for entrant in sorted(request.entrants, key=lambda entrant: entrant.id):
        if entrant.team not in teams:
            raise CannotDraw("not_in_team_groups", person=entrant.id)
        teams[entrant.team].append(entrant.id)
    for team, people in teams.items():
        if len(people) != PLAYERS:
            raise CannotDraw("team_not_of_four", team=team, people=len(people))
    return teams


def _design(teams: int) -> Design:
    """Return all rounds of so many teams; any choice of them is as good, the sixth one apart."""
    if teams < PLAYERS:
        words = _THREE.split()
        return [
            [[int(point, 12) for point in word[start : start + 4]] for start in (0, 4, 8)]
            for word in words
        ]
    return [
        [
            [
                PLAYERS * team + (table ^ _TIMES[team if team < PLAYERS else number][number])
                for team in range(teams)
            ]
            for table in range(PLAYERS)
        ]
        for number in range(PLAYERS)
    ]


def _planned(
    teams: Sequence[Sequence[int]], count: int, met: Counter[Pair], random: Random
) -> list[Tables]:
    """Return so many rounds of a group; after all rounds of the design it begins anew."""
    rounds: list[Tables] = []
    while len(rounds) < count:
        design = _design(len(teams))
        by_lot = shuffled(design[:5], random) + list(design[5:])
        people, again = by_lot[: count - len(rounds)], met + Counter(_pairs_of(rounds))
        labels = _labels(people, teams, again, random)
        rounds += [[[labels[point] for point in table] for table in tables] for tables in people]
    return rounds


def _labels(
    design: Design, teams: Sequence[Sequence[int]], met: Counter[Pair], random: Random
) -> list[int]:
    """Return who is point 0, 1, 2 ... of the design: by lot, and so that few have met before."""
    points = Counter(_pairs_of(design))
    mates = {pair for team in teams for pair in _pairs(team)}
    prices = Counter(
        {pair: times**2 * (MATES_AGAIN if pair in mates else 1) for pair, times in met.items()}
    )
    found: list[tuple[int, list[int]]] = []
    for _ in range(TRIES):
        labels = [person for team in teams for person in shuffled(team, random)]
        cost, better = _cost(labels, points, prices), True
        while cost and better:
            better = False
            for start in range(0, len(labels), PLAYERS):
                for people in permutations(labels[start : start + PLAYERS]):
                    tried = [*labels[:start], *people, *labels[start + PLAYERS :]]
                    if (price := _cost(tried, points, prices)) < cost:
                        cost, labels, better = price, tried, True
        found.append((cost, labels))
        if not cost:
            break
    return min(found)[1]


def _cost(labels: Sequence[int], points: Mapping[Pair, int], prices: Counter[Pair]) -> int:
    return sum(
        times * prices[_ordered(labels[one], labels[other])]
        for (one, other), times in points.items()
    )


def _numbered(groups: Sequence[Tables], entrants: Entrants, random: Random) -> Tables:
    """Number the tables: group after group, in each by lot; fixed tables first."""
    at: dict[int, list[int]] = {}
    for table in chain.from_iterable(groups):
        for person in table:
            place = entrants.fixed.get(person)
            if place is None:
                continue
            if at.setdefault(place, table) is not table or (
                len(table) != entrants.sizes.sizes[place]
                or any(entrants.fixed.get(other, place) != place for other in table)
            ):
                raise CannotDraw("table_taken", person=entrants.ids[person], table=place + 1)
    by_lot = (table for tables in groups for table in shuffled(tables, random))
    others = (table for table in by_lot if table not in at.values())
    return [at[place] if place in at else next(others) for place in range(entrants.sizes.tables)]


def _pairs_of(rounds: Iterable[Tables]) -> Iterable[Pair]:
    return chain.from_iterable(_pairs(table) for tables in rounds for table in tables)


def _pairs(table: Iterable[int]) -> Iterable[Pair]:
    return combinations(sorted(table), 2)


def _ordered(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
