"""The till: who owes what, what came in how and to whom, counting it; fees and side pools."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.forms.money import CountForm, MoneySettings
from tournament.labels.amounts import euros, signed_euros
from tournament.labels.refusals import refusal_sentence
from tournament.lists.money import accounts_list
from tournament.models import PayBy, Pool, Tournament
from tournament.permissions import may_check_in_players, may_now, may_run_money
from tournament.selectors import money as select
from tournament.selectors.players import tags_of
from tournament.services.money import count_cash, set_fees
from tournament.tables.lists import ListTable
from tournament.tables.paging import configured
from tournament.views.access import Request, tournament_page
from tournament.views.acts import REFUSED, refusals_in
from tournament.views.downloads import as_file


@tournament_page(may_check_in_players)
def money(request: Request, tournament: Tournament) -> HttpResponse:
    """Who owes what (`?show=open`: they alone), the sums, the till."""
    return _page(request, tournament)


@require_POST
@tournament_page(may_run_money)
def money_settings(request: Request, tournament: Tournament) -> HttpResponse:
    """Set fees and side pools; what is wrong comes back with everything typed."""
    settings = _settings(tournament, request.POST)
    if settings.is_valid():
        try:
            set_fees(request.actor, tournament, settings.typed_fees, settings.typed_pools)
        except Refused as refusal:
            settings.refusal = refusal_sentence(refusal)
        else:
            messages.success(request, gettext("Fees are set."))
            warn_about_categories(
                request, tournament, (fee.category for fee in settings.typed_fees)
            )
            return redirect("money", tournament.slug)
    return _page(request, tournament, settings=settings)


@require_POST
@tournament_page(may_run_money)
def money_count(request: Request, tournament: Tournament) -> HttpResponse:
    """Keep what was counted in the till."""
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
            words = {"counted": euros(count.counted), "difference": signed_euros(count.difference)}
            sentence = gettext("Counted %(counted)s, difference %(difference)s.")
            messages.success(request, sentence % words)
            return redirect("money", tournament.slug)
    return _page(request, tournament, count=form)


def warn_about_categories(request: Request, tournament: Tournament, named: Iterable[str]) -> None:
    """Say which categories nobody has: a typing error there costs somebody money."""
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
    """The page; a form that is sent and still here was refused."""
    may_run = may_now(may_run_money, request.actor, tournament)
    accounts = select.accounts_that_matter(tournament)
    owing = [account for account in accounts if account.open]
    shows_open = request.GET.get("show") == "open"
    shown = owing if shows_open else accounts
    without_amount = [account for account in accounts if account.is_without_amount]
    till, payments = select.till(tournament), list(select.payments_of(tournament))
    pools = select.pools_of(tournament)
    title = gettext("Who pays what")
    if file := as_file(request, tournament, title, lambda: accounts_list(shown, pools)):
        return file
    fees = select.fees_of(tournament)
    is_refused = settings is not None or count is not None
    context: dict[str, Any] = {
        "is_set_up": bool(fees or pools or payments),
        "has_fees": bool(fees),
        "has_receipts": bool(select.standing(payments)),
        "pools": pools,
        "accounts": shown,
        "table": configured(request, _accounts_table(tournament, shown, pools)),
        "shows_open": shows_open,
        "due": sum(account.due for account in accounts),
        "paid": sum(account.paid for account in accounts),
        "open": sum(account.open for account in owing),
        "too_much": sum(account.too_much for account in accounts),
        "owing": len(owing),
        "without_amount": without_amount,
        "amount_without": sum(account.due for account in without_amount),
        "taken": [(each, PayBy(each.how).label) for each in select.taken(payments)],
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
    return render(request, "money/money.html", context, status=REFUSED if is_refused else 200)


def _settings(tournament: Tournament, data: Any) -> MoneySettings:
    return MoneySettings(data, select.fees_of(tournament), select.pools_of(tournament))


def _accounts_table(
    tournament: Tournament, accounts: list[select.Account], pools: Sequence[Pool]
) -> ListTable:
    """Who pays what; names lead to the payments."""
    page = reverse("money-person", args=[tournament.slug, 0])

    def name(account: select.Account) -> SafeString:
        address = page.replace("/0/", f"/{account.entry.pk}/")
        return format_html('<a href="{}">{}</a>', address, account.entry.person.list_name)

    def paid(account: select.Account) -> SafeString:
        if account.is_without_amount:
            return format_html("{}", gettext("noted without an amount"))
        return format_html("{}", euros(account.paid) if account.paid else "")

    def still_open(account: select.Account) -> SafeString:
        if account.too_much:
            words = gettext("%(amount)s too much") % {"amount": euros(account.too_much)}
            return format_html("{}", words)
        return format_html("{}", euros(account.open) if account.open else "")

    shown = {"name": name, "paid": paid, "open": still_open}
    return ListTable(accounts_list(accounts, pools), gettext("Who pays what"), shown=shown)
