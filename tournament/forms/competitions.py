"""What the forms of series, leagues, cups and rankings share."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.functional import Promise

from tournament.forms.fields import FocusesErrors, SavesChanges


class CompetitionForm(FocusesErrors, SavesChanges):
    """Its name and what counts in it. The service saves it.

    first: the fields every one has. fold: the title of the others, which are folded away.
    """

    first: ClassVar[Sequence[str]]
    fold: ClassVar[str | Promise]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        for stored in self._meta.model._meta.concrete_fields:
            if isinstance(field := self.fields.get(stored.name), forms.IntegerField):
                # Django tells the type's own limits, 0 and up; these are the declared ones.
                for validator in stored._validators:
                    if isinstance(validator, MinValueValidator | MaxValueValidator):
                        end = "min" if isinstance(validator, MinValueValidator) else "max"
                        field.widget.attrs[end] = validator.limit_value

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """The fields every one has."""
        return [self[name] for name in self.first if name in self.fields]

    @property
    def others(self) -> list[forms.BoundField]:
        """What most leave as it is."""
        return [each for each in self.visible_fields() if each.name not in self.first]

    @property
    def is_unfolded(self) -> bool:
        """Whether one sees the others: what was typed there, or why it is refused."""
        typed = [each for each in self.others if self.is_bound and each.name in self.changed_data]
        return bool(self.errors or typed)
