"""What a tournament's journal is narrowed down to."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.labels.journal import KINDS
from tournament.models import Tournament
from tournament.selectors.journal import JournalFilter, actors_of

COMMAND_LINE = "0"


class JournalFilterForm(forms.Form):
    """Round and table, player, who acted, and what it was about; all of it may be empty."""

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999, required=False)
    player = forms.CharField(
        label=_("Player"), max_length=100, required=False, widget=forms.TextInput
    )
    account = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(label=_("What about"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].widget.attrs["placeholder"] = _("number or name")
        accounts: Any = self.fields["account"]
        accounts.choices = [
            ("", _("everybody")),
            *((str(user.pk), str(user)) for user in actors_of(tournament)),
            (COMMAND_LINE, _("command line")),
        ]
        kinds: Any = self.fields["kind"]
        kinds.choices = [("", _("everything")), *((name, kind[0]) for name, kind in KINDS.items())]

    def wanted(self) -> JournalFilter:
        """The filter; what cannot be read filters nothing, and the form says so."""
        if not self.is_valid():
            return JournalFilter()
        values = self.cleaned_data
        return JournalFilter(
            round=values["round"],
            table=values["table"],
            player=values["player"],
            account=int(values["account"]) if values["account"] else None,
            kind=values["kind"],
        )
