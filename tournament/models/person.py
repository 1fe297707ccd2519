"""People, kept across tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import new_salt
from tournament.models.club import Club
from tournament.models.fields import LimitedEmail, LimitedTags, LimitedText
from tournament.shared.rules.names import Names

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
