"""Results for the wall: one round, and the standings with every round."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, Imprint, document, imprint
from tournament.exports.footnotes import round_footnotes, standings_footnotes
from tournament.exports.pdf.paper import print_template
from tournament.exports.results import (
    final_notes,
    lot_note,
    ranking_status,
    round_caution,
    round_status,
    round_title,
    standings_caution,
    standings_status,
)
from tournament.labels.rankings import group_sentences, ranking_title
from tournament.labels.standings import control_sentence, standings_title
from tournament.labels.tie_breaks import tie_break_sentence
from tournament.lists.columns import List
from tournament.lists.html import paper_rows
from tournament.lists.rankings import ranking_list
from tournament.lists.standings import first_drawing, result_list, standings_list
from tournament.models import Round, Tournament
from tournament.selectors.courses import courses
from tournament.selectors.podium import first_rows, podium
from tournament.selectors.rankings import GroupReport
from tournament.selectors.standings import StandingsReport, standings_after
from tournament.selectors.standings import round_result as result_of

PORTRAIT_ROUNDS = 3
"""More rounds are printed in landscape."""
PORTRAIT_COLUMNS, GROUP_COLUMNS = 9, 7
"""More columns as well; members of groups take the place of two."""
WIDE_ROUNDS = 9
"""More rounds are printed smaller."""


def round_result(round: Round, now: datetime | None = None) -> Document:
    """The result of one round, best first, with everybody's total after it."""
    result = result_of(round)
    title = round_title(result)

    def render() -> bytes:
        footnotes = round_footnotes(result)
        status, caution = round_status(result, now), round_caution(result, now)
        return printed_list(
            imprint(round.tournament, title, status, now, caution=caution),
            result_list(result, footnotes.marks),
            [*footnotes.lines, control_sentence(result.control_sum, 0)],
        )

    return document(round.tournament, title, PDF, render)


def standings(
    tournament: Tournament,
    after: int | None = None,
    tag: str = "",
    now: datetime | None = None,
    *,
    more: bool = False,
) -> Document:
    """The standings after a round (default: the last one), all of them or of one category.

    With `more` there are averages. Refused: `unknown_round`, also while no round is drawn at all.
    """
    report = standings_after(tournament, after, tag)
    if not report.rounds:
        raise Refused("unknown_round", round=1)
    title = standings_title(rounds=report.rounds, final=report.final)
    title = " · ".join(filter(None, (title, tag)))

    def render() -> bytes:
        footnotes = standings_footnotes(tournament, report)
        status, caution = standings_status(report, now), standings_caution(report, now)
        control = control_sentence(report.control_sum, report.deductions)
        notes = [
            *footnotes.lines,
            f"{tie_break_sentence(tournament.tie_breaks)} {control}",
            lot_note(tournament, report),
            *final_notes(tournament, report, now),
        ]
        listed = standings_list(report, footnotes.marks, more=more)
        return printed_list(
            imprint(tournament, title, status, now, caution=caution),
            listed,
            notes,
            stage=_stage(tournament, report) if report.final else None,
            wide=report.rounds > PORTRAIT_ROUNDS or _are_many(listed, PORTRAIT_COLUMNS),
            small=report.rounds > (PORTRAIT_ROUNDS + 2 if more else WIDE_ROUNDS),
        )

    return document(tournament, title, PDF, render)


def ranking(tournament: Tournament, report: GroupReport, now: datetime | None = None) -> Document:
    """The ranking of clubs, federal states, teams or pairs."""
    people = report.standings
    title = ranking_title(report.kind, people.rounds, final=people.final)

    def render() -> bytes:
        status, caution = ranking_status(people, now), standings_caution(people, now)
        listed = ranking_list(report)
        return printed_list(
            imprint(tournament, title, status, now, caution=caution),
            listed,
            group_sentences(report.rules, report.chain, report.without),
            wide=_are_many(listed, GROUP_COLUMNS),
            small=people.rounds > WIDE_ROUNDS,
        )

    return document(tournament, title, PDF, render)


def _stage(tournament: Tournament, report: StandingsReport) -> dict[str, object]:
    """The podium and the courses of the first."""
    found = courses(tournament, report)
    return {"podium": podium(report), "first_five": first_drawing(first_rows(report), found)}


def _are_many(listed: List, columns: int) -> bool:
    return len(listed.without("tags", "note").columns) > columns


def printed_list(
    head: Imprint,
    listed: List,
    notes: Iterable[str],
    *,
    wide: bool = False,
    small: bool = False,
    stage: Mapping[str, object] | None = None,
) -> bytes:
    """A list of results as PDF, with sentences below it; `stage` is what it opens with."""
    context = {
        **(stage or {}),
        "imprint": head,
        "columns": listed.without("tags", "note").columns,
        "rows": paper_rows(listed.without("tags")),
        "notes": [*filter(None, notes)],
        "page": "wide" * wide + " small" * small,
    }
    return print_template("pdf/results.html", context)
