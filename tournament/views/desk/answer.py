"""The answer to a sheet being typed: meaning, sums, dealers, findings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.english import figures
from scoring.notation import ReadLine
from scoring.outlook import outlook
from tournament.forms.line_sheets import LinesForm
from tournament.forms.score_sheets import SheetForm
from tournament.labels.lines import coming_sentences, forced_sentence, game_sentence, solo_mark
from tournament.labels.points import signed
from tournament.sheets.reads.sheets import CheckedSheet
from tournament.views.desk.notes import Note, in_progress, notes_of

Json = object


def answer_of(form: SheetForm, checked: CheckedSheet) -> dict[str, Json]:
    """Return everything the page shows about the sheet as typed, per row and for the whole."""
    found = [] if form.is_blank else notes_of(form, checked.findings, form.problems())
    answer = _about_lines(form, found) if isinstance(form, LinesForm) else _about_totals(found)
    return {**answer, "penalties": _penalty_points(form)}


def _about_totals(found: list[Note]) -> dict[str, Json]:
    notes = in_progress(found)
    return {
        "sheet": [_note(note) for note in notes],
        "wrong": any(note.severity == "error" for note in notes),
    }


def _about_lines(form: LinesForm, found: list[Note]) -> dict[str, Json]:
    notes = list(_first_first(form, _notes_so_far(form, found)))
    return {
        "rows": [_row(form, line, notes) for line in form.lines],
        "typed": form.rows_typed,
        "solos": _solos(form),
        # What is still to come is in the sentence about the next game.
        "sheet": [_note(note) for note in notes if note.row is None and note.severity != "open"],
        "coming": " ".join(coming_sentences(outlook(form.played), form.at)),
        "totals": list(_totals(form)),
        "are_running": form.are_running_totals,
        "wrong": any(note.severity == "error" for note in notes),
    }


def _penalty_points(form: SheetForm) -> dict[str, list[str]]:
    """Return the points each penalty of the block costs by its paragraph, by line number."""
    points = {str(line.number): form.points_by_rule(line) for line in form.penalties}
    return {line: [signed(each) for each in moved] for line, moved in points.items() if moved}


def _first_first(form: LinesForm, notes: Iterable[Note]) -> Iterator[Note]:
    """Downgrade notes after the first unreadable line, where the dealer sits out.

    Who sits out depends on every line before, so what follows may be no mistake of its own.
    """
    troubled = (line.number for line in form.lines_typed if line.problem is not None)
    first = next(troubled, form.at.lines)
    for note in notes:
        follows = form.at.sits_out and (note.row or 0) > first
        yield replace(note, severity="open") if follows else note


def _notes_so_far(form: LinesForm, notes: list[Note]) -> Iterable[Note]:
    """Downgrade what is still to come to "open" while games are missing; notes on rows stay."""
    open_notes = in_progress(notes)
    is_open = form.rows_typed + form.struck < form.at.games and form.time_limit is None
    if form.at.lines > form.at.games:
        is_open = outlook(form.played).next_game is not None
    if not is_open:
        return notes
    by_text = {note.text: note for note in notes}
    return [by_text[note.text] if note.row is not None else note for note in open_notes]


def _row(form: LinesForm, line: ReadLine, notes: Iterable[Note]) -> dict[str, Json]:
    is_typed = line.number <= form.rows_typed
    coming = line.context.coming
    is_read = is_typed and line.problem is None
    is_additional = line.number > form.at.games
    return {
        "dealer": coming.dealer,
        "forced": None if is_additional else coming.forced_soloist,
        "expects": forced_sentence(coming.forced_soloist, form.at, is_additional),
        "means": game_sentence(line.game) if is_read else "",
        "points": ["" if each is None else figures((each,)) for each in line.points]
        if is_read
        else [],
        "running": [signed(each) for each in line.running.reckoned or ()] if is_typed else [],
        "notes": [_note(note) for note in notes if note.row == line.number],
    }


def _note(note: Note) -> dict[str, Json]:
    told: dict[str, Json] = {
        "row": note.row,
        "anchor": note.anchor,
        "severity": note.severity,
        "text": note.short,
        "full": note.text,
    }
    problem = note.problem
    if problem is not None:
        told |= {
            "start": problem.start,
            "end": problem.end,
            "incomplete": problem.incomplete,
            "severity": "open" if problem.follows else note.severity,
        }
    return told


def _solos(form: LinesForm) -> list[dict[str, Json]]:
    """Return, per position, the game of its last owed solo (None while one is owed), and a text.

    Where solos are owed in periods, the rules say from the games so far who owes one.
    """
    duty = form.at.duty
    if duty is None:
        return []
    games: dict[int, list[int]] = {}
    for line in form.lines_typed:
        if form.at.rules.kind(line.kind).fulfils and line.soloist is not None:
            games.setdefault(line.soloist, []).append(line.number)
    if duty.forced_from:
        return list(_solos_of_period(form, games))
    return [_solo(games.get(seat, [])[: duty.solos], duty.solos) for seat in form.seats]


def _solo(games: Sequence[int], wanted: int) -> dict[str, Json]:
    is_done = len(games) == wanted
    return {"game": games[-1] if is_done else None, "text": solo_mark(games, wanted)}


def _solos_of_period(form: LinesForm, games: Mapping[int, list[int]]) -> Iterator[dict[str, Json]]:
    """Return the same for solos owed in periods; a period cut short by the list's end owes none.

    A player who was passed over counts as having played, without a game of their own.
    """
    coming = outlook(form.played)
    owing = coming.owing if coming.next_game else ()
    for seat in form.seats:
        if seat in owing:
            yield _solo((), 1)
        elif seat in games:
            yield _solo(games[seat][-1:], 1)
        else:
            yield {"game": None, "text": ""}


def _totals(form: LinesForm) -> Iterator[dict[str, Json]]:
    """Compare the typed totals with the computed ones."""
    last = form.lines[form.rows_typed - 1].running.reckoned if form.rows_typed else None
    typed = form.totals() or [None] * form.at.size
    for seat, figure in enumerate(typed):
        reckoned = last[seat] if last else None
        known = figure is not None and reckoned is not None
        yield {
            "text": "" if reckoned is None else signed(reckoned),
            "same": figure == reckoned if known else None,
        }
