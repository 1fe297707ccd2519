"""Figures of a tournament, for a report."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from tournament.sheets.rules.results import Game, TournamentResults


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
    solos = [game for game in games if game.compulsory_soloist is not None]
    return EventFigures(
        people=len({entry for table in tables for entry in table.entry_ids}),
        sheets=len(tables),
        games=sum(each.played for each in results.games.values()),
        listed=len(games),
        solos=len(solos),
        solos_won=sum(map(_is_won, solos)),
        dearest=max(map(_worth, games), default=0),
        best=_best(results),
        leads=_leads(results.totals.values()),
    )


def _is_won(game: Game) -> bool:
    soloist = game.compulsory_soloist
    return soloist is not None and (game.points[soloist - 1] or 0) > 0


def _worth(game: Game) -> int:
    return max((abs(points) for points in game.points if points is not None), default=0)


def _best(results: TournamentResults) -> Best | None:
    made = [
        (points, entry, table.round)
        for table in results.tables
        for entry, points in zip(table.entry_ids, table.points, strict=True)
    ]
    if not made:
        return None
    most = max(points for points, _entry, _round in made)
    return Best(most, tuple((entry, number) for points, entry, number in made if points == most))


def _leads(totals: Iterable[int]) -> tuple[int, ...]:
    first = sorted(totals, reverse=True)[:4]
    return tuple(more - less for more, less in pairwise(first))
