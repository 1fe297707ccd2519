"""What stands below public lists: how many results are confirmed, and what was corrected."""

from dataclasses import dataclass

from tournament.labels.standings import confirmed_note, correction_note
from tournament.models import Tournament, VerificationRule
from tournament.selectors.corrections import Cell, corrected_cells, corrections_of
from tournament.selectors.standings import RoundResult, StandingsReport

MARK = "*"
"""Stands before the corrections below a list, and behind the points they are about."""


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The lines below a list, and the points that come from a corrected table."""

    lines: list[str]
    corrected: frozenset[Cell]


def standings_footnotes(tournament: Tournament, report: StandingsReport) -> Footnotes:
    """The footnotes of standings over all their rounds; one query, one more with corrections."""
    corrections = corrections_of(tournament, range(1, report.rounds + 1))
    notes = [
        correction_note(each.at, each.closed_at, each.table, each.round) for each in corrections
    ]
    confirmed = sum(round.tables_confirmed for round in report.progress)
    tables = sum(round.tables_all for round in report.progress)
    lines = _lines(tournament, confirmed, tables, notes)
    return Footnotes(lines, corrected_cells(tournament, corrections))


def round_footnotes(result: RoundResult) -> Footnotes:
    """The footnotes of the result of one round; one query."""
    tournament, number = result.round.tournament, result.round.number
    corrections = corrections_of(tournament, [number])
    notes = [correction_note(each.at, each.closed_at, each.table) for each in corrections]
    lines = _lines(tournament, result.tables_confirmed, result.tables_all, notes)
    tables = {each.table for each in corrections}
    corrected = (row.seat.entry_id for row in result.rows if row.seat.table in tables)
    return Footnotes(lines, frozenset((entry, number) for entry in corrected))


def _lines(
    tournament: Tournament, confirmed: int, tables: int, corrections: list[str]
) -> list[str]:
    """Corrections in one line, as one reads them; how many are confirmed where that is asked."""
    lines = [f"{MARK} {' · '.join(corrections)}"] if corrections else []
    if tournament.verification != VerificationRule.NONE and tables:
        lines.append(confirmed_note(confirmed, tables))
    return lines
