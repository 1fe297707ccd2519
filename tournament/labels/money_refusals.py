"""Sentences for what is refused about money."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AMOUNTS = frozenset({"amount_out_of_range", "count_contradicts", "pool_costs"})
"""Refusals whose figures are all amounts."""

MONEY_REFUSALS: dict[str, str | Promise] = {
    "amount_out_of_range": _("%(amount)s is not possible: from %(least)s to %(most)s."),
    "count_contradicts": _(
        "The notes and coins make %(pieces)s, the sum typed is %(total)s. Please count again, or "
        "leave one of them empty."
    ),
    "count_missing": _("Please type what was counted: the sum, or how many of each note and coin."),
    "fee_back_in_till": _(
        "What was paid is given back in the till, with a reason: press the name there."
    ),
    "fee_not_in_cash": _(
        "%(name)s (number %(number)s) has not paid in cash. Such a payment is taken back in the "
        "till, with a reason."
    ),
    "fee_twice": _("Two lines of the fees are for the same day and category “%(category)s”."),
    "fee_without_end": _(
        "The fee for “%(category)s” ends on a day. Please add a line without a day: what is to be "
        "paid afterwards."
    ),
    "no_payments": _("Nobody has paid anything yet."),
    "no_prizes": _("No prizes are set yet."),
    "nothing_is_due": _("Nothing is due. Please type the amount."),
    "numbers_unknown": _("There is no player with number %(numbers)s."),
    "others_meanwhile": _(
        "Meanwhile they are %(now)s, not %(seen)s: somebody else was at the desk. Please look "
        "again."
    ),
    "payment_in_future": _("The payment cannot have come in later than today."),
    "payment_is_taken_back": _("The payment is taken back already."),
    "player_has_paid": _(
        "%(name)s (number %(number)s) has paid something, which the till keeps, even if it was "
        "given back. Please withdraw the player instead."
    ),
    "pool_is_gone": _("There is no side pool “%(pool)s” any more."),
    "pool_is_used": _("The side pool “%(pool)s” has payments or prizes and stays."),
    "pool_twice": _("Two side pools are called “%(pool)s”."),
    "pool_costs": _("Taking part costs %(fee)s, no more and no less."),
    "pool_is_paid": _("%(name)s has paid for “%(pool)s” already."),
    "prize_is_nothing": _("A prize is an amount, a thing, or both."),
    "prize_needs_category": _("A place in a category needs the category, and only that."),
    "prize_needs_ranking": _(
        "A prize of a team or pair follows its ranking, and there is no %(needed)s. Please set "
        "it first under “Rank clubs or teams” on the standings, or choose another prize."
    ),
    "prize_of_unknown_round": _("There is no best round %(round)s for a prize."),
    "prize_places_wrong": _(
        "Places %(first)s to %(last)s: the first is 1 at least, the last no less."
    ),
    "prizes_are_assigned": _(
        "The prizes are assigned. Whoever wants to change them takes the assignment back first."
    ),
    "prizes_are_handed_out": _(
        "Prizes are handed out already. Take that back first, one by one, then the assignment."
    ),
    "prizes_not_assigned": _("The prizes are not assigned."),
    "prizes_too_early": _(
        "Prizes are assigned when all rounds are closed and no score sheet is missing."
    ),
}
