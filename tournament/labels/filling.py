"""Sentences with figures, some with a plural form, and yes or no."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext


def fill(sentence: str | Promise, figures: Mapping[str, Any]) -> str:
    """Return the sentence with its figures, in the current language.

    One made by `ngettext_lazy(one, many, "count")` chooses its form by the figure `count`, so it
    must not be converted to a text before it gets its figures.
    """
    return str(cast(Any, sentence) % figures)


def yes_no(answer: object) -> str:
    """Return yes or no."""
    return gettext("yes") if answer else gettext("no")
