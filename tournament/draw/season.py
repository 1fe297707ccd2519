"""The match days of a season: which teams are in a group on which day, all of them at once.

Where a design has every two teams in a group at most once, its days are taken, and for longer
seasons they are repeated with the teams by lot: 16 teams meet exactly once in five days and exactly
twice in ten. Everything else is evened out by exchanging teams, with fewer who never meet and fewer
who meet often, and where groups have two sizes, so that all are in the rarer one as often.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournament.draw.designs.lookup import design_for
from tournament.draw.quality import fewest_pairs
from tournament.draw.randomness import below, seeded, shuffled
from tournament.draw.table_sizes import TableSizes

FEWEST_TEAMS, MOST_TEAMS = 3, 40
MOST_DAYS = 12
MOVES = 30_000
"""Exchanges tried in each attempt."""
PATIENCE = 4
"""How much worse, in meetings, an exchange may be at the beginning of an attempt."""
TURN = (2, 6, 2, 6)
"""What a day more in a group of the rarer size costs an exchange in each attempt, in meetings."""
PLACINGS = 200
"""Ways to give teams their places on the days left that are compared."""
Groups = list[list[int]]
Worth = tuple[int, int, int, int]
"""Less is better: how far most meetings and turns are off their bounds, then meetings alone."""
Day = tuple[tuple[int, ...], ...]
"""The groups of a day, teams counted from 0."""


@dataclass(frozen=True, slots=True)
class Season:
    """Days, groups of each, teams of each group, counted from 0.

    most, fewest: how often two teams meet who meet most, or least. bound: the least possible
    `most`, as far as counting tells (`least_most`). most_turns, fewest_turns: on how many days a
    team is in a group of the rarer size (`rarer_size`); they differ by `turns_apart` at least.
    """

    days: tuple[Day, ...]
    most: int
    fewest: int
    bound: int
    most_turns: int
    fewest_turns: int


def group_sizes(teams: int) -> tuple[int, ...]:
    """Return the sizes of the groups of a day: fours, and as few of three and five as possible.

    Raises ValueError for fewer than 3 teams.
    """
    if teams < FEWEST_TEAMS:
        raise ValueError("a group has at least three teams")
    fours, rest = divmod(teams, 4)
    if rest == 0:
        return (4,) * fours
    if rest == 1:
        return (*(4,) * (fours - 1), 5)
    threes = 4 - rest
    return (*(4,) * (fours + 1 - threes), *(3,) * threes)


def rarer_size(teams: int) -> int:
    """Return the size of the groups that differ from those of four; 0 where all are as large."""
    sizes = set(group_sizes(teams))
    return sum(sizes) - 4 if len(sizes) > 1 else 0


def turns(teams: int, days: Iterable[Iterable[Sequence[int]]]) -> tuple[int, int]:
    """Return on how many days a team is in a group of the rarer size: most often, least often."""
    size = rarer_size(teams)
    times = Counter(
        team for groups in days for group in groups if len(group) == size for team in group
    )
    every = sorted(times.values())
    return (every[-1], every[0] if len(every) == teams else 0) if every else (0, 0)


def turns_apart(teams: int, days: int) -> int:
    """Return the least possible difference of `turns`: 0 where they can be shared equally."""
    size = rarer_size(teams)
    return int(days * size * group_sizes(teams).count(size) % teams > 0)


def plan_season(teams: int, days: int, seed: str) -> Season:
    """Return the groups of all days; equal arguments always give equal seasons.

    Raises ValueError for fewer than 3 or more than 40 teams, and for no or too many days.
    """
    if not FEWEST_TEAMS <= teams <= MOST_TEAMS or not 1 <= days <= MOST_DAYS:
        raise ValueError("a season has 3 to 40 teams and 1 to 12 days")
    random = seeded(f"{seed} season")
    bound = least_most(teams, days)
    enough = 0, bound, -most_fewest(teams, days)
    found: list[tuple[Worth, list[Groups]]] = []
    for turn in TURN:
        found.append(_evened_out(_start(teams, days, random), teams, enough, turn, random))
        if found[-1][0][:3] <= enough:
            break
    (_, most, fewest, _), best = min(found)
    names = shuffled(range(teams), random)
    in_order = tuple(
        tuple(tuple(sorted(names[team] for team in group)) for group in groups)
        for groups in shuffled(best, random)
    )
    return Season(in_order, most, -fewest, bound, *turns(teams, in_order))


def plan_rest(
    teams: Sequence[int], days: int, before: Iterable[Sequence[int]], seed: str
) -> tuple[Day, ...]:
    """Return the groups of so many days for these teams, who met before in other groups.

    Of many ways to give them their places in a season, the one that evens out all meetings best.
    """
    plan, random = plan_season(len(teams), days, seed).days, seeded(f"{seed} rest")
    met = Counter(pair for group in before for pair in _pairs(group))
    every = list(_pairs(teams))

    def placed() -> tuple[Day, ...]:
        names = shuffled(teams, random)
        return tuple(tuple(tuple(names[at] for at in group) for group in day) for day in plan)

    def worth(found: tuple[Day, ...]) -> tuple[int, int, int]:
        meetings = met + Counter(pair for day in found for group in day for pair in _pairs(group))
        counts = [meetings[pair] for pair in every]
        return max(counts), -min(counts), sum(count * count for count in counts)

    return min((placed() for _ in range(PLACINGS)), key=worth)


def least_most(teams: int, days: int) -> int:
    """Return a lower bound of how often the two teams meet who meet most.

    By two counts. All meetings are shared by all pairs. And where a group has more teams than there
    are groups, some of them have met on any other day, so any two days have pairs in common: with
    nobody above a limit there is no room for so many.
    """
    sizes = group_sizes(teams)
    meetings = days * sum(fewest_pairs(size, 1) for size in sizes)
    in_common = sum(fewest_pairs(size, len(sizes)) for size in sizes)
    needed = in_common * fewest_pairs(days, 1)
    most = -(-meetings // fewest_pairs(teams, 1))
    while True:
        pairs, rest = divmod(meetings, most)
        if pairs * fewest_pairs(most, 1) + fewest_pairs(rest, 1) >= needed:
            return most
        most += 1


def least_most_after(
    teams: Collection[int], before: Iterable[Sequence[int]], days: Sequence[Sequence[Sequence[int]]]
) -> int:
    """Return a lower bound of how often two of these teams meet, after other groups before.

    However they are put into groups of these sizes on these days: a pair meets once a day at most.
    """
    every = set(_pairs(teams))
    met = Counter(pair for group in before for pair in _pairs(group) if pair in every)
    meetings = sum(fewest_pairs(len(group), 1) for day in days for group in day)
    most = max(met.values(), default=0)
    usual = sorted(group_sizes(len(teams))) if len(teams) >= FEWEST_TEAMS else []
    if days and all(sorted(map(len, day)) == usual for day in days):
        most = max(most, least_most(len(teams), len(days)))
    while sum(min(len(days), most - met[pair]) for pair in every) < meetings:
        most += 1
    return most


def most_fewest(teams: int, days: int) -> int:
    """Return an upper bound of how often the two teams meet who meet least: shared evenly."""
    meetings = days * sum(fewest_pairs(size, 1) for size in group_sizes(teams))
    return meetings // fewest_pairs(teams, 1)


def _start(teams: int, days: int, random: Random) -> list[Groups]:
    """Return designs in which nobody meets twice, as long as possible, one after the other."""
    found: list[Groups] = []
    while len(found) < days:
        names = shuffled(range(teams), random)
        for groups in _without_repeats(teams, days - len(found), random):
            found.append([[names[team] for team in group] for group in groups])
    return found


def _without_repeats(teams: int, days: int, random: Random) -> list[Groups]:
    """Return the longest design of at most so many days; of one day where there is none.

    Where groups of three are needed, teams that never meet are left out of a larger design.
    """
    sizes = group_sizes(teams)
    left_out = sizes.count(3)
    larger = TableSizes(sizes.count(4) + left_out, sizes.count(5))
    for count in range(days, 1, -1):
        design = design_for(larger, count, random)
        if design is None or len(design.rounds) < count:
            continue
        met = {pair for groups in design.rounds for group in groups for pair in _pairs(group)}
        if len(met) < count * sum(fewest_pairs(size, 1) for size in larger.sizes):
            continue
        strangers = (
            pair for pair in combinations(range(larger.players), left_out) if pair not in met
        )
        gone = next(strangers, None)
        if gone is not None:
            stay = [team for team in range(larger.players) if team not in gone]
            number = {team: index for index, team in enumerate(stay)}
            return [
                [[number[team] for team in group if team in number] for group in groups]
                for groups in design.rounds
            ]
    places = iter(range(teams))
    return [[[next(places) for _ in range(size)] for size in sizes]]


def _evened_out(
    days: list[Groups], teams: int, enough: tuple[int, int, int], turn: int, random: Random
) -> tuple[Worth, list[Groups]]:
    """Exchange teams of a day so that the meetings are shared more evenly; return the best found.

    An exchange may cost something, less and less.
    """
    meetings = _Meetings(days, teams, enough[1], turn)
    best = meetings.worth, meetings.snapshot()
    if best[0][:3] <= enough or len(days[0]) == 1:
        return best
    lowest = excess = 0
    for move in range(MOVES):
        groups = days[below(len(days), random)]
        one, other = below(len(groups), random), below(len(groups) - 1, random)
        here, there = groups[one], groups[other + (other >= one)]
        allowed = below(1 + PATIENCE * (MOVES - move) // MOVES, random)
        places = below(len(here), random), below(len(there), random)
        change = meetings.exchange(here, there, places, allowed)
        if change is None:
            continue
        excess += change
        if excess <= lowest:
            lowest = excess
            best = min(best, (meetings.worth, meetings.snapshot()))
            if best[0][:3] <= enough:
                break
    return best


class _Meetings:
    """How often any two teams meet on these days, which it exchanges in place.

    bound: the least possible most meetings. price: of a turn, in meetings.
    """

    def __init__(self, days: list[Groups], teams: int, bound: int, price: int) -> None:
        self.days, self.bound, self.price = days, bound, price
        self.met = [[0] * teams for _ in range(teams)]
        self.rarer, self.apart = rarer_size(teams), turns_apart(teams, len(days))
        self.turns = [0] * teams
        for groups in self.days:
            for group in groups:
                for team in group if len(group) == self.rarer else ():
                    self.turns[team] += 1
                for one, other in combinations(group, 2):
                    self.met[one][other] += 1
                    self.met[other][one] += 1

    @property
    def worth(self) -> Worth:
        """How far all is off the bounds; the most meetings, the fewest, negative; how uneven."""
        counts = [self.met[one][other] for one, other in combinations(range(len(self.met)), 2)]
        most, apart = max(counts), max(self.turns) - min(self.turns)
        off = most - self.bound + apart - self.apart
        return off, most, -min(counts), sum(count * count for count in counts)

    def snapshot(self) -> list[Groups]:
        """Return the days as they are now."""
        return [[list(group) for group in groups] for groups in self.days]

    def exchange(
        self, here: list[int], there: list[int], places: tuple[int, int], allowed: int
    ) -> int | None:
        """Exchange the teams at these places of two groups, if it costs no more than allowed.

        Returns the cost: how many pairs more meet again, counted once for each time before, and
        likewise turns in the rarer groups. None: it costs more.
        """
        one, other = places
        first, second = here[one], there[other]
        of_first, of_second = self.met[first], self.met[second]
        turning = (len(here) == self.rarer) - (len(there) == self.rarer)
        change = self.price * (turning * (self.turns[second] - self.turns[first]) + abs(turning))
        for team in here:
            if team != first:
                change += of_second[team] - of_first[team] + 1
        for team in there:
            if team != second:
                change += of_first[team] - of_second[team] + 1
        if change > allowed:
            return None
        for group, gone, come in ((here, first, second), (there, second, first)):
            for team in group:
                if team != gone:
                    self.met[gone][team] -= 1
                    self.met[team][gone] -= 1
                    self.met[come][team] += 1
                    self.met[team][come] += 1
        here[one], there[other] = second, first
        self.turns[first] -= turning
        self.turns[second] += turning
        return change


def _pairs(group: Iterable[int]) -> Iterable[tuple[int, int]]:
    return combinations(sorted(group), 2)
