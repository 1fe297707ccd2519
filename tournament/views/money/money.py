"""The till: who owes and has paid what, its count, fees, acts on everybody; and the prizes."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournament.check_in.writes import check_in_all, set_fee_of_all, withdraw_missing
from tournament.errors import Refused
from tournament.forms.money import (
    FEE,
    MOST_PRIZES,
    BookingForm,
    CountForm,
    EverybodyForm,
    MoneySettings,
    PaymentForm,
    PrizesForm,
)
from tournament.forms.rounds import typed_reason
from tournament.labels.points import euros, signed_euros
from tournament.labels.refusals import refusal_sentence
from tournament.labels.rounds import places_in_words
from tournament.lists.money import (
    accounts_list,
    funds_list,
    not_given_lines,
    payments_list,
    prize_notes,
    prize_sections,
    prize_sentences,
    prizes_list,
    promised_list,
    taken_list,
)
from tournament.models import Entry, EqualOnes, JournalEntry, PayBy, Payment, PrizeAward, Tournament
from tournament.money import reads as select
from tournament.money.writes import (
    MOST_CENTS,
    book_promised,
    count_cash,
    set_fees,
    take_back_payment,
    take_payment,
    undo_booking,
)
from tournament.people.reads.players import player_list, players_shown, tags_of
from tournament.permissions import (
    may_check_in_players,
    may_edit_players,
    may_now,
    may_run_money,
    may_see_tournament,
)
from tournament.prizes.reads import (
    cup_ends_otherwise,
    funds_of,
    prize_list,
    prize_rule,
    prizes_of,
)
from tournament.prizes.rules import Ladder, Prize, PrizeKind, proposal
from tournament.prizes.writes import assign_prizes, hand_out_prize, set_prizes, unassign_prizes
from tournament.referee.reads import undecided_protests
from tournament.shared.rules.typed import storable, uuid_in
from tournament.standings.reads.rankings import group_rules
from tournament.standings.reads.standings import shown_standings
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.answers import (
    as_file,
    ask_again,
    button,
    done,
    form_page,
    list_page,
    refusals_in,
    show_refusals,
)

MOST_PROPOSED = 50


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
            _warn_about_categories(
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
                submission_id=form.submission_id,
            )
            words = {"counted": euros(count.counted), "expected": euros(count.expected)}
            words["difference"] = signed_euros(count.difference)
            sentence = gettext(
                "Cash counted: %(counted)s, expected %(expected)s, difference %(difference)s."
            )
            return done(request, sentence % words, "money", tournament.slug)
    return _page(request, tournament, count=form)


@require_POST
@tournament_page(may_check_in_players)
def money_promised(request: Request, tournament: Tournament) -> HttpResponse:
    """Book what was paid beforehand as transferred on a day."""
    form = BookingForm(request.POST)
    if form.is_valid():
        with refusals_in(form, {"payment_in_future": "on"}):
            count = book_promised(
                *(request.actor, tournament, form.seen, form.cleaned_data["on"]),
                submission_id=form.submission_id,
            )
            sentence = ngettext(
                "%(count)s player booked as transferred.",
                "%(count)s players booked as transferred.",
                count,
            )
            return done(request, sentence % {"count": count}, "money", tournament.slug)
    return _page(request, tournament, booking=form)


@button(tournament_page(may_check_in_players), "money")
def money_promised_undo(request: Request, tournament: Tournament, pk: int) -> None:
    """Take a booking back."""
    act = get_object_or_404(JournalEntry, tournament=tournament, pk=pk)
    undo_booking(request.actor, act)


def _warn_about_categories(request: Request, tournament: Tournament, named: Iterable[str]) -> None:
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
    booking: BookingForm | None = None,
) -> HttpResponse:
    """Render the page; a posted form that gets here was refused."""
    may_run = may_now(may_run_money, request.actor, tournament)
    accounts = select.accounts_that_matter(tournament)
    owing = [account for account in accounts if account.open]
    shows_open = request.GET.get("show") == "open"
    shown = owing if shows_open else accounts
    promised = [account for account in accounts if account.promised]
    till, payments = select.till(tournament), list(select.payments_of(tournament))
    pools, fees = select.pools_of(tournament), select.fees_of(tournament)
    context: dict[str, Any] = {
        "is_set_up": bool(fees or pools or payments or promised),
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
        "promised": promised,
        "promised_table": ListTable(
            promised_list(promised), gettext("Paid beforehand, not booked yet"), key="promised"
        ),
        "amount_promised": sum(account.promised for account in promised),
        "asked": [account for account in accounts if account.is_asked],
        "by_day": any(fee.until for fee in fees),
        "booking": booking or BookingForm(),
        "ticked": booking.seen
        if booking
        else {each.entry.pk for each in promised if each.is_transfer},
        "bookings": select.bookings_of(tournament, payments),
        "may_take": may_now(may_check_in_players, request.actor, tournament),
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
        "is_refused": "money-settings"
        if settings
        else "money-count"
        if count
        else "money-promised"
        if booking
        else "",
        "settings_open": settings is not None or not (fees or pools),
        "count": count or CountForm(opening=till.opening),
        "count_open": count is not None,
        "categories": tags_of(tournament),
    }
    return list_page(
        request, "money/money.html", context, has_form=bool(settings or count or booking)
    )


def _settings(tournament: Tournament, data: Any) -> MoneySettings:
    return MoneySettings(data, select.fees_of(tournament), select.pools_of(tournament))


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
                submission_id=form.submission_id,
            )
            words = {"name": entry.person.name, "amount": euros(payment.amount)}
            messages.success(request, gettext("%(name)s has paid %(amount)s.") % words)
            too_much = select.account_of(entry).too_much
            if too_much and form.pool is None:
                sentence = gettext("%(amount)s too much") % {"amount": euros(too_much)}
                messages.warning(request, f"{entry.person.name}: {sentence}.")
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
    place = tournament.slug, payment.entry_id
    with show_refusals(request):
        take_back_payment(request.actor, payment, typed_reason(request.POST), _submission(request))
        return done(request, gettext("Taken back."), "money-person", *place)
    return ask_again(request, reverse("money-person", args=place))


@tournament_page(may_check_in_players)
def players_all(request: Request, tournament: Tournament) -> HttpResponse:
    """Show how many would be checked in or have paid; do it for those shown, and nobody else."""
    may_withdraw = may_now(may_edit_players, request.actor, tournament)
    known = set(player_list(tournament).values_list("number", flat=True))
    data = request.POST or request.GET or None
    form = EverybodyForm(data, known=known, may_withdraw=may_withdraw)
    form.is_valid()
    typed = form.cleaned_data if form.is_bound else {}
    is_fee = typed.get("what") == FEE
    is_withdrawal = typed.get("what") == EverybodyForm.NOBODY_COMES
    without = ", ".join(map(str, typed.get("without", ())))
    # What is typed after the people were shown is shown first: another act, or other exceptions.
    shown = f"{typed.get('what')} {without}"
    if form.is_valid() and request.POST.get("shown") == shown:
        whom = request.actor, tournament, typed["without"], typed["seen"] or 0
        with show_refusals(request):
            if is_fee:
                count = set_fee_of_all(*whom, PayBy(typed["how"] or PayBy.CASH), form.submission_id)
                now = gettext("paid")
            elif is_withdrawal:
                count = withdraw_missing(*whom)
                now = gettext("withdrawn")
            else:
                count = check_in_all(*whom)
                now = gettext("there")
            players = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
            return done(request, f"{players}: {now}.", "players", tournament.slug)
    people: list[Entry] = []
    if form.is_bound:
        found = players_shown(tournament, "unpaid" if is_fee else "missing")
        people = [entry for entry in found if entry.number not in typed.get("without", ())]
    context = {
        "form": form,
        "is_fee": is_fee,
        "is_withdrawal": is_withdrawal,
        "people": people,
        "amount": sum(each.open for each in select.accounts_of(tournament, people).values())
        if is_fee
        else 0,
        "shown": shown,
        "submission": form.data.get("submission") or uuid4(),
        "is_asked": form.is_bound and not form.errors,
    }
    return form_page(request, "money/everybody.html", context)


@tournament_page(may_see_tournament)
def prizes(request: Request, tournament: Tournament) -> HttpResponse:
    """List who gets what, in the order of the ceremony."""
    report = shown_standings(tournament)
    listed = prize_list(tournament, report)
    if file := as_file(request, tournament, gettext("Prizes"), lambda: prizes_list(listed)):
        return file
    context = {
        "list": listed,
        "funds": listed.funds,
        "funds_table": ListTable(
            funds_list(listed.funds), gettext("Money in and out"), key="funds"
        ),
        "sentences": prize_sentences(listed.planned, listed.pools),
        "sections": prize_sections(listed),
        "not_given": not_given_lines(listed),
        "notes": prize_notes(listed),
        "ends_otherwise": cup_ends_otherwise(tournament, report, listed.planned),
        "protests": places_in_words(undecided_protests(tournament)),
        "submission": uuid4(),
        "may_run": may_now(may_run_money, request.actor, tournament),
    }
    return list_page(request, "money/prizes.html", context)


@tournament_page(may_run_money)
def prizes_edit(request: Request, tournament: Tournament) -> HttpResponse:
    """Set the prizes; `?places=` proposes all entry fees for that many first places.

    `?part=answer` only says what the lines sent mean, and what they leave in the till.
    """
    rule, pools = prize_rule(tournament), select.pools_of(tournament)
    known, by_key = prizes_of(tournament), {pool.pk: pool for pool in pools}
    funds = funds_of(tournament, by_key)
    fees, places = funds[0], request.GET.get("places", "")
    if places.isascii() and places.isdecimal() and 1 <= int(places[:3]) <= MOST_PROPOSED:
        known = _with_proposal(known, fees.together, int(places[:3]))
    sent, ranked = request.POST if request.method == "POST" else None, group_rules(tournament)
    form = PrizesForm(sent, rule, known, pools, ranked)
    # Places that end before they begin are refused on saving; here they are not there yet.
    planned = [each for each in (form.prizes() if sent else known) if each.first <= each.last]
    answer: dict[str, Any] = {
        "sentences": prize_sentences(planned, by_key),
        "funds": [fund.paying(planned) for fund in funds],
        "uncounted": form.uncounted() if sent else (),
    }
    if request.GET.get("part") == "answer":
        return render(request, "money/prizes_answer.html", answer)
    if request.method == "POST" and form.is_valid():
        sharing = EqualOnes(form.cleaned_data["sharing"])
        one_each, wanted = form.cleaned_data["one_each"], form.prizes()
        with refusals_in(form):
            set_prizes(request.actor, tournament, wanted, sharing, one_each=one_each)
            tags = (prize.ladder.category for prize in wanted)
            _warn_about_categories(request, tournament, tags)
            return redirect("prizes", tournament.slug)
    context: dict[str, Any] = {
        "form": form,
        "fees": fees,
        "places": places if places.isdecimal() else "",
        "most": MOST_PROPOSED,
        "categories": tags_of(tournament),
    }
    return form_page(request, "money/prizes_edit.html", context | answer)


def _with_proposal(known: Iterable[Prize], together: int, places: int) -> list[Prize]:
    """Return the prizes with others for places: this money for so many first ones."""
    others = [prize for prize in known if prize.ladder != Ladder(PrizeKind.PLACE)]
    room = max(MOST_PRIZES - len(others), 0)
    proposed = proposal(together, min(places, room))
    return [
        Prize(Ladder(PrizeKind.PLACE), place, place, min(amount, MOST_CENTS))
        for place, amount in enumerate(proposed, 1)
    ] + others


@button(
    tournament_page(may_run_money),
    "prizes",
    typed=("seed", gettext_lazy("Ties by lot, with the seed")),
)
def prizes_assign(request: Request, tournament: Tournament) -> None:
    """Assign the prizes."""
    seed = storable(request.POST.get("seed", ""))
    assign_prizes(request.actor, tournament, seed, _submission(request))


@button(tournament_page(may_run_money), "prizes")
def prizes_unassign(request: Request, tournament: Tournament) -> None:
    """Take the assignment back, with a reason."""
    unassign_prizes(request.actor, tournament, typed_reason(request.POST), _submission(request))


@require_POST
@tournament_page(may_run_money)
def prize_hand_out(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Note that a prize is handed out (`on` = 1), or is not."""
    award = get_object_or_404(PrizeAward, tournament=tournament, pk=pk)
    handed = request.POST.get("on") == "1"
    with show_refusals(request):
        hand_out_prize(request.actor, award, handed, _submission(request))
    response = redirect("prizes", tournament.slug)
    response["Location"] += f"#prize-{pk}"
    return response


def _submission(request: Request) -> UUID | None:
    return uuid_in(request.POST.get("submission", ""))
