"""Who can win a prize, and in which order they stand for it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tournament.core.rankings import GroupRules, ranking
from tournament.core.results import Result, RoundPoints


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody with a rank in the standings. pools: the side pools he takes part in."""

    entry: int
    number: int
    rank: int
    total: int
    rounds: RoundPoints = ()
    tags: tuple[str, ...] = ()
    team: str = ""
    pools: frozenset[int] = frozenset()

    @property
    def result(self) -> Result:
        """What he brings his team."""
        points = sum(each or 0 for each in self.rounds)
        return Result(self.entry, self.number, self.rounds, self.total - points)


@dataclass(frozen=True, slots=True)
class Winner:
    """Who gets a prize: a person, or a team by its name."""

    entry: int | None
    name: str

    @property
    def order(self) -> tuple[int, str]:
        """Equal ones are named in this order: by start number, teams by name."""
        return int(self.name) if self.entry is not None else 0, self.name


Groups = list[list[Winner]]
"""Best first; in a group are those between whom nothing decides."""


def by_rank(people: Iterable[Contender]) -> Groups:
    """As in the standings, or in those of a category."""
    return _grouped(people, lambda each: -each.rank)


def by_round(people: Iterable[Contender], round: int | None) -> Groups:
    """By the points of a round, or of everybody's best one (None)."""

    def points(each: Contender) -> int | None:
        played = each.rounds if round is None else each.rounds[round - 1 : round]
        return max((points for points in played if points is not None), default=None)

    return _grouped((each for each in people if points(each) is not None), points)


def by_team(people: Iterable[Contender], rules: GroupRules, chain: Sequence[str]) -> Groups:
    """Teams as in their ranking; one with too few people for it wins nothing."""
    teams: dict[str, list[Result]] = {}
    for each in people:
        if each.team:
            teams.setdefault(each.team, []).append(each.result)
    ranked = [team for team in ranking(teams, rules, chain) if team.rank is not None]
    return [
        [Winner(None, team.name) for team in equal]
        for _rank, equal in groupby(ranked, key=lambda team: team.rank)
    ]


def _grouped(people: Iterable[Contender], merit: Callable[[Contender], Any]) -> Groups:
    best_first = sorted(people, key=lambda each: (-merit(each), each.number))
    return [
        [Winner(each.entry, str(each.number)) for each in equal]
        for _merit, equal in groupby(best_first, key=merit)
    ]
