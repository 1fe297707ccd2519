"""The second path to a season of a league: its days, its table, the list of its players.

Plain additions that share nothing with `league.rules` and `standings.rules`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from tournament.trust.rules.recount_ranks import KEYS, OF_POINTS, Counted, sums_of_rounds

Figure = int | Fraction | None


class Column(StrEnum):
    """What is counted, of teams (TEAM_COLUMNS) and of people."""

    PLACE = "place"
    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"
    RANK = "player_rank"
    ROUNDS = "player_rounds"
    TOTAL = "player_total"


TEAM_COLUMNS = (Column.PLACE, Column.MATCH_POINTS, Column.GAME_POINTS)


class Cell(NamedTuple):
    """A figure: its column, the id of the team or person, and the day; 0: of the whole season."""

    column: Column
    who: int
    day: int = 0


Figures = Mapping[Cell, Figure]


class Difference(NamedTuple):
    """A figure of the season that differs."""

    cell: Cell
    claimed: Figure
    counted: Figure


@dataclass(frozen=True, slots=True)
class EntryOfDay:
    """What an entry has made on a day, for which team; `off`: the sum of its deductions."""

    team: int
    person: int
    rounds: Sequence[int | None]
    off: int

    @property
    def total(self) -> int:
        """The points of all rounds with the deductions."""
        return sum(points or 0 for points in self.rounds) + self.off


@dataclass(frozen=True, slots=True)
class DayPlayed:
    """A match day that counts.

    `groups` are the teams that play in each, `forfeited` those that do not; `tie_breaks` are those
    of its tournament.
    """

    number: int
    groups: Sequence[Sequence[int]]
    forfeited: Sequence[int]
    entries: Sequence[EntryOfDay]
    tie_breaks: Sequence[str]


@dataclass(frozen=True, slots=True)
class Terms:
    """How a season is added up: match points by the size of a group, what decides, the minimum."""

    match_points: Mapping[int, Sequence[int]]
    tie_breaks: Sequence[str]
    minimum: int


class Worth(NamedTuple):
    """What a day is worth for a team; place None: it forfeited."""

    place: int | None
    match_points: Fraction
    points: int


Deduction = tuple[int, int, int]
"""Team, match points and game points taken from it."""
FORFEITED = Worth(None, Fraction(0), 0)
NO_DAY: tuple[Fraction, ...] = ()
"""Less than any day."""

SEASON_KEYS: Mapping[str, Callable[[Sequence[Worth | None]], Any]] = {
    "day_wins": lambda days: sum(day is not None and day.place == 1 for day in days),
    "last_day": lambda days: days[-1][1:] if days and days[-1] else NO_DAY,
}
"""What decides after match points and game points, from a team's days: more is better."""


def recount_season(
    teams: Sequence[int],
    days: Sequence[DayPlayed],
    deductions: Sequence[Deduction],
    terms: Terms,
) -> Figures:
    """Return every figure of a season from the points of its entries."""
    worth = [_worth_of_day(day, terms.match_points) for day in days]
    found: dict[Cell, Figure] = {}
    for day, of_teams in zip(days, worth, strict=True):
        for team, each in of_teams.items():
            found |= _cells(team, day.number, *each)
    merits = {}
    for team in teams:
        mine = [each.get(team) for each in worth]
        taken = [each for each in deductions if each[0] == team]
        match_points = sum((day.match_points for day in mine if day), Fraction(0))
        merits[team] = (
            match_points - sum(each[1] for each in taken),
            sum(day.points for day in mine if day) - sum(each[2] for each in taken),
            *(SEASON_KEYS[code](mine) for code in terms.tie_breaks),
        )
    for team, merit in merits.items():
        place = 1 + sum(other > merit for other in merits.values())
        found |= _cells(team, 0, place, *merit[:2])
    return found | _people(days, terms.minimum)


def differences(claimed: Figures, counted: Figures) -> Iterator[Difference]:
    """Yield each figure that differs or is on one side alone: by day, the season, then people."""
    columns = list(Column)

    def by_place(cell: Cell) -> tuple[bool, bool, int, int, int]:
        is_of_team = cell.column in TEAM_COLUMNS
        return not is_of_team, not cell.day, cell.day, cell.who, columns.index(cell.column)

    for cell in sorted(claimed.keys() | counted.keys(), key=by_place):
        pair = claimed.get(cell), counted.get(cell)
        if pair[0] != pair[1]:
            yield Difference(cell, *pair)


def _cells(
    team: int, day: int, place: int | None, match_points: Fraction, points: int
) -> dict[Cell, Figure]:
    return {
        Cell(Column.PLACE, team, day): place,
        Cell(Column.MATCH_POINTS, team, day): match_points,
        Cell(Column.GAME_POINTS, team, day): points,
    }


def _worth_of_day(day: DayPlayed, match_points: Mapping[int, Sequence[int]]) -> dict[int, Worth]:
    """Return what a day is worth: whoever is equal in a group shares what its places are worth."""
    merits = _merits(day)
    found = dict.fromkeys(day.forfeited, FORFEITED)
    for group in day.groups:
        # Those of a larger group, without its first places.
        larger = min((each for each in match_points if each >= len(group)), default=None)
        of_places: Sequence[int] = range(len(group), 0, -1)
        if larger is not None:
            of_places = match_points[larger][-len(group) :]
        for team in group:
            better = sum(merits[other] > merits[team] for other in group)
            equal = sum(merits[other] == merits[team] for other in group)
            share = Fraction(sum(of_places[better : better + equal]), equal)
            found[team] = Worth(better + 1, share, merits[team][1])
    return found


def _merits(day: DayPlayed) -> dict[int, tuple[Any, ...]]:
    """Return what decides in a group: that somebody was there, the points, then the tie-breaks."""
    teams = [team for group in day.groups for team in group]
    of_team = {team: [each for each in day.entries if each.team == team] for team in teams}
    rounds = {team: sums_of_rounds([each.rounds for each in of_team[team]]) for team in teams}
    totals = {team: sum(each.total for each in of_team[team]) for team in teams}
    figures = Counted(rounds, totals, totals, {}, (), "", frozenset())
    keys = [KEYS[code](figures) for code in day.tie_breaks if code in OF_POINTS]
    return {
        team: (bool(of_team[team]), totals[team], *(key[team] for key in keys)) for team in teams
    }


def _people(days: Sequence[DayPlayed], minimum: int) -> dict[Cell, Figure]:
    """Return rounds and points of everybody, and the ranks by average of who has the minimum."""
    rounds: dict[int, int] = {}
    totals: dict[int, int] = {}
    for each in (entry for day in days for entry in day.entries):
        if played := sum(points is not None for points in each.rounds):
            rounds[each.person] = rounds.get(each.person, 0) + played
            totals[each.person] = totals.get(each.person, 0) + each.total
    averages = {who: Fraction(totals[who], rounds[who]) for who in rounds}
    ranked = [averages[who] for who in rounds if rounds[who] >= minimum]
    found: dict[Cell, Figure] = {}
    for who, average in averages.items():
        better = sum(other > average for other in ranked)
        found[Cell(Column.RANK, who)] = 1 + better if rounds[who] >= minimum else None
        found[Cell(Column.ROUNDS, who)] = rounds[who]
        found[Cell(Column.TOTAL, who)] = totals[who]
    return found
