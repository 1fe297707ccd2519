"""What stands below public lists: how much is confirmed, what was corrected, what was set."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.core.places import Place
from tournament.labels.rankings import group_sentences
from tournament.labels.rounds import places_in_words
from tournament.labels.rulings import ruling_note, rulings_sentence
from tournament.labels.standings import confirmed_note, correction_note
from tournament.models import Tournament, VerificationRule
from tournament.selectors.corrections import Cell, Correction, cells_at, corrections_of
from tournament.selectors.rankings import GroupReport
from tournament.selectors.rounds import RoundProgress
from tournament.selectors.rulings import RuledTable, ruled_tables
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
    rounds = range(1, report.rounds + 1)
    corrections = corrections_of(tournament, rounds)
    rulings = ruled_tables(tournament, rounds) if report.ruled else ()
    is_live = any(report.ruled.values()) and not (report.final or tournament.frozen_at)
    return Footnotes(
        [
            *_lines(_in_round, corrections, rulings, report.control_sum is not None, is_live),
            *verification_notes(tournament, report.progress),
        ],
        _marks(
            cells_at(tournament, [Place(each.round, each.table) for each in corrections]),
            cells_at(tournament, report.ruled),
        ),
    )


def round_footnotes(
    result: RoundResult, corrected: Iterable[Correction] | None = None
) -> Footnotes:
    """The footnotes of the result of one round; one query, one more with rulings.

    No query where the corrections of all rounds are `corrected`.
    """
    tournament, number = result.round.tournament, result.round.number
    if corrected is None:
        corrected = corrections_of(tournament, [number])
    corrections = [each for each in corrected if each.round == number]
    rulings = ruled_tables(tournament, [number]) if result.ruled else ()
    has_control_sum = result.control_sum is not None
    return Footnotes(
        [
            *_lines(_table, corrections, rulings, has_control_sum, result.is_live),
            *verification_notes(tournament, [result]),
        ],
        _marks(
            _cells(result, {each.table for each in corrections}),
            _cells(result, result.ruled),
        ),
    )


def ranking_footnotes(tournament: Tournament, report: GroupReport) -> list[str]:
    """The lines below a ranking of groups; no query."""
    return [
        *group_sentences(report.rules, report.chain, report.without),
        *verification_notes(tournament, report.standings.progress),
    ]


def _in_round(each: Correction | RuledTable) -> str:
    return places_in_words([(each.round, each.table)])


def _table(each: Correction | RuledTable) -> str:
    return gettext("table %(number)s") % {"number": each.table}


def _cells(result: RoundResult, tables: Container[int]) -> frozenset[Cell]:
    people = (row.seat.entry_id for row in result.rows if row.seat.table in tables)
    return frozenset((entry, result.round.number) for entry in people)


def _marks(corrected: frozenset[Cell], ruled: frozenset[Cell]) -> dict[Cell, str]:
    return {
        cell: CORRECTED * (cell in corrected) + RULED * (cell in ruled)
        for cell in corrected | ruled
    }


def _lines(
    place: Callable[[Correction | RuledTable], str],
    corrections: Iterable[Correction],
    rulings: Iterable[RuledTable],
    has_control_sum: bool,
    is_live: bool,
) -> list[str]:
    """Corrections in one line, as one reads them, and rulings likewise."""
    corrected = [correction_note(each.at, each.closed_at, place(each)) for each in corrections]
    ruled = [ruling_note(place(each), each.why, each.reason) for each in rulings]
    lines = [f"{CORRECTED} {' · '.join(corrected)}"] if corrected else []
    if ruled:
        sentence = rulings_sentence(has_control_sum=has_control_sum, is_live=is_live)
        lines += [f"{RULED} {' · '.join(ruled)}", *filter(None, [sentence])]
    return lines


def verification_notes(
    tournament: Tournament, rounds: Sequence[RoundProgress | RoundResult]
) -> list[str]:
    """How many results are confirmed and how many are not verified, where that is asked."""
    confirmed = sum(round.tables_confirmed for round in rounds)
    entered = sum(round.tables_in for round in rounds)
    tables = sum(round.tables_all for round in rounds)
    asked = tournament.verification != VerificationRule.NONE and tables
    return [confirmed_note(confirmed, entered, tables)] if asked else []
