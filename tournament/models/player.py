"""Clubs, people, and their entries in a tournament."""

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import User, new_salt
from tournament.models.tournament import Tournament


class Club(models.Model):
    """A club with its short code, such as "DU ZHN" (rules.md 7.6)."""

    code = models.CharField(_("Club code"), max_length=20, blank=True)
    name = models.CharField(_("Club"), max_length=200, blank=True)
    state = models.CharField(_("Federal state"), max_length=60, blank=True)

    class Meta:
        verbose_name = _("Club")
        verbose_name_plural = _("Clubs")
        ordering = ["code", "name"]
        constraints = [
            models.UniqueConstraint(fields=["code", "name"], name="club_once"),
            models.CheckConstraint(
                condition=~models.Q(code="", name=""), name="club_has_code_or_name"
            ),
        ]

    def __str__(self) -> str:
        return self.short

    @property
    def short(self) -> str:
        """The code, or the name of a club without one."""
        return self.code or self.name


class Person(models.Model):
    """Somebody who plays. People with one name only have it as last name."""

    last_name = models.CharField(_("Last name"), max_length=200)
    first_name = models.CharField(_("First name"), max_length=200, blank=True)
    state = models.CharField(_("Federal state"), max_length=60, blank=True)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)

    class Meta:
        verbose_name = _("Person")
        verbose_name_plural = _("People")
        ordering = ["last_name", "first_name"]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """As spoken: "Änne Franke"."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def list_name(self) -> str:
        """As in a list: "Franke, Änne"."""
        return f"{self.last_name}, {self.first_name}" if self.first_name else self.last_name


class Entry(models.Model):
    """One person's place in one tournament."""

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
    number = models.PositiveIntegerField(_("Start number"), validators=[MinValueValidator(1)])
    # Categories as free tags, such as ["Damen", "Senioren"] (rules.md 7.6).
    tags = models.JSONField(_("Categories"), default=list, blank=True)
    # Of a team event: whoever shares the text does not meet (rules.md 7.6).
    team = models.CharField(_("Team"), max_length=100, blank=True)
    # Where somebody sits in every round, as with a wheelchair.
    fixed_table = models.PositiveSmallIntegerField(
        _("Fixed table"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    # Whoever does not never sits last at a table, where the list is kept.
    keeps_list = models.BooleanField(_("keeps the list"), default=True)
    fee_paid = models.BooleanField(_("Fee paid"), default=False)
    checked_in = models.BooleanField(_("Checked in"), default=False)
    status = models.CharField(
        _("Status"), max_length=20, choices=Status.choices, default=Status.ACTIVE
    )

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
    def plays(self) -> bool:
        """Whether the player is seated by the next draw."""
        return self.status in (self.Status.ACTIVE, self.Status.UNRANKED)

    @property
    def ranked(self) -> bool:
        """Whether the player has a rank in the standings."""
        return self.status == self.Status.ACTIVE


class PlayerImport(models.Model):
    """A list of players that was read and waits for the direction's decision."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="imports")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=255)
    rows = models.JSONField(default=list)
    # Titles of what was left aside in the file: {"columns": [...], "sheets": [...]}.
    ignored = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.file_name
