"""A series of evenings, and the results of evenings that were not played here."""

from datetime import date

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.fields import LimitedText
from tournament.models.person import Person
from tournament.models.tournament import Tournament
from tournament.series.rules import SeriesRules

MOST_EVENINGS = 99
MOST_POINTS = 999


class Series(models.Model):
    """A club's evenings of a year, and how they are added up (tournament.series.rules)."""

    slug = models.SlugField(_("Short name"), max_length=60, unique=True)
    name = LimitedText(_("Name"), max_length=200)
    season = LimitedText(_("Season"), max_length=40, blank=True)
    dropped = models.PositiveSmallIntegerField(
        _("Dropped results"), default=0, validators=[MaxValueValidator(MOST_EVENINGS)]
    )
    # Alternative to dropped results; empty: dropping applies.
    best = models.PositiveSmallIntegerField(
        _("Evenings that count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_EVENINGS)],
    )
    missed_points = models.SmallIntegerField(
        _("Points of a missed evening"),
        default=0,
        validators=[MinValueValidator(-MOST_POINTS), MaxValueValidator(0)],
    )
    missed_dropped = models.BooleanField(_("A missed evening may be dropped"), default=True)
    # Points for the first, the second ... of an evening.
    place_bonus = models.JSONField(_("Bonus by place"), default=list, blank=True)
    attendance_bonus = models.PositiveSmallIntegerField(
        _("Bonus for every evening played"),
        default=0,
        validators=[MaxValueValidator(MOST_POINTS)],
    )
    # Codes of tournament.series.rules in order; empty: equal totals share a rank.
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Series")
        verbose_name_plural = _("Series")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(missed_points__range=(-MOST_POINTS, 0)),
                name="series_missed_points_0_or_less",
            ),
            models.CheckConstraint(
                condition=models.Q(best__isnull=True) | models.Q(best__gte=1),
                name="series_best_from_1",
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.name, self.season)))

    @property
    def rules(self) -> SeriesRules:
        """How the evenings are added up."""
        return SeriesRules(
            dropped=self.dropped,
            best=self.best,
            missed_points=self.missed_points,
            missed_dropped=self.missed_dropped,
            place_bonus=tuple(self.place_bonus),
            attendance_bonus=self.attendance_bonus,
            tie_breaks=tuple(self.tie_breaks),
        )


class SeriesEvening(models.Model):
    """One evening of a series: a tournament, or a list of results from elsewhere."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="evenings")
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="series_evenings", null=True, blank=True
    )
    # These are for an evening without a tournament.
    name = LimitedText(_("Name"), max_length=200, blank=True)
    held_on = models.DateField(_("Date"), null=True, blank=True)
    # Where it was played, as of a tournament.
    state = LimitedText(_("Federal state"), max_length=60, blank=True)
    # What the list ranks, as of a tournament.
    table_points = models.BooleanField(_("Table points"), default=False)

    class Meta:
        verbose_name = _("Evening")
        verbose_name_plural = _("Evenings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["series", "tournament"], name="evening_once"),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False) | ~models.Q(name=""),
                name="evening_of_tournament_or_named",
            ),
        ]

    def __str__(self) -> str:
        return self.tournament.name if self.tournament else self.name

    @property
    def day(self) -> date | None:
        """The date, if known."""
        return self.tournament.date if self.tournament else self.held_on


class EveningLine(models.Model):
    """A line of an imported list of results: one person's evening."""

    evening = models.ForeignKey(SeriesEvening, on_delete=models.CASCADE, related_name="lines")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="evening_lines")
    # None: not ranked.
    rank = models.PositiveSmallIntegerField(_("Rank"), null=True, blank=True)
    # Points of each round; null if not played.
    rounds = models.JSONField(_("Rounds"), default=list)
    adjustment = models.SmallIntegerField(_("Deduction"), default=0)
    total = models.IntegerField(_("Total"))
    games = models.PositiveSmallIntegerField(_("Games"), null=True, blank=True)
    # Of how many rounds the total is, where the list says that instead of the points of each.
    of_rounds = models.PositiveSmallIntegerField(_("Rounds played"), null=True, blank=True)
    # The player's own, where the list says it; empty: that of the person.
    state = LimitedText(_("Federal state"), max_length=60, blank=True)

    class Meta:
        verbose_name = _("Result")
        verbose_name_plural = _("Results")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "person"], name="evening_person_once")
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.total}"

    @property
    def rounds_played(self) -> int:
        """The number of rounds of its total."""
        return self.of_rounds or sum(points is not None for points in self.rounds)
