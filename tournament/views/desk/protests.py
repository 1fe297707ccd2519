"""Protests against a decision of the referee, and the jury's ruling (TSR 8.2.1, 9.6.7)."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext

from tournament.forms.calls import JuryForm, PlaceForm, ProtestForm
from tournament.labels.referee import decision_words
from tournament.lists.calls import by_paragraph, jury_names, protest_words
from tournament.models import Call, Protest, Tournament
from tournament.people.reads.players import jurors
from tournament.permissions import (
    may_adjust_points,
    may_award_penalty,
    may_now,
    may_rule_table,
    may_see_tournament,
)
from tournament.referee.writes.protests import decide_protest, lodge_protest, tables_waiting
from tournament.shared.rules.typed import key_in
from tournament.sheets.reads.sheets import seats_of
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_in
from tournament.views.desk.calls import ask_place, named_table, print_again_after

FIELD_OF = {
    "extra_time_undocumented": "initials",
    "jury_concerned": "jury",
    "jury_missing": "jury",
    "jury_plays": "others",
    "protest_tied": "votes_for",
    "protest_votes": "votes_for",
}


@tournament_page(may_award_penalty)
def protest_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Enter a protest at a table; `?call=` names the decision it is against."""
    call = _call(request, tournament)
    place = PlaceForm(request.GET or None)
    table = call.table if call else named_table(tournament, place)
    if table is None:
        return ask_place(request, tournament, place)
    form = ProtestForm(request.POST or None, seats=seats_of(table))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
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
    """Show a protest with the jury's decision, or the form for it."""
    protests = Protest.objects.select_related(
        "table__round__tournament", "protester__person", "call__offender__person", "decided_by"
    )
    found = get_object_or_404(protests, table__round__tournament=tournament, pk=pk)
    may_decide = not found.decided_at and may_now(may_award_penalty, request.actor, tournament)
    call = found.call
    if call and (call.adjustment_id or call.status_before):
        may_decide = may_decide and may_adjust_points(request.actor, tournament)
    if request.method == "POST" and not may_award_penalty(request.actor, tournament):
        raise PermissionDenied
    may_say = may_rule_table(request.actor, tournament)
    entries = jurors(tournament) if may_decide else ()
    form = JuryForm(request.POST or None, entries=entries, may_say=may_say)
    if request.method == "POST" and may_decide and form.is_valid():
        with refusals_in(form, FIELD_OF):
            named = form.cleaned_data["jury"]
            jury = tournament.entries.select_related("person").filter(pk__in=named)
            decided = decide_protest(request.actor, found, **{**form.cleaned_data, "jury": jury})
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
    }
    return form_page(request, "desk/protest.html", context)


def _call(request: Request, tournament: Tournament) -> Call | None:
    """Return the call named in the address."""
    asked = key_in(request.GET.get("call", ""))
    if asked is None:
        return None
    calls = Call.objects.select_related("table__round__tournament", "offender__person")
    return get_object_or_404(calls, table__round__tournament=tournament, pk=asked)
