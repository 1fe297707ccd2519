"""What paper and workbook both say about results: titles, and how sure the figures are."""

from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.core.checksum import short_checksum, text_checksum
from tournament.core.tie_breaks import asks_seed
from tournament.labels.rankings import lot_sentence
from tournament.labels.standings import (
    changed_note,
    changed_sentence,
    ended_note,
    hall_time,
    objections_note,
    open_matters,
    override_sentence,
    proof_sentence,
    provisional_note,
    removed_sentence,
)
from tournament.models import Tournament
from tournament.selectors.checksums import text_of_round, text_of_standings
from tournament.selectors.freezing import override_of
from tournament.selectors.journal_chain import journal_head
from tournament.selectors.proofs import is_proof_public
from tournament.selectors.removed_names import removed_names
from tournament.selectors.standings import RoundResult, StandingsReport


def standings_status(report: StandingsReport, now: datetime | None = None) -> str:
    """How sure the standings are at the time of printing; what is final carries a checksum."""
    if report.final:
        ended = ended_note(report.rounds, report.rounds_planned)
        return " · ".join(filter(None, (final(text_of_standings(report)), ended)))
    now = now or timezone.now()
    if report.changed_to and report.frozen_at:
        return changed_note(report.frozen_at, now)
    return _not_final(report, now)


def lot_note(tournament: Tournament, report: StandingsReport) -> str:
    """Where the lot comes from, if it decides; at most one query more than the standings."""
    if not (asks_seed(report.chain) and report.rounds):
        return ""
    seed = report.results.seed
    return lot_sentence(seed, is_public=not seed or is_proof_public(tournament))


def ranking_status(report: StandingsReport, now: datetime | None = None) -> str:
    """How sure a ranking of groups is: as the standings it is made of, whose checksum it names."""
    if not report.final:
        return standings_status(report, now)
    extract = short_checksum(text_checksum(text_of_standings(report)))
    return gettext("Final · of the standings with the checksum %(checksum)s") % {
        "checksum": extract
    }


def _not_final(result: StandingsReport | RoundResult, now: datetime) -> str:
    """What is still to come: sheets, objections, or both."""
    complete = completeness(result.tables_in, result.tables_all)
    if result.objections_until is None:
        return complete
    objections = objections_note(result.objections_until, now)
    if result.provisional:
        return f"{complete} · {objections}"
    return gettext("Provisional, %(objections)s") % {"objections": objections}


def standings_caution(report: StandingsReport, now: datetime | None = None) -> str:
    """That sheets are missing, objections are heard, or a final list has been changed.

    Empty once nothing can change.
    """
    is_open = report.provisional or report.changed_to or report.objections_until
    return standings_status(report, now) if is_open else ""


def lasting_caution(report: StandingsReport, day: date | None) -> tuple[str, str]:
    """The same for a page that is kept: until the end of the time for objections, and after it.

    Times carry their date unless that is this day.
    """
    moment = report.objections_until or report.frozen_at or timezone.now()
    elsewhere = timedelta(days=timezone.localdate(moment) != day)
    before = standings_caution(report, moment - elsewhere - timedelta(seconds=1))
    return before, standings_caution(report, moment + elsewhere)


def final_notes(
    tournament: Tournament, report: StandingsReport, now: datetime | None = None
) -> list[str]:
    """What stands below final standings; at most three queries.

    Who declared them final though something was open, the checksum, the journal's last seal. Or
    that they are no longer those that were declared final.
    """
    now = now or timezone.now()
    if report.changed_to and report.frozen_at:
        declared = short_checksum(tournament.frozen_checksum)
        found = short_checksum(report.changed_to)
        return [changed_sentence(report.frozen_at, declared, found, now)]
    if not report.final:
        return []
    head = journal_head(tournament)
    checksum = text_checksum(text_of_standings(report))
    proof = proof_sentence(
        short_checksum(checksum),
        tournament.slug,
        head.entries,
        short_checksum(head.seal),
    )
    notes = [proof, *_removed_names(tournament, checksum, now)]
    override = override_of(tournament)
    if override is None:
        return notes
    until = hall_time(override.open_until, now) if override.open_until else ""
    matters = open_matters(override.places, until, override.unplayed, override.contradictions)
    return [override_sentence(override.account, override.reason, matters), *notes]


def _removed_names(tournament: Tournament, checksum: str, now: datetime) -> list[str]:
    """That names were taken out, so that the checksum is not the one that was declared."""
    removed = removed_names(tournament, checksum)
    if removed is None:
        return []
    declared = short_checksum(tournament.frozen_checksum)
    return [removed_sentence(removed.at, declared, now)]


def round_caution(result: RoundResult, now: datetime | None = None) -> str:
    """That nobody should know these seats yet, sheets are missing, or objections are heard."""
    if not result.round.published_at:
        return gettext("Not published")
    is_open = result.provisional or result.objections_until is not None
    return round_status(result, now) if is_open else ""


def round_title(result: RoundResult) -> str:
    """What the result of a round is called: "Ergebnis der Runde 2"."""
    return gettext("Result of round %(number)s") % {"number": result.round.number}


def round_status(result: RoundResult, now: datetime | None = None) -> str:
    """How sure the result of a round is at the time of printing, in the words of the standings."""
    return (
        final(text_of_round(result)) if result.final else _not_final(result, now or timezone.now())
    )


def completeness(tables_in: int, tables_all: int) -> str:
    """How much is in: "Vorläufig: 14 von 18 Tischen", or all tables."""
    if tables_in < tables_all:
        return capfirst(provisional_note(tables_in, tables_all))
    return gettext("All tables entered")


def final(text: str) -> str:
    """That nothing more will come: "Endgültig · Prüfsumme 4f1c 09ab 77e2 d310"."""
    extract = short_checksum(text_checksum(text))
    return gettext("Final · checksum %(checksum)s") % {"checksum": extract}
