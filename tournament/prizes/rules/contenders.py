"""The contenders for prizes, and their order."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Any

from tournament.sheets.rules.results import Result, RoundPoints
from tournament.standings.rules.rankings import GroupKind, GroupRules, ranking


class Part(StrEnum):
    """The participation of a player: the values of the entry's status."""

    ACTIVE = "active"
    UNRANKED = "unranked"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry of the standings.

    rank: its place if everybody there were ranked. groups: the names of its groups, of ranked
    kinds. pools: the side pools paid for.
    """

    entry: int
    number: int
    rank: int
    total: int
    rounds: RoundPoints = ()
    tags: tuple[str, ...] = ()
    groups: Mapping[GroupKind, str] = field(default_factory=dict)
    pools: frozenset[int] = frozenset()
    part: Part = Part.ACTIVE

    def points(self, round: int | None) -> int | None:
        """Return the points of a round, or of the best one (None); None if not played."""
        played = self.rounds if round is None else self.rounds[round - 1 : round]
        return max((points for points in played if points is not None), default=None)

    @property
    def result(self) -> Result:
        """The result that counts for a team or pair."""
        points = sum(each or 0 for each in self.rounds)
        is_ranked = self.part is Part.ACTIVE
        return Result(self.entry, self.number, self.rounds, self.total - points, is_ranked)


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner of a prize: a person, or a group by name."""

    entry: int | None
    name: str

    @property
    def order(self) -> tuple[int, str]:
        """The order of tied winners: by start number, groups by name."""
        return int(self.name) if self.entry is not None else 0, self.name


Groups = list[list[Winner]]
"""Best first; each inner list is a tie."""


def by_rank(people: Iterable[Contender]) -> Groups:
    """Group people by rank, as in the standings or in a category."""
    return _grouped(people, lambda each: -each.rank)


def by_round(people: Iterable[Contender], round: int | None) -> Groups:
    """Group people by the points of a round, or of their best one (None)."""
    have_played = (each for each in people if each.points(round) is not None)
    return _grouped(have_played, lambda each: each.points(round))


def by_group(
    people: Iterable[Contender], kind: GroupKind, rules: GroupRules, chain: Sequence[str]
) -> Groups:
    """Group teams or pairs by their ranking; those with too few people win nothing."""
    groups: dict[str, list[Result]] = {}
    for each in people:
        if name := each.groups.get(kind):
            groups.setdefault(name, []).append(each.result)
    ranked = [group for group in ranking(groups, rules, chain) if group.rank is not None]
    return [
        [Winner(None, group.name) for group in equal]
        for _rank, equal in groupby(ranked, key=lambda group: group.rank)
    ]


def _grouped(people: Iterable[Contender], merit: Callable[[Contender], Any]) -> Groups:
    best_first = sorted(people, key=lambda each: (-merit(each), each.number))
    return [
        [Winner(each.entry, str(each.number)) for each in equal]
        for _merit, equal in groupby(best_first, key=merit)
    ]
