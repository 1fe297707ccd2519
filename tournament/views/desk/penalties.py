"""Penalty points: the list, and taking one back."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.translation import gettext

from tournament.forms.rounds import typed_reason
from tournament.lists.calls import offender_words, penalties_list
from tournament.models import Penalty, Tournament
from tournament.permissions import (
    may_adjust_points,
    may_award_penalty,
    may_now,
    may_see_tournament,
)
from tournament.referee.writes.penalties import revoke_penalty
from tournament.sheets.reads.sheets import offenders, penalties_of
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.acts import button
from tournament.views.direction.reprint import print_results_again
from tournament.views.lists import list_page


@tournament_page(may_see_tournament)
def penalties(request: Request, tournament: Tournament) -> HttpResponse:
    """List all penalties of the tournament."""
    may_award = may_now(may_award_penalty, request.actor, tournament)
    by_seat = offenders(tournament)

    def revoke(penalty: Penalty) -> str:
        what = offender_words(penalty, by_seat)
        context = {"address": "penalty-revoke", "pk": penalty.pk, "what": what}
        return render_to_string("desk/revoke.html", context, request)

    context = {
        "table": ListTable(
            penalties_list(tournament, penalties_of(tournament), by_seat),
            gettext("Penalties"),
            look="penalties stacks",
            acts=(gettext("Take back"), revoke) if may_award else None,
            empty_text=gettext("None yet."),
        ),
        "may_award": may_award,
        "may_adjust": may_adjust_points(request.actor, tournament),
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
    revoke_penalty(request.actor, penalty, typed_reason(request.POST))
    print_results_again(request, tournament, [penalty.table.round.number])
    return gettext("Taken back.")
