"""What one version of a sheet says otherwise than another: "Position 3: +21 instead of +12"."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.english import figures
from tournament.labels.row_kinds import dealt_by, row_kind
from tournament.labels.sheet_contents import Result, are_of_one_kind, sheet_lines

Row = Mapping[str, Any]


def differences(before: Result, after: Result) -> list[str]:
    """The differences of the second from the first: totals, games, everything else.

    Two of another kind have only their totals to compare.
    """
    found = [*_totals(before, after)]
    if are_of_one_kind(before[0], after[0]):
        found += [*_games(before[0], after[0]), *_other_places(before, after)]
    return found


def _totals(before: Result, after: Result) -> Iterator[str]:
    for seat, (old, new) in enumerate(zip(before[1], after[1], strict=True), start=1):
        if old != new:
            place = capfirst(_("position %(seat)s") % {"seat": seat})
            yield _instead(place, figures((new,)), figures((old,)))


def _games(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    old_rows, new_rows = (
        {row["no"]: row for row in content.get("rows", ())} for content in (before, after)
    )
    for number in sorted({*old_rows, *new_rows}):
        old, new = old_rows.get(number), new_rows.get(number)
        if old is None or new is None or _said(old) != _said(new):
            place = _("Game %(row)s") % {"row": number}
            yield _instead(place, _other_than(new, old), _other_than(old, new))


def _said(row: Row) -> tuple[object, ...]:
    """What a game says; running totals, and a dealer in turn, follow from the others."""
    return (_kind(row), list(row["points"]))


def _other_than(row: Row | None, other: Row | None) -> str:
    """A game in words: what is the same in the other one is left out."""
    if row is None:
        return ""
    points = figures(tuple(row["points"]))
    if other is None:
        return f"{_kind(row)}, {points}"
    same_kind = _kind(row) == _kind(other)
    same_points = list(row["points"]) == list(other["points"])
    return points if same_kind else _kind(row) if same_points else f"{_kind(row)}, {points}"


def _kind(row: Row) -> str:
    words = row_kind(row["kind"])
    if row.get("soloist") is not None:
        words = _("%(game)s of position %(seat)s") % {"game": words, "seat": row["soloist"]}
    if row.get("forced"):
        words = f"{words}, {_('forced')}"
    return f"{words}, {dealt_by(row.get('dealer'))}" if row.get("out_of_turn") else words


def _other_places(before: Result, after: Result) -> Iterator[str]:
    """What stands beside games and totals: time, struck games, solos, penalties."""
    old, new = _beside(before), _beside(after)
    for place in [*new, *(place for place in old if place not in new)]:
        if old.get(place) != new.get(place):
            yield _instead(place, new.get(place, ""), old.get(place, ""))


def _beside(result: Result) -> dict[str, str]:
    content, totals = result
    bare = {**content, "rows": ()} if "rows" in content else content
    lines = sheet_lines(bare, totals)
    del lines[_("Total")]
    return lines


def _instead(place: str, new: str, old: str) -> str:
    words = {"place": place, "new": new or _("nothing"), "old": old or _("nothing")}
    return _("%(place)s: %(new)s instead of %(old)s") % words
