"""The screens in the hall: what they show, and the devices."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.account import new_salt
from tournament.models.cup import ends_cup, has_cut
from tournament.models.fields import LimitedText
from tournament.models.tournament import Tournament
from tournament.stage.rules import CODE_LETTERS, SHOWINGS, Picture, Turn, picture_at

NOTED_EVERY = timedelta(seconds=15)
"""How often it is saved that a screen is there: it polls more often, and writers queue."""


def pictures() -> list[tuple[str, Any]]:
    """Return the choices of what a screen shows; a new one needs no migration."""
    return [(picture, _(each.words)) for picture, each in SHOWINGS.items()]


def pictures_of(tournament: Tournament) -> list[tuple[Picture, Any]]:
    """Return those that can say something in this tournament."""
    lacks = {
        Picture.TIMETABLE: tournament.starts_at is None,
        Picture.TEAMS: not tournament.team_groups,
        Picture.CUT: not has_cut(tournament),
    }
    words = dict(pictures())
    if ends_cup(tournament):
        words[Picture.CUT] = _("Final standings of the cup")
    return [(Picture(each), words[each]) for each in words if not lacks.get(Picture(each))]


class Stage(models.Model):
    """What all screens of a tournament show. Releases through it are in the journal."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True)
    # Whoever types it sees what is shown, and nothing else. Null: no screen is let in.
    code = LimitedText(_("Code"), max_length=CODE_LETTERS, unique=True, null=True)
    picture = models.CharField(
        _("Picture"), max_length=20, choices=pictures, default=Picture.WELCOME
    )
    # Several pictures in rotation instead of one: [name, seconds] each, and since when.
    turns = models.JSONField(default=list, blank=True)
    turns_since = models.DateTimeField(default=timezone.now)
    message = LimitedText(_("Announcement"), max_length=300, blank=True)
    # The target of the countdown, such as the start of the next round.
    until = models.DateTimeField(_("It goes on at"), null=True, blank=True)
    # How many places of the podium have been called.
    places_called = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("Screens in the hall")
        verbose_name_plural = _("Screens in the hall")

    def __str__(self) -> str:
        return str(self.tournament)

    @property
    def rotation(self) -> tuple[Turn, ...]:
        """The pictures in rotation; empty if one stays."""
        return tuple(Turn(Picture(name), seconds) for name, seconds in self.turns)

    @property
    def pictures(self) -> frozenset[Picture]:
        """All pictures shown, at once or in rotation, by screens without their own picture."""
        return frozenset(turn.picture for turn in self.rotation) or frozenset(
            [Picture(self.picture)]
        )

    def shown_at(self, now: datetime) -> Picture:
        """Return what screens without their own picture show."""
        if self.turns:
            return picture_at(self.rotation, self.turns_since, now)
        return Picture(self.picture)


class Screen(models.Model):
    """A device that has been let in; it follows the stage unless it has its own picture."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="screens")
    key = models.CharField(max_length=32, default=new_salt, unique=True, editable=False)
    number = models.PositiveSmallIntegerField()
    name = LimitedText(_("Name"), max_length=40, blank=True)
    picture = models.CharField(_("Picture"), max_length=20, choices=pictures, blank=True)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("Screen")
        verbose_name_plural = _("Screens")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="screen_number_once")
        ]

    def __str__(self) -> str:
        return self.name or f"{self._meta.verbose_name} {self.number}"

    def shown_at(self, now: datetime) -> Picture:
        """Return what it shows."""
        return Picture(self.picture) if self.picture else self.stage.shown_at(now)
