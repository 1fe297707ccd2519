"""What the direction has accepted on bare totals though it breaks a rule, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EXCEPTIONS: dict[str, str | Promise] = {
    "missing_compulsory_solo": _("no compulsory solo of position %(seat)s"),
    "parity": _("odd and even points"),
    "too_few_games": _("games missing"),
}


def exception_words(accepted: Iterable[Mapping[str, Any]]) -> str:
    """The accepted exceptions of a version (`SheetVersion.accepted`), with commas between."""
    return ", ".join(str(EXCEPTIONS[each["code"]]) % {"seat": each["seat"]} for each in accepted)
