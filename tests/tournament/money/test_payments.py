"""Payments: taken, taken back, everybody at once; the fee is paid when they suffice."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.factories.journal import acts
from tests.factories.money import make_money
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.check_in.writes import check_in_all, set_fee, set_fee_of_all, undo_at_desk
from tournament.errors import Refused
from tournament.models import CashCount, Entry, Payment, Pool, Role, Seat, Tournament
from tournament.money.reads import (
    account_of,
    accounts_of,
    accounts_that_matter,
    income,
    open_fee,
    taken,
    till,
)
from tournament.money.rules import Fee
from tournament.money.writes import PoolData, count_cash, set_fees, take_back_payment, take_payment
from tournament.people.reads.players import player_data
from tournament.people.writes.players import edit_player, remove_player
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import start_clock
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 4)
    return tournament


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def fees(tournament: Tournament, *fees: Fee, pools: tuple[PoolData, ...] = ()) -> None:
    set_fees(COMMAND_LINE, tournament, fees, pools)


def refusal(act, *args: object, **kwargs: object) -> str:
    with pytest.raises(Refused) as refused:
        act(COMMAND_LINE, *args, **kwargs)
    return refused.value.code


def test_fee_is_paid_when_payments_suffice_and_open_when_one_is_reversed(tournament):
    fees(tournament, Fee(1500))
    first = take_payment(COMMAND_LINE, entry(tournament, 1), 1000)
    assert (entry(tournament, 1).fee_paid, account_of(entry(tournament, 1)).open) == (False, 500)
    take_payment(COMMAND_LINE, entry(tournament, 1), 500, how="transfer")
    assert (entry(tournament, 1).fee_paid, account_of(entry(tournament, 1)).open) == (True, 0)
    take_back_payment(COMMAND_LINE, first, "verzählt")
    account = account_of(entry(tournament, 1))
    assert (entry(tournament, 1).fee_paid, account.open, account.paid) == (False, 1000, 500)
    assert list(Payment.objects.values_list("amount", "how")) == [
        (1000, "cash"),
        (500, "transfer"),
        (-1000, "cash"),
    ]


def test_early_payment_suffices_later(tournament):
    today = timezone.localdate()
    fees(tournament, Fee(1200, until=today - timedelta(3)), Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 1), 1200, on=today - timedelta(4))
    take_payment(COMMAND_LINE, entry(tournament, 2), 1200)
    assert [entry(tournament, number).fee_paid for number in (1, 2)] == [True, False]


def test_desk_press_takes_the_open_amount_in_cash_and_returns_it(tournament):
    fees(tournament, Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 1), 300)
    set_fee(COMMAND_LINE, entry(tournament, 1), True)
    assert (till(tournament).taken, entry(tournament, 1).fee_paid) == (1500, True)
    assert acts().last().data["amount"] == 1200
    set_fee(COMMAND_LINE, entry(tournament, 1), False)
    assert (till(tournament).taken, entry(tournament, 1).fee_paid) == (0, False)


def test_undo_at_the_desk_returns_what_that_press_took(tournament):
    fees(tournament, Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 1), 300)
    set_fee(COMMAND_LINE, entry(tournament, 1), True, UUID(int=1))
    undo_at_desk(COMMAND_LINE, tournament, UUID(int=1), UUID(int=2))
    assert (till(tournament).taken, entry(tournament, 1).fee_paid) == (300, False)


def test_desk_gives_back_no_transfer(tournament):
    fees(tournament, Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 1), 1500, how="transfer")
    assert refusal(set_fee, entry(tournament, 1), False) == "fee_not_in_cash"
    assert entry(tournament, 1).fee_paid


def test_category_given_later_changes_what_is_open(tournament):
    fees(tournament, Fee(1500), Fee(1000, "Damen"))
    take_payment(COMMAND_LINE, entry(tournament, 1), 1000)
    lady = replace(player_data(entry(tournament, 1)), tags=("Damen",))
    edit_player(COMMAND_LINE, entry(tournament, 1), lady, 1)
    assert entry(tournament, 1).fee_paid


def test_without_fees_the_desk_notes_no_payment(tournament):
    set_fee(COMMAND_LINE, entry(tournament, 1), True)
    assert (entry(tournament, 1).fee_paid, Payment.objects.count()) == (True, 0)


def test_pool_is_no_part_of_the_fee(tournament):
    fees(tournament, Fee(1500), pools=(PoolData("Topf", 500),))
    pool = Pool.objects.get()
    take_payment(COMMAND_LINE, entry(tournament, 1), 500, pool=pool)
    account = account_of(entry(tournament, 1))
    assert (account.open, account.pools, entry(tournament, 1).fee_paid) == (
        1500,
        {pool.pk: 500},
        False,
    )
    assert income(tournament) == {pool.pk: 500}


def test_pool_left_out_of_the_list_is_deleted_unless_paid_into(tournament):
    fees(tournament, Fee(1500), pools=(PoolData("Topf", 500), PoolData("Kasse", 300)))
    pot, _cash = Pool.objects.order_by("pk")
    fees(tournament, Fee(1500), pools=(PoolData("Topf", 600, pot.pk),))
    assert list(Pool.objects.values_list("name", "fee")) == [("Topf", 600)]
    take_payment(COMMAND_LINE, entry(tournament, 1), 600, pool=Pool.objects.get())
    assert refusal(set_fees, tournament, [Fee(1500)]) == "pool_is_used"
    assert list(Pool.objects.values_list("name", "fee")) == [("Topf", 600)]


def test_payment_without_an_amount_is_marked_until_a_real_one_comes(tournament):
    set_fee(COMMAND_LINE, entry(tournament, 1), True)
    fees(tournament, Fee(1500))
    assert [each.is_without_amount for each in accounts_of(tournament).values()] == [
        True,
        False,
        False,
        False,
    ]
    take_payment(COMMAND_LINE, entry(tournament, 1), 1000)
    assert (entry(tournament, 1).fee_paid, account_of(entry(tournament, 1)).open) == (False, 500)


def test_lower_fee_is_covered_by_earlier_payments(tournament):
    fees(tournament, Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 1), 1000)
    fees(tournament, Fee(1000))
    assert [each.fee_paid for each in tournament.entries.order_by("number")] == [
        True,
        False,
        False,
        False,
    ]


def test_higher_fee_is_open_for_those_who_paid_the_lower_one(tournament):
    fees(tournament, Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 1), 1500)
    set_fee(COMMAND_LINE, entry(tournament, 2), True)
    fees(tournament, Fee(1800))
    assert [(each.fee_paid, open_fee(each)) for each in tournament.entries.order_by("number")] == [
        *[(False, 300)] * 2,
        *[(False, 1800)] * 2,
    ]


def test_undo_at_the_desk_leaves_the_fee_paid_where_others_suffice(tournament):
    fees(tournament, Fee(1500))
    set_fee(COMMAND_LINE, entry(tournament, 1), True, UUID(int=1))
    take_payment(COMMAND_LINE, entry(tournament, 1), 1500, how="transfer")
    undo_at_desk(COMMAND_LINE, tournament, UUID(int=1), UUID(int=2))
    assert (till(tournament).taken, entry(tournament, 1).fee_paid) == (0, True)


def test_everybody_except_a_few(tournament):
    fees(tournament, Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 2), 500)
    assert check_in_all(COMMAND_LINE, tournament, [3], seen=3) == 3
    assert set_fee_of_all(COMMAND_LINE, tournament, [4], seen=3, how="card") == 3
    rows = Entry.objects.filter(tournament=tournament).values_list("checked_in", "fee_paid")
    assert list(rows) == [(True, True), (True, True), (False, True), (True, False)]
    sums = [(each.how, each.amount) for each in taken(Payment.objects.all())]
    assert sums == [("cash", 500), ("card", 4000)]


def test_payment_for_everybody_is_refused_if_the_preview_differed(tournament):
    assert refusal(check_in_all, tournament, [3], seen=4) == "others_meanwhile"
    assert refusal(set_fee_of_all, tournament, [9, 3], seen=3) == "numbers_unknown"
    assert not tournament.entries.filter(checked_in=True).exists()


def test_count_of_the_till_names_the_difference(tournament):
    fees(tournament, Fee(1500))
    take_payment(COMMAND_LINE, entry(tournament, 1), 1500)
    take_payment(COMMAND_LINE, entry(tournament, 2), 1500, how="transfer")
    count = count_cash(COMMAND_LINE, tournament, opening=5000, pieces={5000: 1, 1000: 1, 200: 2})
    assert (count.counted, count.expected, count.difference) == (6400, 6500, -100)
    assert count_cash(COMMAND_LINE, tournament, opening=5000, total=6500).difference == 0
    assert CashCount.objects.first().pieces == {"5000": 1, "1000": 1, "200": 2}


def test_refusals(tournament):
    day, pools = date(2026, 1, 1), (PoolData("Topf", 500),)
    player = entry(tournament, 1)
    assert refusal(set_fees, tournament, [Fee(1), Fee(2)]) == "fee_twice"
    assert refusal(set_fees, tournament, [Fee(1, until=day)]) == "fee_without_end"
    assert refusal(set_fees, tournament, [Fee(10**9)]) == "amount_out_of_range"
    assert refusal(set_fees, tournament, [], pools * 2) == "pool_twice"
    assert refusal(take_payment, player, 0) == "amount_out_of_range"
    tomorrow = timezone.localdate() + timedelta(1)
    assert refusal(take_payment, player, 5, on=tomorrow) == "payment_in_future"
    assert refusal(count_cash, tournament, opening=0) == "count_missing"
    contradicting = {"opening": 0, "total": 5, "pieces": {100: 1}}
    assert refusal(count_cash, tournament, **contradicting) == "count_contradicts"
    set_fees(COMMAND_LINE, tournament, [Fee(1500)], pools)
    pot = Pool.objects.get()
    assert refusal(take_payment, player, 300, pool=pot) == "pool_costs"
    payment = take_payment(COMMAND_LINE, player, 500, pool=pot)
    assert refusal(take_payment, player, 500, pool=pot) == "pool_is_paid"
    assert refusal(set_fees, tournament, [Fee(1500)]) == "pool_is_used"
    assert refusal(take_back_payment, payment, " ") == "reason_needed"
    counter = take_back_payment(COMMAND_LINE, payment, "Irrtum")
    assert refusal(take_back_payment, payment, "noch einmal") == "payment_is_taken_back"
    assert refusal(take_back_payment, counter, "noch einmal") == "payment_is_taken_back"
    assert refusal(remove_player, player) == "player_has_paid"
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    assert take_payment(COMMAND_LINE, player, 5).amount == 5


def test_typist_takes_money_and_sets_no_fees(tournament):
    typist = Actor(make_user(Role.TYPIST, tournament))
    take_payment(typist, entry(tournament, 1), 500)
    with pytest.raises(PermissionDenied):
        set_fees(typist, tournament, [Fee(1500)])
    with pytest.raises(PermissionDenied):
        count_cash(typist, tournament, opening=0, total=0)


def test_tournament_with_money_can_be_deleted(tournament):
    make_money(tournament)
    delete_tournament(COMMAND_LINE, tournament)
    assert Payment.objects.count() == 0


def test_account_of_a_player_who_played_and_left_stays():
    tournament = make_drawn_tournament(8, rounds_planned=2)
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    start_clock(COMMAND_LINE, tournament.rounds.get(number=1))
    gone, never = tournament.entries.order_by("number")[:2]
    Entry.objects.filter(pk__in=[gone.pk, never.pk]).update(status=Entry.Status.WITHDRAWN)
    Seat.objects.filter(entry=never).delete()
    owing = {account.entry.pk: account.open for account in accounts_that_matter(tournament)}
    assert (owing.get(gone.pk), owing.get(never.pk), len(owing)) == (1500, None, 7)


def test_player_who_leaves_before_the_start_owes_nothing():
    tournament = make_drawn_tournament(8)
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    gone = tournament.entries.get(number=1)
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.WITHDRAWN)
    owing = [account.entry.number for account in accounts_that_matter(tournament)]
    assert sorted(owing) == [2, 3, 4, 5, 6, 7, 8]
