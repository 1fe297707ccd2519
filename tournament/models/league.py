"""A league: its divisions and teams, the match days of a season, lineups, points deducted."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.league.rules import MATCH_POINTS, LeagueRules
from tournament.models.fields import LimitedText
from tournament.models.person import Person
from tournament.models.tournament import MOST_ROUNDS, Tournament

MOST_DEDUCTED = 999
MOST_MOVING = 20
"""Teams that go up, or down, after a season."""


def usual_match_points() -> dict[str, list[int]]:
    """Return the match points of the DDV by size of a group, as JSON."""
    return {str(size): list(points) for size, points in MATCH_POINTS.items()}


class League(models.Model):
    """A season of teams, and how it is added up (tournament.league.rules)."""

    slug = models.SlugField(_("Short name"), max_length=60, unique=True)
    name = LimitedText(_("Name"), max_length=200)
    season = LimitedText(_("Season"), max_length=40, blank=True)
    # By the size of a group, for its first, second and so on.
    match_points = models.JSONField(_("Match points"), default=usual_match_points)
    rounds_a_day = models.PositiveSmallIntegerField(
        _("Rounds of a day"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
    )
    minimum_rounds = models.PositiveSmallIntegerField(
        _("Rounds for a rank"), default=0, validators=[MaxValueValidator(MOST_DEDUCTED)]
    )
    # Codes of tournament.league.rules in order; empty: equal ones share a place.
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("League")
        verbose_name_plural = _("Leagues")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(rounds_a_day__range=(1, MOST_ROUNDS)),
                name="league_rounds_a_day_1_to_12",
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.name, self.season)))

    @property
    def rules(self) -> LeagueRules:
        """How the season is added up."""
        return LeagueRules(
            {int(size): tuple(points) for size, points in self.match_points.items()},
            tuple(self.tie_breaks),
            self.minimum_rounds,
        )


class Division(models.Model):
    """Teams that play for one table, with its lines of promotion and relegation."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField(_("Division"))
    name = LimitedText(_("Name of the division"), max_length=100)
    promoted = models.PositiveSmallIntegerField(
        _("Teams promoted"), default=0, validators=[MaxValueValidator(MOST_MOVING)]
    )
    relegated = models.PositiveSmallIntegerField(
        _("Teams relegated"), default=0, validators=[MaxValueValidator(MOST_MOVING)]
    )
    # What its match days were drawn from; empty: not yet.
    seed = LimitedText(_("Seed"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("Division")
        verbose_name_plural = _("Divisions")
        ordering = ["league", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="division_number_once")
        ]

    def __str__(self) -> str:
        return self.name


class LeagueTeam(models.Model):
    """A team of a season."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField(_("Number"))
    name = LimitedText(_("Team"), max_length=100)
    # A code or a name, for players who are new.
    club = LimitedText(_("Club"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("Team")
        verbose_name_plural = _("Teams")
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="league_team_number_once")
        ]

    def __str__(self) -> str:
        return self.name


class TeamPlayer(models.Model):
    """Somebody who may play for a team."""

    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="players")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="team_players")

    class Meta:
        verbose_name = _("Player of a team")
        verbose_name_plural = _("Players of a team")
        ordering = ["team", "pk"]
        constraints = [models.UniqueConstraint(fields=["team", "person"], name="team_player_once")]

    def __str__(self) -> str:
        return str(self.person)


class MatchDay(models.Model):
    """A day on which all teams of a division play; it is played as a tournament."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="days")
    number = models.PositiveSmallIntegerField(_("Match day"))
    date = models.DateField(_("Date"), null=True, blank=True)
    place = LimitedText(_("Town"), max_length=200, blank=True)
    host = models.ForeignKey(
        LeagueTeam, on_delete=models.SET_NULL, related_name="hosted", null=True, blank=True
    )
    tournament = models.OneToOneField(
        Tournament, on_delete=models.SET_NULL, related_name="match_day", null=True, blank=True
    )

    class Meta:
        verbose_name = _("Match day")
        verbose_name_plural = _("Match days")
        ordering = ["division", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="match_day_number_once")
        ]

    def __str__(self) -> str:
        return _("Match day %(number)s") % {"number": self.number}


class DayTeam(models.Model):
    """A team on a match day: its group, and whom it sends."""

    day = models.ForeignKey(MatchDay, on_delete=models.CASCADE, related_name="teams")
    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="match_days")
    group = models.PositiveSmallIntegerField(_("Group"))
    # Ids of people in order: the first ones sit, then substitutes. None: an open place before them.
    lineup = models.JSONField(_("Lineup"), default=list, blank=True)
    handed_in_at = models.DateTimeField(_("handed in"), null=True, blank=True)
    forfeited = models.BooleanField(_("forfeited"), default=False)
    # The name it plays under in the day's tournament; empty: not in it.
    entered_as = LimitedText(_("Team"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("Team of a match day")
        verbose_name_plural = _("Teams of a match day")
        ordering = ["day", "group", "pk"]
        constraints = [models.UniqueConstraint(fields=["day", "team"], name="day_team_once")]

    def __str__(self) -> str:
        return str(self.team)


class PointsDeduction(models.Model):
    """Points taken from a team, with the reason."""

    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="deductions")
    # None: of the season as a whole.
    day = models.ForeignKey(
        MatchDay, on_delete=models.SET_NULL, related_name="deductions", null=True, blank=True
    )
    match_points = models.PositiveSmallIntegerField(
        _("Match points"), default=0, validators=[MaxValueValidator(MOST_DEDUCTED)]
    )
    points = models.PositiveSmallIntegerField(
        _("Game points"), default=0, validators=[MaxValueValidator(MOST_DEDUCTED)]
    )
    reason = LimitedText(_("Reason"), max_length=200)

    class Meta:
        verbose_name = _("Deduction of a team")
        verbose_name_plural = _("Deductions of teams")
        ordering = ["team", "pk"]

    def __str__(self) -> str:
        return f"{self.team}: {self.match_points}, {self.points}"
