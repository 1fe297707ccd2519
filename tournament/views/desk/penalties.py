"""Penalty points: the list, and taking one back."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext

from scoring.rulesets import Penalties
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
from tournament.tables.paging import configured
from tournament.tables.penalties import PenaltiesTable
from tournament.views.access import Request, tournament_page
from tournament.views.acts import button
from tournament.views.direction.reprint import print_results_again


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
        "table": table,
        "may_award": may_award,
        "may_adjust": may_adjust_points(request.actor, tournament),
    }
    return render(request, "desk/penalties.html", context)


@button(tournament_page(may_award_penalty), "penalties")
def penalty_revoke(request: Request, tournament: Tournament, pk: int) -> str:
    """Take a penalty back, with a reason."""
    penalty = get_object_or_404(
        Penalty.objects.select_related("table__round__tournament"),
        table__round__tournament=tournament,
        pk=pk,
    )
    revoke_penalty(request.actor, penalty, typed_reason(request.POST))
    print_results_again(request, tournament, [penalty.table.round.number])
    return gettext("The penalty is taken back.")
