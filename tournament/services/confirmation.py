"""Two sheets of one table: whether they say the same, and totals beside their list."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.english import figures
from tournament.core.table_rules import games_told, solos_told
from tournament.errors import Refused
from tournament.labels.sheets import penalty_words, suspicion_words
from tournament.models import SheetKind, SheetVersion
from tournament.selectors.sheet_checks import CheckedSheet

Content = Mapping[str, Any]


def says_the_same(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether both are the same sheet in every place."""
    return current.kind == sheet.kind and current.content == sheet.content


def only_compares(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether these are totals for a table whose list is there."""
    return current.kind == SheetKind.ROWS and sheet.kind == SheetKind.TOTALS


def only_completes(current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether this is the list behind totals that were there before it."""
    kinds = (current.kind, sheet.kind)
    same = current.totals == list(sheet.totals)
    return kinds == (SheetKind.TOTALS, SheetKind.ROWS) and same


def agrees(table: int, current: SheetVersion, sheet: CheckedSheet) -> bool:
    """Whether a sheet typed apart says the same; totals alone need not name the penalties."""
    if only_compares(current, sheet):
        try:
            require_agreement(table, current.content, sheet.content)
        except Refused:
            return False
        return True
    if sheet.kind == SheetKind.ROWS:
        return says_the_same(current, sheet)
    return {**sheet.content, "penalties": ()} == {**current.content, "penalties": ()}


def require_agreement(table: int, rows: Content, totals: Content) -> None:
    """Refuse totals that say something else than the list; both in the form versions keep.

    Penalties are part of the totals, so whoever types those need not name them; one that is
    named must be on the list. In which row it is booked, and who signed it, only the list tells.

    Refused: `totals_contradict_rows`, `totals_contradict_games`, `totals_contradict_solos`,
    `totals_contradict_penalties`.
    """
    if rows["totals"] != totals["totals"]:
        raise Refused(
            "totals_contradict_rows",
            table=table,
            counted=figures(tuple(rows["totals"])),
            given=figures(tuple(totals["totals"])),
            suspicion=suspicion_words(rows["totals"], totals["totals"]),
        )
    played = len(rows["rows"])
    if totals["games_played"] not in (played, games_told(rows)):
        raise Refused(
            "totals_contradict_games", table=table, counted=played, given=totals["games_played"]
        )
    solos, given = solos_told(rows), solos_told(totals)
    if solos != given:
        raise Refused(
            "totals_contradict_solos", table=table, counted=_listed(solos), given=_listed(given)
        )
    if _bare(totals["penalties"]) - _bare(rows["penalties"]):
        raise Refused(
            "totals_contradict_penalties",
            table=table,
            counted=_penalties(rows),
            given=_penalties(totals),
        )


def _bare(penalties: Iterable[Content]) -> Counter[tuple[object, ...]]:
    """Each penalty as often as it was booked."""
    return Counter(
        (penalty["rule"], penalty["offender"], *penalty["points"]) for penalty in penalties
    )


def _penalties(content: Content) -> str:
    words = [
        penalty_words({**penalty, "row": None, "initials": ""}) for penalty in content["penalties"]
    ]
    return "; ".join(words) or _("none")


def _listed(positions: Iterable[int]) -> str:
    return ", ".join(map(str, positions)) or _("none")
