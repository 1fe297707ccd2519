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
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_POST

from scoring.penalties import breaks_parity
from scoring.terms import figures
from tournament.errors import Refused
from tournament.forms.score_sheets import BOOKED, TotalsForm, solo_fields
from tournament.journal.reads import across_sheets
from tournament.labels.findings import finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import (
    SOLO_WAY_OUT,
    added_words,
    outcome_sentence,
    penalty_words,
    stopped_sentence,
    suspicion_words,
)
from tournament.lists.lane import LaneRow, rows_of_lane
from tournament.models import Penalty, Round, RoundState, SheetKind, Tournament, VerificationRule
from tournament.permissions import may_correct_closed_round, may_submit_sheets
from tournament.rounds.reads.rounds import table_states
from tournament.shared.rules.typed import json_object, readable, uuid_in, whole_number
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
from tournament.tournaments.reads import next_step, round_step
from tournament.views.access import Request, tournament_page, visible_round
from tournament.views.desk.desk import Desk, answer_name, booked_choices, notes_of
from tournament.views.desk.sheets import closed_sentence
from tournament.views.direction.next_acts import describe_step
from tournament.views.kept_pages import kept_page

Answer = dict[str, object]
Typed = Mapping[str, Any]

MALFORMED, NOT_FOUND = 400, 404
UNSAVED = "unsaved"
GONE = "table_gone"
SURE = "sure"


@tournament_page(may_submit_sheets)
@kept_page()
def totals_lane(request: Request, tournament: Tournament, number: int) -> HttpResponse:
    """Show the lane of a published round, and which of its sheets are still missing."""
    round = _published_round(request, tournament, number)
    state = _state(request, round)
    closed = ""
    if round.closed_at:  # what can still be typed
        closed = closed_sentence()
        may_correct = may_correct_closed_round(request.actor, tournament)
        if not may_correct and tournament.verification != VerificationRule.NONE:
            looks = gettext("A verification can still be typed; it changes no result.")
            closed = f"{closed} {looks}"

    def make() -> tuple[list[int], list[LaneRow]]:
        tables = table_states(round)
        return [table.size for table in tables], rows_of_lane(tournament, round, tables)

    sizes, rows = across_sheets(tournament, ("lane", round.pk, get_language()), make)
    context = {
        "round": round,
        "frame": (),
        "missing": state["missing"],
        "state": json.dumps(state, ensure_ascii=False),
        "most_seats": range(1, max(sizes, default=4) + 1),
        "rows": rows,
        "rules": tournament.at_table(sizes[0]) if sizes else None,
        "closed": closed,
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
        desk = Desk.find_published(request, tournament, number, table)
    except Http404:
        # The page is older than a redraw.
        return JsonResponse(table_gone(table or 0), status=NOT_FOUND)
    answer = _answer(desk, typed)
    return JsonResponse({"table": table, **answer, **_state(request, desk.table.round)})


def _state(request: Request, round: Round) -> Answer:
    """Return the state of the round; two queries, a few more once all sheets are in.

    missing: tables without a sheet; penalties: those of the referee, in words; mixed: tables where
    a penalty may leave odd and even totals side by side (TSR 7.3.3); unbalanced: those where one
    leaves a sum other than 0; next: when nothing is missing the next step, with its
    address if the reader may take it.
    """
    missing, penalties = missing_tables(round), penalties_by_table(round)

    def tables_with(has: Callable[[Any], object]) -> list[int]:
        return [
            table for table, those in penalties.items() if any(has(each.points) for each in those)
        ]

    words: dict[int, list[str]] = {}
    for table, of_table in penalties.items():
        for each in of_table:
            if each.source == Penalty.Source.REFEREE:  # those entered with a sheet are not asked
                words.setdefault(table, []).append(penalty_words(penalty_content(each)))
    next_act = None
    if not missing:
        tournament, now = round.tournament, timezone.now()
        is_closed = round.state == RoundState.CLOSED
        step = next_step(tournament, now) if is_closed else round_step(tournament, round, now)
        act = describe_step(step, tournament, request.actor)
        next_act = {"text": act.sentence, "button": act.button, "url": act.url}
    return {
        "missing": missing,
        "penalties": words,
        "mixed": tables_with(breaks_parity),
        "unbalanced": tables_with(lambda points: sum(figure or 0 for figure in points)),
        "next": next_act,
    }


def _published_round(request: Request, tournament: Tournament, number: int) -> Round:
    round = visible_round(request, tournament, number)
    if not round.published_at:
        raise Http404
    return round


def _answer(desk: Desk, typed: Typed) -> Answer:
    """Save the totals typed for a table, ask about them, or say why they are not saved."""
    code = str(typed.get("code", "")).upper()
    given = typed.get("answers")
    answers: dict[str, object] = given if isinstance(given, dict) else {}
    try:
        desk.require_drawn(str(typed.get("id") or ""))
        if code and code != desk.table.code:
            words = {"table": desk.table.number, "code": code}
            text = gettext("Table %(table)s: “%(code)s” is not the code of its sheet.") % words
            return {"state": UNSAVED, "text": text, "url": desk.url()}
        form = _form(desk, typed, answers)
        if questions := desk.questions(answers):
            return _ask(desk, questions, booked_choices()[1:])
        sure = [name for name, answer in answers.items() if answer == SURE]
        return _save(desk, typed, form, sure)
    except Refused as refusal:
        if refusal.code != GONE:
            raise
        return table_gone(desk.table.number)


def _save(desk: Desk, typed: Typed, form: TotalsForm, sure: list[str]) -> Answer:
    try:
        submission = submit_sheet(
            desk.request.actor,
            desk.table,
            SheetKind.TOTALS,
            form.content(),
            based_on=None,
            submission=uuid_in(str(typed.get("submission", ""))),
            retyped=True,
            window=LANE,
            sure=sure,
        )
    except SheetDoubted as doubted:
        questions = {name: finding_sentence(found) for name, found in doubted.doubts.items()}
        return _ask(desk, questions, [(SURE, gettext("It is right"))])
    except SheetRefused as refused:
        texts = [note.text for note in notes_of(form, refused.findings)]
        if only_lacks_a_solo(refused.sheet.errors):
            texts.append(str(SOLO_WAY_OUT))
        return _keep_draft(desk, form, texts)
    except SheetConflict as conflict:
        there = gettext("There is another result already: %(totals)s.")
        words = {"totals": figures(tuple(conflict.current.totals))}
        looks_like = suspicion_words(conflict.current.totals, conflict.sheet.totals)
        return _keep_draft(desk, form, [f"{there % words}{looks_like}"])
    except Refused as refusal:
        if refusal.code == GONE:
            raise
        return _keep_draft(desk, form, [refusal_sentence(refusal)])
    except PermissionDenied:
        return _not_saved(desk.table.number, [closed_sentence()], url=desk.url())
    return _describe_saved(desk, form, submission)


def _describe_saved(desk: Desk, form: TotalsForm, submission: Submission) -> Answer:
    """Say what became of the sheet; no figures if the same user types them a second time."""
    number, rule = desk.table.number, desk.tournament.verification
    outcome, version = submission.outcome, submission.version
    if outcome is Outcome.STOPPED:  # a second entry that differs: both results, and where to decide
        user = desk.request.user
        first = next(each for each in open_differences(version) if each.user == user)
        text = stopped_sentence(number, version, submission.sheet.content, first)
        return {"state": "refused", "text": text, "url": desk.url("verification-decision")}
    if rule == VerificationRule.BLIND and outcome not in (Outcome.AGREED, Outcome.CONFIRMED):
        text = gettext("Table %(table)s is saved.") % {"table": number}
    elif (
        rule == VerificationRule.PERSON
        and outcome is Outcome.UNCHANGED
        and not is_second_person(desk.request.actor, version)
    ):
        text = refusal_sentence(Refused("verification_same_person", table=number))
    else:
        text = outcome_sentence(outcome, number, version.totals)
    return {
        "state": "saved",
        "text": text + added_words(form.added),
        "warnings": [*map(finding_sentence, submission.warnings)],
        "url": desk.url(),
    }


def table_gone(table: int) -> Answer:
    """Answer a page opened before a redraw: other people may sit at that table now."""
    reload = gettext("Please load this page again.")
    return _not_saved(table, [refusal_sentence(Refused(GONE)), reload])


def _ask(desk: Desk, questions: Mapping[str, str], choices: Iterable[tuple[str, str]]) -> Answer:
    """Return questions by name, with the same choices; an answer comes back under its name."""
    buttons = [{"value": value, "text": words} for value, words in choices]
    asked = [{"name": name, "text": text, "choices": buttons} for name, text in questions.items()]
    return {"state": "asks", "questions": asked, "url": desk.url()}


def _keep_draft(desk: Desk, form: TotalsForm, texts: list[str]) -> Answer:
    """Save what was typed as a draft at its table; if that fails, it stays in the lane."""
    table = desk.table.number
    try:
        save_draft(desk.request.actor, desk.table, SheetKind.TOTALS, form.fields, None, LANE)
    except PermissionDenied:
        return _not_saved(table, [*texts, closed_sentence()], url=desk.url())
    except Refused as refusal:
        if refusal.code == GONE:
            raise
        return _not_saved(table, [*texts, refusal_sentence(refusal)], url=desk.url())
    return _not_saved(table, texts, state="refused", url=f"{desk.url()}?kind={SheetKind.TOTALS}")


def _not_saved(table: int, texts: Iterable[str], state: str = UNSAVED, **more: object) -> Answer:
    """Answer that no result was saved, and why; `unsaved`: no draft either, the lane keeps it."""
    words = {"table": table, "reasons": " ".join(dict.fromkeys(texts))}
    text = gettext("Table %(table)s is not saved: %(reasons)s") % words
    return {"state": state, "text": text, **more}


def _form(desk: Desk, typed: Typed, answers: Mapping[str, object]) -> TotalsForm:
    """Translate the lane's few keys and answers into fields of the totals form."""
    lacking = Counter(int(digit) for digit in str(typed.get("lacking", "")) if digit in "1234567")
    totals = typed.get("totals")
    figures_typed = totals if isinstance(totals, list) else []
    fields = {f"t{seat}": str(text) for seat, text in enumerate(figures_typed, start=1)}
    fields["games_played"] = str(typed.get("played") or desk.table_rules.planned)
    fields |= solo_fields(desk.table_rules, lacking)
    form = desk.form_with_known_penalties(SheetKind.TOTALS, readable(fields))
    assert isinstance(form, TotalsForm)
    asked = (line.name(BOOKED) for line in form.penalties if line.name(BOOKED) in form.fields)
    said = (str(answers.get(answer_name(penalty), "")) for penalty in desk.booked)
    return replace(form, fields={**form.fields, **dict(zip(asked, said, strict=False))})
