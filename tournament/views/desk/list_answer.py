"""What the list lane is told while somebody types: meaning, sums, dealers, solos, findings."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from scoring.model import FIVE_TABLE, RowKind, ScoreSheet
from scoring.outlook import outlook
from tournament.forms.line_reading import ReadLine
from tournament.forms.list_lines import LinesForm
from tournament.labels.findings import figures
from tournament.labels.list_lane import (
    coming_sentence,
    forced_sentence,
    game_sentence,
    solo_mark,
)
from tournament.labels.points import signed
from tournament.views.desk.entry import Entry
from tournament.views.desk.notes import Note, in_progress, notes_of
from tournament.views.desk.saving import check_form

Json = object

# Findings about the running totals beside a line; all others are about the line.
_BESIDE = "wrong_cumulative"


def answer_of(entry: Entry, form: LinesForm) -> dict[str, Json]:
    """Everything the page shows about the lines, by row and about the whole."""
    checked = check_form(entry, form)
    found = [] if form.is_blank else notes_of(form, checked.findings, form.problems())
    notes = list(_first_first(form, notes_in_lines(_so_far(form, found))))
    return {
        "rows": [_row(form, line, notes) for line in form.lines],
        "typed": form.rows_typed,
        "solos": _solos(form),
        # What is still to come, the sentence of the coming game says.
        "sheet": [
            _note(form, note) for note in notes if note.row is None and note.severity != "open"
        ],
        "coming": coming_sentence(outlook(_played(form))),
        "totals": list(_totals(form)),
        "wrong": any(note.severity == "error" for note in notes),
    }


def notes_in_lines(notes: Iterable[Note]) -> Iterator[Note]:
    """The notes with the fields of the lane: `l5` for the line, `s5` for what stands beside it."""
    for note in notes:
        if note.row is not None and note.anchor.startswith("r"):
            column = "s" if note.code == _BESIDE else "l"
            yield replace(note, anchor=f"{column}{note.row}")
        elif note.anchor.startswith("r"):
            yield replace(note, anchor=f"l{note.anchor[1:].partition('-')[0]}")
        else:
            yield note


def _first_first(form: LinesForm, notes: Iterable[Note]) -> Iterator[Note]:
    """The notes, less loud behind the first line of a table of five that cannot be read.

    Who deals there depends on every line before: what follows may be no mistake of its own.
    """
    troubled = (line.number for line in form.lines[: form.rows_typed] if line.trouble is not None)
    first = next(troubled, form.games)
    for note in notes:
        follows = form.table_size == FIVE_TABLE and (note.row or 0) > first
        yield replace(note, severity="open") if follows else note


def _so_far(form: LinesForm, notes: list[Note]) -> Iterable[Note]:
    """What is to come is open while games are missing; what belongs to a row never is."""
    open_notes = in_progress(notes)
    is_open = form.rows_typed + form.struck < form.games and form.time_limit is None
    if not is_open:
        return notes
    by_text = {note.text: note for note in notes}
    return [by_text[note.text] if note.row is not None else note for note in open_notes]


def _row(form: LinesForm, line: ReadLine, notes: Iterable[Note]) -> dict[str, Json]:
    is_typed = line.number <= form.rows_typed
    coming = line.place.coming
    is_read = is_typed and line.trouble is None
    return {
        "dealer": coming.dealer,
        "forced": coming.forced_soloist,
        "expects": forced_sentence(coming.forced_soloist),
        "means": game_sentence(line.game) if is_read else "",
        "points": ["" if each is None else figures((each,)) for each in line.points]
        if is_read
        else [],
        "running": [signed(each) for each in line.standing.reckoned or ()] if is_typed else [],
        "notes": [_note(form, note) for note in notes if note.row == line.number],
    }


def _note(form: LinesForm, note: Note) -> dict[str, Json]:
    told: dict[str, Json] = {
        "anchor": note.anchor,
        "severity": note.severity,
        "text": note.short,
    }
    if note.code == "line" and note.row is not None:
        trouble = form.lines[note.row - 1].trouble
        if trouble is not None:
            told |= {
                "start": trouble.start,
                "end": trouble.end,
                "incomplete": trouble.incomplete,
                "severity": "open" if trouble.follows else note.severity,
            }
    return told


def _solos(form: LinesForm) -> list[dict[str, Json]]:
    """For each position the game of the compulsory solo, None while it is owed, and in words."""
    games: dict[int, int] = {}
    for line in form.lines[: form.rows_typed]:
        if line.kind is RowKind.COMPULSORY_SOLO and line.soloist is not None:
            games.setdefault(line.soloist, line.number)
    return [{"game": games.get(seat), "text": solo_mark(games.get(seat))} for seat in form.seats]


def _played(form: LinesForm) -> ScoreSheet:
    """The games typed so far, as the rules of dealing read them; one only begun is none yet."""
    lines = form.lines[: form.rows_typed]
    if lines and lines[-1].trouble is not None:
        lines = lines[:-1]
    rows = tuple(line.game.as_row(line.number) for line in lines)
    return ScoreSheet(form.table_size, rows, form.games, form.time_limit)


def _totals(form: LinesForm) -> Iterator[dict[str, Json]]:
    """The totals reckoned, and whether the typed ones are the same."""
    last = form.lines[form.rows_typed - 1].standing.reckoned if form.rows_typed else None
    typed = form.totals() or [None] * form.table_size
    for seat, figure in enumerate(typed):
        reckoned = last[seat] if last else None
        known = figure is not None and reckoned is not None
        yield {
            "text": "" if reckoned is None else signed(reckoned),
            "same": figure == reckoned if known else None,
        }
