"""Canonical texts of lists, the input of their checksums (docs/checksum.md)."""

from tournament.standings.reads.standings import RoundResult, StandingsReport
from tournament.standings.rules.checksum import round_text, standings_text


def text_of_standings(report: StandingsReport) -> str:
    """Return the text of standings; no query."""
    return standings_text((row.line for row in report.rows), report.rounds)


def text_of_round(result: RoundResult) -> str:
    """Return the text of the result of a round; no query."""
    return round_text(
        (row.rank, row.seat.number, row.points, row.seat.public_name) for row in result.rows
    )
