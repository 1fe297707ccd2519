"""Words with figures in them, of which some have a plural, and yes or no."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.functional import Promise
from django.utils.translation import gettext


def fill(sentence: str | Promise, figures: Mapping[str, Any]) -> str:
    """The sentence with its figures, in the language in force.

    One made by `ngettext_lazy(one, many, "count")` takes the form that fits the figure `count`:
    therefore it must not become a text before it gets its figures.
    """
    return str(cast(Any, sentence) % figures)


def yes_no(answer: object) -> str:
    """Yes or no."""
    return gettext("yes") if answer else gettext("no")
