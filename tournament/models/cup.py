"""A cup: ordinary tournaments one after another, after each of which the best go on."""

from collections.abc import Iterable

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.cup.rules import CutRules
from tournament.models.fields import LimitedText
from tournament.models.tournament import Tournament
from tournament.standings.rules.counting import AS_PLAYED, Counting

MOST_GOING_ON = 999


class Cup(models.Model):
    """A cup of teams or of players, and what decides in it."""

    class Of(models.TextChoices):
        """Who plays for it."""

        TEAMS = "teams", _("Teams")
        PLAYERS = "players", _("Players")

    slug = models.SlugField(_("Short name"), max_length=60, unique=True)
    name = LimitedText(_("Name"), max_length=200)
    of = models.CharField(_("Who plays for it"), max_length=10, choices=Of, default=Of.TEAMS)
    # The points of earlier stages count in the later ones.
    carry_points = models.BooleanField(_("Points are carried over"), default=False)
    # Codes of tournament.standings.rules.tie_breaks in order; empty: a lot decides at the cut.
    chain = models.JSONField(_("tie-breaks"), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Cup")
        verbose_name_plural = _("Cups")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(of__in=["teams", "players"]), name="cup_of_known"
            )
        ]

    def __str__(self) -> str:
        return self.name


class CupStage(models.Model):
    """A stage: an ordinary tournament, and how many of it go on."""

    class Per(models.TextChoices):
        """Among whom the best are taken."""

        ALL = "all", _("among all")
        GROUP = "group", _("in each group")
        CLUB = "club", _("in each club")
        STATE = "state", _("in each federal state")

    cup = models.ForeignKey(Cup, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("Stage"))
    name = LimitedText(_("Name"), max_length=100)
    # Empty only after that tournament was deleted.
    tournament = models.OneToOneField(
        Tournament, on_delete=models.SET_NULL, related_name="cup_stage", null=True, blank=True
    )
    # Where those who are out play on.
    consolation = models.OneToOneField(
        Tournament, on_delete=models.SET_NULL, related_name="consolation_of", null=True, blank=True
    )
    # 0: the last stage, after which nobody goes on.
    go_on = models.PositiveSmallIntegerField(
        _("How many go on"), default=0, validators=[MaxValueValidator(MOST_GOING_ON)]
    )
    per = models.CharField(_("Counted"), max_length=10, choices=Per, default=Per.ALL)
    # The number by which its groups were drawn; empty without groups.
    seed = LimitedText(_("Seed"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("Stage of a cup")
        verbose_name_plural = _("Stages of a cup")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["cup", "number"], name="cup_stage_once"),
            models.CheckConstraint(
                condition=models.Q(per__in=["all", "group", "club", "state"]),
                name="cup_stage_per_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> CutRules:
        """Who goes on after it."""
        return CutRules(self.go_on, per_group=self.per != self.Per.ALL)

    @property
    def counting(self) -> Counting:
        """What its tournament ranks."""
        return self.tournament.counting if self.tournament else AS_PLAYED

    def counting_in(self, stages: Iterable["CupStage"]) -> Counting:
        """Return what is ranked after it, `stages` being those of its cup, which may bring points.

        They are not read where points are not carried over.
        """
        if not self.cup.carry_points:
            return self.counting
        return counting_of(each for each in stages if each.number <= self.number)


def counting_of(stages: Iterable[CupStage]) -> Counting:
    """Return what stages rank together; the points played where one was set otherwise by hand."""
    found = [each.counting for each in stages if each.tournament]
    # What a missed round is worth is no other way to rank.
    ways = {Counting(each.table_points, scale=each.scale) for each in found}
    return ways.pop() if len(ways) == 1 else AS_PLAYED


PER_OF = {
    Cup.Of.TEAMS: (CupStage.Per.ALL, CupStage.Per.GROUP),
    Cup.Of.PLAYERS: (CupStage.Per.ALL, CupStage.Per.CLUB, CupStage.Per.STATE),
}
"""Among whom the best can be taken: teams play in groups, players belong to something."""


def has_cut(tournament: Tournament) -> bool:
    """Whether it is a stage of a cup that decides who goes on, or wins it; at most one query."""
    stage = getattr(tournament, "cup_stage", None)
    return stage is not None and (stage.go_on > 0 or stage.number > 1)


def ends_cup(tournament: Tournament) -> bool:
    """Whether it decides who wins a cup; at most one query."""
    return has_cut(tournament) and tournament.cup_stage.go_on == 0


def counting_of_cup(tournament: Tournament) -> Counting:
    """What the cup ranks that it ends; a query where points are carried over."""
    stage: CupStage = tournament.cup_stage
    return stage.counting_in(stage.cup.stages.select_related("tournament"))


def brings_points(tournament: Tournament) -> bool:
    """Whether points of earlier stages of a cup count beside the tournament's own; two queries."""
    stage = getattr(tournament, "cup_stage", None)
    return stage is not None and stage.number > 1 and stage.cup.carry_points


class CupLot(models.Model):
    """A lot drawn in front of everybody between those who are equal at the cut."""

    stage = models.ForeignKey(CupStage, on_delete=models.CASCADE, related_name="lots")
    # Names of teams, or start numbers.
    among = models.JSONField(_("Between"))
    seed = LimitedText(_("Seed"), max_length=64)
    reason = LimitedText(_("Reason"), max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Lot at the cut")
        verbose_name_plural = _("Lots at the cut")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.seed


class CupWithdrawal(models.Model):
    """That a team or a player who would go on does not; the next one moves up."""

    stage = models.ForeignKey(CupStage, on_delete=models.CASCADE, related_name="withdrawals")
    # The name of the team, or the start number.
    who = LimitedText(_("Who"), max_length=100)
    reason = LimitedText(_("Reason"), max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Withdrawal from a cup")
        verbose_name_plural = _("Withdrawals from a cup")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["stage", "who"], name="cup_withdrawal_once")]

    def __str__(self) -> str:
        return self.who
