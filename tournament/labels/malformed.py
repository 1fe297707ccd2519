"""Why something is no score sheet of the public format, as sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# In what way a path of the public format is malformed.
MALFORMED: dict[str, str | Promise] = {
    "missing_key": gettext_lazy("“%(path)s” is missing."),
    "not_json": gettext_lazy("“%(path)s” cannot be read."),
    "out_of_range": gettext_lazy("“%(path)s” is out of range. Expected: %(expected)s."),
    "repeated_key": gettext_lazy("“%(path)s” stands there twice."),
    "too_deep": gettext_lazy("“%(path)s” is nested too deeply."),
    "unknown_key": gettext_lazy("“%(path)s” does not belong on a score sheet."),
    "wrong_length": gettext_lazy("“%(path)s” does not have %(expected)s entries."),
    "wrong_type": gettext_lazy("“%(path)s” should be: %(expected)s."),
}

EXPECTED: dict[str, str | Promise] = {
    "figure": gettext_lazy("a figure"),
    "figure_or_average": gettext_lazy("a whole number, or “average”"),
    "list": gettext_lazy("a list"),
    "object": gettext_lazy("an object"),
    "row_kind": gettext_lazy("the kind of a game"),
    "text": gettext_lazy("a text"),
    "truth_value": gettext_lazy("yes or no"),
    "whole_number": gettext_lazy("a whole number"),
}


def malformed_sentence(params: Mapping[str, Any]) -> str:
    """The path that does not fit, and what would be right there."""
    expected = str(params.get("expected", ""))
    return str(MALFORMED[str(params["problem"])]) % {
        "path": params["path"] or _("sheet"),
        "expected": EXPECTED.get(expected, expected),
    }
