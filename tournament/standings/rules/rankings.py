"""Rankings of clubs, federal states, teams and pairs, from the points of their people.

Only declared teams are ranked, and whoever is out of the ranking, withdrawn or disqualified counts
nothing for a group (rules.md 7.6). A category is no group: it is a list of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.sheets.rules.results import Result, RoundPoints
from tournament.standings.rules.standings import Decision, standings
from tournament.standings.rules.tie_breaks import CRITERIA, keys_of

PAIR = 2
SMALLEST_TEAM, LARGEST_TEAM = 3, 6
"""What a team usually has; another one is told, and ranked all the same."""


class GroupKind(StrEnum):
    """Whose points are added up."""

    CLUB = "club"
    STATE = "state"
    TEAM = "team"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Group:
    """What a kind of group is called, in English and unmarked: its ranking, one of them, all."""

    ranking: str
    name: str
    several: str


GROUPS: Mapping[GroupKind, Group] = {
    GroupKind.CLUB: Group(ranking="Club ranking", name="Club", several="Clubs"),
    GroupKind.STATE: Group(ranking="State ranking", name="Federal state", several="Federal states"),
    GroupKind.TEAM: Group(ranking="Team ranking", name="Team", several="Teams"),
    GroupKind.PAIR: Group(ranking="Pair ranking", name="Pair", several="Pairs"),
}


@dataclass(frozen=True, slots=True)
class GroupRules:
    """How many count. best: of each group, None for all; a smaller group has no rank.

    by_round: the best of each round, which need not be the same people; otherwise those with the
    best totals, with all their rounds.
    """

    best: int | None = None
    by_round: bool = False


ALL_COUNT = GroupRules()


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a group: which of his rounds count for it, and what he brings."""

    result: Result
    counted: tuple[bool, ...]
    points: int


@dataclass(frozen=True, slots=True)
class RankedGroup:
    """A group in its ranking; rank None where too few of it are ranked.

    `members` are all of it, the best first; `total` is the sum of their points. `rounds` are the
    sums of the rounds that count, None where there is none yet.
    """

    rank: int | None
    name: str
    rounds: RoundPoints
    adjustment: int
    total: int
    members: tuple[Member, ...]
    decision: Decision | None = None

    @property
    def ranked(self) -> int:
        """How many of its people have a rank of their own."""
        return sum(member.result.ranked for member in self.members)

    @property
    def counted(self) -> int:
        """How many of them count in some round."""
        return sum(any(member.counted) for member in self.members)


def ranking(
    groups: Mapping[str, Iterable[Result]], rules: GroupRules, chain: Sequence[str] = ()
) -> tuple[RankedGroup, ...]:
    """The groups by name, best first, then those with too few people.

    Between equal totals decide those of the tie-breaks in the `chain` that can be told of a group;
    equal ones share a rank (1-2-2-4) and stand in the order of their names.
    """
    names = sorted(groups)
    members = [_members(groups[name], rules) for name in names]
    results = [_sum_members(number, people, rules) for number, people in enumerate(members)]
    lines = standings(results, keys_of(group_chain(chain)))
    return tuple(
        RankedGroup(
            line.rank,
            names[line.entry_id],
            line.rounds,
            line.adjustment,
            line.total,
            members[line.entry_id],
            line.decision,
        )
        for line in lines
    )


def group_chain(chain: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of a tournament that decide between groups as well."""
    return tuple(code for code in chain if CRITERIA[code].of_groups)


def odd_sizes(sizes: Mapping[str, int], *, pairs: bool) -> dict[str, int]:
    """The teams that are smaller or larger than teams are; where there are `pairs`, two are one."""
    return {
        name: size
        for name, size in sizes.items()
        if not SMALLEST_TEAM <= size <= LARGEST_TEAM and not (pairs and size == PAIR)
    }


def _members(people: Iterable[Result], rules: GroupRules) -> tuple[Member, ...]:
    """Everybody with what counts of him, the best first and those out of the ranking last."""
    best_first = sorted(people, key=_merit, reverse=True)
    ranked = [each for each in best_first if each.ranked]
    if rules.by_round:
        numbers = range(len(best_first[0].rounds) if best_first else 0)
        scorers = [_best_of_round(ranked, number, rules.best) for number in numbers]
        return tuple(_count_rounds(each, scorers) for each in best_first)
    chosen = ranked[: rules.best]
    return tuple(
        Member(each, (each in chosen,) * len(each.rounds), each.total if each in chosen else 0)
        for each in best_first
    )


def _merit(result: Result) -> tuple[bool, int, list[int], int]:
    """Who is chosen first: of equal totals the better last rounds, then the lower number."""
    backwards = [points or 0 for points in reversed(result.rounds)]
    return result.ranked, result.total, backwards, -result.number


def _best_of_round(ranked: Iterable[Result], number: int, best: int | None) -> set[int]:
    """Who counts in a round, by entry; of equal ones the better in the end."""
    played = [(points, each) for each in ranked if (points := each.rounds[number]) is not None]
    played.sort(key=lambda pair: pair[0], reverse=True)
    return {each.entry_id for _points, each in played[:best]}


def _count_rounds(result: Result, scorers: Sequence[set[int]]) -> Member:
    """Some of the rounds; a deduction belongs to none and counts always."""
    counted = tuple(result.entry_id in each for each in scorers)
    points = sum(each or 0 for each, counts in zip(result.rounds, counted, strict=True) if counts)
    return Member(result, counted, points + (result.adjustment if result.ranked else 0))


def _sum_members(number: int, members: Sequence[Member], rules: GroupRules) -> Result:
    """What a group has, as if it were one person."""
    rounds = tuple(
        _sum_of_round(members, place) for place in range(len(members[0].counted) if members else 0)
    )
    total = sum(each.points for each in members)
    return Result(
        entry_id=number,
        number=number,
        rounds=rounds,
        adjustment=total - sum(points or 0 for points in rounds),
        ranked=sum(each.result.ranked for each in members) >= (rules.best or 1),
    )


def _sum_of_round(members: Iterable[Member], place: int) -> int | None:
    counted = [each.result.rounds[place] for each in members if each.counted[place]]
    points = [each for each in counted if each is not None]
    return sum(points) if points else None
