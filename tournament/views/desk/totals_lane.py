"""The totals lane: sheet after sheet by table number and totals, from the keyboard alone.

The page sends each sheet on its own and goes on at once. Each answer says what became of that sheet
and how the round stands, so that the page proposes no table entered by somebody else, and learns of
penalties booked after it was opened.

`state` of a sheet is one of four: `saved`; `refused`, it waits as a draft at its table or for a
decision on another page; `asks`, nothing is saved before the `questions` are answered; `unsaved`,
it stays in the browser that sent it, with a sentence why.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.english import figures
from scoring.penalties import breaks_parity
from tournament.errors import Refused
from tournament.forms.score_sheets import BOOKED, TotalsForm, solo_fields
from tournament.labels.findings import finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import (
    SOLO_WAY_OUT,
    added_words,
    booked_question,
    outcome_sentence,
    penalty_words,
    stopped_sentence,
    suspicion_words,
)
from tournament.models import Penalty, Round, RoundState, SheetKind, Tournament, VerificationRule
from tournament.permissions import may_correct_closed_round, may_submit_sheets
from tournament.rounds.reads.rounds import table_states
from tournament.shared.rules.typed import json_object, mark_of, readable, whole_number
from tournament.sheets.reads.sheets import (
    missing_tables,
    only_lacks_a_solo,
    penalties_by_table,
    penalty_content,
)
from tournament.sheets.reads.verifications import open_differences
from tournament.sheets.writes.agreement import is_second_person
from tournament.sheets.writes.progress import save_draft
from tournament.sheets.writes.sheets import (
    LANE,
    Outcome,
    SheetConflict,
    SheetDoubted,
    SheetRefused,
    Submission,
    submit_sheet,
)
from tournament.tournaments.reads.overview import next_step, round_step
from tournament.views.access import Request, tournament_page
from tournament.views.desk.desk import Desk, answer_name, booked_choices, undecided
from tournament.views.desk.notes import notes_of
from tournament.views.desk.saving import closed_sentence
from tournament.views.direction.next_steps import shown
from tournament.views.direction.visible import visible_round
from tournament.views.kept_pages import kept_page

Answer = dict[str, object]
Typed = Mapping[str, Any]

MALFORMED, NOT_FOUND = 400, 404


@tournament_page(may_submit_sheets)
@kept_page()
def totals_lane(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the lane of a published round, and which of its sheets are still missing."""
    round = _published_round(request, tournament, number)
    tables = table_states(round)
    state = _state(request, round)
    context = {
        "round": round,
        "tables": tables,
        "missing": state["missing"],
        "state": json.dumps(state, ensure_ascii=False),
        "most_seats": range(1, max((table.size for table in tables), default=4) + 1),
        "places": [(table, tournament.at_table(table.size)) for table in tables],
        "rules": tournament.at_table(tables[0].size) if tables else None,
        "closed": _closed_notice(request, round),
    }
    return render(request, "desk/totals_lane.html", context)


@require_POST
@tournament_page(may_submit_sheets)
def totals_lane_save(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Save the totals of one table; errors are answered and nothing typed is lost."""
    typed = json_object(request.body)
    table = whole_number(str(typed.get("table", "")))
    try:
        if table is None:
            _published_round(request, tournament, number)
            return JsonResponse({}, status=MALFORMED)
        desk = Desk.to_type(request, tournament, number, table)
    except Http404:
        # The page is older than a redraw.
        return JsonResponse(table_gone(table or 0), status=NOT_FOUND)
    answer = answer_to(desk, typed)
    return JsonResponse({"table": table, **answer, **_state(request, desk.table.round)})


def _state(request: Request, round: Round) -> Answer:
    """Return the state of the round; two queries, a few more once all sheets are in.

    missing: tables without a sheet; penalties: those of the referee, in words; mixed: tables where
    a penalty may leave odd and even totals side by side (TSR 7.3.3); unbalanced: those where one
    leaves a sum other than 0; next: the next step when nothing is missing.
    """
    missing, penalties = missing_tables(round), penalties_by_table(round)

    def tables_with(has: Callable[[Any], object]) -> list[int]:
        return [
            table for table, those in penalties.items() if any(has(each.points) for each in those)
        ]

    words = {table: _booked_penalty_words(of_table) for table, of_table in penalties.items()}
    return {
        "missing": missing,
        "penalties": {table: told for table, told in words.items() if told},
        "mixed": tables_with(breaks_parity),
        "unbalanced": tables_with(lambda points: sum(figure or 0 for figure in points)),
        "next": None if missing else _next(request, round),
    }


def _booked_penalty_words(penalties: list[Penalty]) -> list[str]:
    """Return the referee's penalties in words; those entered with a sheet are not asked about."""
    booked = (each for each in penalties if each.source == Penalty.Source.REFEREE)
    return [penalty_words(penalty_content(each)) for each in booked]


def _next(request: Request, round: Round) -> Answer:
    """Return the next step as a sentence, with its address if the reader may take it."""
    tournament, now = round.tournament, timezone.now()
    is_closed = round.state == RoundState.CLOSED
    step = next_step(tournament, now) if is_closed else round_step(tournament, round, now)
    act = shown(step, tournament, request.actor)
    return {"text": act.sentence, "button": act.button, "url": act.url}


def _closed_notice(request: Request, round: Round) -> str:
    """Return what can still be typed in a closed round; empty for any other."""
    tournament = round.tournament
    if not round.closed_at:
        return ""
    may_correct = may_correct_closed_round(request.actor, tournament)
    if may_correct or tournament.verification == VerificationRule.NONE:
        return closed_sentence()
    looks = gettext("A verification can still be typed; it changes no result.")
    return f"{closed_sentence()} {looks}"


def _published_round(request: Request, tournament: Tournament, number: int) -> Round:
    round = visible_round(request, tournament, number)
    if not round.published_at:
        raise Http404
    return round


UNSAVED = "unsaved"
GONE = "table_gone"
SURE = "sure"


def answer_to(desk: Desk, typed: Typed) -> Answer:
    """Save the totals typed for a table, ask about them, or say why they are not saved."""
    try:
        desk.require_drawn(str(typed.get("id") or ""))
        return _answered(desk, typed)
    except Refused as refusal:
        if refusal.code != GONE:
            raise
        return table_gone(desk.table.number)


def table_gone(table: int) -> Answer:
    """Answer a page opened before a redraw: other people may sit at that table now."""
    reload = gettext("Please load this page again.")
    reasons = [refusal_sentence(Refused(GONE)), reload]
    return {"state": UNSAVED, "text": _not_saved_sentence(table, reasons)}


def _answered(desk: Desk, typed: Typed) -> Answer:
    code = str(typed.get("code", "")).upper()
    if code and code != desk.table.code:
        words = {"table": desk.table.number, "code": code}
        text = gettext("Table %(table)s: “%(code)s” is not the code of its sheet.") % words
        return {"state": UNSAVED, "text": text, "url": desk.url()}
    given = typed.get("answers")
    answers: dict[str, object] = given if isinstance(given, dict) else {}
    form = _form(desk, typed, answers)
    open_questions = [
        _question(answer_name(each), booked_question(penalty_content(each)), booked_choices()[1:])
        for each in undecided(desk.booked, answers)
    ]
    if open_questions:
        return _asks(desk, open_questions)
    sure = [name for name, answer in answers.items() if answer == SURE]
    return _submitted(desk, typed, form, sure)


def _submitted(desk: Desk, typed: Typed, form: TotalsForm, sure: list[str]) -> Answer:
    try:
        submission = submit_sheet(
            desk.request.actor,
            desk.table,
            SheetKind.TOTALS,
            form.content(),
            based_on=None,
            submission=mark_of(str(typed.get("submission", ""))),
            retyped=True,
            window=LANE,
            sure=sure,
        )
    except SheetDoubted as doubted:
        choices = [(SURE, gettext("It is right"))]
        doubts = doubted.doubts.items()
        return _asks(desk, [_question(name, finding_sentence(it), choices) for name, it in doubts])
    except SheetRefused as refused:
        texts = [note.text for note in notes_of(form, refused.findings, form.problems())]
        if only_lacks_a_solo(refused.sheet.errors):
            texts.append(str(SOLO_WAY_OUT))
        return _kept(desk, form, texts)
    except SheetConflict as conflict:
        there = gettext("There is another result already: %(totals)s.")
        words = {"totals": figures(tuple(conflict.current.totals))}
        looks_like = suspicion_words(conflict.current.totals, conflict.sheet.totals)
        return _kept(desk, form, [f"{there % words}{looks_like}"])
    except Refused as refusal:
        if refusal.code == GONE:
            raise
        return _kept(desk, form, [refusal_sentence(refusal)])
    except PermissionDenied:
        return _unsaved(desk, [closed_sentence()])
    if submission.outcome is Outcome.STOPPED:
        return _stopped(desk, submission)
    return {
        "state": "saved",
        "text": _said(desk, submission) + added_words(form.added),
        "warnings": [*map(finding_sentence, submission.warnings)],
        "url": desk.url(),
    }


def _asks(desk: Desk, questions: list[Answer]) -> Answer:
    return {"state": "asks", "questions": questions, "url": desk.url()}


def _question(name: str, text: str, choices: Iterable[tuple[str, str]]) -> Answer:
    """Return a question with its choices; the answer comes back as a value under this name."""
    buttons = [{"value": value, "text": words} for value, words in choices]
    return {"name": name, "text": text, "choices": buttons}


def _stopped(desk: Desk, submission: Submission) -> Answer:
    """Answer a second entry that differs: both results, and the address where one decides."""
    user, version = desk.request.user, submission.version
    first = next(each for each in open_differences(version) if each.user == user)
    text = stopped_sentence(desk.table.number, version, submission.sheet.content, first)
    return {"state": "refused", "text": text, "url": desk.url("verification-decision")}


def _said(desk: Desk, submission: Submission) -> str:
    """Say what became of the sheet; no figures if the same user types them a second time."""
    is_waiting = submission.outcome not in (Outcome.AGREED, Outcome.CONFIRMED)
    if desk.tournament.verification == VerificationRule.BLIND and is_waiting:
        return gettext("Table %(table)s is saved.") % {"table": desk.table.number}
    if (
        desk.tournament.verification == VerificationRule.PERSON
        and submission.outcome is Outcome.UNCHANGED
        and not is_second_person(desk.request.actor, submission.version)
    ):
        return refusal_sentence(Refused("verification_same_person", table=desk.table.number))
    return outcome_sentence(submission.outcome, desk.table.number, submission.version.totals)


def _kept(desk: Desk, form: TotalsForm, texts: list[str]) -> Answer:
    """Save what was typed as a draft at its table; if that fails, it stays in the lane."""
    try:
        save_draft(desk.request.actor, desk.table, SheetKind.TOTALS, form.fields, None, LANE)
    except PermissionDenied:
        return _unsaved(desk, [*texts, closed_sentence()])
    except Refused as refusal:
        if refusal.code == GONE:
            raise
        return _unsaved(desk, [*texts, refusal_sentence(refusal)])
    url = f"{desk.url()}?kind={SheetKind.TOTALS}"
    return {"state": "refused", "text": _not_saved_sentence(desk.table.number, texts), "url": url}


def _unsaved(desk: Desk, texts: list[str]) -> Answer:
    """Answer that nothing was saved, not even as a draft: the lane keeps the input."""
    text = _not_saved_sentence(desk.table.number, texts)
    return {"state": UNSAVED, "text": text, "url": desk.url()}


def _not_saved_sentence(table: int, texts: Iterable[str]) -> str:
    words = {"table": table, "reasons": " ".join(dict.fromkeys(texts))}
    return gettext("Table %(table)s is not saved: %(reasons)s") % words


def _form(desk: Desk, typed: Typed, answers: Mapping[str, object]) -> TotalsForm:
    """Translate the lane's few keys and answers into fields of the totals form."""
    lacking = Counter(int(digit) for digit in str(typed.get("lacking", "")) if digit in "1234567")
    totals = typed.get("totals")
    figures_typed = totals if isinstance(totals, list) else []
    fields = {f"t{seat}": str(text) for seat, text in enumerate(figures_typed, start=1)}
    fields["games_played"] = str(typed.get("played") or desk.table_rules.games)
    fields |= solo_fields(desk.table_rules, lacking)
    form = desk.form_beside_version(SheetKind.TOTALS, readable(fields))
    assert isinstance(form, TotalsForm)
    asked = (line.name(BOOKED) for line in form.penalties if line.name(BOOKED) in form.fields)
    said = (str(answers.get(answer_name(penalty), "")) for penalty in desk.booked)
    return replace(form, fields={**form.fields, **dict(zip(asked, said, strict=False))})
