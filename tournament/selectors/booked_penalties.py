"""Penalties the referee has booked at a table, beside totals that may lack them.

A list shows its penalties game by game; totals alone do not. A penalty under 9.3.2 turns the parity
of all four positions at once (rules.md 5.3), so no check of the figures tells whether they contain
it: whoever has the paper is asked, and what is missing is added by the program.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from tournament.core.penalties_in_totals import (
    Penalty,
    TotalsVersion,
    identity,
    penalties_gone,
)
from tournament.mappers import points_of
from tournament.models import GameTable, JournalEntry, SheetKind, SheetVersion, Tournament

Content = Mapping[str, Any]


def penalties_gone_from(table: GameTable, sheet: Content) -> list[Penalty]:
    """The penalties a sheet of totals names though its figures are nearer to those without them."""
    if table.current_version is None or not sheet["penalties"]:
        return []
    said = said_to_be_contained(table.round.tournament)
    return penalties_gone(totals_history(table.versions.all(), said), TotalsVersion.of(sheet))


def totals_history(
    versions: QuerySet[SheetVersion], said: Mapping[int, Sequence[Penalty]]
) -> list[TotalsVersion]:
    """Those of the versions that are totals alone, in order; one query."""
    totals = versions.filter(kind=SheetKind.TOTALS).order_by("number").values_list("pk", "content")
    return [TotalsVersion.of(content, said.get(pk, ())) for pk, content in totals]


def said_to_be_contained(tournament: Tournament) -> dict[int, list[Penalty]]:
    """The penalties of which the journal says that somebody has said so, by version; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament, action="penalties_contained")
    return {
        entry.data["sheet"]: [identity(each) for each in entry.data["contained"]]
        for entry in entries
    }


def not_among(named: Iterable[Content], booked: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The booked penalties that are not among the named ones, each as often as it is missing.

    What a sheet of totals names, its totals are meant to contain; whether they contain what it
    does not name, nobody knows yet.
    """
    there = Counter(map(identity, named))
    missing = []
    for penalty in booked:
        if there[identity(penalty)]:
            there[identity(penalty)] -= 1
        else:
            missing.append(penalty)
    return missing


def with_penalties(totals: Sequence[Any], penalties: Iterable[Content]) -> list[Any]:
    """Totals with the points of penalties they do not contain yet; what is no figure stays."""
    moved = points_of(penalties, len(totals))
    return [
        total + points if isinstance(total, int) else total
        for total, points in zip(totals, moved, strict=True)
    ]
