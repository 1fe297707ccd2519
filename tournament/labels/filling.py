"""Sentences with figures, some with a plural form; days and times; yes or no."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence after the place that it is about: "Liga „Nord“, Spieltag 3: ausgelost."."""

    place: str | Promise
    sentence: str | Promise

    def __mod__(self, figures: Mapping[str, Any]) -> str:
        return f"{fill(self.place, figures)}: {fill(self.sentence, figures)}"


Sentence = str | Promise | Placed


def placed(place: str | Promise, sentences: Mapping[str, str | Promise]) -> dict[str, Sentence]:
    """Return sentences by code that are all about such a place."""
    return {code: Placed(place, sentence) for code, sentence in sentences.items()}


def begun_and_gone(kind: str, *, is_file: bool = True) -> dict[str, str | Promise]:
    """Return what the journal says of a competition as a whole, after its name.

    is_file: one can be written into a file, and opened from it.
    """
    said: dict[str, str | Promise] = {
        f"{kind}_created": _("created."),
        f"{kind}_deleted": _("deleted (“%(name)s”); its tournaments stay."),
    }
    if is_file:
        said[f"{kind}_opened"] = _("opened from an archive of the installation %(signer)s.")
    return said


def fill(sentence: Sentence, figures: Mapping[str, Any]) -> str:
    """Return the sentence with its figures, in the current language.

    One made by `ngettext_lazy(one, many, "count")` chooses its form by the figure `count`, so it
    must not be converted to a text before it gets its figures.
    """
    return str(cast(Any, sentence) % figures)


def short_day(day: date | None) -> str | None:
    """Return a day as a list shows it: "12.03.2026"."""
    return date_format(day, "SHORT_DATE_FORMAT") if day else None


def short_time(moment: datetime) -> str:
    """Return day and time in the hall, as a list shows them."""
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def yes_no(answer: object) -> str:
    """Return yes or no."""
    return gettext("yes") if answer else gettext("no")
