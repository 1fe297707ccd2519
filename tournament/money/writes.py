"""Services for fees and side pools, payments, and cash counts.

Payments are never deleted: one taken back gets a counter-payment. `Entry.fee_paid` follows them.
Dues are calculated while the tournament is locked. `submission_id` is from the page: a repeated
request returns its earlier result. All are refused in a finished tournament
("tournament_finished").
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.reads import (
    act_of_submission,
    id_words,
    rows_named,
    rows_of_submission,
)
from tournament.journal.writes import needed_reason, open_for, record
from tournament.models import (
    CashCount,
    Entry,
    FeeRule,
    JournalEntry,
    PayBy,
    Payment,
    Pool,
    Tournament,
)
from tournament.money.reads import (
    BOOKED,
    account_of,
    accounts_of,
    bookings_of,
    fees_of,
    is_taken_back,
    payments_of,
    standing,
    till,
)
from tournament.money.rules import PIECES, Fee, categories_without_end, counted, fee_on
from tournament.permissions import Actor, may_check_in_players, may_run_money

FOLLOWED = ["fee_paid", "fee_told", "tags"]
"""Fields of an entry that its account is about."""
MOST_CENTS = 10_000_000
"""The maximum of a fee, prize or count: 100,000 euros."""


@dataclass(frozen=True, slots=True)
class PoolData:
    """A side pool as typed; new if it has no key."""

    name: str
    fee: int
    pk: int | None = None


@transaction.atomic
def set_fees(
    actor: Actor, tournament: Tournament, fees: Sequence[Fee], pools: Sequence[PoolData] = ()
) -> None:
    """Replace the list of entry fees and the side pools.

    The fee counts as paid for players whose payments suffice by the new list. Refused: `fee_twice`,
    `fee_without_end`, `pool_twice`, `pool_is_used` (missing from the new list, with payments or
    prizes).
    """
    open_for(may_run_money, actor, tournament)
    _check_lists(tournament, fees, pools)
    old = FeeRule.objects.filter(tournament=tournament)
    kept = {pool.pk for pool in pools if pool.pk}
    left_out = Pool.objects.filter(tournament=tournament).exclude(pk__in=kept)
    gone = [*rows_named(old), *rows_named(left_out)]
    old.delete()
    left_out.delete()
    rules = FeeRule.objects.bulk_create(
        FeeRule(tournament=tournament, amount=fee.amount, category=fee.category, until=fee.until)
        for fee in fees
    )
    for pool in pools:
        values = {"name": pool.name, "fee": pool.fee}
        if pool.pk is None:
            Pool.objects.create(tournament=tournament, **values)
        else:
            Pool.objects.filter(pk=pool.pk).update(**values)
    followed = follow_lists(tournament)
    record(
        actor,
        tournament,
        "money_set",
        touched=[*gone, *rules, Pool.objects.filter(tournament=tournament), *followed],
        fees=[[fee.amount, fee.category, fee.until and fee.until.isoformat()] for fee in fees],
        pools=[[pool.name, pool.fee] for pool in pools],
    )


def _check_lists(tournament: Tournament, fees: Sequence[Fee], pools: Sequence[PoolData]) -> None:
    for fee in fees:
        check_amount(fee.amount, least=0)
    lines = [(fee.category, fee.until) for fee in fees]
    for category, until in lines:
        if lines.count((category, until)) > 1:
            raise Refused("fee_twice", category=category)
    for category in categories_without_end(fees):
        raise Refused("fee_without_end", category=category)
    known = {pool.pk: pool for pool in Pool.objects.filter(tournament=tournament)}
    names = [pool.name for pool in pools]
    for data in pools:
        check_amount(data.fee)
        if names.count(data.name) > 1:
            raise Refused("pool_twice", pool=data.name)
        if data.pk is not None and data.pk not in known:
            raise ValueError("The pool belongs to another tournament.")
    for pk in known.keys() - {data.pk for data in pools}:
        pool = known[pk]
        if any(rows.exists() for rows in (pool.payments, pool.prize_set, pool.prizeaward_set)):
            raise Refused("pool_is_used", pool=pool.name)


@transaction.atomic
def take_payment(
    actor: Actor,
    entry: Entry,
    amount: int | None,
    *,
    pool: Pool | None = None,
    how: PayBy = PayBy.CASH,
    on: date | None = None,
    submission_id: UUID | None = None,
) -> Payment:
    """Record a payment in cents, for the entry fee or a pool; `on`: default today.

    `amount` None: all that is due. Refused: `amount_out_of_range`, `nothing_is_due`,
    `payment_in_future`; for a pool, which is paid once and in full, `pool_is_paid` and
    `pool_costs`; `pool_is_gone`.
    """
    open_for(may_check_in_players, actor, entry.tournament)
    if pool is not None and pool.tournament_id != entry.tournament_id:
        raise ValueError("The pool belongs to another tournament than the player.")
    today = timezone.localdate()
    on = on or today
    wanted: dict[str, Any] = {"entry": entry, "pool": pool, "how": how, "on": on}
    wanted |= {} if amount is None else {"amount": amount}
    done = rows_of_submission(entry.tournament, submission_id, "payment_taken", "payment")
    if sent := Payment.objects.filter(pk__in=done, **wanted).first():
        return sent
    entry.refresh_from_db(fields=FOLLOWED)
    amount = _amount_due(entry, pool, amount)
    if on > today:
        raise Refused("payment_in_future")
    payment = Payment.objects.create(**wanted | {"amount": amount}, user=actor.user)
    if pool is None:
        follow_payments(entry)
    _tell(actor, "payment_taken", payment, **id_words(submission_id))
    return payment


def _amount_due(entry: Entry, pool: Pool | None, amount: int | None) -> int:
    """Return the amount, by default all that is due now."""
    account = account_of(entry)
    due = account.payable
    if pool is not None:
        if not (now := Pool.objects.filter(pk=pool.pk).first()):
            raise Refused("pool_is_gone", pool=pool.name)
        if account.pools.get(pool.pk):
            raise Refused("pool_is_paid", pool=pool.name, name=entry.person.name)
        due = now.fee
    if amount is None and not due:
        raise Refused("nothing_is_due")
    amount = due if amount is None else amount
    check_amount(amount)
    if pool is not None and amount != due:
        raise Refused("pool_costs", fee=due)
    return amount


@transaction.atomic
def take_back_payment(
    actor: Actor, payment: Payment, reason: str, submission_id: UUID | None = None
) -> Payment:
    """Refund or correct a payment by a counter-payment of today.

    Refused: `reason_needed`, `payment_is_taken_back`.
    """
    entry = payment.entry
    open_for(may_check_in_players, actor, entry.tournament)
    done = rows_of_submission(entry.tournament, submission_id, "payment_taken_back", "payment")
    if sent := Payment.objects.filter(pk__in=done, takes_back=payment.pk).first():
        return sent
    reason = needed_reason(reason)
    payment = payments_of(entry.tournament).get(pk=payment.pk)
    if payment.takes_back_id or is_taken_back(payment):
        raise Refused("payment_is_taken_back")
    counter = _counter_payment(actor, payment)
    counter.save()
    if payment.pool is None:
        entry.refresh_from_db(fields=FOLLOWED)
        if payment.how != PayBy.CASH:
            drop_told(entry)
        follow_payments(entry)
    _tell(actor, "payment_taken_back", counter, reason=reason, **id_words(submission_id))
    return counter


@transaction.atomic
def count_cash(
    actor: Actor,
    tournament: Tournament,
    *,
    opening: int,
    total: int | None = None,
    pieces: Mapping[int, int] | None = None,
    submission_id: UUID | None = None,
) -> CashCount:
    """Save a cash count, as a sum or by notes and coins, with the expected amount.

    `opening`: the balance before any payment. Refused: `count_missing`, `count_contradicts` (sum
    and pieces), `amount_out_of_range`.
    """
    open_for(may_run_money, actor, tournament)
    pieces = {worth: count for worth, count in (pieces or {}).items() if count}
    if not pieces.keys() <= set(PIECES):
        raise ValueError("There is no such note or coin.")
    if total is None and not pieces:
        raise Refused("count_missing")
    by_pieces = counted(pieces)
    if pieces and total not in (None, by_pieces):
        raise Refused("count_contradicts", total=total, pieces=by_pieces)
    total = by_pieces if total is None else total
    for cents in (opening, total):
        check_amount(cents, least=0)
    done = rows_of_submission(tournament, submission_id, "cash_counted", "cashcount")
    if sent := CashCount.objects.filter(pk__in=done, opening=opening, counted=total).first():
        return sent
    count = CashCount.objects.create(
        tournament=tournament,
        opening=opening,
        counted=total,
        pieces={str(worth): number for worth, number in pieces.items()},
        expected=till(tournament).expected(opening),
        user=actor.user,
    )
    words = {"counted": total, "expected": count.expected, "difference": count.difference}
    record(actor, tournament, "cash_counted", touched=[count], **words, **id_words(submission_id))
    return count


def new_fee_payments(
    actor: Actor, tournament: Tournament, entries: Collection[Entry], how: PayBy
) -> list[Payment]:
    """Return unsaved payments of today for the open fees of these players."""
    accounts, today = accounts_of(tournament, entries).values(), timezone.localdate()
    return [
        Payment(entry=each.entry, amount=each.open, how=how, on=today, user=actor.user)
        for each in accounts
        if each.open
    ]


def fee_counter_payments(
    actor: Actor, entry: Entry, only: Collection[int] | None = None
) -> list[Payment]:
    """Return unsaved counter-payments for a player's cash payments of the fee.

    only: these payments. Refused: `fee_not_in_cash`: a transfer is not refunded at the desk.
    """
    paid = standing(payments_of(entry.tournament).filter(entry=entry, pool__isnull=True))
    in_cash = [each for each in paid if each.how == PayBy.CASH]
    if paid and not in_cash:
        raise Refused("fee_not_in_cash", number=entry.number, name=entry.person.name)
    return [_counter_payment(actor, each) for each in in_cash if only is None or each.pk in only]


def check_amount(cents: int, least: int = 1) -> None:
    """Refused: `amount_out_of_range`."""
    if not least <= cents <= MOST_CENTS:
        raise Refused("amount_out_of_range", amount=cents, least=least, most=MOST_CENTS)


def _counter_payment(actor: Actor, payment: Payment) -> Payment:
    return Payment(
        entry=payment.entry,
        pool=payment.pool,
        amount=-payment.amount,
        how=payment.how,
        on=timezone.localdate(),
        takes_back=payment,
        user=actor.user,
    )


def follow_payments(entry: Entry) -> None:
    """Set whether the fee is paid from the sum of the payments, and what a list said."""
    entry.fee_paid = account_of(entry).is_settled
    entry.save(update_fields=["fee_paid"])


def follow_lists(tournament: Tournament, entries: Collection[Entry] | None = None) -> list[Entry]:
    """Set the same of these players (default: all) who have paid anything; return the changed."""
    changed = [
        account.entry
        for account in accounts_of(tournament, entries).values()
        if (account.paid or account.told_amount) and account.entry.fee_paid != account.is_settled
    ]
    for entry in changed:
        entry.fee_paid = not entry.fee_paid
    Entry.objects.bulk_update(changed, ["fee_paid"])
    return changed


def drop_told(entry: Entry) -> str:
    """Forget that a list said the fee is paid, it turned out to be wrong; return what it said."""
    told, text = account_of(entry).told, entry.fee_told
    if told is None or not told.is_paid:
        return ""
    entry.fee_told = ""
    entry.save(update_fields=["fee_told"])
    return text


@transaction.atomic
def book_promised(
    actor: Actor,
    tournament: Tournament,
    seen: Mapping[int, int],
    on: date,
    submission_id: UUID | None = None,
) -> int:
    """Book what lists or marks say was paid as transferred on a day; return the number of players.

    `seen`: the cents by entry, as in the preview. Where the list names no amount, the fee of that
    day is booked. Refused: `nobody_is_ticked`, `payment_in_future`, `others_meanwhile`.
    """
    open_for(may_check_in_players, actor, tournament)
    if done := act_of_submission(tournament, submission_id, [BOOKED]):
        return int(done.data["count"])
    if not seen:
        raise Refused("nobody_is_ticked")
    if on > timezone.localdate():
        raise Refused("payment_in_future")
    accounts = {pk: each for pk, each in accounts_of(tournament).items() if each.promised}
    as_seen = [
        pk for pk, cents in seen.items() if pk in accounts and accounts[pk].promised == cents
    ]
    if len(as_seen) != len(seen):
        raise Refused("others_meanwhile", seen=len(seen), now=len(as_seen))
    fees, entries = fees_of(tournament), [accounts[pk].entry for pk in as_seen]
    payments = []
    for account in (accounts[pk] for pk in as_seen):
        told, amount = account.told, account.promised
        if told is None or told.cents is None:
            amount = fee_on(fees, account.entry.tags, on) - account.paid
        how = PayBy.CASH if told and told.in_cash else PayBy.TRANSFER
        if amount > 0:
            payments.append(
                Payment(entry=account.entry, amount=amount, how=how, on=on, user=actor.user)
            )
    payments = Payment.objects.bulk_create(payments)
    follow_lists(tournament, entries)
    record(
        actor,
        tournament,
        BOOKED,
        touched=[*entries, *payments],
        count=len(payments),
        amount=sum(payment.amount for payment in payments),
        day=on.isoformat(),
        **id_words(submission_id),
    )
    return len(payments)


@transaction.atomic
def undo_booking(actor: Actor, act: JournalEntry) -> int:
    """Take back what stands of a booking; it counts as promised again.

    Returns the number of players. Refused: `payment_is_taken_back`.
    """
    assert act.tournament is not None
    tournament = open_for(may_check_in_players, actor, act.tournament)
    payments = list(payments_of(tournament))
    found = (each for each in bookings_of(tournament, payments) if each.act == act)
    booking = next(found, None)
    if booking is None:
        raise Refused("payment_is_taken_back")
    counters = Payment.objects.bulk_create(
        _counter_payment(actor, payment) for payment in booking.payments
    )
    entries = [payment.entry for payment in booking.payments]
    for entry in entries:
        entry.fee_paid = True  # as it was told; less than the fee by the list is followed
    Entry.objects.bulk_update(entries, ["fee_paid"])
    follow_lists(tournament, entries)
    words = {"count": len(counters), "amount": booking.amount}
    record(actor, tournament, "promised_not_booked", touched=[*entries, *counters], **words)
    return len(counters)


def _tell(actor: Actor, action: str, payment: Payment, **words: object) -> None:
    entry = payment.entry
    record(
        actor,
        entry.tournament,
        action,
        touched=[payment, entry],
        entry=entry.pk,
        number=entry.number,
        amount=abs(payment.amount),
        pay_by=str(payment.how),
        pool=payment.pool.name if payment.pool else None,
        **words,
    )
