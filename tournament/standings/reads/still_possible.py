"""Queries of what is still possible: contenders, and bounds of a round."""

from collections import Counter

from scoring.rulesets import Scoring
from tournament.models import Bye, Seat, Tournament
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.still_possible import Bounds, Contender


def contenders(tournament: Tournament, report: StandingsReport) -> tuple[Contender, ...]:
    """Return everybody ranked, with the number of rounds that may still bring points; two queries.

    Rounds that have begun count if the player's table has no result, later ones unless he has a
    bye; none once the standings are frozen.
    """
    at_tables = Seat.objects.filter(round__tournament=tournament, round__number__lte=report.rounds)
    awaited = Counter(at_tables.filter(table__current_version=None).values_list("entry", flat=True))
    later = Bye.objects.filter(round__tournament=tournament, round__number__gt=report.rounds)
    byes = Counter(later.values_list("entry", flat=True))
    planned = report.rounds_planned - report.rounds

    def remaining(entry: int) -> int:
        return 0 if report.frozen_at else planned - byes[entry] + awaited[entry]

    return tuple(
        Contender(row.entry_id, row.total, remaining(row.entry_id))
        for row in report.rows
        if row.rank is not None
    )


def best_and_worst_round(report: StandingsReport) -> Bounds | None:
    """Return the best and the worst round so far; None before the first result."""
    points = [each for row in report.rows for each in row.rounds if each is not None]
    return Bounds(max(points), min(points)) if points else None


def certain_bounds(tournament: Tournament) -> Bounds | None:
    """Return the limits of a round by the rules, without penalties; None without a limit."""
    rules = tournament.rule_set
    most = 0
    for size in rules.table_sizes:
        table = tournament.at_table(size)
        points = rules.most_points(size)
        if points is None:
            return None
        most = max(most, points * (table.lines - table.sits_out * (table.lines // size)))
    return Bounds(most, -most if rules.scoring is Scoring.PLUS_MINUS else 0)
