"""Queries of the course of the standings: everybody's rank after each round."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.standings import ranks as ranks_of
from tournament.standings.rules.tie_breaks import keys_of

Ranks = Mapping[int, int]
"""Ranks by entry id, of those who have one."""
Deductions = Mapping[int, Mapping[int, int]]
"""Deducted points by entry id and round; 0 is no particular round."""


@dataclass(frozen=True, slots=True)
class Courses:
    """The course of standings: `ranks` after a round up to theirs, and the deductions.

    `played` is the last round with a sheet; 0 before the first. Ranks are computed on demand: most
    pages need those of the last two rounds.
    """

    ranks: Callable[[int], Ranks]
    deductions: Deductions
    played: int

    def moved(self, entry_id: int) -> int | None:
        """Return the places gained in the last round played (below 0: lost).

        None where there is no round before it, or no rank in one of the two.
        """
        before = self.ranks(self.played - 1).get(entry_id)
        now = self.ranks(self.played).get(entry_id)
        return None if before is None or now is None else before - now

    def leaders(self) -> tuple[int, ...]:
        """Return the entries in first place after the last round played."""
        return tuple(pk for pk, rank in self.ranks(self.played).items() if rank == 1)

    def first_since(self, entry_id: int) -> int:
        """Return the round since which a leader has been first without interruption."""
        since = self.played
        while self.ranks(since - 1).get(entry_id) == 1:
            since -= 1
        return since


def courses(report: StandingsReport) -> Courses:
    """Return the course of these standings, as the lists after each round had it; no query.

    Ranked are the entries of the report: those of a category among themselves.
    """
    deductions = _deductions(report)
    listed = {row.entry_id for row in report.rows}
    people = [each for each in report.results.people if each.entry_id in listed]
    tie_breaks = keys_of(report.chain)

    @cache
    def ranks(last: int) -> Ranks:
        if last == report.rounds:
            return {row.entry_id: row.rank for row in report.rows if row.rank is not None}
        if not 1 <= last < report.rounds:
            return {}
        known = _results_after(report.results, deductions, report.began, last)
        of_list = {each.entry_id: each for each in known.people}
        ranked = [of_list[each.entry_id] for each in people if each.entry_id in of_list]
        return ranks_of(ranked, tie_breaks, known)

    played = max((each.number for each in report.progress if each.tables_in), default=0)
    return Courses(ranks, deductions, played)


def _results_after(
    results: TournamentResults, deductions: Deductions, began: Mapping[int, int], last: int
) -> TournamentResults:
    """Return the results as known after a round, of the entries listed then."""
    off = {
        entry: sum(points for number, points in each.items() if number <= last)
        for entry, each in deductions.items()
        if min(each) <= last
    }
    people = [
        _cut(each, off.get(each.entry_id, 0), last)
        for each in results.people
        if began.get(each.entry_id, last + 1) <= last or each.entry_id in off
    ]
    return TournamentResults(
        people=tuple(people),
        tables=tuple(each for each in results.tables if each.round <= last),
        read_games=lambda: results.games,
        read_seed=lambda: results.seed,
    )


def _cut(result: Result, adjustment: int, last: int) -> Result:
    rounds = result.rounds[:last]
    return Result(result.entry_id, result.number, rounds, adjustment, result.ranked)


def _deductions(report: StandingsReport) -> dict[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = {}
    for entry, number, points in report.deducted:
        of_entry = found.setdefault(entry, {})
        of_entry[number] = of_entry.get(number, 0) + points
    return found
