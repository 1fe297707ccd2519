"""Results for the wall: one round, and the standings with every round."""

from datetime import datetime

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.footnotes import round_footnotes, standings_footnotes
from tournament.exports.pdf.paper import print_template
from tournament.exports.results import (
    final_notes,
    round_caution,
    round_status,
    round_title,
    standings_caution,
    standings_status,
    standings_title,
)
from tournament.labels.tie_breaks import tie_break_sentence
from tournament.models import Round, Tournament
from tournament.selectors.corrections import marked_figures
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
        context = {
            "imprint": imprint(
                round.tournament,
                title,
                round_status(result, now),
                now,
                caution=round_caution(result, now),
            ),
            "result": result,
            "rows": [
                (row, footnotes.marks.get((row.seat.entry_id, round.number), ""))
                for row in result.rows
            ],
            "footnotes": footnotes.lines,
        }
        return print_template("pdf/round_result.html", context)

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
    title = " · ".join(filter(None, (standings_title(report), tag)))

    def render() -> bytes:
        footnotes = standings_footnotes(tournament, report)
        context = {
            "imprint": imprint(
                tournament,
                title,
                standings_status(report, now),
                now,
                caution=standings_caution(report, now),
            ),
            "final_notes": final_notes(tournament, report, now),
            "report": report,
            "rows": [(row, marked_figures(row, footnotes.marks)) for row in report.rows],
            "footnotes": footnotes.lines,
            "rounds": range(1, report.rounds + 1),
            "wide": report.rounds > PORTRAIT_ROUNDS,
            "small": report.rounds > WIDE_ROUNDS,
            "tie_break": tie_break_sentence(tournament.tie_breaks),
        }
        return print_template("pdf/standings.html", context)

    return document(tournament, title, PDF, render)
