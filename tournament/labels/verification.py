"""What a second typing that was not the same is told in the lane."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.english import figures
from tournament.core.table_rules import games_told, solos_told
from tournament.labels.suspicions import suspicion_words
from tournament.models import SheetVersion, Verification

Content = Mapping[str, Any]


def stopped_sentence(table: int, version: SheetVersion, typed: Content, first: Verification) -> str:
    """In what the totals just typed differ from the version, or did when `first` was typed."""
    words: dict[str, object] = {"table": table}
    if version.totals != typed["totals"]:
        words["entered"] = figures(tuple(version.totals))
        words["typed"] = figures(tuple(typed["totals"]))
        words["suspicion"] = suspicion_words(version.totals, typed["totals"])
        sentence = _(
            "Table %(table)s, verification: it has not been the same. Entered: %(entered)s. "
            "Typed now: %(typed)s.%(suspicion)s Somebody has to decide."
        )
    elif _games(typed) not in (_games(version.content), games_told(version.content)):
        words |= {"entered": _games(version.content), "typed": _games(typed)}
        sentence = _(
            "Table %(table)s, verification: the totals are the same, the number of games is not. "
            "Entered: %(entered)s. Typed now: %(typed)s. Somebody has to decide."
        )
    elif solos_told(version.content) != solos_told(typed):
        sentence = _(
            "Table %(table)s, verification: the totals are the same, the compulsory solos are not. "
            "Somebody has to decide."
        )
    else:
        words["typed"] = _attempt(version, first)
        sentence = _(
            "Table %(table)s, verification: the same now, but typed differently before: "
            "%(typed)s. Somebody has to decide."
        )
    return sentence % words


def _attempt(version: SheetVersion, first: Verification) -> str:
    """The totals of an attempt, and its games where those are what was different."""
    totals = figures(tuple(first.totals))
    if first.content is None or _games(first.content) == _games(version.content):
        return totals
    return _("%(totals)s with %(games)s games") % {
        "totals": totals,
        "games": _games(first.content),
    }


def _games(content: Content) -> int:
    return len(content["rows"]) if "rows" in content else int(content["games_played"])
