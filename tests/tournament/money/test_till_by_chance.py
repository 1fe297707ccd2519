"""Money after random acts: till, pools and open amounts, compared with plain sums.

The book is kept by hand: a line for each amount that changed hands, and nothing of the program's
own arithmetic.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from uuid import UUID

import pytest
from django.utils import timezone

from tests.factories.effort import tries
from tests.factories.rounds import enter_round, make_drawn_tournament
from tournament.check_in.writes import set_fee, set_fee_of_all, undo_at_desk
from tournament.errors import Refused
from tournament.models import Entry, PayBy, Payment, PrizeAward
from tournament.money.reads import accounts_of, income, pool_members, till
from tournament.money.rules import Fee
from tournament.money.writes import PoolData, count_cash, set_fees, take_back_payment, take_payment
from tournament.people.reads.players import player_data
from tournament.people.writes.players import edit_player
from tournament.permissions import COMMAND_LINE
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import assign_prizes, hand_out_prize, set_prizes

pytestmark = pytest.mark.django_db

ACTS, SEEDS = 60, range(tries(2, 40))
LADIES = "Damen"


@dataclass
class Line:
    """Money that changed hands: from whom, for what (None: the fee), how, when, and returned."""

    pk: int
    number: int
    pool: int | None
    amount: int
    how: str
    on: date
    back: bool = False


class Hall:
    """A tournament after its only round, random acts, and a book of them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.tournament = make_drawn_tournament(8, rounds_planned=1)
        enter_round(self.tournament.rounds.get())
        self.tournament.rounds.update(closed_at=timezone.now())
        self.today = timezone.localdate()
        self.book: list[Line] = []
        self.handed: dict[int, int] = {}
        self.ladies: set[int] = set()
        self.presses: list[UUID] = []
        self.fee, self.early, self.reduced = 1500, 1200, 1000
        set_fees(COMMAND_LINE, self.tournament, self.fees(), [PoolData("Topf", 500)])
        self.pool = self.tournament.pools.get()
        places = [Prize(Ladder(PrizeKind.PLACE), place, place, 2000) for place in (1, 2, 3)]
        pot = Prize(Ladder(PrizeKind.ROUND, pool=self.pool.pk), 1, 1, 500)
        set_prizes(COMMAND_LINE, self.tournament, [*places, pot])
        take_payment(COMMAND_LINE, self.entry(3), 500, pool=self.pool)
        self.note_new()
        assign_prizes(COMMAND_LINE, self.tournament)

    def fees(self) -> list[Fee]:
        yesterday = self.today - timedelta(1)
        return [Fee(self.early, until=yesterday), Fee(self.fee), Fee(self.reduced, LADIES)]

    def entry(self, number: int | None = None) -> Entry:
        return self.tournament.entries.get(number=number or self.random.randint(1, 8))

    def mark(self) -> UUID:
        return UUID(int=self.random.getrandbits(128))

    def note_new(self) -> None:
        """Write into the book whatever has been taken or returned since."""
        known = {line.pk: line for line in self.book}
        for row in Payment.objects.filter(entry__tournament=self.tournament).order_by("pk"):
            if row.takes_back_id:
                line = known[row.takes_back_id]
                assert (row.amount, row.how, row.pool_id) == (-line.amount, line.how, line.pool)
                line.back = True
            elif row.pk not in known:
                number = row.entry.number
                self.book.append(
                    Line(row.pk, number, row.pool_id, row.amount, str(row.how), row.on)
                )
                known[row.pk] = self.book[-1]

    # --- What ought to be ---------------------------------------------------------------------

    def standing(self, number: int, pool: int | None) -> list[Line]:
        here = (line for line in self.book if (line.number, line.pool) == (number, pool))
        return [line for line in here if not line.back]

    def price(self, number: int, day: date) -> int:
        if number in self.ladies:
            return self.reduced
        return self.early if day < self.today else self.fee

    def due(self, number: int) -> int:
        """Return today's price, unless payments by some earlier day sufficed on that day."""
        lines = self.standing(number, None)
        for day in sorted({line.on for line in lines}):
            so_far = sum(line.amount for line in lines if line.on <= day)
            if so_far >= self.price(number, day):
                return self.price(number, day)
        return self.price(number, self.today)

    # --- Acts: each says how much must have changed hands ---------------------------------------

    def pay(self) -> int:
        entry, mark = self.entry(), self.mark()
        amount = self.random.choice([None, 300, 700, 1500])
        on = self.today - timedelta(self.random.randint(0, 1))
        how = self.random.choice(PayBy.values)
        paid = sum(line.amount for line in self.standing(entry.number, None))
        open_now = max(0, self.due(entry.number) - paid)
        if entry.fee_paid and not paid:  # noted without an amount
            open_now = self.due(entry.number)
        for _ in range(self.random.randint(1, 3)):  # the same form, sent again
            take_payment(COMMAND_LINE, entry, amount, how=PayBy(how), on=on, submission_id=mark)
        return open_now if amount is None else amount

    def pay_pool(self) -> int:
        take_payment(COMMAND_LINE, self.entry(), None, pool=self.pool, submission_id=self.mark())
        return 500

    def give_back(self) -> int:
        line = self.random.choice([line for line in self.book if not line.back])
        payment, mark = Payment.objects.get(pk=line.pk), self.mark()
        for _ in range(self.random.randint(1, 2)):
            take_back_payment(COMMAND_LINE, payment, "Irrtum", mark)
        return -line.amount

    def press(self) -> int:
        """Take the fee at the desk: the open amount in cash, once."""
        entry, mark = self.entry(), self.mark()
        paid = sum(line.amount for line in self.standing(entry.number, None))
        open_now = 0 if entry.fee_paid else max(0, self.due(entry.number) - paid)
        self.presses.append(mark)
        for _ in range(2):
            set_fee(COMMAND_LINE, self.entry(entry.number), True, mark)
        return open_now

    def undo(self) -> int | None:
        mark = self.random.choice(self.presses)
        undo_at_desk(COMMAND_LINE, self.tournament, mark, self.mark())
        return None

    def everybody(self) -> int:
        owing = self.tournament.entries.filter(fee_paid=False)
        open_now = 0
        for entry in owing:
            paid = sum(line.amount for line in self.standing(entry.number, None))
            open_now += max(0, self.due(entry.number) - paid)
        set_fee_of_all(COMMAND_LINE, self.tournament, [], owing.count(), PayBy.CARD)
        return open_now

    def change_category(self) -> int:
        entry = self.entry()
        self.ladies ^= {entry.number}
        tags = (LADIES,) if entry.number in self.ladies else ()
        player = replace(player_data(entry), tags=tags)
        edit_player(COMMAND_LINE, entry, player, entry.number)
        return 0

    def change_fees(self) -> int:
        self.fee = self.random.choice([1300, 1500, 1800])
        pools = [PoolData("Topf", 500, self.pool.pk)]
        set_fees(COMMAND_LINE, self.tournament, self.fees(), pools)
        return 0

    def hand_out(self) -> int:
        award = self.random.choice([*PrizeAward.objects.filter(tournament=self.tournament)])
        gets, mark = award.pk not in self.handed, self.mark()
        for _ in range(2):
            hand_out_prize(COMMAND_LINE, award, gets, mark)
        if gets:
            self.handed[award.pk] = award.amount
        else:
            del self.handed[award.pk]
        return 0

    def act(self) -> str:
        """Perform one act; check that the right amount changed hands."""
        acts: list[Callable[[], int | None]] = [
            *(self.pay, self.pay, self.pay_pool, self.give_back, self.press, self.press),
            *(self.undo, self.everybody, self.change_category, self.change_fees, self.hand_out),
        ]
        act, before = self.random.choice(acts), Payment.objects.count()
        ladies, fee = set(self.ladies), self.fee
        try:
            must_change = act()
        except (Refused, IndexError):
            self.ladies, self.fee = ladies, fee
            assert Payment.objects.count() == before
            return act.__name__
        rows = Payment.objects.filter(entry__tournament=self.tournament).order_by("pk")
        changed = sum(row.amount for row in rows[len(self.rows()) :])
        if must_change is not None:
            assert changed == must_change, act.__name__
        self.note_new()
        return act.__name__

    def rows(self) -> list[int]:
        """Return the amounts in the order of the book, including counter-payments."""
        return [amount for line in self.book for amount in [line.amount] * (1 + line.back)]


def check(hall: Hall) -> None:
    """Check that everything the program says of money is what the book says."""
    tournament, stands = hall.tournament, [line for line in hall.book if not line.back]
    cash = sum(line.amount for line in stands if line.how == "cash")
    assert till(tournament).expected(5000) == 5000 + cash - sum(hall.handed.values())
    came_in = {
        pool: sum(line.amount for line in stands if line.pool == pool)
        for pool in (None, hall.pool.pk)
    }
    assert {pool: income(tournament).get(pool, 0) for pool in came_in} == came_in
    accounts, members = accounts_of(tournament), pool_members(tournament)
    for entry in tournament.entries.all():
        account, number = accounts[entry.pk], entry.number
        paid = sum(line.amount for line in hall.standing(number, None))
        assert (account.paid, account.due) == (paid, hall.due(number)), number
        in_pool = {hall.pool.pk} if hall.standing(number, hall.pool.pk) else set()
        assert members.get(entry.pk, frozenset()) == in_pool, number
        if paid:
            assert account.open == max(0, hall.due(number) - paid), number
            assert entry.fee_paid == (paid >= hall.due(number)), number


@pytest.mark.parametrize("seed", SEEDS)
def test_money_matches_plain_sums_after_random_acts(seed: int) -> None:
    hall = Hall(seed)
    check(hall)
    done = []
    for _ in range(ACTS):
        done.append(hall.act())
        check(hall)
    count = count_cash(COMMAND_LINE, hall.tournament, opening=5000, total=0)
    cash = sum(line.amount for line in hall.book if not line.back and line.how == "cash")
    assert count.expected == 5000 + cash - sum(hall.handed.values())
