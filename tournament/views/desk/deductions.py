"""Deductions without credit: the jury's decision, booked by the direction (TSR 9.7.2 b)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST
from django_tables2 import RequestConfig

from tournament.errors import Refused
from tournament.forms.penalties import DeductionForm
from tournament.forms.rounds import typed_reason
from tournament.labels.points import signed
from tournament.labels.refusals import refusal_sentence
from tournament.models import Adjustment, Tournament
from tournament.permissions import may_adjust_points, may_now, may_see_tournament
from tournament.selectors.desk import deductions_of
from tournament.services.adjustments import deduct_points, revoke_deduction
from tournament.tables.penalties import DeductionsTable
from tournament.views.access import Request, tournament_page

REFUSED = 422


@tournament_page(may_see_tournament)
def deductions(request: Request, tournament: Tournament) -> HttpResponse:
    """All deductions of the tournament."""
    may_adjust = may_now(may_adjust_points, request.actor, tournament)
    table = DeductionsTable(deductions_of(tournament), may_revoke=may_adjust)
    RequestConfig(request, paginate=False).configure(table)
    context = {"tournament": tournament, "table": table, "may_adjust": may_adjust}
    return render(request, "desk/deductions.html", context)


@tournament_page(may_adjust_points)
def deduction_new(request: Request, tournament: Tournament) -> HttpResponse:
    """Take points off a player's total."""
    form = DeductionForm(request.POST or None, tournament=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            adjustment = deduct_points(request.actor, **form.cleaned_data)
        except Refused as refusal:
            form.add_error(None, refusal_sentence(refusal))
        else:
            points = signed(adjustment.points)
            messages.success(request, f"{adjustment.entry.person.name}: {points}.")
            return redirect("deductions", tournament.slug)
    context = {"tournament": tournament, "form": form}
    status = REFUSED if form.is_bound else 200
    return render(request, "desk/deduction_new.html", context, status=status)


@require_POST
@tournament_page(may_adjust_points)
def deduction_revoke(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Give the points back, with a reason."""
    adjustment = get_object_or_404(
        Adjustment.objects.select_related("entry__tournament"), entry__tournament=tournament, pk=pk
    )
    try:
        revoke_deduction(request.actor, adjustment, typed_reason(request.POST))
    except Refused as refusal:
        messages.error(request, refusal_sentence(refusal))
    else:
        messages.success(request, gettext("The deduction is taken back."))
    return redirect("deductions", tournament.slug)
