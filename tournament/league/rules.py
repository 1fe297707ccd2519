"""The rules of a league: match points of a day, the table, and the players of the season.

Teams meet in groups; whoever is first in his group gets most match points (rules.md 7.1). They are
exact fractions, since those who share a place share the mean.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from tournament.shared.rules.names import tidy

MATCH_POINTS: Mapping[int, tuple[int, ...]] = {
    3: (3, 2, 1),
    4: (4, 3, 2, 1),
    5: (5, 4, 3, 2, 1),
}
"""By the size of a group, for its first, second and so on, unless a league says otherwise."""
SEATS = 4
"""Players of a team at the tables on a day."""
DAY_WINS, LAST_DAY = "day_wins", "last_day"
LEAGUE_TIE_BREAKS = (DAY_WINS, LAST_DAY)
"""What may decide after match points and game points."""
NOTHING = Fraction(0)
Named = TypeVar("Named", str, int | None)
"""How a place of a lineup is named: by a name, or by the id of a person."""


class Zone(StrEnum):
    """What a place in the table is worth at the end of the season."""

    UP = "up"
    DOWN = "down"
    AT_LINE = "at_line"  # a shared place, of which some go up or down


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """How a season is added up.

    - match_points: by the size of a group. A size that is missing is a larger group whose first
      places nobody has.
    - tie_breaks: codes of LEAGUE_TIE_BREAKS in order; then equal ones share a place.
    - minimum_rounds: who has played fewer has no rank among the players of the season.
    """

    match_points: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: MATCH_POINTS)
    tie_breaks: tuple[str, ...] = ()
    minimum_rounds: int = 0

    def of_places(self, size: int) -> tuple[int, ...]:
        """Return the match points of a group of this size by place, the first one first."""
        known = [each for each in self.match_points if each >= size]
        if not known:
            return tuple(range(size, 0, -1))
        points = self.match_points[min(known)]
        return points[len(points) - size :]


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """A team in its group on a day: place and game points; place None: it forfeited."""

    team: int
    place: int | None
    points: int


@dataclass(frozen=True, slots=True)
class DayOfTeam:
    """What a day is worth for a team; place None: it forfeited."""

    place: int | None
    match_points: Fraction
    points: int

    @property
    def is_won(self) -> bool:
        """Whether it is first in its group, perhaps beside others."""
        return self.place == 1


Day = Mapping[int, DayOfTeam]
"""A match day by team; who does not play it is missing."""


def day_of_group(group: Iterable[GroupPlace], rules: LeagueRules) -> dict[int, DayOfTeam]:
    """Return the match points of a group; those who share a place share their mean.

    Without those who forfeited it is a group so much smaller: they have no place and no points.
    """
    every = list(group)
    places = sorted(each.place for each in every if each.place is not None)
    worth = rules.of_places(len(places))
    result = {}
    for each in every:
        if each.place is None:
            result[each.team] = DayOfTeam(None, NOTHING, 0)
            continue
        before, beside = places.index(each.place), places.count(each.place)
        mean = Fraction(sum(worth[before : before + beside]), beside)
        result[each.team] = DayOfTeam(before + 1, mean, each.points)
    return result


@dataclass(frozen=True, slots=True)
class Deducted:
    """What is taken from a team: match points and game points, 0 or more."""

    match_points: int = 0
    points: int = 0


NO_DEDUCTIONS: Mapping[int, Deducted] = {}


@dataclass(frozen=True, slots=True)
class TableLine:
    """A team in the table; sums after deductions, None in `days` where it did not play."""

    place: int
    team: int
    days: tuple[DayOfTeam | None, ...]
    match_points: Fraction
    points: int
    zone: Zone | None = None

    @property
    def played(self) -> int:
        """The number of its match days."""
        return sum(each is not None for each in self.days)

    @property
    def wins(self) -> int:
        """How often it was first in its group."""
        return sum(each is not None and each.is_won for each in self.days)


def league_table(
    teams: Sequence[int],
    days: Sequence[Day],
    rules: LeagueRules,
    deductions: Mapping[int, Deducted] = NO_DEDUCTIONS,
    *,
    promoted: int = 0,
    relegated: int = 0,
) -> tuple[TableLine, ...]:
    """Return the table of these teams, the first one first; equal ones by the order of `teams`.

    Places: match points, game points, then the tie-breaks; equal teams share a place (1-2-2-4).
    """
    ranked = []
    for team in teams:
        line = _line(team, [day.get(team) for day in days], deductions.get(team, Deducted()))
        ranked.append((_merit(line, rules), line))
    ranked.sort(key=lambda each: each[0], reverse=True)
    merits = [merit for merit, _line in ranked]
    lines = []
    for merit, line in ranked:
        place = merits.index(merit) + 1
        last = place + merits.count(merit) - 1
        zone = _zone(place, last, len(teams), promoted, relegated)
        lines.append(replace(line, place=place, zone=zone))
    return tuple(lines)


def _line(team: int, days: Sequence[DayOfTeam | None], deducted: Deducted) -> TableLine:
    played = [each for each in days if each is not None]
    match_points = sum((each.match_points for each in played), NOTHING) - deducted.match_points
    points = sum(each.points for each in played) - deducted.points
    return TableLine(0, team, tuple(days), match_points, points)


def _merit(line: TableLine, rules: LeagueRules) -> tuple[Fraction, ...]:
    """Return what decides, in order; more is better."""
    last = line.days[-1] if line.days else None
    of_last = (last.match_points, Fraction(last.points)) if last else (Fraction(-1), NOTHING)
    keys = {DAY_WINS: (Fraction(line.wins),), LAST_DAY: of_last}
    chain = [part for code in rules.tie_breaks for part in keys[code]]
    return line.match_points, Fraction(line.points), *chain


def _zone(first: int, last: int, teams: int, promoted: int, relegated: int) -> Zone | None:
    """Return the zone of a place shared by those from the `first` to the `last`."""
    stay = teams - relegated
    if last <= promoted:
        return Zone.UP
    if first > stay:
        return Zone.DOWN
    return Zone.AT_LINE if first <= promoted or last > stay else None


@dataclass(frozen=True, slots=True)
class PlayerDay:
    """A person on a match day: for which team, how many rounds, and the points of all."""

    team: int
    rounds: int
    total: int


@dataclass(frozen=True, slots=True)
class SeasonPlayer:
    """A person in the list of the season; rank None: too few rounds."""

    rank: int | None
    person: int
    teams: tuple[int, ...]
    days: int
    rounds: int
    total: int

    @property
    def average(self) -> Fraction:
        """Points per round."""
        return Fraction(self.total, self.rounds)


def season_players(
    days: Iterable[Mapping[int, PlayerDay]], minimum: int, order: Iterable[int] = ()
) -> tuple[SeasonPlayer, ...]:
    """Return everybody who has played a round, best average first, then those without a rank.

    Equal averages share a rank and are listed by `order`, a list of persons, else by id.
    """
    played: dict[int, list[PlayerDay]] = defaultdict(list)
    for day in days:
        for person, one in day.items():
            if one.rounds:
                played[person].append(one)
    places = {person: place for place, person in enumerate(order)}
    lines = [
        SeasonPlayer(
            None,
            person,
            tuple(dict.fromkeys(each.team for each in mine)),
            len(mine),
            sum(each.rounds for each in mine),
            sum(each.total for each in mine),
        )
        for person, mine in played.items()
    ]
    lines.sort(key=lambda each: (-each.average, places.get(each.person, len(places)), each.person))
    ranked = [each for each in lines if each.rounds >= minimum]
    averages = [each.average for each in ranked]
    best = [replace(each, rank=averages.index(each.average) + 1) for each in ranked]
    return (*best, *(each for each in lines if each.rounds < minimum))


def is_playable(groups: Iterable[Sequence[int]]) -> bool:
    """Return whether every group has teams enough for its tables."""
    return all(len(group) >= min(MATCH_POINTS) for group in groups)


@dataclass(frozen=True, slots=True)
class TypedTeam:
    """A line of the field for teams: "Kreuz Dame 1; DU ZHN"."""

    name: str
    club: str = ""


def typed_teams(text: str) -> tuple[TypedTeam, ...]:
    """Return the teams of a text with one per line; the club follows a semicolon or a tab."""
    teams = []
    for line in text.splitlines():
        name, _, club = line.replace("\t", ";").partition(";")
        if tidy(name):
            teams.append(TypedTeam(tidy(name), tidy(club)))
    return tuple(teams)


def doubles(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that stand there before, whatever their letters' size."""
    seen: set[str] = set()
    found = []
    for name in names:
        if name.casefold() in seen:
            found.append(name)
        seen.add(name.casefold())
    return tuple(found)


def open_places(lineup: Sequence[object]) -> list[int]:
    """Return the places at the tables, from 1, for which a lineup names nobody."""
    return [at + 1 for at in range(SEATS) if not any(lineup[at : at + 1])]


def tidy_lineup(lineup: Sequence[Named]) -> list[Named]:
    """Return a lineup as it is handed in: open places are at the tables alone, and none is last."""
    tidied = [named for at, named in enumerate(lineup) if named or at < SEATS]
    while tidied and not tidied[-1]:
        tidied.pop()
    return tidied


def lineup_without(lineup: Sequence[int | None], gone: Container[int | None]) -> list[int | None]:
    """Return a lineup in which the places of these people are open."""
    return tidy_lineup([None if person in gone else person for person in lineup])


def typed_people(text: str) -> tuple[str, ...]:
    """Return the names of a text with one per line."""
    return tuple(filter(None, (tidy(line) for line in text.splitlines())))


def meetings(teams: Sequence[int], days: Iterable[Iterable[Sequence[int]]]) -> tuple[int, int]:
    """Return how often two teams meet who meet most, and who meet least, in groups by day."""
    met = Counter(
        frozenset(pair) for groups in days for group in groups for pair in combinations(group, 2)
    )
    every = [met[frozenset(pair)] for pair in combinations(teams, 2)]
    return max(every, default=0), min(every, default=0)
