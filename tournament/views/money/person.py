"""What one player has to pay and has paid."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.forms.money import PaymentForm
from tournament.forms.rounds import typed_reason
from tournament.labels.amounts import euros
from tournament.lists.money import payments_list
from tournament.models import Payment, Tournament
from tournament.money import reads as select
from tournament.money.writes import take_back_payment, take_payment
from tournament.people.reads.players import player_list
from tournament.permissions import may_check_in_players, may_now
from tournament.shared.rules.typed import mark_of
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.acts import refusals_in, refusals_told
from tournament.views.lists import list_page


@tournament_page(may_check_in_players)
def money_person(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Show a player's payments, and a form for the next one."""
    entry = get_object_or_404(player_list(tournament), pk=pk)
    account, pools = select.account_of(entry), select.pools_of(tournament)
    form = PaymentForm(request.POST or None, pools)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        how, on = typed["how"], typed["on"]
        with refusals_in(form, {"nothing_is_due": "amount"}):
            payment = take_payment(
                *(request.actor, entry, typed["amount"]),
                pool=form.pool,
                how=how,
                on=on,
                mark=form.mark,
            )
            words = {"name": entry.person.name, "amount": euros(payment.amount)}
            messages.success(request, gettext("%(name)s has paid %(amount)s.") % words)
            too_much = select.account_of(entry).too_much
            if too_much and form.pool is None:
                told = gettext("%(amount)s too much") % {"amount": euros(too_much)}
                messages.warning(request, f"{entry.person.name}: {told}.")
            return redirect("money-person", tournament.slug, pk)
    payments = list(select.payments_of(tournament).filter(entry=entry))
    may_take = may_now(may_check_in_players, request.actor, tournament)
    submission = uuid4()

    def revoke(payment: Payment) -> str:
        if payment.takes_back_id or select.is_taken_back(payment):
            return ""
        context = {"address": "payment-take-back", "pk": payment.pk, "submission": submission}
        context["what"] = euros(payment.amount)
        return render_to_string("desk/revoke.html", context, request)

    context = {
        "entry": entry,
        "account": account,
        "pools": [(pool, account.pools.get(pool.pk, 0)) for pool in pools],
        "payments": payments
        and ListTable(
            payments_list(payments),
            gettext("Payments"),
            acts=(gettext("Take back"), revoke) if may_take else None,
        ),
        "form": form,
        "may_take": may_take,
    }
    return list_page(request, "money/person.html", context, has_form=True)


@require_POST
@tournament_page(may_check_in_players)
def payment_take_back(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Give a payment back, with a reason."""
    found = Payment.objects.filter(entry__tournament=tournament).select_related("entry__tournament")
    payment = get_object_or_404(found, pk=pk)
    reason, mark = typed_reason(request.POST), mark_of(request.POST.get("submission", ""))
    with refusals_told(request):
        take_back_payment(request.actor, payment, reason, mark)
        messages.success(request, gettext("Taken back."))
    return redirect("money-person", tournament.slug, payment.entry_id)
