"""Money sent twice is taken, returned and handed out once, even on simultaneous presses."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.databases import copied
from tests.factories.pages import messages_of
from tests.factories.rounds import enter_round, make_drawn_tournament
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.check_in.writes import set_fee
from tournament.models import CashCount, Entry, JournalEntry, Payment, PrizeAward, Tournament, User
from tournament.money.reads import till
from tournament.money.rules import Fee
from tournament.money.writes import PoolData, set_fees, take_back_payment, take_payment
from tournament.permissions import COMMAND_LINE
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import assign_prizes, hand_out_prize, set_prizes, unassign_prizes

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

PRESSES = 8
Fields = dict[str, object]


@pytest.fixture
def owner() -> User:
    return make_owner()


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Four players; the fee is 15 euros, a side pool 5."""
    tournament = make_tournament()
    make_entries(tournament, 4)
    set_fees(COMMAND_LINE, tournament, [Fee(1500)], [PoolData("Topf", 500)])
    return tournament


@pytest.fixture
def played() -> Tournament:
    """One round, everything in; a prize of 30 euros that two share."""
    tournament = make_drawn_tournament(8, rounds_planned=1)
    enter_round(tournament.rounds.get())
    tournament.rounds.update(closed_at=timezone.now())
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind.PLACE), 1, 1, 3000)])
    return tournament


def at_once(act: Callable[[int], object], presses: int = PRESSES) -> list:
    """Return the results of so many simultaneous calls."""
    together = Barrier(presses)

    def press(number: int) -> object:
        try:
            together.wait(10)
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(presses) as people:
        return sorted(people.map(press, range(presses)), key=str)


def send_at_once(owner: User, name: str, *args: object, own_marks: bool, **fields: object) -> list:
    """Return the statuses of as many forms, each with its own mark or all with the same one."""
    clients = [Client() for _ in range(PRESSES)]
    for client in clients:
        client.force_login(owner)
    address = reverse(name, args=["herbst", *args])

    def press(number: int) -> int:
        sent = {**fields, "submission": str(UUID(int=number if own_marks else 99))}
        return clients[number].post(address, sent).status_code

    return at_once(press)


def payment(**fields: object) -> Fields:
    today = timezone.localdate().isoformat()
    return {"purpose": "fee", "amount": "", "how": "cash", "on": today, **fields}


def amounts() -> list[int]:
    return sorted(Payment.objects.values_list("amount", flat=True))


def first(tournament: Tournament) -> Entry:
    return tournament.entries.order_by("number")[0]


@contextmanager
def nothing_done() -> Iterator[None]:
    before = JournalEntry.objects.count()
    yield
    assert JournalEntry.objects.count() == before


@pytest.mark.parametrize("own_marks", [True, False], ids=["eight forms", "one form"])
@pytest.mark.parametrize("purpose", ["fee", "pool"])
def test_amount_due_is_taken_once_by_eight_presses(tournament, owner, purpose, own_marks):
    pool = tournament.pools.get()
    sent = payment(purpose=str(pool.pk) if purpose == "pool" else "fee")
    pk = first(tournament).pk
    statuses = send_at_once(owner, "money-person", pk, own_marks=own_marks, **sent)
    assert amounts() == [500 if purpose == "pool" else 1500]
    assert statuses == ([302] + [422] * 7 if own_marks else [302] * 8)


def test_amount_is_taken_once_by_eight_presses_of_one_form(tournament, owner):
    pk, sent = first(tournament).pk, payment(amount="4")
    assert send_at_once(owner, "money-person", pk, own_marks=False, **sent) == [302] * 8
    assert amounts() == [400]


@pytest.mark.parametrize("own_marks", [True, False], ids=["eight forms", "one form"])
def test_payment_is_given_back_once_by_eight_presses(tournament, owner, own_marks):
    paid = take_payment(COMMAND_LINE, first(tournament), 1500)
    reason = {"reason": "Irrtum"}
    send_at_once(owner, "payment-take-back", paid.pk, own_marks=own_marks, **reason)
    assert amounts() == [-1500, 1500]


def test_fee_of_all_is_taken_once_by_eight_presses(tournament, owner):
    sent = {"what": "fee", "how": "cash", "seen": "4", "shown": "fee "}
    assert send_at_once(owner, "players-all", own_marks=False, **sent) == [302] * 8
    assert amounts() == [1500] * 4


def test_list_button_acts_once_on_eight_presses(tournament, owner):
    pk = first(tournament).pk
    assert send_at_once(owner, "player-fee", pk, own_marks=False, on="1") == [302] * 8
    assert amounts() == [1500]


def test_count_is_kept_once_by_eight_presses(tournament, owner):
    sent = {"opening": "50", "total": "51"}
    assert send_at_once(owner, "money-count", own_marks=False, **sent) == [302] * 8
    assert [each.counted for each in CashCount.objects.all()] == [5100]


@pytest.mark.parametrize("own_marks", [True, False], ids=["eight forms", "one form"])
def test_prizes_are_assigned_and_handed_out_once_by_eight_presses(played, owner, own_marks):
    send_at_once(owner, "prizes-assign", own_marks=own_marks)
    assert sorted(PrizeAward.objects.values_list("amount", flat=True)) == [1500, 1500]
    award = PrizeAward.objects.order_by("pk")[0]
    send_at_once(owner, "prize-hand-out", award.pk, own_marks=own_marks, on="1")
    assert till(played).handed_out == 1500
    done = JournalEntry.objects.filter(action="prize_handed_out", tournament=played)
    assert done.count() == 1


def test_lost_answer_is_silently_repeated_and_changes_nothing(tournament, owner, client):
    client.force_login(owner)
    address = reverse("money-person", args=["herbst", first(tournament).pk])
    sent = payment(submission=client.get(address).context["form"]["submission"].value())
    told = messages_of(client.post(address, sent, follow=True))
    take_back_payment(COMMAND_LINE, Payment.objects.get(), "verzählt")
    with nothing_done():
        assert messages_of(client.post(address, sent, follow=True)) == told
    assert amounts() == [-1500, 1500]


def test_other_amount_under_the_same_mark_is_one_separate_payment(tournament):
    entry, mark = first(tournament), UUID(int=7)
    for amount in (1000, 500, 500, 1000):
        take_payment(COMMAND_LINE, entry, amount, submission_id=mark)
    assert amounts() == [500, 1000]


def test_pool_pressed_again_under_the_same_mark_is_done(tournament, client, owner):
    client.force_login(owner)
    pool, pk = tournament.pools.get(), first(tournament).pk
    sent = {"mark": str(UUID(int=5)), "entry": pk, "what": f"pool-{pool.pk}", "on": "1"}
    address = reverse("players-desk", args=["herbst"])
    assert [client.post(address, sent).json()["state"] for _ in range(2)] == ["done", "done"]
    assert amounts() == [500]


def test_late_sending_assigns_and_hands_out_nothing_again(played):
    mark, other = UUID(int=1), UUID(int=2)
    assign_prizes(COMMAND_LINE, played, submission_id=mark)
    award = PrizeAward.objects.order_by("pk")[0]
    hand_out_prize(COMMAND_LINE, award, True, mark)
    hand_out_prize(COMMAND_LINE, award, False, other)
    with nothing_done():
        hand_out_prize(COMMAND_LINE, award, True, mark)
    unassign_prizes(COMMAND_LINE, played, "Einspruch", other)
    with nothing_done():
        assign_prizes(COMMAND_LINE, played, submission_id=mark)
        unassign_prizes(COMMAND_LINE, played, "Einspruch", other)
    assert PrizeAward.objects.count() == 0


def test_amount_due_follows_a_category_set_meanwhile(tournament):
    """The page read the player before another user made her one of the ladies."""
    set_fees(COMMAND_LINE, tournament, [Fee(1500), Fee(1000, "Damen")])
    read_before, also_before = first(tournament), first(tournament)
    Entry.objects.filter(pk=read_before.pk).update(tags=["Damen"])
    take_payment(COMMAND_LINE, read_before, None)
    assert amounts() == [1000]
    take_back_payment(COMMAND_LINE, Payment.objects.get(), "Irrtum")
    set_fee(COMMAND_LINE, also_before, True)
    assert amounts() == [-1000, 1000, 1000]


def test_pool_is_paid_as_it_costs_now(tournament):
    pool = tournament.pools.get()
    set_fees(COMMAND_LINE, tournament, [Fee(1500)], [PoolData("Topf", 700, pool.pk)])
    take_payment(COMMAND_LINE, first(tournament), None, pool=pool)
    assert amounts() == [700]
