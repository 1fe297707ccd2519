"""What paper and workbook both say about results: titles, and how sure the figures are."""

from django.utils.translation import gettext

from tournament.exports.checksum import checksum
from tournament.selectors.standings import RoundResult, StandingsReport


def standings_title(report: StandingsReport) -> str:
    """What the standings are: "Stand nach Runde 2", or the final ones."""
    if report.final:
        return gettext("Final standings")
    return gettext("Standings after round %(number)s") % {"number": report.rounds}


def standings_status(report: StandingsReport) -> str:
    """How sure the standings are; what is final carries a checksum."""
    if report.final:
        figures = (
            (row.rank, row.number, *row.rounds, row.adjustment, row.total) for row in report.rows
        )
        return final(checksum(figures))
    return completeness(report.tables_in, report.tables_all)


def standings_caution(report: StandingsReport) -> str:
    """That sheets are still missing; empty once they are all in."""
    return standings_status(report) if report.provisional else ""


def round_caution(result: RoundResult) -> str:
    """That nobody should know these seats yet, or that sheets are still missing."""
    if not result.round.published_at:
        return gettext("Not published")
    return round_status(result) if result.provisional else ""


def round_title(result: RoundResult) -> str:
    """What the result of a round is called: "Ergebnis der Runde 2"."""
    return gettext("Result of round %(number)s") % {"number": result.round.number}


def round_status(result: RoundResult) -> str:
    """How sure the result of a round is; it is final once the round is closed."""
    if result.round.closed_at and not result.provisional:
        figures = ((row.rank, row.seat.number, row.points) for row in result.rows)
        return final(checksum(figures))
    return completeness(result.tables_in, result.tables_all)


def completeness(tables_in: int, tables_all: int) -> str:
    """How much is in: "Vorläufig: 14 von 18 Tischen", or all tables."""
    if tables_in < tables_all:
        return gettext("Provisional: %(tables_in)s of %(tables_all)s tables") % {
            "tables_in": tables_in,
            "tables_all": tables_all,
        }
    return gettext("All tables entered")


def final(extract: str) -> str:
    """That nothing more will come: "Endgültig · Prüfsumme 1A2B-3C4D"."""
    return gettext("Final · checksum %(checksum)s") % {"checksum": extract}
