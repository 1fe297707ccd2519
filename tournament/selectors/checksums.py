"""The canonical texts of lists, over which their checksums are computed (docs/checksum.md)."""

from tournament.core.checksum import StandingLine, round_text, standings_text
from tournament.selectors.standings import RoundResult, StandingsReport


def text_of_standings(report: StandingsReport) -> str:
    """The text of standings; no query."""
    return standings_text(
        (
            StandingLine(row.rank, row.number, row.rounds, row.adjustment, row.total, row.name)
            for row in report.rows
        ),
        report.rounds,
    )


def text_of_round(result: RoundResult) -> str:
    """The text of the result of a round; no query."""
    return round_text((row.rank, row.seat.number, row.points, row.seat.name) for row in result.rows)
