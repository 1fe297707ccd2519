"""Deductions without credit: the jury's decision, booked by the direction (TSR 9.7.2 b)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext

from tournament.forms.calls import DeductionForm
from tournament.forms.rounds import typed_reason
from tournament.labels.points import signed
from tournament.lists.calls import deductions_list
from tournament.models import Adjustment, Tournament
from tournament.permissions import may_adjust_points, may_now, may_see_tournament
from tournament.referee.reads.deductions import deductions_of
from tournament.referee.writes.penalties import deduct_points, revoke_deduction
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.acts import button, form_page, refusals_in
from tournament.views.direction.reprint import print_results_again
from tournament.views.lists import list_page


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
    """Take points off a player's total."""
    form = DeductionForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            deduction = deduct_points(request.actor, **form.cleaned_data)
            points = signed(-form.cleaned_data["points"])
            messages.success(request, f"{form.cleaned_data['entry'].person.name}: {points}.")
            print_results_again(request, tournament, first=deduction.first_round)
            return redirect("deductions", tournament.slug)
    return form_page(request, "desk/deduction_new.html", {"form": form})


@button(tournament_page(may_adjust_points), "deductions")
def deduction_revoke(request: Request, tournament: Tournament, pk: int) -> str:
    """Give the points back, with a reason."""
    adjustment = get_object_or_404(
        Adjustment.objects.select_related("entry__tournament"), entry__tournament=tournament, pk=pk
    )
    revoke_deduction(request.actor, adjustment, typed_reason(request.POST))
    print_results_again(request, tournament, first=adjustment.first_round)
    return gettext("Taken back.")
