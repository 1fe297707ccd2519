"""The fee of a player, by category and by day of payment (rules.md 7.7); coins and notes."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

PIECES = (20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins, in cents."""


@dataclass(frozen=True, slots=True)
class Fee:
    """One line of the list of fees, in cents.

    category: whom it is for, empty for everybody. until: the last day it is valid, None for no
    limit: a late surcharge is the line without a day.
    """

    amount: int
    category: str = ""
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """An amount received on a day, in cents."""

    on: date
    amount: int


def categories_without_end(fees: Iterable[Fee]) -> list[str]:
    """Return the categories that have a fee with an end date and none afterwards."""
    fees = list(fees)
    lasting = {fee.category for fee in fees if fee.until is None}
    return sorted({fee.category for fee in fees} - lasting)


def fee_on(fees: Iterable[Fee], tags: Collection[str], day: date) -> int:
    """Return the fee of a player who pays on this day.

    In a category the valid line that ends first counts. A player with categories that have fees
    pays the lowest of those, instead of the general fee.
    """
    in_force: dict[str, Fee] = {}
    for fee in fees:
        has_ended = fee.until is not None and fee.until < day
        if has_ended or (fee.category and fee.category not in tags):
            continue
        known = in_force.get(fee.category)
        if known is None or (fee.until or date.max) < (known.until or date.max):
            in_force[fee.category] = fee
    own = [fee.amount for category, fee in in_force.items() if category]
    everybody = [fee.amount for fee in in_force.values()]
    return min(own or everybody, default=0)


def fee_due(fees: Collection[Fee], tags: Collection[str], paid: Iterable[Paid], today: date) -> int:
    """Return the fee of a player who has paid this so far.

    It is that of the first day on which the payments until then sufficed, else today's. So an early
    payer does not owe the difference later.
    """
    total = 0
    for payment in sorted(paid, key=lambda each: each.on):
        total += payment.amount
        fee = fee_on(fees, tags, payment.on)
        if total >= fee:
            return fee
    return fee_on(fees, tags, today)


def counted(pieces: Mapping[int, int]) -> int:
    """Return the value of counted pieces, in cents."""
    return sum(worth * count for worth, count in pieces.items())
