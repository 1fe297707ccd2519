"""Rankings of clubs, federal states, declared teams and pairs, from their members' points.

Who is out of competition, withdrawn or disqualified counts nothing (rules.md 7.6), but where
all that is played for a group counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.shared.rules.names import name_key
from tournament.sheets.rules.results import Result, RoundPoints
from tournament.standings.rules.standings import Decision, standings
from tournament.standings.rules.tie_breaks import CRITERIA, keys_of

PAIR = 2
SMALLEST_TEAM, LARGEST_TEAM = 3, 6
"""The usual size of a team; others are reported, and ranked all the same."""


class GroupKind(StrEnum):
    """The kinds of groups."""

    CLUB = "club"
    STATE = "state"
    TEAM = "team"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class Group:
    """English names of a kind of group, untranslated: its ranking, singular, plural."""

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
    """How many members count: the `best` of each round (`by_round`) or by total; None: all.

    A smaller group has no rank. everybody: members without a rank of their own count as well.
    """

    best: int | None = None
    by_round: bool = False
    everybody: bool = False


ALL_COUNT = GroupRules()
ALL_PLAYED_COUNTS = GroupRules(everybody=True)
"""The rules of teams that play in groups: of one who left, and of the one on that seat."""
TEAMS_ALONE: Mapping[GroupKind, GroupRules] = {GroupKind.TEAM: ALL_COUNT}
"""The rankings of a tournament that teams play."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a group: which of his rounds count for it, and his points for it."""

    result: Result
    counted: tuple[bool, ...]
    points: int


@dataclass(frozen=True, slots=True)
class RankedGroup:
    """A group; rank None where too few are ranked. `total`: the sum of the members, best first.

    `rounds`: the sums of the rounds that count, None without a result.
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
        """The number of members with an individual rank."""
        return sum(member.result.ranked for member in self.members)

    @property
    def counted(self) -> int:
        """The number of members who count in at least one round."""
        return sum(any(member.counted) for member in self.members)


def ranking(
    groups: Mapping[str, Iterable[Result]], rules: GroupRules, chain: Sequence[str] = ()
) -> tuple[RankedGroup, ...]:
    """Return the groups best first, then those with too few members.

    Criteria of the `chain` that apply to groups decide; equal ones share a rank, by name.
    """
    names = sorted(groups, key=lambda name: (name_key(name), name))
    members = [_members(groups[name], rules) for name in names]
    results = []
    for number, people in enumerate(members):
        # The members of a group added up to a result, as of one person.
        rounds: list[int | None] = []
        for place in range(len(people[0].counted) if people else 0):
            counted = [each.result.rounds[place] for each in people if each.counted[place]]
            points = [each for each in counted if each is not None]
            rounds.append(sum(points) if points else None)
        adjustment = sum(each.points for each in people) - sum(filter(None, rounds))
        is_ranked = sum(each.result.ranked for each in people) >= (rules.best or 1)
        results.append(Result(number, number, tuple(rounds), adjustment, is_ranked))
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
    """Return the tie-breaks of a chain that apply to groups."""
    return tuple(code for code in chain if CRITERIA[code].of_groups)


def odd_sizes(sizes: Mapping[str, int], *, pairs: bool) -> dict[str, int]:
    """Return the teams of unusual size; with `pairs`, teams of two are usual."""
    return {
        name: size
        for name, size in sizes.items()
        if not SMALLEST_TEAM <= size <= LARGEST_TEAM and not (pairs and size == PAIR)
    }


def _members(people: Iterable[Result], rules: GroupRules) -> tuple[Member, ...]:
    """Return all members with what counts of them, best first, unranked ones last."""
    if rules.everybody:
        people = [each._replace(ranked=True) for each in people]
    best_first = sorted(people, key=_merit, reverse=True)
    ranked = [each for each in best_first if each.ranked]
    if not rules.by_round:
        chosen = ranked[: rules.best]
        return tuple(
            Member(each, (each in chosen,) * len(each.rounds), each.total if each in chosen else 0)
            for each in best_first
        )
    scorers = []  # of each round: the entries that count; among equal ones the better in total
    for number in range(len(best_first[0].rounds) if best_first else 0):
        played = [(points, each) for each in ranked if (points := each.rounds[number]) is not None]
        played.sort(key=lambda pair: pair[0], reverse=True)
        scorers.append({each.entry_id for _points, each in played[: rules.best]})
    members = []
    for each in best_first:
        counted = tuple(each.entry_id in chosen for chosen in scorers)
        pairs = zip(each.rounds, counted, strict=True)
        own = sum(points or 0 for points, counts in pairs if counts)
        # A deduction always counts.
        members.append(Member(each, counted, own + (each.adjustment if each.ranked else 0)))
    return tuple(members)


def _merit(result: Result) -> tuple[bool, int, list[int], int]:
    """Return the sort key of members: on equal totals the better last rounds, then the number."""
    backwards = [points or 0 for points in reversed(result.rounds)]
    return result.ranked, result.total, backwards, -result.number
