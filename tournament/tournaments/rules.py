"""Figures of a tournament, for a report."""

from dataclasses import dataclass
from itertools import pairwise

from tournament.sheets.rules.results import TournamentResults


@dataclass(frozen=True, slots=True)
class Best:
    """The most points in one round, and by whom in which: entry and round."""

    points: int
    made_by: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class EventFigures:
    """Figures of all results that are in.

    `games`: of lists and totals; `listed` those known one by one, of which `solos` are compulsory
    ones, `solos_won` by their soloist. `dearest` is the most that one of them has brought or cost
    anybody. None or 0 if unknown.
    """

    people: int
    sheets: int
    games: int
    listed: int
    solos: int
    solos_won: int
    dearest: int
    best: Best | None
    leads: tuple[int, ...]


def event_figures(results: TournamentResults) -> EventFigures:
    """Return the figures; `leads`: the lead in points of each of the first three over the next."""
    tables = results.tables
    games = [game for each in results.games.values() for game in each.listed]
    solos = [
        game.points[soloist - 1] or 0
        for game in games
        if (soloist := game.compulsory_soloist) is not None
    ]
    made = [
        (points, entry, table.round)
        for table in tables
        for entry, points in zip(table.entry_ids, table.points, strict=True)
    ]
    most = max((points for points, _entry, _round in made), default=0)
    made_by = tuple((entry, number) for points, entry, number in made if points == most)
    first = sorted(results.totals.values(), reverse=True)[:4]
    return EventFigures(
        people=len({entry for table in tables for entry in table.entry_ids}),
        sheets=len(tables),
        games=sum(each.played for each in results.games.values()),
        listed=len(games),
        solos=len(solos),
        solos_won=sum(points > 0 for points in solos),
        dearest=max((abs(each or 0) for game in games for each in game.points), default=0),
        best=Best(most, made_by) if made else None,
        leads=tuple(more - less for more, less in pairwise(first)),
    )
