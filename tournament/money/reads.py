"""Queries of money: dues, payments by method and account, content of the till."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet, Sum
from django.utils import timezone

from tournament.journal.reads import rows_in
from tournament.models import (
    CashCount,
    Entry,
    FeeRule,
    JournalEntry,
    PayBy,
    Payment,
    Pool,
    PrizeAward,
    Seat,
    Tournament,
)
from tournament.money.rules import Fee, Paid, fee_due
from tournament.shared.rules.typed import FeeTold, Unclear, fee_told

BOOKED = "promised_booked"
"""The action of the journal."""


@dataclass(frozen=True, slots=True)
class Account:
    """One player's dues and payments, in cents. `pools` are those paid for.

    transferred: whether a payment of the fee stands that was not in cash.
    """

    entry: Entry
    due: int
    paid: int
    pools: Mapping[int, int]
    transferred: bool = False

    @property
    def told(self) -> FeeTold | None:
        """What a list said of the fee; None if nothing, or nobody can tell what."""
        try:
            return fee_told(self.entry.fee_told) if self.entry.fee_told else None
        except Unclear:
            return None

    @property
    def told_amount(self) -> int:
        """What was paid by a list, and is not in the payments."""
        told = self.told
        if told is None or not told.is_paid or (self.paid and self.paid >= self.due):
            return 0
        if told.in_cash and told.cents:
            return told.cents if self.paid < told.cents else 0
        return 0 if self.transferred else told.cents or self.due - self.paid

    @property
    def promised(self) -> int:
        """What was paid by a list or a mark, and is not in the payments."""
        return self.told_amount or (self.due if self.is_without_amount else 0)

    @property
    def is_transfer(self) -> bool:
        """Whether what is promised was transferred, unless the list or a mark by hand differ."""
        return bool(self.told_amount and self.told and not self.told.in_cash)

    @property
    def is_settled(self) -> bool:
        """Whether payments and what a list says suffice for the fee."""
        return 0 < self.paid + self.told_amount >= self.due

    @property
    def is_asked(self) -> bool:
        """Whether nobody can tell what a list said, and nothing has been paid since."""
        is_unclear = bool(self.entry.fee_told) and self.told is None
        return is_unclear and not self.paid and not self.entry.fee_paid

    @property
    def open(self) -> int:
        """The unpaid part of the entry fee."""
        return max(0, self.due - self.paid - self.promised)

    @property
    def payable(self) -> int:
        """The default amount of a payment: the open amount, or all if only marked as paid."""
        return self.open or self.promised

    @property
    def too_much(self) -> int:
        """The amount paid beyond the fee."""
        return max(0, self.paid - self.due)

    @property
    def is_without_amount(self) -> bool:
        """Whether the fee is marked as paid without a payment in the till."""
        return self.entry.fee_paid and not self.paid and bool(self.due)

    @property
    def total(self) -> int:
        """The sum of all payments."""
        return self.paid + sum(self.pools.values())


@dataclass(frozen=True, slots=True)
class Taken:
    """Takings added up, in cents: by pool (None: the entry fee), method and account."""

    pool: Pool | None
    how: str
    account: str
    amount: int


@dataclass(frozen=True, slots=True)
class Till:
    """The expected content of the till: cash taken minus cash prizes handed out."""

    taken: int
    handed_out: int
    counts: tuple[CashCount, ...]

    @property
    def opening(self) -> int:
        """The opening balance, from the last count."""
        return self.counts[-1].opening if self.counts else 0

    def expected(self, opening: int) -> int:
        """Return the amount expected with this opening balance."""
        return opening + self.taken - self.handed_out


def fees_of(tournament: Tournament) -> list[Fee]:
    """Return the list of entry fees; one query."""
    rules = FeeRule.objects.filter(tournament=tournament)
    return [Fee(rule.amount, rule.category, rule.until) for rule in rules]


def pools_of(tournament: Tournament) -> list[Pool]:
    """Return the side pools; one query."""
    return list(Pool.objects.filter(tournament=tournament))


def has_money(tournament: Tournament) -> bool:
    """Whether fees or pools are set up; at most two queries."""
    return tournament.fee_rules.exists() or tournament.pools.exists()


def payments_of(tournament: Tournament) -> QuerySet[Payment]:
    """Return all payments of a tournament in order, with pool, player and accounts."""
    found = Payment.objects.filter(entry__tournament=tournament)
    return found.select_related("pool", "user", "taken_back_by", "entry__person")


def standing(payments: Iterable[Payment]) -> list[Payment]:
    """Return payments not taken back; they come with `taken_back_by`."""
    return [each for each in payments if not each.takes_back_id and not is_taken_back(each)]


def is_taken_back(payment: Payment) -> bool:
    """Whether there is a counter-payment."""
    return hasattr(payment, "taken_back_by")


def accounts_of(
    tournament: Tournament, entries: Collection[Entry] | None = None
) -> dict[int, Account]:
    """Return dues and payments of these players (default: all), by entry id; two or three queries.

    With fees by date the due amount is today's.
    """
    fees, today = fees_of(tournament), timezone.localdate()
    payments = payments_of(tournament)
    if entries is None:
        everybody = Entry.objects.filter(tournament=tournament).order_by("number")
        entries = list(everybody.select_related("person", "club"))
    else:
        payments = payments.filter(entry__in=[entry.pk for entry in entries])
    paid: dict[int, list[Paid]] = defaultdict(list)
    pools: dict[int, Counter[int]] = defaultdict(Counter)
    transferred: set[int] = set()
    for payment in standing(payments):
        if payment.pool_id is None:
            transferred |= {payment.entry_id} if payment.how != PayBy.CASH else set()
            paid[payment.entry_id].append(Paid(payment.on, payment.amount))
        else:
            pools[payment.entry_id][payment.pool_id] += payment.amount
    return {
        entry.pk: Account(
            entry,
            due=fee_due(fees, entry.tags, paid[entry.pk], today),
            paid=sum(each.amount for each in paid[entry.pk]),
            pools=pools[entry.pk],
            transferred=entry.pk in transferred,
        )
        for entry in entries
    }


def accounts_that_matter(tournament: Tournament) -> list[Account]:
    """Return the accounts of all who play, have played, or have paid; at most four queries."""
    started = Seat.objects.filter(entry__tournament=tournament, round__started_at__isnull=False)
    has_played = set(started.values_list("entry", flat=True))
    accounts = accounts_of(tournament).values()
    return [
        each
        for each in accounts
        if each.entry.plays or each.total or each.told_amount or each.entry.pk in has_played
    ]


@dataclass(frozen=True, slots=True)
class Booking:
    """An act that booked what lists had said, with its payments that still stand."""

    act: JournalEntry
    payments: tuple[Payment, ...]

    @property
    def amount(self) -> int:
        """The sum, in cents."""
        return sum(payment.amount for payment in self.payments)


def bookings_of(tournament: Tournament, payments: Iterable[Payment]) -> list[Booking]:
    """Return the bookings of which any of these payments stands; one query."""
    stand = {payment.pk: payment for payment in standing(payments)}
    acts = JournalEntry.objects.filter(tournament=tournament, action=BOOKED).order_by("pk")
    found = [
        Booking(act, tuple(stand[pk] for pk in sorted(rows_in(act, "payment") & stand.keys())))
        for act in acts
    ]
    return [booking for booking in found if booking.payments]


def promised(tournament: Tournament) -> int:
    """Return the sum of what was paid by lists or marks and is in no payment; four queries."""
    return sum(account.promised for account in accounts_that_matter(tournament))


def account_of(entry: Entry) -> Account:
    """Return the account of one player; two queries."""
    return accounts_of(entry.tournament, [entry])[entry.pk]


def open_fee(entry: Entry) -> int:
    """Return the open part of a player's fee; one query where no fees are set, else three."""
    is_asked = not entry.fee_paid and FeeRule.objects.filter(tournament=entry.tournament_id)
    return account_of(entry).open if is_asked else 0


def open_fees(tournament: Tournament, entries: QuerySet[Entry]) -> dict[int, int] | None:
    """Return by id what is open of the fees of those of these entries who have not paid.

    None in a tournament without fees; one query there, else four.
    """
    if not tournament.fee_rules.exists():
        return None
    accounts = accounts_of(tournament, list(entries.filter(fee_paid=False)))
    return {pk: account.open for pk, account in accounts.items()}


def taken(payments: Iterable[Payment]) -> list[Taken]:
    """Add up payments by pool, method and account; counter-payments count. No query."""
    sums: dict[tuple[Pool | None, str, str], int] = {}
    for payment in payments:
        key = payment.pool, payment.how, str(payment.user or "")
        sums[key] = sums.get(key, 0) + payment.amount
    order = {how: place for place, how in enumerate(PayBy.values)}
    found = [Taken(*key, amount) for key, amount in sums.items()]
    return sorted(
        found, key=lambda each: (each.pool.pk if each.pool else 0, order[each.how], each.account)
    )


def till(tournament: Tournament) -> Till:
    """Return the till; three queries."""
    cash = Payment.objects.filter(entry__tournament=tournament, how=PayBy.CASH)
    handed = PrizeAward.objects.filter(tournament=tournament, handed_at__isnull=False)
    counts = CashCount.objects.filter(tournament=tournament).select_related("user")
    return Till(_sum(cash), _sum(handed), tuple(counts))


def income(tournament: Tournament) -> dict[int | None, int]:
    """Return the income by pool id, None for the entry fee, by any method; one query."""
    payments = Payment.objects.filter(entry__tournament=tournament).order_by()
    return dict(payments.values_list("pool").annotate(total=Sum("amount")))


def pool_members(tournament: Tournament) -> dict[int, frozenset[int]]:
    """Return the paid pools of each entry; one query."""
    paid = Payment.objects.filter(entry__tournament=tournament, pool__isnull=False).order_by()
    sums = paid.values_list("entry", "pool").annotate(total=Sum("amount"))
    members: dict[int, set[int]] = defaultdict(set)
    for entry, pool, total in sums:
        if total > 0:
            members[entry].add(pool)
    return {entry: frozenset(pools) for entry, pools in members.items()}


def has_receipts(tournament: Tournament) -> bool:
    """Whether there is a payment that was not taken back."""
    payments = Payment.objects.filter(entry__tournament=tournament)
    return payments.filter(takes_back=None, taken_back_by=None).exists()


def has_paid_anything(entry: Entry) -> bool:
    """Whether the till has a payment of this player, taken back or not."""
    return Payment.objects.filter(entry=entry).exists()


def _sum(rows: QuerySet) -> int:
    return int(rows.aggregate(total=Sum("amount"))["total"] or 0)
