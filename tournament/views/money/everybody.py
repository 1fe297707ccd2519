"""Bulk acts: check in, mark as paid or withdraw everybody except a few, after a preview."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext

from tournament.check_in.writes import check_in_all, set_fee_of_all, withdraw_missing
from tournament.forms.money import FEE, EverybodyForm
from tournament.models import Entry, PayBy, Tournament
from tournament.money.reads import accounts_of
from tournament.people.reads.players import player_list, players_shown
from tournament.permissions import may_check_in_players, may_edit_players, may_now
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_told


@tournament_page(may_check_in_players)
def players_all(request: Request, tournament: Tournament) -> HttpResponse:
    """Show how many would be checked in or have paid (GET); do it for exactly these (POST)."""
    may_withdraw = may_now(may_edit_players, request.actor, tournament)
    known = set(player_list(tournament).values_list("number", flat=True))
    data = request.POST or request.GET or None
    form = EverybodyForm(data, known=known, may_withdraw=may_withdraw)
    if form.is_valid() and request.method == "POST":
        with refusals_told(request):
            messages.success(request, _act(request, tournament, form))
            return redirect("players", tournament.slug)
    typed = form.cleaned_data if form.is_bound else {}
    is_fee = typed.get("what") == FEE
    people = _chosen_entries(tournament, typed, is_fee=is_fee) if form.is_bound else []
    context = {
        "form": form,
        "is_fee": is_fee,
        "is_withdrawal": typed.get("what") == EverybodyForm.NOBODY_COMES,
        "people": people,
        "amount": sum(each.open for each in accounts_of(tournament, people).values())
        if is_fee
        else 0,
        "typed_without": ", ".join(map(str, typed.get("without", ()))),
        "submission": form.data.get("submission") or uuid4(),
        "is_asked": form.is_bound and not form.errors,
    }
    return form_page(request, "money/everybody.html", context)


def _chosen_entries(tournament: Tournament, typed: dict, *, is_fee: bool) -> list[Entry]:
    found = players_shown(tournament, "unpaid" if is_fee else "missing")
    return [entry for entry in found if entry.number not in typed.get("without", ())]


def _act(request: Request, tournament: Tournament, form: EverybodyForm) -> str:
    """Do it, and say for how many."""
    typed = form.cleaned_data
    whom = request.actor, tournament, typed["without"], typed["seen"] or 0
    if typed["what"] == FEE:
        count = set_fee_of_all(*whom, PayBy(typed["how"] or PayBy.CASH), form.mark)
        done = gettext("paid")
    elif typed["what"] == EverybodyForm.NOBODY_COMES:
        count = withdraw_missing(*whom)
        done = gettext("withdrawn")
    else:
        count = check_in_all(*whom)
        done = gettext("there")
    people = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
    return f"{people}: {done}."
