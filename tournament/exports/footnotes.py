"""What stands below public lists: how many results are confirmed, and what was corrected."""

from tournament.labels.standings import confirmed_note, correction_note
from tournament.models import SecondLookRule, Tournament
from tournament.selectors.corrections import corrections_of
from tournament.selectors.standings import RoundResult, StandingsReport


def standings_footnotes(tournament: Tournament, report: StandingsReport) -> list[str]:
    """The footnotes of standings over all their rounds; one query."""
    corrections = corrections_of(tournament, range(1, report.rounds + 1))
    notes = [
        correction_note(each.at, each.closed_at, each.table, each.round) for each in corrections
    ]
    confirmed = sum(round.tables_confirmed for round in report.progress)
    tables = sum(round.tables_all for round in report.progress)
    return _footnotes(tournament, confirmed, tables, notes)


def round_footnotes(result: RoundResult) -> list[str]:
    """The footnotes of the result of one round; one query."""
    tournament = result.round.tournament
    corrections = corrections_of(tournament, [result.round.number])
    notes = [correction_note(each.at, each.closed_at, each.table) for each in corrections]
    return _footnotes(tournament, result.tables_confirmed, result.tables_all, notes)


def _footnotes(
    tournament: Tournament, confirmed: int, tables: int, corrections: list[str]
) -> list[str]:
    """Corrections in one line, as one reads them; how many are confirmed where that is asked."""
    lines = [" · ".join(corrections)] if corrections else []
    if tournament.second_look != SecondLookRule.NONE and tables:
        lines.append(confirmed_note(confirmed, tables))
    return lines
