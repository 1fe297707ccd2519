"""The rule set of a tournament and its options."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.rulesets import RULE_SETS
from scoring.rulesets.ruleset import CHOSEN
from tournament.forms.focus import FocusesErrors
from tournament.labels import rule_sets as labels

NO_LIMIT = 0
"""Typed for a figure without a limit."""


class RulesForm(FocusesErrors, forms.Form):
    """The options of one rule set, one field each."""

    def __init__(self, rules: str, chosen: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data)
        self._known = RULE_SETS[rules].known_options
        for name, allowed in self._known.items():
            label, hint = labels.option_name(name), str(labels.OPTION_HINTS.get(name, ""))
            field: forms.Field
            if allowed == CHOSEN:
                field = forms.BooleanField(label=label, required=False)
            elif allowed.numbers:
                field = forms.IntegerField(
                    label=label,
                    required=False,
                    min_value=NO_LIMIT if None in allowed.values else allowed.numbers[0],
                    max_value=allowed.numbers[-1],
                    help_text=hint,
                )
            else:
                unchosen = _("no") if name.isdecimal() else _("as usual")
                named = ((value, labels.VALUES[name][value]) for value in allowed.values)
                choices = [("", unchosen), *named]
                field = forms.ChoiceField(label=label, required=False, choices=choices)
            self.fields[_field(name)] = field
            value = chosen.get(name)
            self.initial[_field(name)] = NO_LIMIT if name in chosen and value is None else value

    @property
    def figures(self) -> list[forms.BoundField]:
        """The fields for games, minutes and solos."""
        return self._bound(lambda name: not name.isdecimal())

    @property
    def variants(self) -> list[forms.BoundField]:
        """The numbered variants that affect a list or a calculator."""
        return self._bound(lambda name: name.isdecimal() and name in labels.OPTIONS)

    @property
    def at_the_table(self) -> list[forms.BoundField]:
        """The numbered variants that only concern the players."""
        return self._bound(lambda name: name not in labels.OPTIONS)

    def _bound(self, belongs: Callable[[str], bool]) -> list[forms.BoundField]:
        return [self[_field(name)] for name in self._known if belongs(name)]

    @property
    def options(self) -> dict[str, Any]:
        """Return the chosen options as JSON values; only for a valid form."""
        chosen = {}
        for name, allowed in self._known.items():
            value = self.cleaned_data[_field(name)]
            if value is None or value is False or value == "":
                continue
            has_no_limit = None in allowed.values and value == NO_LIMIT
            chosen[name] = None if has_no_limit else value
        return chosen


def _field(name: str) -> str:
    return f"option-{name}"
