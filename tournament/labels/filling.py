"""Sentences with figures in them, of which some have a plural."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.functional import Promise


def filled(sentence: str | Promise, figures: Mapping[str, Any]) -> str:
    """The sentence with its figures, in the language in force.

    One made by `ngettext_lazy(one, many, "count")` takes the form that fits the figure `count`:
    therefore it must not become a text before it gets its figures.
    """
    return str(cast(Any, sentence) % figures)
