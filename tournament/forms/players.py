"""Forms about players: types and ranges; what they mean is the services' business."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.core.fields import PlayerData
from tournament.forms.focus import FocusesErrors
from tournament.forms.people import DetailsForm
from tournament.forms.typed import numbers_in, numbers_text
from tournament.models import Club, Entry, Person
from tournament.models.fields import longest
from tournament.services.journal import LONGEST_REASON
from tournament.services.players import HIGHEST_NUMBER, HIGHEST_TABLE


class PlayerForm(DetailsForm):
    """One player."""

    last_name = forms.CharField(label=_("Last name"), max_length=longest(Person, "last_name"))
    first_name = forms.CharField(
        label=_("First name"), max_length=longest(Person, "first_name"), required=False
    )
    club_code = forms.CharField(
        label=_("Club code"),
        max_length=longest(Club, "code"),
        required=False,
        help_text=_("For example DU ZHN"),
        widget=forms.TextInput(attrs={"list": "club-codes"}),
    )
    club_name = forms.CharField(
        label=_("Club"),
        max_length=longest(Club, "name"),
        required=False,
        widget=forms.TextInput(attrs={"list": "club-names"}),
    )
    state = forms.CharField(
        label=_("Federal state"), max_length=longest(Person, "state"), required=False
    )
    team = forms.CharField(
        label=_("Team"),
        max_length=longest(Entry, "team"),
        required=False,
        help_text=_("Players of one team are kept apart in the draw."),
    )
    tags = forms.CharField(
        label=_("Categories"),
        max_length=200,
        required=False,
        help_text=_("With commas between them"),
    )
    number = forms.IntegerField(label=_("Start number"), min_value=1, max_value=HIGHEST_NUMBER)
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        min_value=1,
        max_value=HIGHEST_TABLE,
        required=False,
        help_text=_("Sits there in every round, as with a wheelchair. Usually empty."),
    )
    keeps_no_list = forms.BooleanField(
        label=capfirst(_("does not keep the list")),
        required=False,
        help_text=_("Never gets the last position of a table."),
    )
    fee_paid = forms.BooleanField(label=_("Fee paid"), required=False)

    def fix_number(self) -> None:
        """Show the start number of somebody who was drawn as what it is: it stays."""
        self.fields["number"].widget.attrs["readonly"] = True
        self.fields["number"].help_text = _("Has been drawn and stays.")

    def leave_person_deleted(self) -> None:
        """Of somebody whose data was deleted, only what belongs to this tournament changes."""
        for name in ("last_name", "first_name", "state", *self.DETAILS):
            self.fields[name].disabled = True
        self.fields["last_name"].help_text = _("The data of this person was deleted.")

    def leave_fee_to_the_till(self) -> None:
        """Where fees have amounts, payments alone say whether they are paid."""
        self.fields["fee_paid"].disabled = True
        self.fields["fee_paid"].help_text = _("By the payments in the till.")

    @classmethod
    def initial_from(cls, player: PlayerData) -> dict[str, Any]:
        """The first values of the form for what is entered."""
        values: dict[str, Any] = {name: getattr(player, name) for name in PlayerData.fields()}
        return {**values, "tags": ", ".join(player.tags), "keeps_no_list": not player.keeps_list}

    def player(self) -> PlayerData:
        """What was typed."""
        typed = {**self.cleaned_data, "keeps_list": not self.cleaned_data["keeps_no_list"]}
        values = {name: typed[name] for name in PlayerData.fields()}
        tags = tuple(dict.fromkeys(filter(None, map(str.strip, values["tags"].split(",")))))
        return PlayerData(**{**values, "tags": tags})


class NewPlayerForm(FocusesErrors, PlayerForm):
    """A new player, perhaps standing at the desk already."""

    checked_in = forms.BooleanField(label=_("Checked in"), required=False)
    another_person = forms.BooleanField(label=_("This is somebody else"), required=False)
    # Of whom that is said: their start numbers.
    namesakes = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, asks_presence: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_presence:
            del self.fields["checked_in"]
        self._question = self.fields["another_person"]
        if "another_person" not in self.data:
            del self.fields["another_person"]
        self.fields["number"].required = False
        self.fields["number"].help_text = _("Left empty: the next one")
        self.fields["last_name"].widget.attrs["autofocus"] = True

    @property
    def others(self) -> set[int]:
        """The start numbers of those who only share the name, as somebody has answered."""
        is_answered = self.cleaned_data.get("another_person")
        return numbers_in(self.cleaned_data["namesakes"]) if is_answered else set()

    def ask_for_another_person(self, number: int) -> None:
        """Show the question about somebody; nobody is bothered with it before."""
        self.fields["another_person"] = self._question
        asked = numbers_text(sorted({*self.others, number}))
        # Unpacked, a QueryDict gives lists.
        typed = {name: self.data[name] for name in self.data}
        self.data = {**typed, "namesakes": asked, "another_person": ""}


class PlayerStatusForm(forms.Form):
    """Whether a player takes part, and why that changes."""

    status = forms.ChoiceField(
        label=_("Participation"), choices=Entry.Status.choices, widget=forms.RadioSelect
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)


class PlayerFileForm(forms.Form):
    """A list of players to be read."""

    file = forms.FileField(
        label=_("List of players"),
        help_text=_("Workbook (.xlsx or .ods) or CSV, up to 4 MB"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"}),
    )
