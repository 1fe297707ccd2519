"""Results for the wall: one round, and the standings with every round."""

from collections.abc import Iterable
from datetime import datetime

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, Imprint, document, imprint
from tournament.exports.footnotes import round_footnotes, standings_footnotes
from tournament.exports.pdf.paper import print_template
from tournament.exports.results import (
    final_notes,
    round_caution,
    round_status,
    round_title,
    standings_caution,
    standings_status,
)
from tournament.labels.standings import control_sentence, standings_title
from tournament.labels.tie_breaks import tie_break_sentence
from tournament.lists.columns import List
from tournament.lists.html import paper_rows
from tournament.lists.standings import result_list, standings_list
from tournament.models import Round, Tournament
from tournament.selectors.standings import round_result as result_of
from tournament.selectors.standings import standings_after

PORTRAIT_ROUNDS = 3
"""More rounds are printed in landscape."""
WIDE_ROUNDS = 9
"""More rounds are printed smaller."""


def round_result(round: Round, now: datetime | None = None) -> Document:
    """The result of one round, best first, with everybody's total after it."""
    result = result_of(round)
    title = round_title(result)

    def render() -> bytes:
        footnotes = round_footnotes(result)
        status, caution = round_status(result, now), round_caution(result, now)
        return _printed(
            imprint(round.tournament, title, status, now, caution=caution),
            result_list(result, footnotes.marks),
            [*footnotes.lines, control_sentence(result.control_sum, 0)],
        )

    return document(round.tournament, title, PDF, render)


def standings(
    tournament: Tournament, after: int | None = None, tag: str = "", now: datetime | None = None
) -> Document:
    """The standings after a round (default: the last one), all of them or of one category.

    Refused: `unknown_round`, also while no round is drawn at all.
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
            *final_notes(tournament, report, now),
        ]
        return _printed(
            imprint(tournament, title, status, now, caution=caution),
            standings_list(report, footnotes.marks),
            notes,
            wide=report.rounds > PORTRAIT_ROUNDS,
            small=report.rounds > WIDE_ROUNDS,
        )

    return document(tournament, title, PDF, render)


def _printed(
    head: Imprint, listed: List, notes: Iterable[str], *, wide: bool = False, small: bool = False
) -> bytes:
    context = {
        "imprint": head,
        "columns": listed.without("tags", "note").columns,
        "rows": paper_rows(listed.without("tags")),
        "notes": [*filter(None, notes)],
        "page": "wide" * wide + " small" * small,
    }
    return print_template("pdf/results.html", context)
