"""The till: who owes what, what came in how and to whom, counting it; fees and side pools."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.forms.money import CountForm, MoneySettings
from tournament.labels.amounts import euros, signed_euros
from tournament.labels.refusals import refusal_sentence
from tournament.lists.money import accounts_list, taken_list
from tournament.models import Tournament
from tournament.money import reads as select
from tournament.money.writes import count_cash, set_fees
from tournament.people.reads.players import tags_of
from tournament.permissions import may_check_in_players, may_now, may_run_money
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.acts import refusals_in
from tournament.views.lists import list_page


@tournament_page(may_check_in_players)
def money(request: Request, tournament: Tournament) -> HttpResponse:
    """Show who owes what (`?show=open`: only those), the sums, the till."""
    return _page(request, tournament)


@require_POST
@tournament_page(may_run_money)
def money_settings(request: Request, tournament: Tournament) -> HttpResponse:
    """Set fees and side pools; errors come back with everything typed."""
    settings = _settings(tournament, request.POST)
    if settings.is_valid():
        try:
            set_fees(request.actor, tournament, settings.typed_fees, settings.typed_pools)
        except Refused as refusal:
            settings.refusal = refusal_sentence(refusal)
        else:
            messages.success(request, gettext("Saved."))
            warn_about_categories(
                request, tournament, (fee.category for fee in settings.typed_fees)
            )
            return redirect("money", tournament.slug)
    return _page(request, tournament, settings=settings)


@require_POST
@tournament_page(may_run_money)
def money_count(request: Request, tournament: Tournament) -> HttpResponse:
    """Save what was counted in the till."""
    form = CountForm(request.POST)
    if form.is_valid():
        opening, total = form.cleaned_data["opening"] or 0, form.cleaned_data["total"]
        with refusals_in(form):
            count = count_cash(
                *(request.actor, tournament),
                opening=opening,
                total=total,
                pieces=form.pieces,
                mark=form.mark,
            )
            words = {"counted": euros(count.counted), "expected": euros(count.expected)}
            words["difference"] = signed_euros(count.difference)
            sentence = gettext(
                "Cash counted: %(counted)s, expected %(expected)s, difference %(difference)s."
            )
            messages.success(request, sentence % words)
            return redirect("money", tournament.slug)
    return _page(request, tournament, count=form)


def warn_about_categories(request: Request, tournament: Tournament, named: Iterable[str]) -> None:
    """Warn about categories nobody has: a typing error there costs somebody money."""
    unknown = {tag for tag in named if tag} - {*tags_of(tournament)}
    if unknown:
        words = {"tags": ", ".join(sorted(unknown))}
        messages.warning(request, gettext("Nobody has this category yet: %(tags)s.") % words)


def _page(
    request: Request,
    tournament: Tournament,
    *,
    settings: MoneySettings | None = None,
    count: CountForm | None = None,
) -> HttpResponse:
    """Render the page; a posted form that gets here was refused."""
    may_run = may_now(may_run_money, request.actor, tournament)
    accounts = select.accounts_that_matter(tournament)
    owing = [account for account in accounts if account.open]
    shows_open = request.GET.get("show") == "open"
    shown = owing if shows_open else accounts
    without_amount = [account for account in accounts if account.is_without_amount]
    till, payments = select.till(tournament), list(select.payments_of(tournament))
    pools = select.pools_of(tournament)
    fees = select.fees_of(tournament)
    context: dict[str, Any] = {
        "is_set_up": bool(fees or pools or payments),
        "has_fees": bool(fees),
        "has_receipts": bool(select.standing(payments)),
        "pools": pools,
        "accounts": shown,
        "table": ListTable(accounts_list(tournament, shown, pools), gettext("Who pays what")),
        "shows_open": shows_open,
        "due": sum(account.due for account in accounts),
        "paid": sum(account.paid for account in accounts),
        "open": sum(account.open for account in owing),
        "too_much": sum(account.too_much for account in accounts),
        "owing": len(owing),
        "without_amount": without_amount,
        "amount_without": sum(account.due for account in without_amount),
        "taken": ListTable(
            taken_list(select.taken(payments)),
            gettext("Taken"),
            key="taken",
            empty_text=gettext("Nobody has paid anything yet."),
        ),
        "till": till,
        "expected": till.expected(till.opening),
        "may_run": may_run,
        "settings": settings or (_settings(tournament, None) if may_run else None),
        "is_refused": "money-settings" if settings else "money-count" if count else "",
        "settings_open": settings is not None or not (fees or pools),
        "count": count or CountForm(opening=till.opening),
        "count_open": count is not None,
        "categories": tags_of(tournament),
    }
    return list_page(request, "money/money.html", context, has_form=bool(settings or count))


def _settings(tournament: Tournament, data: Any) -> MoneySettings:
    return MoneySettings(data, select.fees_of(tournament), select.pools_of(tournament))
