"""Reads of what is still possible: who contends, and within which bounds."""

from scoring.rulesets import Scoring
from tournament.core.still_possible import Bounds, Contender
from tournament.models import Tournament
from tournament.selectors.standings import StandingRow, StandingsReport


def contenders(report: StandingsReport) -> tuple[Contender, ...]:
    """Everybody who is ranked, with the rounds that may still bring points; no query."""
    planned = report.rounds_planned - report.rounds
    return tuple(
        Contender(row.entry_id, row.total, planned + _missing(row, report))
        for row in report.rows
        if row.rank is not None
    )


def best_and_worst_round(report: StandingsReport) -> Bounds | None:
    """The best and the worst round that anybody has had; None before the first result."""
    points = [each for row in report.rows for each in row.rounds if each is not None]
    return Bounds(max(points), min(points)) if points else None


def certain_bounds(tournament: Tournament) -> Bounds | None:
    """What no round can exceed by the rules, penalties apart; None without a limit."""
    rules = tournament.rule_set
    most = 0
    for size in rules.table_sizes:
        table = tournament.at_table(size)
        points = rules.most_points(size)
        if points is None:
            return None
        most = max(most, points * (table.lines - table.sits_out * (table.lines // size)))
    return Bounds(most, -most if rules.scoring is Scoring.PLUS_MINUS else 0)


def _missing(row: StandingRow, report: StandingsReport) -> int:
    """The rounds begun in which sheets are missing, and this one's result as well."""
    pairs = zip(row.rounds, report.progress, strict=True)
    return sum(points is None and bool(round.missing) for points, round in pairs)
