"""Reads of what is still possible: who contends, and within which bounds."""

from collections import Counter

from scoring.rulesets import Scoring
from tournament.models import Bye, Seat, Tournament
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.still_possible import Bounds, Contender


def contenders(tournament: Tournament, report: StandingsReport) -> tuple[Contender, ...]:
    """Everybody who is ranked, with the rounds that may still bring points; two queries.

    Of a round that has begun that is a seat at a table without a result, of a later one whatever
    is not sat out by lot; and nothing once the standings are final.
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
