"""What stands on a sheet, place by place, in words: to read it, and to compare two of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.english import figures
from tournament.labels.row_kinds import dealt_by, row_kind
from tournament.labels.rulings import ruling_lines

Result = tuple[Mapping[str, Any], Sequence[object]]
"""The content of a sheet in its public form, and the points of the positions."""


@dataclass(frozen=True, slots=True)
class Line:
    """One place of two sheets; an empty text where one of them has nothing there."""

    place: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        """Whether the two sheets say something else here."""
        return self.before != self.after


def sheet_lines(content: Mapping[str, Any], totals: Sequence[object]) -> dict[str, str]:
    """The places of a sheet in the order of the paper -> what stands there; of a ruling likewise.

    `content` is the public form of any kind; `totals` are the points of the positions.
    """
    if "rows" in content:
        lines = {_("Game %(row)s") % {"row": row["no"]}: _game(row) for row in content["rows"]}
        if content.get("time_limit_after_row") is not None:
            lines[_("Last game begun in time")] = str(content["time_limit_after_row"])
        if content.get("struck_games"):
            lines[_("Struck normal games")] = str(content["struck_games"])
    elif "ruling" in content:
        lines = ruling_lines(content)
    else:
        lines = {
            _("Games played"): str(content["games_played"]),
            _("Compulsory solos of positions"): ", ".join(map(str, content["compulsory_solos"])),
        }
    for number, penalty in enumerate(content.get("penalties") or (), 1):
        lines[_("Penalty %(number)s") % {"number": number}] = penalty_words(penalty)
    lines[_("Total")] = figures(tuple(totals))
    return lines


def are_of_one_kind(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether both are lists, both bare totals or both rulings."""
    return all((key in one) == (key in other) for key in ("rows", "ruling"))


def side_by_side(before: Result, after: Result) -> list[Line]:
    """Every place of either sheet, in the order of the longer one.

    Two of another kind have only their totals to compare.
    """
    old, new = sheet_lines(*before), sheet_lines(*after)
    if not are_of_one_kind(before[0], after[0]):
        total = _("Total")
        return [Line(total, old.get(total, ""), new.get(total, ""))]
    longer, other = (old, new) if len(old) >= len(new) else (new, old)
    places = [*longer, *(place for place in other if place not in longer)]
    return [Line(place, old.get(place, ""), new.get(place, "")) for place in places]


def by_position(before: Result, after: Result) -> list[Line]:
    """Every place of either sheet, the totals position by position: so one sees whose differ."""
    lines = [line for line in side_by_side(before, after) if line.place != _("Total")]
    return [*lines, *positions(before[1], after[1])]


def positions(before: Sequence[object], after: Sequence[object]) -> list[Line]:
    """The totals of two sheets, position by position."""
    return [
        Line(_("Total of position %(seat)s") % {"seat": seat}, figures((old,)), figures((new,)))
        for seat, (old, new) in enumerate(zip(before, after, strict=True), 1)
    ]


def _game(row: Mapping[str, Any]) -> str:
    words = [row_kind(row["kind"])]
    if row.get("soloist") is not None:
        words.append(_("position %(seat)s") % {"seat": row["soloist"]})
    if row.get("forced"):
        words.append(_("forced"))
    if row.get("out_of_turn"):
        words.append(dealt_by(row.get("dealer")))
    return f"{', '.join(words)}: {figures(tuple(row['points']))}"


def penalty_words(penalty: Mapping[str, Any]) -> str:
    """A penalty as it stands on a sheet: paragraph, position, game, initials, points."""
    words = _("%(rule)s against position %(position)s") % {
        "rule": penalty.get("reason") or penalty["rule"],
        "position": penalty["offender"],
    }
    if penalty.get("row") is not None:
        words = _("%(penalty)s, from game %(row)s") % {"penalty": words, "row": penalty["row"]}
    if penalty.get("initials"):
        words = f"{words}, {penalty['initials']}"
    return f"{words}: {figures(tuple(penalty['points']))}"
