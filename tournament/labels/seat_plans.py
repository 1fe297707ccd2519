"""Words about seats from a file: what was found in it, what is wrong with one of its seats."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.draws import listed, player_words
from tournament.labels.people import LETTERS
from tournament.models import Entry
from tournament.seating.rules import PlanNote, SeatProblem

PLAN_PROBLEMS: dict[str, str | Promise] = {
    "nobody": _("nobody here has the name or number “%(who)s”."),
    "other_name": _("number %(number)s is %(people)s here, in the file “%(name)s”."),
    "other_table": _("this is table %(number)s here; the tables have no gaps."),
    "same_position": _("“%(who)s” and “%(other)s” both have position %(position)s."),
    "twice": _("%(people)s sits at table %(first)s already."),
    "unclear": _("“%(who)s” is not clear. Perhaps: %(people)s."),
}
"""What is wrong with a seat of an imported plan, after its place."""

PLAN_NOTES: dict[str, str | Promise] = {
    **LETTERS,
    "columns": _("Columns that were not read: %(columns)s."),
    "compass": _("North, east, south and west are read as positions 1 to 4."),
    "date_is": _(
        "“%(text)s” in line %(line)s, column “%(column)s” is table %(table)s, position %(seat)s."
    ),
    "dates": _(
        "Cells in which Excel has made a date of table and position: %(count)s. They are read the "
        "only way that fits: %(text)s in line %(line)s, column “%(column)s” is table %(table)s, "
        "position %(seat)s."
    ),
    "few_at_table": _("Table %(table)s: only %(people)s players."),
    "found": _("Found in the file: %(tables)s tables, %(people)s players."),
    "gaps": _(
        "Table %(table)s: the positions %(positions)s have gaps. They are read as 1 to %(people)s."
    ),
    "in_order_of_lines": _("The file names no positions: they follow the order of its lines."),
    "other_rounds": _("Taken is round %(round)s. The file also has round %(rounds)s."),
    "outside_rounds": _("From line %(line)s on %(people)s seats belong to no round: left out."),
    "seat_first": _(
        "“%(text)s” in line %(line)s, column “%(column)s” is read as table %(table)s, position "
        "%(seat)s, as are all others: the other way round does not fit."
    ),
    "sheets": _("Sheets that were not read: %(sheets)s."),
    "wrong_round": _(
        "Round %(round)s cannot be read: line %(line)s, column “%(column)s” is wrong there."
    ),
    "unread": _("Lines that were not read: %(lines)s."),
}
"""What is to be told about an imported plan."""


def plan_problem_sentence(problem: SeatProblem, people: Sequence[Entry]) -> str:
    """Say what is wrong with a seat in a file; `people` are those the selector has found."""
    seat = problem.seat
    words = {
        "table": seat.table,
        "line": seat.line,
        "who": seat.who,
        "name": seat.name,
        "number": problem.number,
        "people": "; ".join(map(player_words, people)),
        "position": seat.position,
        "first": problem.first.table if problem.first else "",
        "other": problem.first.who if problem.first else "",
    }
    place = gettext("Table %(number)s") % {"number": seat.table}
    if seat.line:
        place = f"{gettext('Line')} {seat.line}, {place}"
    code = "unclear" if problem.code == "nobody" and people else problem.code
    return f"{place}: {PLAN_PROBLEMS[code] % words}"


def plan_note_sentence(note: PlanNote) -> str:
    """Say what was found in a file with seats, or read otherwise than written."""
    words = dict(note.params)
    for numbers in words.keys() & {"rounds", "positions"}:
        words[numbers] = listed(note.params[numbers])
    if "lines" in words:
        told = [f"{line} {quoted(text)}" for line, text in note.params["lines"]]
        more = [gettext("%(count)s more") % {"count": words["more"]}] if words["more"] else []
        words["lines"] = ", ".join([*told, *more])
    for titles in words.keys() & {"columns", "sheets"}:
        words[titles] = ", ".join(map(quoted, note.params[titles]))
    return str(PLAN_NOTES[note.code]) % words


def quoted(text: str) -> str:
    """Return a text in quotation marks."""
    return gettext("“%(text)s”") % {"text": text}
