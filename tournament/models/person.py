"""People and clubs, kept across tournaments, and the players of a tournament."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import User, new_salt
from tournament.models.fields import LimitedEmail, LimitedTags, LimitedText
from tournament.models.tournament import Tournament
from tournament.shared.rules.names import Names

CODE_AND_NAME = " · "


def full_name(*parts: str | None) -> str:
    """Return code and name of a club, as far as known."""
    return CODE_AND_NAME.join(filter(None, parts))


class Club(models.Model):
    """A club with its short code, such as "DU ZHN" (rules.md 7.6)."""

    code = LimitedText(_("Club code"), max_length=20, blank=True)
    name = LimitedText(_("Club"), max_length=200, blank=True)
    state = LimitedText(_("Federal state"), max_length=60, blank=True)

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

    @property
    def full(self) -> str:
        """Code and name, as far as known."""
        return full_name(self.code, self.name)


NAMELESS = "N. N."
"""The name of somebody whose data was deleted."""


class Person(models.Model):
    """Somebody who plays. People with a single name have it as last name.

    State, club and categories are the latest known; those given for a tournament are in its entry.
    Somebody entered twice is kept twice: `same_as` points to the record that counts, the other
    keeps the name that older lists show.
    """

    last_name = LimitedText(_("Last name"), max_length=200)
    first_name = LimitedText(_("First name"), max_length=200, blank=True)
    state = LimitedText(_("Federal state"), max_length=60, blank=True)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="people", null=True, blank=True
    )
    tags = LimitedTags(_("Categories"), max_length=200, default=list, blank=True)
    # Without consent public lists only have initials.
    publish_name = models.BooleanField(_("Name in public lists"), default=True)
    email = LimitedEmail(_("E-mail"), blank=True)
    phone = LimitedText(_("Telephone"), max_length=50, blank=True)
    birth_year = LimitedText(_("Year of birth"), max_length=4, blank=True)
    contact_given_on = models.DateField(null=True, blank=True, editable=False)
    same_as = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="spellings", null=True, blank=True
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("Person")
        verbose_name_plural = _("People")
        ordering = ["last_name", "first_name"]

    def __str__(self) -> str:
        return self.name

    @property
    def home_state(self) -> str:
        """The federal state, else that of the club."""
        return self.state or (self.club.state if self.club else "")

    @property
    def club_short(self) -> str:
        """The short name of the club last known; empty without one."""
        return self.club.short if self.club else ""

    @property
    def names(self) -> Names:
        """The person's name in all its forms."""
        return Names(self.last_name, self.first_name, self.publish_name or bool(self.deleted_at))

    @property
    def name(self) -> str:
        """Spoken form: "Änne Franke"."""
        return self.names.name

    @property
    def list_name(self) -> str:
        """List form: "Franke, Änne"."""
        return self.names.list_name

    @property
    def public_name(self) -> str:
        """Public form: "Änne Franke", without consent "Ä. F."."""
        return self.names.public_name

    @property
    def public_list_name(self) -> str:
        """Public list form: "Franke, Änne", without consent "Ä. F."."""
        return self.names.public_list_name


class Entry(models.Model):
    """One person's participation in one tournament."""

    class Status(models.TextChoices):
        """Whether the player is drawn and ranked (rules.md 7.4, 6.6)."""

        ACTIVE = "active", _("takes part")
        UNRANKED = "unranked", _("plays, not ranked")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    class Mark(models.TextChoices):
        """What a note is marked with: a colour, and a shape for those who see none."""

        RED = "red", _("▲ red")
        YELLOW = "yellow", _("◆ yellow")
        BLUE = "blue", _("● blue")

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
    # What a list said of it, as written, until it turns out to be wrong.
    fee_told = LimitedText(_("Entry fee by the list"), max_length=300, blank=True)
    # For those who run the tournament alone.
    desk_note = LimitedText(_("Remark"), max_length=100, blank=True)
    desk_mark = models.CharField(_("Mark"), max_length=10, choices=Mark.choices, blank=True)
    checked_in = models.BooleanField(_("Checked in"), default=False)
    # Which one this was to draw a number at the registration desk; it is kept for good.
    arrival = models.PositiveSmallIntegerField(
        _("Place in the order of arrival"), null=True, blank=True, editable=False
    )
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
            models.UniqueConstraint(fields=["tournament", "arrival"], name="entry_arrival_once"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entry_number_positive"),
            models.CheckConstraint(
                condition=models.Q(status__in=["active", "unranked", "withdrawn", "disqualified"]),
                name="entry_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(desk_mark__in=["", "red", "yellow", "blue"]),
                name="entry_mark_known",
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

    # As written by `tournament.imports.tables.spelling`.
    title = models.CharField(max_length=300, unique=True)
    column = models.CharField(max_length=20)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    told_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.title}: {self.column}"
