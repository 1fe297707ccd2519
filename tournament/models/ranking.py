"""Rankings besides that of the people: which groups are ranked, and the lot between equals."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import acting_account
from tournament.models.fields import LimitedText
from tournament.models.tournament import Tournament
from tournament.standings.rules.rankings import GROUPS

MOST_COUNTED = 99


class GroupRanking(models.Model):
    """That clubs, federal states, teams or pairs are ranked, and how (rules.md 7.6)."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="group_rankings"
    )
    kind = models.CharField(
        _("Ranking"),
        max_length=10,
        choices=[(kind.value, _(group.several)) for kind, group in GROUPS.items()],
    )
    # How many of each group count; empty: everybody.
    best = models.PositiveSmallIntegerField(
        _("How many count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_COUNTED)],
    )
    # The best of each round instead of those with the best totals.
    by_round = models.BooleanField(_("the best of each round"), default=False)

    class Meta:
        verbose_name = _("Group ranking")
        verbose_name_plural = _("Group rankings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="group_ranking_once"),
            models.CheckConstraint(
                condition=models.Q(best__isnull=True) | models.Q(best__range=(1, MOST_COUNTED)),
                name="group_ranking_best_1_to_99",
            ),
        ]

    def __str__(self) -> str:
        return self.kind


class TieBreakLot(models.Model):
    """The lot between equal totals, for a tournament whose round 1 was not drawn."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="tie_break_lot"
    )
    seed = LimitedText(_("Seed"), max_length=64)
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Lot between equal totals")
        verbose_name_plural = _("Lots between equal totals")

    def __str__(self) -> str:
        return self.seed
