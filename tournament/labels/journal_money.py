"""Sentences of the journal about money, by action."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.labels.amounts import euros
from tournament.models import EqualOnes, PayBy

MONEY_ACTIONS: dict[str, str | Promise] = {
    "cash_counted": _(
        "Cash counted: %(counted)s, expected %(expected)s, difference %(difference)s."
    ),
    "fees_paid": ngettext_lazy(
        "Fee of %(count)s player paid %(pay_by)s, %(amount)s (without: %(without)s).",
        "Fee of %(count)s players paid %(pay_by)s, together %(amount)s (without: %(without)s).",
        "count",
    ),
    "money_set": _("Entry fees: %(fees)s. Side pools: %(pools)s."),
    "payment_taken": _("%(entry)s (number %(number)s): %(amount)s paid %(pay_by)s for %(pool)s."),
    "payment_taken_back": _(
        "%(entry)s (number %(number)s): payment of %(amount)s %(pay_by)s for %(pool)s taken back."
    ),
    "players_checked_in": ngettext_lazy(
        "%(count)s player checked in at once (without: %(without)s).",
        "%(count)s players checked in at once (without: %(without)s).",
        "count",
    ),
    "players_withdrawn": ngettext_lazy(
        "Nobody else comes: %(count)s player withdrawn (number %(numbers)s).",
        "Nobody else comes: %(count)s players withdrawn (numbers %(numbers)s).",
        "count",
    ),
    "prize_handed_out": _("%(entry)s: prize handed out (%(prize)s)."),
    "prize_not_handed_out": _("%(entry)s: prize not handed out after all (%(prize)s)."),
    "prizes_assigned": ngettext_lazy(
        "%(count)s prize assigned, %(amount)s, seed of the lot %(seed)s.",
        "%(count)s prizes assigned, together %(amount)s, seed of the lot %(seed)s.",
        "count",
    ),
    "prizes_set": ngettext_lazy(
        "%(count)s line of prizes set, %(amount)s; equal places: %(sharing)s.",
        "%(count)s lines of prizes set, together %(amount)s; equal places: %(sharing)s.",
        "count",
    ),
    "prizes_unassigned": _("Assignment of the prizes taken back."),
}
"""What was done about money, and what the desk did for everybody at once."""


def fee_words(what: object, amount: int | None) -> object:
    """What was noted at the desk, with the amount where one changed hands."""
    return what if amount is None else f"{what}, {euros(amount)}"


def _fees_in_words(fees: Sequence[tuple[int, str, str | None]]) -> str:
    """Each line: "Senioren 10,00 € bis 31.10.2026"."""
    lines = []
    for amount, category, until in fees:
        line = f"{category or gettext('everybody')} {euros(amount)}"
        if until:
            day = date_format(date.fromisoformat(until), "SHORT_DATE_FORMAT")
            line = f"{line} {gettext('until %(day)s') % {'day': day}}"
        lines.append(line)
    return ", ".join(lines) or "–"


MONEY_WORDS: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(("amount", "counted", "difference", "expected"), euros),
    "fees": _fees_in_words,
    "pay_by": lambda value: PayBy(value).label,
    "pool": lambda name: name or gettext("the entry fee"),
    "prize": lambda prize: ", ".join(filter(None, (prize[0] and euros(prize[0]), prize[1]))),
    "pools": lambda pools: ", ".join(f"{name} {euros(fee)}" for name, fee in pools) or "–",
    "sharing": lambda value: EqualOnes(value).label,
    "without": lambda numbers: ", ".join(map(str, numbers)) or "–",
}
"""Data that do not stand in a sentence as they are kept."""
