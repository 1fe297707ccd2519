"""Penalty points: the list, and taking one back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.rulesets import Penalties
from tournament.errors import Refused
from tournament.forms.rounds import typed_reason
from tournament.models import Penalty, Tournament
from tournament.permissions import (
    may_adjust_points,
    may_award_penalty,
    may_now,
    may_see_tournament,
)
from tournament.selectors.desk import offenders, penalties_of
from tournament.services.penalties import revoke_penalty
from tournament.services.sheets import SheetRefused
from tournament.tables.paging import configured
from tournament.tables.penalties import PenaltiesTable
from tournament.views.access import Request, tournament_page
from tournament.views.desk.saving import said


@tournament_page(may_see_tournament)
def penalties(request: Request, tournament: Tournament) -> HttpResponse:
    """All penalties of the tournament."""
    may_award = may_now(may_award_penalty, request.actor, tournament)
    table = PenaltiesTable(
        penalties_of(tournament),
        slug=tournament.slug,
        offenders=offenders(tournament),
        may_revoke=may_award,
        by_paragraph=tournament.rule_set.penalties is Penalties.CATALOGUE,
    )
    configured(request, table)
    context = {
        "tournament": tournament,
        "table": table,
        "may_award": may_award,
        "may_adjust": may_adjust_points(request.actor, tournament),
    }
    return render(request, "desk/penalties.html", context)


@require_POST
@tournament_page(may_award_penalty)
def penalty_revoke(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a penalty back, with a reason."""
    penalty = get_object_or_404(
        Penalty.objects.select_related("table__round__tournament"),
        table__round__tournament=tournament,
        pk=pk,
    )
    try:
        revoke_penalty(request.actor, penalty, typed_reason(request.POST))
    except (Refused, SheetRefused) as error:
        messages.error(request, said(error))
    else:
        messages.success(request, gettext("The penalty is taken back."))
    return redirect("penalties", tournament.slug)
