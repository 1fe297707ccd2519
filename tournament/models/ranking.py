"""Rankings over time: what each counts, and the lists that were published."""

from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.fields import LimitedText
from tournament.rankings.rules import (
    LEAST_ROUNDS,
    LIMITS,
    MINIMUM,
    WINDOW,
    Kind,
    RankingRules,
)
from tournament.standings.rules.counting import Counting


def _within(least: int, most: int) -> list[BaseValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


class Ranking(models.Model):
    """A ranking over the tournaments here and the lists of results brought in."""

    class Of(models.TextChoices):
        """What is ranked."""

        AVERAGE = Kind.AVERAGE.value, _("Average per round")
        STATES = Kind.STATES.value, _("Ranking by federal states")

    slug = models.SlugField(_("Short name"), max_length=60, unique=True)
    name = LimitedText(_("Name"), max_length=200)
    kind = models.CharField(_("What is ranked"), max_length=10, choices=Of, default=Of.AVERAGE)
    window = models.PositiveSmallIntegerField(
        _("Months that count"),
        default=WINDOW,
        validators=_within(*LIMITS["window"]),
    )
    minimum = models.PositiveSmallIntegerField(
        _("Rounds needed"),
        default=MINIMUM,
        validators=_within(*LIMITS["minimum"]),
    )
    least_rounds = models.PositiveSmallIntegerField(
        _("Rounds of a tournament at least"),
        default=LEAST_ROUNDS,
        validators=_within(*LIMITS["least_rounds"]),
    )
    # Whether a tournament nobody has chosen or left out counts.
    all_count = models.BooleanField(_("Every tournament here counts"), default=True)
    # Whether it counts by tournament and evening, as "tournament:12", where somebody has said so.
    choices = models.JSONField(_("Chosen or left out"), default=dict, blank=True)
    # Pairs of ids of people who are two, as somebody has said; they are not asked about again.
    told_apart = models.JSONField(_("Two people"), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Ranking over time")
        verbose_name_plural = _("Rankings over time")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind.value for kind in Kind]),
                name="ranking_of_known_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(window__gte=1, minimum__gte=1, least_rounds__gte=1),
                name="ranking_figures_from_1",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RankingRules:
        """What it counts."""
        return RankingRules(Kind(self.kind), self.window, self.minimum, self.least_rounds)


class RankingIssue(models.Model):
    """A list as it was published: ids of people with their figures, so no name is kept twice."""

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="issues")
    on = models.DateField(_("As of"))
    # By line: rank, person, tournaments, rounds, points, best results by federal state.
    lines = models.JSONField(_("Lines"), default=list)
    table_points = models.BooleanField(_("Table points"), default=False)
    published_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Published list")
        verbose_name_plural = _("Published lists")
        ordering = ["on", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ranking", "on"], name="ranking_published_once_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.ranking}: {self.on}"

    @property
    def counting(self) -> Counting:
        """Whether points or table points were added."""
        return Counting(self.table_points)
