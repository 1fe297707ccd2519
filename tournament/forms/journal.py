"""Filters of a tournament's journal."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.labels.journal import KINDS
from tournament.models import JournalEntry, Tournament, User
from tournament.shared.rules.typed import LONGEST_LINE
from tournament.trust.reads.journal import JournalFilter, is_known_player

COMMAND_LINE = "0"


class JournalFilterForm(forms.Form):
    """Round and table, player, who acted, and what it was about; all optional."""

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=99, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999, required=False)
    player = forms.CharField(
        label=_("Player"), max_length=LONGEST_LINE, required=False, widget=forms.TextInput
    )
    account = forms.TypedChoiceField(label=_("Who"), coerce=int, empty_value=None, required=False)
    kind = forms.ChoiceField(label=_("What about"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.fields["player"].widget.attrs["placeholder"] = _("number or name")
        accounts: Any = self.fields["account"]
        acted = JournalEntry.objects.filter(tournament=tournament, user__isnull=False)
        users = User.objects.filter(pk__in=acted.values("user"))
        accounts.choices = [
            ("", _("All")),
            *(
                (str(user.pk), str(user))
                for user in sorted(users, key=lambda user: str(user).casefold())
            ),
            (COMMAND_LINE, _("Program")),
        ]
        kinds: Any = self.fields["kind"]
        kinds.choices = [("", _("Everything")), *((name, kind[0]) for name, kind in KINDS.items())]

    def clean_player(self) -> str:
        """Accept a current player, or a number that the journal knows from earlier."""
        typed = str(self.cleaned_data["player"]).strip()
        if typed and not is_known_player(self.tournament, typed):
            raise forms.ValidationError(_("Nobody has this number or name."))
        return typed

    def wanted(self) -> JournalFilter | None:
        """Return the filter; None if it cannot be understood, with the reason in the form."""
        return JournalFilter(**self.cleaned_data) if self.is_valid() else None
