"""What is lost with a tournament that is deleted, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import ngettext_lazy

from tournament.labels.filling import fill

_LOST: dict[str, Promise] = {
    "players": ngettext_lazy("%(count)s player", "%(count)s players", "count"),
    "people": ngettext_lazy(
        "%(count)s of them entered nowhere else", "%(count)s of them entered nowhere else", "count"
    ),
    "draws": ngettext_lazy("%(count)s draw", "%(count)s draws", "count"),
    "commitments": ngettext_lazy(
        "%(count)s published commitment", "%(count)s published commitments", "count"
    ),
    "rounds": ngettext_lazy("%(count)s round", "%(count)s rounds", "count"),
    "results": ngettext_lazy(
        "%(count)s result that counts", "%(count)s results that count", "count"
    ),
    "sheets": ngettext_lazy(
        "%(count)s version of a score sheet", "%(count)s versions of score sheets", "count"
    ),
    "penalties": ngettext_lazy("%(count)s penalty", "%(count)s penalties", "count"),
    "deductions": ngettext_lazy("%(count)s deduction", "%(count)s deductions", "count"),
    "complaints": ngettext_lazy("%(count)s complaint", "%(count)s complaints", "count"),
    "protests": ngettext_lazy("%(count)s protest", "%(count)s protests", "count"),
    "payments": ngettext_lazy("%(count)s payment", "%(count)s payments", "count"),
    "cash_counts": ngettext_lazy("%(count)s cash count", "%(count)s cash counts", "count"),
    "awards": ngettext_lazy("%(count)s assigned prize", "%(count)s assigned prizes", "count"),
    "evenings": ngettext_lazy(
        "the results of %(count)s evening of a series",
        "the results of %(count)s evenings of series",
        "count",
    ),
    "match_days": ngettext_lazy(
        "the results of %(count)s match day of a league",
        "the results of %(count)s match days of a league",
        "count",
    ),
    "cup_stages": ngettext_lazy(
        "the results of %(count)s stage of a cup",
        "the results of %(count)s stages of cups",
        "count",
    ),
}
"""What is deleted with a tournament, counted."""


def lost_words(counts: Mapping[str, Any]) -> list[str]:
    """Return what deleting a tournament loses, with the number of each; players in any case."""
    said = {
        name: fill(words, {"count": counts.get(name, 0)})
        for name, words in _LOST.items()
        if name == "players" or counts.get(name)
    }
    players = [said.pop("players"), *([said.pop("people")] if "people" in said else [])]
    return [", ".join(players), *said.values()]
