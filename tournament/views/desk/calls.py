"""Complaints (Reklamationen), protests (TSR 8.2.1, 9.6.7), penalties, deductions (TSR 9.7.2 b)."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext

from scoring.terms import figures
from tournament.errors import Refused
from tournament.forms.calls import (
    CallFilterForm,
    DecisionForm,
    DeductionForm,
    JuryForm,
    PlaceForm,
    ProtestForm,
)
from tournament.forms.rounds import typed_reason
from tournament.labels.points import signed
from tournament.labels.referee import DECISION_NOTES, decision_words
from tournament.labels.refusals import refusal_sentence
from tournament.lists.calls import (
    by_paragraph,
    calls_list,
    deductions_list,
    jury_names,
    offender_words,
    penalties_list,
    protest_words,
    what_was_decided,
)
from tournament.models import (
    Adjustment,
    Call,
    GameTable,
    Penalty,
    Protest,
    Round,
    SheetKind,
    Tournament,
)
from tournament.people.reads.players import jurors
from tournament.permissions import (
    may_adjust_points,
    may_award_penalty,
    may_change_round,
    may_now,
    may_rule_table,
    may_see_tournament,
)
from tournament.referee.reads import (
    Record,
    RecordKind,
    deductions_of,
    last_jury,
    log_days,
    log_of,
    offences_of,
)
from tournament.referee.writes.calls import log_call, withdraw_call
from tournament.referee.writes.penalties import deduct_points, revoke_deduction, revoke_penalty
from tournament.referee.writes.protests import decide_protest, lodge_protest, tables_waiting
from tournament.rounds.reads.rounds import current_round
from tournament.shared.rules.typed import key_in
from tournament.sheets.reads.sheets import entries_at, game_table, seats_of
from tournament.sheets.writes.sheets import SheetRefused
from tournament.standings.reads.foreseen import foresee_deduction
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.answers import REFUSED, button, form_page, list_page, reasons, refusals_in
from tournament.views.direction.papers import print_results_again

FIELD_OF = {
    "caller_is_offender": "caller",
    "deduction_out_of_range": "points",
    "penalty_contained_unsaid": "contained",
    "penalty_initials_needed": "initials",
    "penalty_row_unknown": "row",
    "penalty_sitting_needed": "sitting",
    "penalty_soloist_needed": "soloist",
    "penalty_twice": "again",
    "reason_needed": "note",
}
"""The form field at which a refusal is shown."""
ASKED_BY = {"penalty_contained_unsaid": "contained", "penalty_twice": "again"}
"""Questions the form asks only after a refusal with this code."""
MOST_PASSED = 8
"""As many names as one reads at a glance, of those who would pass a player."""
JURY_FIELD_OF = {
    "extra_time_undocumented": "initials",
    "jury_concerned": "jury",
    "jury_missing": "jury",
    "jury_plays": "others",
    "protest_tied": "votes_for",
    "protest_votes": "votes_for",
}


@tournament_page(may_see_tournament)
def calls(request: Request, tournament: Tournament) -> HttpResponse:
    """List complaints, newest first; filtered by `?round=`, `?table=`, `?person=`.

    A filter that cannot be understood shows nothing, as everything would look like its result.
    """
    log = [each for each in log_of(tournament) if each.kind is not RecordKind.EXTRA_TIME]
    form = CallFilterForm(request.GET or None, tournament=tournament)
    wanted = form.cleaned_data if form.is_valid() else {}
    number, table, person = (wanted.get(name) for name in ("round", "table", "person"))
    shown = [
        each
        for each in log
        if not form.errors
        and number in (None, each.round)
        and table in (None, each.table)
        and (person is None or person in (each.by, each.offender))
    ]
    shown.sort(key=lambda each: each.at.timestamp() if each.at else 0, reverse=True)
    may_rule = may_now(may_award_penalty, request.actor, tournament)
    context = {
        "form": form,
        "is_any": bool(log),
        "days": log_days(each.at for each in log),
        "may_rule": may_rule,
        "may_sanction": may_rule and may_adjust_points(request.actor, tournament),
    }

    def is_theirs(call: Call) -> bool:
        return may_change_round(request.actor, tournament, call.table.round)

    def acts(record: Record) -> str:
        if not (record.call or record.protest):
            return ""
        here = {"record": record, "may_rule": may_rule and record.call and is_theirs(record.call)}
        return render_to_string("desk/call_acts.html", {**context, **here}, request)

    listed = ListTable(
        calls_list(tournament, shown),
        gettext("Complaints"),
        look="stacks log",
        acts=(gettext("What can be done"), acts),
        attributes=lambda record: {"class": "struck" if record.withdrawn else ""},
        empty_text=gettext("Nothing matches."),
    )
    return list_page(request, "desk/calls.html", {**context, "table": listed})


@tournament_page(may_award_penalty)
def call_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter a complaint: first the table, then what happened; points are shown before booking.

    `?part=answer` only shows them, for a script while one types.
    """
    place = _place_form(request, tournament)
    table = _named_table(request, tournament, place)
    if table is None:
        return _ask_place(request, place)
    current = table.current_version
    asks = {name for name in ASKED_BY.values() if name in request.POST}
    if current is not None and current.kind == SheetKind.TOTALS:
        asks.add("contained")
    form = _form(request, table, asks)
    if request.GET.get("part") == "answer":
        return render(request, "desk/call_answer.html", _answer(request, table, form))
    if request.method == "POST" and form.is_valid():
        return _preview_or_log(request, table, form)
    return _show(request, table, form, status=REFUSED if form.is_bound else 200)


@button(tournament_page(may_award_penalty), "calls")
def call_withdraw(request: Request, tournament: Tournament, pk: int) -> str:
    """Withdraw a decision and everything it booked, with a reason."""
    calls = Call.objects.select_related("table__round__tournament")
    call = get_object_or_404(calls, table__round__tournament=tournament, pk=pk)
    _require_open(request, call.table.round)
    withdraw_call(request.actor, call, typed_reason(request.POST))
    print_again_after(request, call)
    return gettext("Taken back.")


def published_table(tournament: Tournament, round: int, table: int) -> GameTable:
    """Return the table of a published round; refused as by `game_table`, `round_not_published`."""
    found = game_table(tournament, round, table)
    if not found.round.published_at:
        raise Refused("round_not_published", round=round)
    return found


def _named_table(request: Request, tournament: Tournament, place: PlaceForm) -> GameTable | None:
    """Return the published table that is named; None without one, or refused in the form.

    Who may enter nothing there any more is told before they type. What was typed before is refused
    in the form of the table, where it stays.
    """
    if place.is_valid():
        with refusals_in(place, field="table"):
            table = published_table(tournament, **place.cleaned_data)
            if request.method == "GET":
                _require_open(request, table.round)
            return table
    return None


def _require_open(request: Request, round: Round) -> None:
    """Refused: `round_is_for_direction`."""
    if refusal := _closed_to(request, round):
        raise refusal


def _closed_to(request: Request, round: Round) -> Refused | None:
    """Return why the reader enters nothing in this round any more; None if they may."""
    if may_change_round(request.actor, request.tournament, round):
        return None
    return Refused("round_is_for_direction", round=round.number)


def _place_form(request: Request, tournament: Tournament, call: Call | None = None) -> PlaceForm:
    """Return the form for round and table, those of a known call, or beginning at what runs."""
    running = current_round(tournament)
    named = request.GET or None
    known = {"round": call.table.round.number, "table": call.table.number} if call else named
    return PlaceForm(known, begins=running.number if running else None)


def _ask_place(request: Request, place: PlaceForm) -> HttpResponse:
    status = REFUSED if place.errors else 200
    return render(request, "desk/call_place.html", {"form": place}, status=status)


def _form(request: Request, table: GameTable, asks: set[str]) -> DecisionForm:
    """Return the form, prefilled from the address (the referee's calculators link here)."""
    tournament = table.round.tournament
    return DecisionForm(
        request.POST or None,
        seats=seats_of(table),
        at=tournament.at_table(table.size),
        may_sanction=may_adjust_points(request.actor, tournament),
        asks=asks,
        initial=request.GET.dict(),
    )


def _preview_or_log(request: Request, table: GameTable, form: DecisionForm) -> HttpResponse:
    """Book the decision only if exactly these points were previewed.

    When refused, the reason stands at its field, with the questions the form now has to ask.
    """
    tournament = table.round.tournament
    try:
        _require_open(request, table.round)
        with transaction.atomic():
            call = log_call(request.actor, table, **form.call())
            wanted = request.POST.get("action") == "log"
            is_logged = wanted and request.POST.get("previewed") == _signature(form, call)
            # The preview is the entry itself, rolled back, so the two cannot differ.
            transaction.set_rollback(not is_logged)
    except (Refused, SheetRefused) as error:
        code = error.code if isinstance(error, Refused) else ""
        if code in ASKED_BY and ASKED_BY[code] not in form.fields:
            asked = {name for name in ASKED_BY.values() if name in form.fields}
            form = _form(request, table, {*asked, ASKED_BY[code]})
            form.is_valid()
        field = FIELD_OF.get(code)
        form.add_error(field if field in form.fields else None, reasons(error))
        return _show(request, table, form, status=REFUSED)
    if not is_logged:
        return _show(request, table, form, call=call)
    decided = decision_words(call.paragraph, by_paragraph=by_paragraph(tournament))
    if call.points:
        decided = f"{decided}, {figures(tuple(call.points))}"
    place = gettext("Table %(number)s") % {"number": table.number}
    messages.success(request, f"{place}: {decided}.")
    print_again_after(request, call)
    return redirect("calls", tournament.slug)


def print_again_after(request: Request, call: Call) -> None:
    """Offer to reprint the papers that a decision, or its withdrawal, makes void."""
    round = call.table.round
    if call.points or call.status_before:
        rounds = [round.number] if len(call.points) > 1 else None
        print_results_again(request, round.tournament, rounds)


def _answer(request: Request, table: GameTable, form: DecisionForm) -> dict[str, object]:
    """Return what would be entered, rolled back as in a preview, or why it is refused."""
    if not form.is_valid():
        return {}
    try:
        _require_open(request, table.round)
        with transaction.atomic():
            call = log_call(request.actor, table, **form.call())
            transaction.set_rollback(True)
    except (Refused, SheetRefused) as error:
        return {"refused": reasons(error)}
    return {"is_part": True, **_previewed(form, call, by_paragraph(table.round.tournament))}


def _previewed(form: DecisionForm, call: Call, is_by_paragraph: bool) -> dict[str, object]:
    """Return what this entry says, whom it hits with which points, and what signs it."""
    hit = form.seats
    if not call.decision.is_on_list:
        hit = [next(seat for seat in form.seats if seat.entry_id == call.offender_id)]
    return {
        "call": call,
        "decided": decision_words(call.paragraph, by_paragraph=is_by_paragraph),
        "consequence": DECISION_NOTES[call.decision],
        "preview": [*zip(hit, call.points or [None] * len(hit), strict=True)],
        "previewed": _signature(form, call),
    }


def _signature(form: DecisionForm, call: Call) -> str:
    """Return what must not change between preview and entry: who is hit, by which rule, details."""
    typed = form.call()
    parts = [typed.get(name) for name in ("paragraph", "offender", "row", "contained", "again")]
    return f"{' '.join(map(str, parts))} {call.points}"


def _show(
    request: Request,
    table: GameTable,
    form: DecisionForm,
    call: Call | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament, seats = table.round.tournament, form.seats
    is_by_paragraph = by_paragraph(tournament)
    earlier = offences_of(tournament, {seat.entry_id for seat in seats})
    context = {
        "is_ruled": table.is_ruled,
        "round": table.round,
        "table": table,
        "form": form,
        # Earlier complaints in this tournament about players of this table.
        "offences": [
            (
                seat,
                [
                    (what_was_decided(each, by_paragraph=is_by_paragraph), each)
                    for each in earlier[seat.entry_id]
                ],
            )
            for seat in seats
            if seat.entry_id in earlier
        ],
        "previewed": "",
    }
    if call is not None:
        context |= _previewed(form, call, is_by_paragraph)
    return render(request, "desk/call_new.html", context, status=status)


@tournament_page(may_award_penalty)
def protest_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter a protest at a table; `?call=` names the decision it is against."""
    call, asked = None, key_in(request.GET.get("call", ""))
    if asked is not None:
        calls = Call.objects.select_related("table__round__tournament", "offender__person")
        call = get_object_or_404(calls, table__round__tournament=tournament, pk=asked)
    place = _place_form(request, tournament, call)
    table = _named_table(request, tournament, place)
    if table is None:
        return _ask_place(request, place)
    form = ProtestForm(request.POST or None, seats=seats_of(table))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            _require_open(request, table.round)
            lodged = lodge_protest(request.actor, table, call=call, **form.cleaned_data)
            messages.success(request, gettext("Saved."))
            return redirect("protest", tournament.slug, lodged.pk)
    context = {
        "table": table,
        "round": table.round,
        "call": call,
        "decided": call and decision_words(call.paragraph, by_paragraph=by_paragraph(tournament)),
        "form": form,
    }
    return form_page(request, "desk/protest_new.html", context)


@tournament_page(may_see_tournament)
def protest(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Show a protest with the jury's decision, or the form for it.

    `?part=answer` only says what the decision sent would be.
    """
    protests = Protest.objects.select_related(
        "table__round__tournament", "protester__person", "call__offender__person", "decided_by"
    )
    found = get_object_or_404(protests, table__round__tournament=tournament, pk=pk)
    may_award = may_now(may_award_penalty, request.actor, tournament)
    closed = _closed_to(request, found.table.round)
    if request.method == "POST" and not may_award_penalty(request.actor, tournament):
        raise PermissionDenied
    # What was typed stays where it was decided, the round closed or the tournament over meanwhile.
    may_decide = request.method == "POST" or (may_award and not (found.decided_at or closed))
    call = found.call
    if call and (call.adjustment_id or call.status_before):
        may_decide = may_decide and may_adjust_points(request.actor, tournament)
    may_say = may_rule_table(request.actor, tournament)
    entries = jurors(tournament) if may_decide else ()
    last = last_jury(found) if may_decide else ([], "")
    sent = request.POST or None
    form = JuryForm(sent, tournament=tournament, entries=entries, last=last, may_say=may_say)
    if request.GET.get("part") == "answer":  # it may come after the decision was recorded
        may_ask = may_decide and not found.decided_at
        context = _foreseen_decision(request, found, form) if may_ask else {}
        return render(request, "desk/protest_answer.html", context)
    if request.method == "POST" and may_decide and form.is_valid():
        with refusals_in(form, JURY_FIELD_OF):
            _require_open(request, found.table.round)
            decided = decide_protest(request.actor, found, **form.cleaned_data)
            messages.success(request, gettext("Saved."))
            if decided.changed and decided.call:
                print_again_after(request, decided.call)
            return redirect("protest", tournament.slug, pk)
    jury = tournament.entries.filter(pk__in=found.jury).select_related("person").order_by("number")
    at_table = set(found.table.seats.values_list("entry", flat=True))
    context = {
        "protest": found,
        "decided": call and decision_words(call.paragraph, by_paragraph=by_paragraph(tournament)),
        "result": protest_words(found),
        "jury": jury_names(found, jury),
        "partial": [each.person.name for each in jury if each.pk in at_table],
        "waiting": tables_waiting(found) if found.minutes else [],
        "form": form if may_decide else None,
        "closed": refusal_sentence(closed) if closed else "",
        "may_award": may_award and not closed,
    }
    return form_page(request, "desk/protest.html", context)


def _foreseen_decision(request: Request, protest: Protest, form: JuryForm) -> dict[str, object]:
    """Return what this decision would be, rolled back, or why it is refused."""
    if set(form.errors) - {"reason"}:
        return {"is_part": True, "form": form}
    # The reason is written last: the votes decide without it.
    typed = {"reason": "–", **form.cleaned_data}
    try:
        _require_open(request, protest.table.round)
        with transaction.atomic():
            decided = decide_protest(request.actor, protest, **typed)
            waiting = tables_waiting(decided) if decided.minutes else []
            transaction.set_rollback(True)
    except Refused as refused:
        return {"refused": reasons(refused)}
    return {
        "foreseen": protest_words(decided),
        "takes_back": decided.changed and decided.call,
        "minutes": decided.minutes,
        "waiting": [str(table) for table in waiting],
    }


@tournament_page(may_see_tournament)
def penalties(request: Request, tournament: Tournament) -> HttpResponse:
    """List all penalties of the tournament."""
    may_award = may_now(may_award_penalty, request.actor, tournament)
    booked = Penalty.objects.filter(table__round__tournament=tournament)
    found = booked.select_related("table__round", "user").order_by(
        "table__round__number", "table__number", "pk"
    )
    by_seat = entries_at([each.table_id for each in found])

    def revoke(penalty: Penalty) -> str:
        if not may_change_round(request.actor, tournament, penalty.table.round):
            return ""
        what = offender_words(penalty, by_seat)
        context = {"address": "penalty-revoke", "pk": penalty.pk, "what": what}
        return render_to_string("desk/revoke.html", context, request)

    context = {
        "table": ListTable(
            penalties_list(tournament, found, by_seat),
            gettext("Penalties"),
            look="penalties stacks",
            acts=(gettext("Take back"), revoke) if may_award else None,
            empty_text=gettext("None yet."),
        ),
        "may_award": may_award,
    }
    return list_page(request, "desk/penalties.html", context)


@button(tournament_page(may_award_penalty), "penalties")
def penalty_revoke(request: Request, tournament: Tournament, pk: int) -> str:
    """Take a penalty back, with a reason."""
    penalty = get_object_or_404(
        Penalty.objects.select_related("table__round__tournament"),
        table__round__tournament=tournament,
        pk=pk,
    )
    _require_open(request, penalty.table.round)
    revoke_penalty(request.actor, penalty, typed_reason(request.POST))
    print_results_again(request, tournament, [penalty.table.round.number])
    return gettext("Taken back.")


@tournament_page(may_see_tournament)
def deductions(request: Request, tournament: Tournament) -> HttpResponse:
    """List all deductions of the tournament."""
    may_adjust = may_now(may_adjust_points, request.actor, tournament)

    def revoke(deduction: Adjustment) -> str:
        what = deduction.entry.person.list_name
        context = {"address": "deduction-revoke", "pk": deduction.pk, "what": what}
        return render_to_string("desk/revoke.html", context, request)

    table = ListTable(
        deductions_list(tournament, deductions_of(tournament)),
        gettext("Deductions"),
        acts=(gettext("Take back"), revoke) if may_adjust else None,
        empty_text=gettext("None yet."),
    )
    context = {"table": table, "may_adjust": may_adjust}
    return list_page(request, "desk/deductions.html", context)


@tournament_page(may_adjust_points)
def deduction_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Take points off a player's total; `?part=answer` says what that would change, unwritten."""
    if request.GET.get("part") == "answer":
        form = DeductionForm(request.GET, tournament=tournament)
        return render(request, "desk/deduction_answer.html", _foreseen(tournament, form))
    form = DeductionForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            deduction = deduct_points(request.actor, **form.cleaned_data)
            points = signed(-form.cleaned_data["points"])
            messages.success(request, f"{form.cleaned_data['entry'].person.name}: {points}.")
            print_results_again(request, tournament, first=deduction.first_round)
            return redirect("deductions", tournament.slug)
    context = {"form": form, **_foreseen(tournament, form)}
    return form_page(request, "desk/deduction_new.html", context)


def _foreseen(tournament: Tournament, form: DeductionForm) -> dict[str, object]:
    """Return who is typed so far, with the line in the standings now and with the deduction."""
    if not form.is_bound:
        return {}
    form.is_valid()
    typed = form.cleaned_data
    if not (entry := typed.get("entry")):
        return {"unclear": form.errors.get("entry") if form.data.get("entry") else None}
    round = typed.get("round") or current_round(tournament)
    points = typed.get("points") or 0
    change = foresee_deduction(tournament, entry.pk, points, round.number if round else 0)
    passed_by = change.passed_by if change else ()
    return {
        "entry": entry,
        "change": change,
        "points": points,
        "passed_by": passed_by[:MOST_PASSED],
        "others": len(passed_by[MOST_PASSED:]),
    }


@button(tournament_page(may_adjust_points), "deductions")
def deduction_revoke(request: Request, tournament: Tournament, pk: int) -> str:
    """Give the points back, with a reason."""
    adjustment = get_object_or_404(
        Adjustment.objects.select_related("entry__tournament"), entry__tournament=tournament, pk=pk
    )
    revoke_deduction(request.actor, adjustment, typed_reason(request.POST))
    print_results_again(request, tournament, first=adjustment.first_round)
    return gettext("Taken back.")
