"""Fees, side pools, payments, counts of the till, prizes. Amounts are whole cents."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournament.models.account import acting_account
from tournament.models.fields import LimitedText
from tournament.models.person import Entry
from tournament.models.tournament import Tournament
from tournament.prizes.rules import ORDERS


class PayBy(models.TextChoices):
    """How money changes hands."""

    CASH = "cash", _("in cash")
    TRANSFER = "transfer", _("by transfer")
    CARD = "card", _("by card")


def prizes_for() -> list[tuple[str, Any]]:
    """Return the choices of what a prize is for."""
    return [(kind.value, _(order.choice)) for kind, order in ORDERS.items()]


class EqualOnes(models.TextChoices):
    """What happens to the prizes of equal places."""

    SPLIT = "split", _("divided")
    LOT = "lot", _("drawn by lot")


class FeeRule(models.Model):
    """One entry fee; `category` empty: everybody, `until` empty: no end."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="fee_rules")
    amount = models.PositiveIntegerField(_("Amount"))
    category = LimitedText(_("Category"), max_length=60, blank=True)
    until = models.DateField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("Entry fee")
        ordering = ["category", F("until").asc(nulls_last=True), "pk"]

    def __str__(self) -> str:
        return f"{self.category} {self.amount}"


class Pool(models.Model):
    """A side pool with its own fee and prizes; whoever has paid the fee takes part."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pools")
    name = LimitedText(_("Name"), max_length=60)
    fee = models.PositiveIntegerField(_("Amount"))

    class Meta:
        verbose_name = _("Side pool")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="pool_name_once")
        ]

    def __str__(self) -> str:
        return self.name


class Payment(models.Model):
    """Money taken from a player, for the entry fee or for a pool.

    Never deleted: one that is taken back has a counter-payment with a negative amount.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="payments")
    pool = models.ForeignKey(
        Pool, on_delete=models.RESTRICT, related_name="payments", null=True, blank=True
    )
    amount = models.IntegerField(_("Amount"))
    how = models.CharField(_("How"), max_length=10, choices=PayBy.choices, default=PayBy.CASH)
    # The day it came in; for a transfer not the day of noting it.
    on = models.DateField(_("Date"))
    takes_back = models.OneToOneField(
        "self", on_delete=models.CASCADE, related_name="taken_back_by", null=True, blank=True
    )
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Payment")
        ordering = ["created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount__gt=0, takes_back__isnull=True)
                | Q(amount__lt=0, takes_back__isnull=False),
                name="payment_or_counter_payment",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.amount}"


class CashCount(models.Model):
    """What was counted in the till, and what should have been there."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cash_counts")
    opening = models.PositiveIntegerField(_("In the till at first"))
    counted = models.PositiveIntegerField(_("Counted"))
    # The number of each note and coin, by value in cents; empty if only the sum was typed.
    pieces = models.JSONField(_("Notes and coins"), default=dict, blank=True)
    expected = models.IntegerField(_("Expected"))
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Cash count")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.counted}"

    @property
    def difference(self) -> int:
        """The surplus, negative if money is missing."""
        return self.counted - self.expected


class PrizeRule(models.Model):
    """How the prizes of a tournament are given; with the lot's seed once they are assigned."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="prize_rule"
    )
    sharing = models.CharField(
        _("Prizes of equal places"),
        max_length=10,
        choices=EqualOnes.choices,
        default=EqualOnes.SPLIT,
    )
    one_each = models.BooleanField(_("One prize per person"), default=False)
    seed = LimitedText(_("Seed of the lot"), max_length=60, blank=True)
    assigned_at = models.DateTimeField(_("Assigned"), null=True, blank=True)

    class Meta:
        verbose_name = _("Rules of the prizes")

    def __str__(self) -> str:
        return self.sharing


class _PrizeOf(models.Model):
    """What a prize is for."""

    kind = models.CharField(_("For"), max_length=10, choices=prizes_for)
    category = LimitedText(_("Category"), max_length=60, blank=True)
    # The number of the round for a best-round prize; empty: anybody's best of all.
    round = models.PositiveSmallIntegerField(_("Round"), null=True, blank=True)
    pool = models.ForeignKey(Pool, on_delete=models.RESTRICT, null=True, blank=True)
    amount = models.PositiveIntegerField(_("Amount"), default=0)

    class Meta:
        abstract = True


class Prize(_PrizeOf):
    """The prize for each of the places from `first` to `last`; paid from the fees or a pool."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prizes")
    first = models.PositiveSmallIntegerField(_("Rank"), default=1)
    last = models.PositiveSmallIntegerField(_("to place"), default=1)
    thing = LimitedText(_("Prize in kind"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("Prize")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=F("first")), name="prize_places_in_order"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0) | ~Q(thing=""), name="prize_is_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.first}-{self.last}"


class PrizeAward(_PrizeOf):
    """A prize won, fixed when prizes were assigned: by a player, or by a group by name."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="prize_awards"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="prize_awards", null=True, blank=True
    )
    team = LimitedText(_("Team"), max_length=100, blank=True)
    place = models.PositiveSmallIntegerField(_("Rank"))
    thing = LimitedText(_("Prize in kind"), max_length=400, blank=True)
    sharers = models.PositiveSmallIntegerField(_("share this place"), default=1)
    drawn = models.BooleanField(_("drawn by lot"), default=False)
    handed_at = models.DateTimeField(_("handed out"), null=True, blank=True)
    handed_by = acting_account()

    class Meta:
        verbose_name = _("awarded prize")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(entry__isnull=False, team="") | (Q(entry__isnull=True) & ~Q(team="")),
                name="prize_award_has_a_winner",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id or self.team}: {self.amount} {self.thing}"
