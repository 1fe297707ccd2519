"""Whose typing a result rests on: a penalty changes a version, not who has typed its figures."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from tournament.mappers import without_running_totals
from tournament.models import Round, SheetKind, SheetVersion


def typists_of(version: SheetVersion) -> set[int | None]:
    """The accounts whose typing this version rests on; None is the command line. One query.

    A penalty that was awarded or taken back makes nobody the author of the figures, so they are
    still whose they were. Who restores a version answers for it, beside those who had typed it:
    nobody becomes the second person for figures of their own by a detour.
    """
    history = SheetVersion.objects.filter(table=version.table_id, number__lte=version.number)
    return _typists(history.order_by("number"))


def typists_in(round: Round) -> dict[int, set[int | None]]:
    """The same for the results of a round nobody has confirmed yet, by table; one query."""
    waiting = SheetVersion.objects.filter(table__round=round, table__current_version__isnull=False)
    versions = waiting.select_related("table").order_by("table__number", "number")
    by_table = groupby(versions, key=lambda version: version.table.number)
    return {number: _typists(of_table) for number, of_table in by_table}


def _typists(history: Iterable[SheetVersion]) -> set[int | None]:
    """Who has typed the figures of the last of these versions, all of one table and in order."""
    versions = list(history)
    figures = [_typed_figures(version) for version in versions]
    return {
        version.user_id
        for place, version in enumerate(versions)
        if figures[place] == figures[-1]
        and not (place and _changes_penalties_alone(versions, figures, place))
    }


def _changes_penalties_alone(
    versions: list[SheetVersion], figures: list[tuple[str, dict[str, Any]]], place: int
) -> bool:
    before, after = versions[place - 1].content, versions[place].content
    return figures[place - 1] == figures[place] and before["penalties"] != after["penalties"]


def _typed_figures(version: SheetVersion) -> tuple[str, dict[str, Any]]:
    """A version without its penalties, and without what only sums up."""
    content = version.content
    if version.kind == SheetKind.ROWS:
        bare = without_running_totals(content)
    else:
        bare = {**content, "totals": without_penalties(version.totals, content["penalties"])}
    return version.kind, {**bare, "penalties": []}


def without_penalties(totals: list[int], penalties: Iterable[Mapping[str, Any]]) -> list[int]:
    """Totals as they would be without these penalties; who sat out has no figure in one."""
    points = [penalty["points"] for penalty in penalties]
    return [total - sum(each[place] or 0 for each in points) for place, total in enumerate(totals)]
