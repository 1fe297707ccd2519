"""What lists say was paid beforehand: booked at once as transferred, asked about, taken back."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from tests.factories.journal import acts
from tests.factories.pages import signed_in
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.tournament.money.test_sent_twice import at_once
from tournament.check_in.writes import set_fee, set_fee_of_all, undo_at_desk
from tournament.errors import Refused
from tournament.models import Entry, JournalEntry, PayBy, Payment, Role, Tournament
from tournament.money.reads import Account, account_of, accounts_of, bookings_of, payments_of
from tournament.money.rules import Fee
from tournament.money.writes import (
    book_promised,
    set_fees,
    take_back_payment,
    take_payment,
    undo_booking,
)
from tournament.people.reads.players import player_data
from tournament.people.writes.players import edit_player
from tournament.permissions import COMMAND_LINE, Actor

pytestmark = pytest.mark.django_db
TOLD = {1: "ja", 2: "15,00 €", 3: "10", 4: "20", 5: "bar", 6: "halb", 7: "", 8: ""}
DAY = date(2026, 2, 3)


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    for entry in make_entries(tournament, 8):
        entry.fee_told, entry.fee_paid = TOLD[entry.number], entry.number < 6
        entry.save()
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    return tournament


def accounts(tournament: Tournament) -> dict[int, Account]:
    return {each.entry.number: each for each in accounts_of(tournament).values()}


def seen(tournament: Tournament) -> dict[int, int]:
    return {pk: each.promised for pk, each in accounts_of(tournament).items() if each.promised}


def state(tournament: Tournament) -> dict[int, tuple[bool, int, int, int]]:
    found = accounts(tournament).items()
    return {n: (each.entry.fee_paid, each.paid, each.promised, each.open) for n, each in found}


BEFORE = {
    1: (True, 0, 1500, 0),
    2: (True, 0, 1500, 0),
    3: (False, 0, 1000, 500),
    4: (True, 0, 2000, 0),
    5: (True, 0, 1500, 0),
    6: (False, 0, 0, 1500),
    7: (False, 0, 0, 1500),
    8: (False, 0, 0, 1500),
}


def book(tournament: Tournament, on: date = DAY) -> int:
    return book_promised(COMMAND_LINE, tournament, seen(tournament), on)


def test_all_who_paid_beforehand_are_booked_once_and_taken_back(tournament: Tournament) -> None:
    assert state(tournament) == BEFORE
    shown, mark = seen(tournament), uuid4()
    assert book_promised(COMMAND_LINE, tournament, shown, DAY, mark) == 5
    assert book_promised(COMMAND_LINE, tournament, shown, DAY, mark) == 5
    booked = Payment.objects.order_by("entry__number")
    assert [*booked.values_list("amount", "how", "on")] == [
        *((cents, PayBy.TRANSFER, DAY) for cents in (1500, 1500, 1000, 2000)),
        (1500, PayBy.CASH, DAY),
    ]
    assert state(tournament) == {
        **BEFORE,
        1: (True, 1500, 0, 0),
        2: (True, 1500, 0, 0),
        3: (False, 1000, 0, 500),
        4: (True, 2000, 0, 0),
        5: (True, 1500, 0, 0),
    }
    assert accounts(tournament)[4].too_much == 500
    told = JournalEntry.objects.filter(action="promised_booked").get()
    assert (told.data["count"], told.data["amount"], told.data["day"]) == (5, 7500, "2026-02-03")
    with pytest.raises(Refused, match="others_meanwhile"):
        book_promised(COMMAND_LINE, tournament, shown, DAY)
    assert undo_booking(COMMAND_LINE, told) == 5
    assert state(tournament) == BEFORE
    with pytest.raises(Refused, match="payment_is_taken_back"):
        undo_booking(COMMAND_LINE, told)
    assert book(tournament) == 5
    assert [*acts().values_list("action", flat=True)][-3:] == [
        "promised_booked",
        "promised_not_booked",
        "promised_booked",
    ]


@pytest.mark.parametrize(
    ("chosen", "on", "code"),
    [
        ({}, DAY, "nobody_is_ticked"),
        ({1: 1500}, timezone.localdate() + timedelta(days=2), "payment_in_future"),
        ({1: 1400}, DAY, "others_meanwhile"),
        ({7: 1500}, DAY, "others_meanwhile"),
    ],
)
def test_booking_is_refused(tournament, chosen, on, code) -> None:
    pks = dict(tournament.entries.values_list("number", "pk"))
    with pytest.raises(Refused, match=code):
        book_promised(COMMAND_LINE, tournament, {pks[n]: cents for n, cents in chosen.items()}, on)
    assert not Payment.objects.exists()


def test_without_an_amount_the_fee_of_the_class_and_of_the_day_is_booked() -> None:
    tournament = make_tournament()
    for entry in make_entries(tournament, 3):
        entry.fee_told, entry.tags = "x", ["Jugend"] if entry.number == 2 else []
        entry.save()
    today = timezone.localdate()
    early = today - timedelta(days=30)
    set_fees(
        COMMAND_LINE,
        tournament,
        [Fee(1200, until=early), Fee(1500), Fee(500, "Jugend")],
    )
    assert [each.promised for each in accounts(tournament).values()] == [1500, 500, 1500]
    book(tournament, early)
    assert [each.paid for each in accounts(tournament).values()] == [1200, 500, 1200]
    assert {each.open for each in accounts(tournament).values()} == {0}


def test_desk_takes_only_what_a_partial_amount_leaves_open(tournament: Tournament) -> None:
    user = make_user("kasse")
    actor, entry = Actor(user), tournament.entries.get(number=3)
    mark = uuid4()
    set_fee(COMMAND_LINE, entry, True, mark)
    assert state(tournament)[3] == (True, 500, 1000, 0)
    undo_at_desk(COMMAND_LINE, tournament, mark, uuid4())
    assert state(tournament)[3] == BEFORE[3]
    assert actor.user == user
    set_fee_of_all(COMMAND_LINE, tournament, [], 4)
    assert state(tournament)[3] == (True, 500, 1000, 0)
    book(tournament)
    assert state(tournament)[3] == (True, 1500, 0, 0)
    assert not accounts(tournament)[6].is_asked


def test_list_that_was_wrong_is_no_promise_any_more(tournament: Tournament) -> None:
    set_fee(COMMAND_LINE, tournament.entries.get(number=2), False)
    assert state(tournament)[2] == (False, 0, 0, 1500)
    book(tournament)
    payment = Payment.objects.get(entry__number=3)
    take_back_payment(COMMAND_LINE, payment, "nie angekommen")
    assert state(tournament)[3] == (False, 0, 0, 1500)


@pytest.mark.parametrize("number", [1, 2, 4, 5])
def test_slip_at_the_desk_leaves_all_as_the_list_said(tournament: Tournament, number: int) -> None:
    mark = uuid4()
    set_fee(COMMAND_LINE, tournament.entries.get(number=number), False, mark)
    assert tournament.entries.get(number=number).fee_told == ""
    undo_at_desk(COMMAND_LINE, tournament, mark, uuid4())
    assert state(tournament)[number] == BEFORE[number]
    assert tournament.entries.get(number=number).fee_told == TOLD[number]
    assert not Payment.objects.exists()


def test_undoing_a_slip_leaves_what_was_said_since(tournament: Tournament) -> None:
    mark, entry = uuid4(), tournament.entries.get(number=2)
    set_fee(COMMAND_LINE, entry, False, mark)
    take_payment(COMMAND_LINE, entry, 1500, how=PayBy.TRANSFER)
    undo_at_desk(COMMAND_LINE, tournament, mark, uuid4())
    entry.refresh_from_db()
    assert (state(tournament)[2], entry.fee_told) == ((True, 1500, 0, 0), "")


def test_payment_noted_by_hand_ends_the_promise(tournament: Tournament) -> None:
    take_payment(COMMAND_LINE, tournament.entries.get(number=2), 1500, how=PayBy.TRANSFER)
    take_payment(COMMAND_LINE, tournament.entries.get(number=5), None)
    assert [state(tournament)[n] for n in (2, 5)] == [(True, 1500, 0, 0)] * 2


def test_question_is_answered_in_the_data_of_the_player(tournament: Tournament) -> None:
    for told, after in (("10", (False, 0, 1000, 500)), ("bez.", (True, 0, 1500, 0))):
        entry = tournament.entries.get(number=6)
        player = player_data(entry)
        edit_player(COMMAND_LINE, entry, player.__class__(**_with(player, told)), 6)
        assert state(tournament)[6] == after
    assert [n for n, each in accounts(tournament).items() if each.is_asked] == []


def _with(player, told: str) -> dict[str, object]:
    return {name: getattr(player, name) for name in player.fields()} | {"fee_told": told}


def test_page_books_what_is_ticked_and_keeps_what_was_typed(tournament: Tournament) -> None:
    client, address = (
        signed_in(tournament, Role.DIRECTION),
        reverse("money-promised", args=["herbst"]),
    )
    page = client.get(reverse("money", args=["herbst"]))
    assert [each.entry.number for each in page.context["promised"]] == [1, 2, 3, 4, 5]
    assert [each.entry.number for each in page.context["asked"]] == [6]
    # Cash is for the till, and not ticked.
    pks = dict(tournament.entries.values_list("number", "pk"))
    assert page.context["ticked"] == {pks[n] for n in (1, 2, 3, 4)}
    sent = {"book": [f"{pks[1]}:1500", f"{pks[3]}:1000", "x", "9:x"], "on": ""}
    page = client.post(address, sent)
    assert page.context["ticked"] == {pks[1]: 1500, pks[3]: 1000}
    assert page.context["booking"].errors.keys() == {"on"}
    client.post(address, sent | {"on": "2026-02-03"})
    assert [n for n, each in state(tournament).items() if each[1]] == [1, 3]
    [booking] = bookings_of(tournament, payments_of(tournament))
    client.post(reverse("money-promised-undo", args=["herbst", booking.act.pk]))
    assert state(tournament) == BEFORE


def test_proposal_of_prizes_counts_till_and_promises_apart(tournament: Tournament) -> None:
    take_payment(COMMAND_LINE, tournament.entries.get(number=8), 1500)
    client = signed_in(tournament, Role.DIRECTION)
    page = client.get(reverse("prizes-edit", args=["herbst"]), {"places": 1})
    fees = page.context["fees"]
    assert (fees.income, fees.promised, fees.together) == (1500, 7500, 9000)
    assert page.context["form"].lines[0]["amount"].initial == 9000


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_computers_at_once_book_once(tournament: Tournament) -> None:
    shown = seen(tournament)

    def press(_: int) -> object:
        try:
            return book_promised(COMMAND_LINE, tournament, shown, DAY)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    done = at_once(press, 2)
    assert sorted(map(str, done)) == ["5", "others_meanwhile"]
    assert Payment.objects.count() == 5
    assert account_of(Entry.objects.get(tournament=tournament, number=1)).paid == 1500
