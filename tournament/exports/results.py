"""What paper and workbook both say about results: titles, and how sure the figures are."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext

from tournament.core.checksum import short_checksum, text_checksum
from tournament.labels.standings import objections_note, override_sentence, proof_sentence
from tournament.models import Tournament
from tournament.selectors.checksums import text_of_round, text_of_standings
from tournament.selectors.freezing import override_of
from tournament.selectors.journal_chain import journal_head
from tournament.selectors.standings import RoundResult, StandingsReport


def standings_title(report: StandingsReport) -> str:
    """What the standings are: "Stand nach Runde 2", or the final ones."""
    if report.final:
        return gettext("Final standings")
    return gettext("Standings after round %(number)s") % {"number": report.rounds}


def standings_status(report: StandingsReport, now: datetime | None = None) -> str:
    """How sure the standings are at the time of printing; what is final carries a checksum."""
    if report.final:
        return final(text_of_standings(report))
    complete = completeness(report.tables_in, report.tables_all)
    if report.objections_until is None:
        return complete
    objections = objections_note(report.objections_until, now or timezone.now())
    if report.provisional:
        return f"{complete} · {objections}"
    return gettext("Provisional, %(objections)s") % {"objections": objections}


def standings_caution(report: StandingsReport, now: datetime | None = None) -> str:
    """That sheets are still missing or objections are heard; empty once nothing can change."""
    is_open = report.provisional or (report.objections_until and not report.final)
    return standings_status(report, now) if is_open else ""


def final_notes(tournament: Tournament, report: StandingsReport) -> list[str]:
    """What stands below final standings; at most two queries.

    Who let results count that nobody has confirmed, the checksum, the journal's last seal.
    """
    if not report.final:
        return []
    override = override_of(tournament)
    head = journal_head(tournament)
    proof = proof_sentence(
        short_checksum(text_checksum(text_of_standings(report))),
        tournament.slug,
        head.entries,
        short_checksum(head.seal),
    )
    if override is None:
        return [proof]
    return [override_sentence(override.account, override.reason, override.tables), proof]


def round_caution(result: RoundResult) -> str:
    """That nobody should know these seats yet, or that sheets are still missing."""
    if not result.round.published_at:
        return gettext("Not published")
    return round_status(result) if result.provisional else ""


def round_title(result: RoundResult) -> str:
    """What the result of a round is called: "Ergebnis der Runde 2"."""
    return gettext("Result of round %(number)s") % {"number": result.round.number}


def round_status(result: RoundResult) -> str:
    """How sure the result of a round is; it is final once the round is closed and confirmed."""
    if result.round.closed_at and result.confirmed and not result.provisional:
        return final(text_of_round(result))
    return completeness(result.tables_in, result.tables_all)


def completeness(tables_in: int, tables_all: int) -> str:
    """How much is in: "Vorläufig: 14 von 18 Tischen", or all tables."""
    if tables_in < tables_all:
        return gettext("Provisional: %(tables_in)s of %(tables_all)s tables") % {
            "tables_in": tables_in,
            "tables_all": tables_all,
        }
    return gettext("All tables entered")


def final(text: str) -> str:
    """That nothing more will come: "Endgültig · Prüfsumme 4f1c 09ab 77e2 d310"."""
    extract = short_checksum(text_checksum(text))
    return gettext("Final · checksum %(checksum)s") % {"checksum": extract}
