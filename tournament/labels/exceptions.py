"""What the direction accepts or confirms on a sheet though it breaks a rule, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.row_kinds import dealt_by

EXCEPTIONS: dict[str, str | Promise] = {
    "missing_compulsory_solo": _("no compulsory solo of position %(seat)s"),
    "parity": _("odd and even points"),
    "too_few_games": _("games missing"),
}


def exception_words(accepted: Iterable[Mapping[str, Any]]) -> str:
    """The accepted exceptions of a version (`SheetVersion.accepted`), with commas between."""
    return ", ".join(str(EXCEPTIONS[each["code"]]) % {"seat": each["seat"]} for each in accepted)


def out_of_turn_words(rows: Iterable[Mapping[str, Any]]) -> str:
    """The games of a stored list that name their dealer: "Game 7: position 4 dealt"."""
    games = (
        gettext("Game %(number)s: %(text)s")
        % {"number": row["no"], "text": dealt_by(row["dealer"])}
        for row in rows
    )
    return ", ".join(games)
