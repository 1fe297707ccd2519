"""Prizes: the list before and after the end, setting, assigning and handing them out."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.forms.prizes import MOST_LINES, PrizesForm
from tournament.forms.rounds import typed_reason
from tournament.labels.rounds import places_in_words
from tournament.lists.money import (
    funds_list,
    not_given_lines,
    prize_notes,
    prize_sections,
    prizes_list,
)
from tournament.models import EqualOnes, PrizeAward, Tournament
from tournament.money.reads import income, pools_of
from tournament.money.writes import MOST_CENTS
from tournament.people.reads.players import tags_of
from tournament.permissions import may_now, may_run_money, may_see_tournament
from tournament.prizes.reads import prize_list, prize_rule, prizes_of
from tournament.prizes.rules import Ladder, Prize, PrizeKind, proposal
from tournament.prizes.writes import assign_prizes, hand_out_prize, set_prizes, unassign_prizes
from tournament.referee.reads.calls import undecided_protests
from tournament.shared.rules.typed import mark_of
from tournament.standings.reads.rankings import group_rules
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.answers import (
    as_file,
    button,
    form_page,
    list_page,
    refusals_in,
    refusals_told,
)
from tournament.views.money.till import warn_about_categories

MOST_PROPOSED = 50


@tournament_page(may_see_tournament)
def prizes(request: Request, tournament: Tournament) -> HttpResponse:
    """List who gets what, in the order of the ceremony."""
    listed = prize_list(tournament)
    if file := as_file(request, tournament, gettext("Prizes"), lambda: prizes_list(listed)):
        return file
    context = {
        "list": listed,
        "funds": ListTable(funds_list(listed.funds), gettext("Money in and out"), key="funds"),
        "sections": prize_sections(listed),
        "not_given": not_given_lines(listed),
        "notes": prize_notes(listed),
        "protests": places_in_words(undecided_protests(tournament)),
        "submission": uuid4(),
        "may_run": may_now(may_run_money, request.actor, tournament),
    }
    return list_page(request, "money/prizes.html", context)


@tournament_page(may_run_money)
def prizes_edit(request: Request, tournament: Tournament) -> HttpResponse:
    """Set the prizes; `?places=` proposes all entry fees for that many first places."""
    rule, pools = prize_rule(tournament), pools_of(tournament)
    known = prizes_of(tournament)
    came_in = income(tournament).get(None, 0)
    places = request.GET.get("places", "")
    if places.isascii() and places.isdecimal() and 1 <= int(places[:3]) <= MOST_PROPOSED:
        others = [prize for prize in known if prize.ladder != Ladder(PrizeKind.PLACE)]
        room = max(MOST_LINES - len(others), 0)
        proposed = proposal(came_in, min(int(places[:3]), room))
        known = [
            Prize(Ladder(PrizeKind.PLACE), place, place, min(amount, MOST_CENTS))
            for place, amount in enumerate(proposed, 1)
        ] + others
    sent, ranked = request.POST if request.method == "POST" else None, group_rules(tournament)
    form = PrizesForm(sent, rule, known, pools, ranked)
    if request.method == "POST" and form.is_valid():
        sharing = EqualOnes(form.cleaned_data["sharing"])
        one_each, wanted = form.cleaned_data["one_each"], form.prizes()
        with refusals_in(form):
            set_prizes(request.actor, tournament, wanted, sharing, one_each=one_each)
            tags = (prize.ladder.category for prize in wanted)
            warn_about_categories(request, tournament, tags)
            return redirect("prizes", tournament.slug)
    context: dict[str, Any] = {
        "form": form,
        "income": came_in,
        "places": places if places.isdecimal() else "",
        "most": MOST_PROPOSED,
        "categories": tags_of(tournament),
        "is_assigned": rule.assigned_at is not None,
    }
    return form_page(request, "money/prizes_edit.html", context)


@button(tournament_page(may_run_money), "prizes")
def prizes_assign(request: Request, tournament: Tournament) -> None:
    """Assign the prizes."""
    seed = request.POST.get("seed", "").replace("\x00", "")
    assign_prizes(request.actor, tournament, seed, _mark(request))


@button(tournament_page(may_run_money), "prizes")
def prizes_unassign(request: Request, tournament: Tournament) -> None:
    """Take the assignment back, with a reason."""
    unassign_prizes(request.actor, tournament, typed_reason(request.POST), _mark(request))


@require_POST
@tournament_page(may_run_money)
def prize_hand_out(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Note that a prize is handed out (`on` = 1), or is not."""
    award = get_object_or_404(PrizeAward, tournament=tournament, pk=pk)
    handed = request.POST.get("on") == "1"
    with refusals_told(request):
        hand_out_prize(request.actor, award, handed, _mark(request))
    response = redirect("prizes", tournament.slug)
    response["Location"] += f"#prize-{pk}"
    return response


def _mark(request: Request) -> UUID | None:
    return mark_of(request.POST.get("submission", ""))
