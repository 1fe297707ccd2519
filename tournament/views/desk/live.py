"""Requests of the sheet's page while the user types: meaning, findings, corrections, draft."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.doubling import doubled_games
from scoring.game import Impossible
from scoring.notation import ReadLine, write_line
from scoring.outlook import outlook
from scoring.terms import figures
from tournament.errors import Refused
from tournament.forms.mended_lines import mended_lines
from tournament.forms.referee import typed_game_value
from tournament.forms.score_sheets import LinesForm
from tournament.labels.lines import (
    breakdown,
    coming_sentences,
    game_sentence,
    impossible_game,
    owed_solo_word,
    value_note,
    value_words,
)
from tournament.labels.points import signed
from tournament.labels.refusals import refusal_sentence
from tournament.models import TYPED_KINDS, SheetKind, Tournament
from tournament.permissions import may_submit_sheets
from tournament.shared.rules.typed import json_object, readable, version_number
from tournament.sheets.writes.progress import save_draft
from tournament.views.access import Request, View, tournament_page
from tournament.views.desk.desk import (
    Desk,
    Note,
    in_progress,
    notes_of,
    other_drafts,
    time_of,
    window_of,
)
from tournament.views.desk.sheets import AROUND

MALFORMED, REFUSED = 400, 409


@dataclass(frozen=True, slots=True)
class Typed:
    """The form as the page's script sends it, with the values around it."""

    kind: SheetKind
    fields: dict[str, str]
    around: Mapping[str, Any]


def sheet_request(answer: Callable[[Desk, Typed], HttpResponse]) -> View:
    """Decorate an endpoint about a sheet being typed: reads the request and answers it."""

    @require_POST
    @tournament_page(may_submit_sheets)
    def view(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
        desk = Desk.find_published(request, tournament, number, table)
        posted = json_object(request.body)
        raw = posted.get("fields")
        if posted.get("kind") not in TYPED_KINDS or not isinstance(raw, Mapping):
            return JsonResponse({}, status=MALFORMED)
        fields = {name: text for name, text in readable(raw).items() if name not in AROUND}
        return answer(desk, Typed(SheetKind(posted["kind"]), fields, posted))

    return view


@sheet_request
def sheet_check(desk: Desk, typed: Typed) -> HttpResponse:
    """Return what the sheet means so far and what the rules say; nothing is saved."""
    form = desk.form(typed.kind, typed.fields)
    findings = desk.checked(form).findings
    notes = [] if form.is_blank else notes_of(form, findings)
    answer: dict[str, object] = {}
    if isinstance(form, LinesForm):
        notes, doubled = _notes_so_far(form, notes), doubled_games(form.played)
        answer = {
            "rows": [_row(form, line, notes, doubled) for line in form.lines],
            "typed": form.rows_typed,
            "solos": _solos(form),
            "coming": " ".join(coming_sentences(outlook(form.played), form.at)),
            "totals": list(_totals(form)),
            "are_running": form.are_running_totals,
        }
    else:
        notes = in_progress(notes, is_sum_open=form.is_sum_open)
        answer["adds_up"] = desk.is_to_add_up(form)
    is_wrong = any(note.severity == "error" for note in notes)
    if isinstance(form, LinesForm):  # what is still to come is in the sentence about the next game
        notes = [note for note in notes if note.row is None and note.severity != "open"]
    # What each penalty of the block costs by its paragraph, by line number.
    points = {str(line.number): form.points_by_rule(line) for line in form.penalties}
    answer["penalties"] = {
        line: [signed(each) for each in moved] for line, moved in points.items() if moved
    }
    return JsonResponse({**answer, "sheet": [_note(note) for note in notes], "wrong": is_wrong})


@sheet_request
def sheet_draft(desk: Desk, typed: Typed) -> HttpResponse:
    """Save the draft, which never counts, and report drafts of other windows."""
    based_on = version_number(str(typed.around.get("based_on", "")))
    window = window_of(typed.around)
    try:
        desk.require_drawn(str(typed.around.get("table", "")))
        draft = save_draft(
            desk.request.actor, desk.table, typed.kind, typed.fields, based_on, window
        )
    except Refused as refusal:
        return JsonResponse({"refused": refusal_sentence(refusal)}, status=REFUSED)
    text = gettext("Draft saved %(time)s") % {"time": time_of(draft)}
    others = render_to_string("desk/other_drafts.html", {"others": other_drafts(desk, draft)})
    answer = {"text": text, "draft": str(draft.revision), "others": others.strip()}
    return JsonResponse(answer)


@sheet_request
def sheet_doctor(desk: Desk, typed: Typed) -> HttpResponse:
    """Return proposals that would mend the list as typed, likeliest first; nothing is changed."""
    form = desk.form(typed.kind, typed.fields)
    if not isinstance(form, LinesForm):
        return JsonResponse({}, status=MALFORMED)
    proposals = [
        {
            "row": mended.row,
            "at": mended.row if mended.is_at_row else None,
            "text": mended.text,
            "fields": dict(mended.fields),
        }
        for mended in mended_lines(form)
    ]
    return JsonResponse({"proposals": proposals})


@sheet_request
def game_value(desk: Desk, typed: Typed) -> HttpResponse:
    """Return the value of a disputed game by the paragraphs, and the line that states it."""
    at = desk.table_rules
    try:
        value, game = typed_game_value(typed.fields, at)
    except Impossible as impossible:
        return JsonResponse({"refused": impossible_game(impossible, at.rules)})
    head, total = value_words(value)
    lines = [
        {"rule": line.rule, "text": text, "points": points}
        for line, text, points in breakdown(value)
    ]
    line = write_line(game, at.rules)
    answer = {"head": head, "breakdown": lines, "sum": total, "line": line}
    return JsonResponse({**answer, "note": value_note(value)})


def _notes_so_far(form: LinesForm, found: list[Note]) -> list[Note]:
    """Downgrade to "open" what is no mistake yet, or none of its own.

    While games are missing that is what is still to come, but for notes on rows; and where the
    dealer sits out, all after the first unreadable line: who sits out depends on every line before.
    """
    is_open = form.rows_typed + form.struck < form.at.planned and form.time_limit is None
    if form.at.lines > form.at.games:
        is_open = outlook(form.played).next_game is not None
    notes = found
    if is_open:
        by_text = {note.text: note for note in found}
        notes = [note if note.row is None else by_text[note.text] for note in in_progress(found)]
    if not form.at.sits_out:
        return notes
    troubled = (line.number for line in form.lines_typed if line.problem is not None)
    first = next(troubled, form.at.lines)
    return [replace(note, severity="open") if (note.row or 0) > first else note for note in notes]


def _row(
    form: LinesForm, line: ReadLine, notes: Iterable[Note], doubled: Mapping[int, int]
) -> dict[str, object]:
    is_typed = line.number <= form.rows_typed
    coming = line.context.coming
    is_read = is_typed and line.problem is None
    is_additional = form.at.has_additional and line.number > form.at.games
    forced = double = ""
    if coming.forced_soloist is not None:
        words = {"solo": owed_solo_word(form.at), "seat": coming.forced_soloist}
        forced = gettext("Forced: %(solo)s of position %(seat)s") % words
        if is_additional:
            forced = gettext("Additional game: compulsory solo of whoever owes one")
    if (event := doubled.get(line.number)) is not None:
        double = gettext("Doubling round after game %(event)s") % {"event": event}
    return {
        "dealer": coming.dealer,
        "forced": None if is_additional else coming.forced_soloist,
        "expects": " · ".join(filter(None, (forced, double))),
        "means": " · ".join(filter(None, (game_sentence(line.game), double))) if is_read else "",
        "double": line.number in doubled,
        "points": ["" if each is None else figures((each,)) for each in line.points]
        if is_read
        else [],
        "running": [signed(each) for each in line.running.reckoned or ()] if is_typed else [],
        "notes": [_note(note) for note in notes if note.row == line.number],
    }


def _note(note: Note) -> dict[str, object]:
    shown: dict[str, object] = {
        "row": note.row,
        "anchor": note.anchor,
        "severity": note.severity,
        "text": note.short,
        "full": note.text,
    }
    problem = note.problem
    if problem is not None:
        shown |= {
            "start": problem.start,
            "end": problem.end,
            "incomplete": problem.incomplete,
            "severity": "open" if problem.follows else note.severity,
        }
    return shown


def _solos(form: LinesForm) -> list[dict[str, object]]:
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
        # A period cut short by the list's end owes none. A player who was passed over counts as
        # having played, without a game of their own.
        coming = outlook(form.played)
        owing = coming.owing if coming.next_game else ()
        return [
            _solo((), 1)
            if seat in owing
            else _solo(games[seat][-1:], 1)
            if seat in games
            else {"game": None, "text": ""}
            for seat in form.seats
        ]
    return [_solo(games.get(seat, [])[: duty.solos], duty.solos) for seat in form.seats]


def _solo(games: Sequence[int], wanted: int) -> dict[str, object]:
    """Return whether a position has played what it owed, as short as a column's heading."""
    words = dict.fromkeys(("game", "number"), ", ".join(map(str, games)))
    if len(games) == wanted:
        return {"game": games[-1], "text": f"● {gettext('game %(number)s') % words}"}
    text = gettext("○ game %(game)s, one open") if games else gettext("○ solo open")
    return {"game": None, "text": text % words}


def _totals(form: LinesForm) -> Iterator[dict[str, object]]:
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
