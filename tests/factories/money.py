"""Fees, payments and prizes for tests."""

from tournament.models import Pool, Tournament
from tournament.money.rules import Fee
from tournament.money.writes import PoolData, count_cash, set_fees, take_payment
from tournament.permissions import COMMAND_LINE
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import set_prizes

PLACES = Ladder(PrizeKind.PLACE)


def make_money(tournament: Tournament) -> Pool:
    """Create a fee of 15 euros, a side pool of 5, two paid players, a count, and three prizes."""
    set_fees(COMMAND_LINE, tournament, [Fee(1500)], [PoolData("Beste Runde", 500)])
    pool = tournament.pools.get()
    for entry in tournament.entries.order_by("number")[:2]:
        take_payment(COMMAND_LINE, entry, 1500)
        take_payment(COMMAND_LINE, entry, 500, pool=pool)
    count_cash(COMMAND_LINE, tournament, opening=10000, pieces={5000: 2, 1000: 3, 500: 2})
    best = Ladder(PrizeKind.ROUND, pool=pool.pk)
    prizes = [
        Prize(PLACES, 1, 1, 2000, "Pokal"),
        Prize(PLACES, 2, 2, 1000),
        Prize(best, 1, 1, 1000),
    ]
    set_prizes(COMMAND_LINE, tournament, prizes)
    return pool
