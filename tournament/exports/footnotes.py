"""What stands below public lists: how much is confirmed, what was corrected, what was set."""

from collections.abc import Container, Mapping
from dataclasses import dataclass

from tournament.core.places import Place
from tournament.labels.rulings import ruling_note, rulings_sentence
from tournament.labels.standings import confirmed_note, correction_note
from tournament.models import Tournament, VerificationRule
from tournament.selectors.corrections import Cell, cells_at, corrections_of
from tournament.selectors.rulings import ruled_tables
from tournament.selectors.standings import RoundResult, StandingsReport

CORRECTED = "*"
"""Stands before the corrections below a list, and behind the points they are about."""
RULED = "§"
"""The same of points the direction has set."""


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The lines below a list, and the marks at the points they are about."""

    lines: list[str]
    marks: Mapping[Cell, str]


def standings_footnotes(tournament: Tournament, report: StandingsReport) -> Footnotes:
    """The footnotes of standings over all their rounds.

    One query; one more with corrections, two with rulings.
    """
    corrections = corrections_of(tournament, range(1, report.rounds + 1))
    corrected = [
        correction_note(each.at, each.closed_at, each.table, each.round) for each in corrections
    ]
    rulings = ruled_tables(tournament, range(1, report.rounds + 1)) if report.ruled else ()
    ruled = [ruling_note(each.table, each.why, each.reason, each.round) for each in rulings]
    sentence = rulings_sentence(
        has_control_sum=report.control_sum is not None,
        is_live=any(report.ruled.values()) and not (report.final or tournament.frozen_at),
    )
    confirmed = sum(round.tables_confirmed for round in report.progress)
    tables = sum(round.tables_all for round in report.progress)
    return Footnotes(
        [*_lines(corrected, ruled, sentence), *_confirmed(tournament, confirmed, tables)],
        _marks(
            cells_at(tournament, [Place(each.round, each.table) for each in corrections]),
            cells_at(tournament, report.ruled),
        ),
    )


def round_footnotes(result: RoundResult) -> Footnotes:
    """The footnotes of the result of one round; one query, one more with rulings."""
    tournament, number = result.round.tournament, result.round.number
    corrections = corrections_of(tournament, [number])
    corrected = [correction_note(each.at, each.closed_at, each.table) for each in corrections]
    rulings = ruled_tables(tournament, [number]) if result.ruled else ()
    ruled = [ruling_note(each.table, each.why, each.reason) for each in rulings]
    sentence = rulings_sentence(
        has_control_sum=result.control_sum is not None, is_live=result.is_live
    )
    confirmed = _confirmed(tournament, result.tables_confirmed, result.tables_all)
    return Footnotes(
        [*_lines(corrected, ruled, sentence), *confirmed],
        _marks(
            _cells(result, {each.table for each in corrections}),
            _cells(result, result.ruled),
        ),
    )


def _cells(result: RoundResult, tables: Container[int]) -> frozenset[Cell]:
    people = (row.seat.entry_id for row in result.rows if row.seat.table in tables)
    return frozenset((entry, result.round.number) for entry in people)


def _marks(corrected: frozenset[Cell], ruled: frozenset[Cell]) -> dict[Cell, str]:
    return {
        cell: CORRECTED * (cell in corrected) + RULED * (cell in ruled)
        for cell in corrected | ruled
    }


def _lines(corrections: list[str], rulings: list[str], sentence: str) -> list[str]:
    """Corrections in one line, as one reads them, and rulings likewise."""
    lines = [f"{CORRECTED} {' · '.join(corrections)}"] if corrections else []
    if rulings:
        lines += [f"{RULED} {' · '.join(rulings)}", *filter(None, [sentence])]
    return lines


def _confirmed(tournament: Tournament, confirmed: int, tables: int) -> list[str]:
    """How many results are confirmed, where that is asked."""
    asked = tournament.verification != VerificationRule.NONE and tables
    return [confirmed_note(confirmed, tables)] if asked else []
