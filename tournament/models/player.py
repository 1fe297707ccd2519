"""The entries of people in a tournament."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import User
from tournament.models.club import Club
from tournament.models.fields import LimitedTags, LimitedText
from tournament.models.person import Person
from tournament.models.tournament import Tournament


class Entry(models.Model):
    """One person's participation in one tournament."""

    class Status(models.TextChoices):
        """Whether the player is drawn and ranked (rules.md 7.4, 6.6)."""

        ACTIVE = "active", _("takes part")
        UNRANKED = "unranked", _("plays, not ranked")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="entries", null=True, blank=True
    )
    number = models.PositiveIntegerField(
        _("Start number"), validators=[MinValueValidator(1), MaxValueValidator(9999)]
    )
    # Categories as free tags, such as ["Damen", "Senioren"] (rules.md 7.6).
    tags = LimitedTags(_("Categories"), max_length=200, default=list, blank=True)
    # Team event: people with the same text here do not meet (rules.md 7.6).
    team = LimitedText(_("Team"), max_length=100, blank=True)
    # Where somebody sits in every round, for example with a wheelchair.
    fixed_table = models.PositiveSmallIntegerField(
        _("Fixed table"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(999)],
    )
    # If not, the player never sits last at a table, where the list is kept.
    keeps_list = models.BooleanField(_("keeps the list"), default=True)
    fee_paid = models.BooleanField(_("Fee paid"), default=False)
    checked_in = models.BooleanField(_("Checked in"), default=False)
    status = models.CharField(
        _("Status"), max_length=20, choices=Status.choices, default=Status.ACTIVE
    )

    # Whether the person was already known when entered. The direction then neither reads nor
    # changes the contact data, and gives no consent, until an owner links the two.
    known_elsewhere = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("Player")
        verbose_name_plural = _("Players")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["tournament", "person"], name="entry_person_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entry_number_positive"),
            models.CheckConstraint(
                condition=models.Q(status__in=["active", "unranked", "withdrawn", "disqualified"]),
                name="entry_status_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.person}"

    @property
    def club_short(self) -> str:
        """The short name of the club; empty without one."""
        return self.club.short if self.club else ""

    @property
    def plays(self) -> bool:
        """Whether the player is seated by the next draw."""
        return self.status in (self.Status.ACTIVE, self.Status.UNRANKED)

    @property
    def ranked(self) -> bool:
        """Whether the player has a rank in the standings."""
        return self.status == self.Status.ACTIVE


class PlayerImport(models.Model):
    """A list of players that was read and awaits the direction's decision, or was entered."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="imports")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=255)
    # The list as text (`tournament.imports.player_tables`); emptied once entered.
    table = models.JSONField(default=dict)
    # The ids of the players entered from it, so that it can be undone.
    entered = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.file_name


class KnownHeading(models.Model):
    """A list heading explained by a user, so that the next list needs no question."""

    # As written by `tournament.imports.headings.spelling`.
    title = models.CharField(max_length=300, unique=True)
    column = models.CharField(max_length=20)

    def __str__(self) -> str:
        return f"{self.title}: {self.column}"
