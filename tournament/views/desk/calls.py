"""Complaints (Reklamationen): the log, the form with a preview of its points, withdrawing."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext

from scoring.english import figures
from tournament.errors import Refused
from tournament.forms.calls import CallFilterForm, DecisionForm, PlaceForm
from tournament.forms.rounds import typed_reason
from tournament.labels.referee import DECISION_NOTES, decision_words
from tournament.lists.calls import by_paragraph, calls_list, what_was_decided
from tournament.models import Call, GameTable, Seat, SheetKind, Tournament
from tournament.permissions import (
    may_adjust_points,
    may_award_penalty,
    may_now,
    may_see_tournament,
)
from tournament.referee.reads.calls import Record, RecordKind, log_days, log_of, offences_of
from tournament.referee.writes.calls import log_call, withdraw_call
from tournament.sheets.reads.sheets import game_table, seats_of
from tournament.sheets.writes.sheets import SheetRefused
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.acts import REFUSED, button, refusals_in, said
from tournament.views.direction.reprint import print_results_again
from tournament.views.lists import list_page

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


@tournament_page(may_see_tournament)
def calls(request: Request, tournament: Tournament) -> HttpResponse:
    """List complaints, newest first; filtered by `?round=`, `?table=`, `?person=`."""
    log = [each for each in log_of(tournament) if each.kind is not RecordKind.EXTRA_TIME]
    people = {
        entry.pk: f"{entry.person.list_name} ({entry.number})"
        for each in log
        for entry in (each.by, each.offender)
        if entry is not None
    }
    by_name = sorted(people.items(), key=lambda each: each[1])
    form = CallFilterForm(request.GET or None, people=by_name)
    shown = _narrowed(log, form)
    shown.sort(key=lambda each: each.at.timestamp() if each.at else 0, reverse=True)
    may_rule = may_now(may_award_penalty, request.actor, tournament)
    context = {
        "form": form,
        "is_any": bool(log),
        "days": log_days(each.at for each in log),
        "may_rule": may_rule,
        "may_sanction": may_rule and may_adjust_points(request.actor, tournament),
    }

    def acts(record: Record) -> str:
        if not (record.call or record.protest):
            return ""
        return render_to_string("desk/call_acts.html", {**context, "record": record}, request)

    table = ListTable(
        calls_list(tournament, shown),
        gettext("Complaints"),
        look="stacks log",
        acts=(gettext("What can be done"), acts),
        attributes=lambda record: {"class": "struck" if record.withdrawn else ""},
        empty_text=gettext("Nothing matches."),
    )
    return list_page(request, "desk/calls.html", {**context, "table": table})


@tournament_page(may_award_penalty)
def call_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter a complaint: first the table, then what happened; points are shown before booking."""
    place = PlaceForm(request.GET or None)
    table = named_table(tournament, place)
    if table is None:
        return ask_place(request, tournament, place)
    seats = seats_of(table)
    current = table.current_version
    asks = {name for name in ASKED_BY.values() if name in request.POST}
    if current is not None and current.kind == SheetKind.TOTALS:
        asks.add("contained")
    form = _form(request, table, seats, asks)
    if request.method == "POST" and form.is_valid():
        return _preview_or_log(request, table, seats, form)
    return _show(request, table, seats, form, status=REFUSED if form.is_bound else 200)


@button(tournament_page(may_award_penalty), "calls")
def call_withdraw(request: Request, tournament: Tournament, pk: int) -> str:
    """Withdraw a decision and everything it booked, with a reason."""
    calls = Call.objects.select_related("table__round__tournament")
    call = get_object_or_404(calls, table__round__tournament=tournament, pk=pk)
    withdraw_call(request.actor, call, typed_reason(request.POST))
    print_again_after(request, call)
    return gettext("Taken back.")


def published_table(tournament: Tournament, round: int, table: int) -> GameTable:
    """Return the table of a published round; refused as by `game_table`, `round_not_published`."""
    found = game_table(tournament, round, table)
    if not found.round.published_at:
        raise Refused("round_not_published", round=round)
    return found


def named_table(tournament: Tournament, place: PlaceForm) -> GameTable | None:
    """Return the published table that is named; None without one, or refused in the form."""
    if place.is_valid():
        with refusals_in(place, field="table"):
            return published_table(tournament, **place.cleaned_data)
    return None


def ask_place(request: Request, tournament: Tournament, place: PlaceForm) -> HttpResponse:
    """Render the page that asks for the table."""
    context = {"form": place}
    status = REFUSED if place.errors else 200
    return render(request, "desk/call_place.html", context, status=status)


def _narrowed(log: list[Record], form: CallFilterForm) -> list[Record]:
    wanted = form.cleaned_data if form.is_valid() else {}
    round, table, person = (wanted.get(name) for name in ("round", "table", "person"))
    return [
        each
        for each in log
        if round in (None, each.round)
        and table in (None, each.table)
        and (person is None or each.concerns(person))
    ]


def _form(request: Request, table: GameTable, seats: list[Seat], asks: set[str]) -> DecisionForm:
    """Return the form, prefilled from the address (the referee's calculators link here)."""
    tournament = table.round.tournament
    return DecisionForm(
        request.POST or None,
        seats=seats,
        at=tournament.at_table(table.size),
        may_sanction=may_adjust_points(request.actor, tournament),
        asks=asks,
        initial=request.GET.dict(),
    )


def _preview_or_log(
    request: Request, table: GameTable, seats: list[Seat], form: DecisionForm
) -> HttpResponse:
    """Book the decision only if exactly these points were previewed."""
    try:
        with transaction.atomic():
            call = log_call(request.actor, table, **form.call())
            wanted = request.POST.get("action") == "log"
            is_logged = wanted and request.POST.get("previewed") == _signature(form, call)
            # The preview is the entry itself, rolled back, so the two cannot differ.
            transaction.set_rollback(not is_logged)
    except (Refused, SheetRefused) as error:
        return _refused(request, table, seats, form, error)
    if not is_logged:
        return _show(request, table, seats, form, call=call)
    place = gettext("Table %(number)s") % {"number": table.number}
    messages.success(request, f"{place}: {_decided(call)}.")
    print_again_after(request, call)
    return redirect("calls", table.round.tournament.slug)


def print_again_after(request: Request, call: Call) -> None:
    """Offer to reprint the papers that a decision, or its withdrawal, makes void."""
    round = call.table.round
    if call.points or call.status_before:
        rounds = [round.number] if len(call.points) > 1 else None
        print_results_again(request, round.tournament, rounds)


def _refused(
    request: Request,
    table: GameTable,
    seats: list[Seat],
    form: DecisionForm,
    error: Refused | SheetRefused,
) -> HttpResponse:
    """Render the form with the reason at its field, and with the questions it now has to ask."""
    code = error.code if isinstance(error, Refused) else ""
    if code in ASKED_BY and ASKED_BY[code] not in form.fields:
        asked = {name for name in ASKED_BY.values() if name in form.fields}
        form = _form(request, table, seats, {*asked, ASKED_BY[code]})
        form.is_valid()
    field = FIELD_OF.get(code)
    form.add_error(field if field in form.fields else None, said(error))
    return _show(request, table, seats, form, status=REFUSED)


def _signature(form: DecisionForm, call: Call) -> str:
    """Return what must not change between preview and entry: who is hit, by which rule, details."""
    told = form.call()
    said = (told.get(name) for name in ("paragraph", "offender", "row", "contained", "again"))
    return f"{' '.join(map(str, said))} {call.points}"


def _decided(call: Call) -> str:
    words = decision_words(call.paragraph, by_paragraph=by_paragraph(call.table.round.tournament))
    return f"{words}, {figures(tuple(call.points))}" if call.points else words


def _show(
    request: Request,
    table: GameTable,
    seats: list[Seat],
    form: DecisionForm,
    *,
    call: Call | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament = table.round.tournament
    context = {
        "is_ruled": table.is_ruled,
        "round": table.round,
        "table": table,
        "form": form,
        "offences": _offences(tournament, seats),
        "previewed": "",
    }
    if call is not None:
        hit = seats if call.decision.is_on_list else [_seat_of(call, seats)]
        context |= {
            "call": call,
            "decided": decision_words(call.paragraph, by_paragraph=by_paragraph(tournament)),
            "consequence": DECISION_NOTES[call.decision],
            "preview": [*zip(hit, call.points or [None] * len(hit), strict=True)],
            "previewed": _signature(form, call),
        }
    return render(request, "desk/call_new.html", context, status=status)


def _seat_of(call: Call, seats: list[Seat]) -> Seat:
    return next(seat for seat in seats if seat.entry_id == call.offender_id)


def _offences(
    tournament: Tournament, seats: list[Seat]
) -> list[tuple[Seat, list[tuple[str, Record]]]]:
    """Return earlier complaints in this tournament about players of this table."""
    found = offences_of(tournament, {seat.entry_id for seat in seats})
    told = by_paragraph(tournament)
    return [
        (
            seat,
            [(what_was_decided(each, by_paragraph=told), each) for each in found[seat.entry_id]],
        )
        for seat in seats
        if seat.entry_id in found
    ]
