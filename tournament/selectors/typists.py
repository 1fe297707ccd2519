"""What a result rests on: a penalty changes a version, not who has typed its figures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.json_format import sheet_from_json
from tournament.mappers import completed, stored_content, without_running_totals
from tournament.models import DifferentLook, Round, SheetKind, SheetVersion
from tournament.selectors.booked_penalties import points_of


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a version comes from.

    `typists`: the accounts whose typing it rests on; None is the command line. A penalty that was
    awarded or taken back makes nobody the author of the figures, so they are still whose they
    were. Who restores a version answers for it, beside those who had typed it: nobody becomes the
    second person for figures of their own by a detour.

    `versions`: it and those before it, back to the one it differs from by penalties alone.
    """

    typists: frozenset[int | None]
    versions: tuple[SheetVersion, ...]


def origin_of(version: SheetVersion) -> Origin:
    """Where a version comes from; one query."""
    history = SheetVersion.objects.filter(table=version.table_id, number__lte=version.number)
    return _origin(history.order_by("number"))


def origins_in(round: Round) -> dict[int, Origin]:
    """The same for the results of a round, by table; one query."""
    entered = SheetVersion.objects.filter(table__round=round, table__current_version__isnull=False)
    versions = entered.select_related("table").order_by("table__number", "number")
    by_table = groupby(versions, key=lambda version: version.table.number)
    return {number: _origin(of_table) for number, of_table in by_table}


def beside(look: DifferentLook, version: SheetVersion) -> DifferentLook:
    """What was typed before a penalty, as it stands beside the version with it; not to be saved.

    What had the points of the penalty in it from the start stays as it is.
    """
    before = look.version
    if before == version or look.totals == version.totals:
        return look
    old, new = before.content["penalties"], version.content["penalties"]
    content = look.content
    if content is not None and content["penalties"] in (old, []):
        content = {**content, "penalties": new}
    change = [after - first for after, first in zip(version.totals, before.totals, strict=True)]
    totals = [
        None if total is None else total + gain
        for total, gain in zip(look.totals, change, strict=True)
    ]
    if content is not None and "rows" in content:
        content = stored_content(completed(sheet_from_json(without_running_totals(content))))
    elif content is not None:
        content = {**content, "totals": totals}
    return DifferentLook(
        pk=look.pk, version=before, user=look.user, totals=totals, content=content, at=look.at
    )


def _origin(history: Iterable[SheetVersion]) -> Origin:
    """That of the last of these versions, all of one table and in order."""
    versions = list(history)
    figures = [_typed_figures(version) for version in versions]
    changed = [
        bool(place) and _changes_penalties_alone(versions, figures, place)
        for place in range(len(versions))
    ]
    typists = {
        version.user_id
        for place, version in enumerate(versions)
        if figures[place] == figures[-1] and not changed[place]
    }
    start = max(place for place, is_changed in enumerate(changed) if not is_changed)
    return Origin(frozenset(typists), tuple(versions[start:]))


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
    moved = points_of(penalties, len(totals))
    return [total - points for total, points in zip(totals, moved, strict=True)]
