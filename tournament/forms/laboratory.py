"""The form of the rules laboratory: which other rules are tried."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import FocusesErrors
from tournament.forms.tournaments import TieBreaksField
from tournament.labels.laboratory import SOLOS
from tournament.models import Tournament
from tournament.standings.rules.laboratory import Solos, other_solos
from tournament.standings.rules.tie_breaks import known_codes


class LaboratoryForm(FocusesErrors, forms.Form):
    """How solos count, what is ranked, and what decides between equal totals; at first as it is."""

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        other = other_solos(tournament.rule_set)
        choices = [(each.value, SOLOS[each]) for each in (Solos.AS_PLAYED, other)]
        self.fields["solos"] = forms.ChoiceField(label=_("Solos"), choices=choices)
        ranked = [(False, _("Points")), (True, _("Table points"))]
        self.fields["table_points"] = forms.ChoiceField(
            label=_("Ranked by"), choices=ranked, required=False
        )
        self.fields["tie_breaks"] = TieBreaksField()
        self.initial["tie_breaks"] = known_codes(tournament.tie_breaks)
        self.initial["table_points"] = tournament.table_points

    @property
    def solos(self) -> Solos:
        """How games played alone are counted; as played where nothing valid is chosen."""
        return Solos(self.cleaned_data["solos"]) if self._is_right else Solos.AS_PLAYED

    @property
    def chain(self) -> list[str] | None:
        """The codes of the criteria, None where nothing valid is chosen."""
        return list(self.cleaned_data["tie_breaks"]) if self._is_right else None

    @property
    def counting(self) -> dict[str, bool]:
        """What is ranked, as a field of the tournament; empty where nothing valid is chosen."""
        chosen = self.cleaned_data["table_points"] if self._is_right else ""
        return {"table_points": chosen == str(True)} if chosen else {}

    @property
    def _is_right(self) -> bool:
        return self.is_bound and self.is_valid()
