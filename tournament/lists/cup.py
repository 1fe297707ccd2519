"""Cups: all of them, the lines of a stage and its picture, the players over all stages."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from django.utils.translation import gettext, ngettext

from tournament.cup.reads import (
    CupPlayerRow,
    CupReport,
    StageReport,
    lot_reports,
    names_in_lot,
    names_of_keys,
    players_of_other_states,
)
from tournament.cup.rules import CutLine, Fate
from tournament.labels.counting import marked_words
from tournament.labels.cup import (
    ASTRAY,
    WITHOUT,
    decided_words,
    fate_words,
)
from tournament.labels.points import NONE_YET
from tournament.lists.columns import Column, Kind, List, Value
from tournament.lists.standings import average_column, idle_columns, points_column, total_name
from tournament.models import Cup


@dataclass(frozen=True, slots=True)
class StageRow:
    """A line of a stage with the title of its group."""

    group: str
    line: CutLine


def stage_list(report: CupReport, found: StageReport) -> List:
    """Return a stage: group, place, name, points and what becomes of each, best first."""
    codes = found.chain
    rows = [
        StageRow(title_of_group(found, line.contestant.group), line) for line in found.cut.lines
    ]
    is_team = report.cup.of == Cup.Of.TEAMS
    columns = (
        Column("group", gettext("Group"), attrgetter("group")),
        Column(
            *("rank", gettext("Rank"), lambda row: row.line.rank if found.is_begun else None),
            *(Kind.NUMBER, "rank"),
        ),
        Column(
            *("name", gettext("Team") if is_team else gettext("Name"), _name_of),
            *(Kind.NAME, "name"),
        ),
        points_column(
            *("total", total_name(found.counting)),
            lambda row: row.line.total if found.is_begun else None,
        ),
        Column("decided", gettext("Decided by"), lambda row: decided_words(row.line, codes)),
        Column("fate", gettext("Next stage"), lambda row: told_fate(found, row.line)),
    )
    idle = [] if found.groups else ["group"]
    if not any(decided_words(row.line, codes) for row in rows):
        idle.append("decided")
    return List(columns, rows, frozenset(idle))


@dataclass(frozen=True, slots=True)
class PictureLine:
    """A line of the picture: `look` is its class, `note` what decided or became of it."""

    rank: int | None
    name: str
    total: int | None
    look: str
    note: str


@dataclass(frozen=True, slots=True)
class PictureBox:
    """A group of a stage as it is drawn on the page."""

    title: str
    lines: tuple[PictureLine, ...]


def picture_of(found: StageReport) -> list[PictureBox]:
    """Return a stage as boxes: its groups where they decide or are not played yet, else one."""
    boxes: dict[int, list[PictureLine]] = {}
    following = [*found.cut.lines[1:], None][: len(found.cut.lines)]
    is_grouped = bool(found.groups) and (found.stage.rules.per_group or not found.is_begun)
    for line, below in zip(found.cut.lines, following, strict=True):
        number = line.contestant.group if is_grouped else len(found.groups)
        is_at_cut = below is not None and line.fate is not below.fate
        name = line.contestant.name
        if not found.is_begun:
            boxes.setdefault(number, []).append(PictureLine(None, name, None, "", ""))
            continue
        fate = line.fate if found.is_over else None
        # What decided is told where it decides who goes on, or who wins.
        is_told = is_at_cut or line.by_lot or found.is_last
        words = [decided_words(line, found.chain) if is_told else ""]
        if fate in (Fate.TIED, Fate.WITHDREW) or (fate and line.moves_up):
            words.insert(0, fate_words(line))
        look = fate.value.replace("_", "-") if fate else ""
        if astray := found.astray.get(line.contestant.key):
            words.insert(0, str(ASTRAY[astray]))
            look += " astray"
        note = ", ".join(filter(None, words))
        shown = PictureLine(line.rank, name, line.total, look, note)
        boxes.setdefault(number, []).append(shown)
    return [
        PictureBox(title_of_group(found, number), tuple(lines))
        for number, lines in sorted(boxes.items())
    ]


def places_at_cut(found: StageReport) -> str:
    """Say briefly how many places are left at each cut that waits for a lot; empty without."""
    told = []
    for tie in found.cut.ties if found.is_tied else ():
        title = title_of_group(found, tie.group) if found.stage.rules.per_group else ""
        words = ngettext(
            "%(places)s place for %(count)s", "%(places)s places for %(count)s", tie.places
        )
        words %= {"places": tie.places, "count": len(tie.keys)}
        told.append(f"{title}: {words}" if title else words)
    return f"{gettext('Equal at the cut')}: {' · '.join(told)}" if told else ""


def lot_sentences(found: StageReport) -> list[str]:
    """Say of each lot of a stage in which order it was drawn."""
    sentence = gettext("By lot in this order: %(names)s. Number %(seed)s (%(reason)s).")
    told = []
    for each in lot_reports(found):
        words = {"names": "; ".join(each.names), "seed": each.lot.seed, "reason": each.lot.reason}
        told.append(sentence % words)
        if not each.decides:
            told[-1] += f" {gettext('After a correction it decides nothing.')}"
    return told


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line for everybody: what becomes of somebody, as `look` and in `words`; "" at the end.

    note: its group where each has its cut, and that its place is by lot.
    """

    key: str
    note: str
    rank: int | None
    name: str
    total: int
    look: str
    words: str


def shown_lines(found: StageReport) -> list[ShownLine]:
    """Return who is equal at a cut and waits for the lot, then who goes on, then who is out.

    After the last stage everybody by place.
    """
    order = [None, Fate.TIED, Fate.GOES_ON, Fate.WITHDREW, Fate.OUT]
    lines = []
    for line in found.cut.lines:
        is_grouped = found.stage.rules.per_group
        group = title_of_group(found, line.contestant.group) if is_grouped else ""
        note = " · ".join(filter(None, (group, gettext("by lot") if line.by_lot else "")))
        look, words = (line.fate or "").replace("_", "-"), fate_words(line)
        who = line.contestant
        shown = ShownLine(who.key, note, line.rank, who.name, line.total, look, words)
        lines.append((order.index(line.fate), shown))
    return [shown for _place, shown in sorted(lines, key=lambda each: each[0])]


def withdrawn_lines(found: StageReport) -> list[tuple[str, str, str]]:
    """Return who does not play on after a stage: the key, the name, and in words why."""
    rows = found.stage.withdrawals.all()
    names = names_of_keys(found, [each.who for each in rows])
    sentence = gettext("%(name)s does not play on (%(reason)s).")
    return [
        (each.who, name, sentence % {"name": name, "reason": each.reason})
        for each, name in zip(rows, names, strict=True)
    ]


def _name_of(row: StageRow) -> str:
    return row.line.contestant.name


def told_fate(found: StageReport, line: CutLine) -> str:
    """Say what becomes of somebody, once the stage is over, and what contradicts it."""
    if astray := found.astray.get(line.contestant.key):
        return str(ASTRAY[astray])
    return fate_words(line) if found.is_over else ""


def astray_lines(found: StageReport) -> list[str]:
    """Say of each whose next tournament contradicts the result what is wrong."""
    return [
        f"{line.contestant.name}: {told_fate(found, line)}"
        for line in found.cut.lines
        if line.contestant.key in found.astray
    ]


def title_of_group(found: StageReport, number: int) -> str:
    """Return the title of a group: of those drawn by its letter, else what they belong to.

    Empty without groups, and for those outside them.
    """
    if number >= len(found.groups):
        return ""
    name, per = found.groups[number], found.stage.per
    if per in WITHOUT:
        return name or str(WITHOUT[per])
    return f"{gettext('Group')} {name}"


def tie_lines(found: StageReport) -> list[str]:
    """Say who is equal at each cut that waits for a lot, and in which group."""
    told = []
    for tie in found.cut.ties if found.is_tied else ():
        title = title_of_group(found, tie.group) if found.stage.rules.per_group else ""
        sentence = ngettext(
            "Equal at the cut: %(names)s. %(places)s of them goes on.",
            "Equal at the cut: %(names)s. %(places)s of them go on.",
            tie.places,
        )
        names = "; ".join(names_in_lot(found, tie.keys))
        sentence %= {"names": names, "places": tie.places}
        told.append(f"{title}: {sentence}" if title else sentence)
    return told


def other_states_sentence(found: StageReport) -> str:
    """Say who has a federal state that is none of Germany's, where it decides; "" for nobody."""
    names = [f"{each.list_name} ({each.state})" for each in players_of_other_states(found)]
    sentence = gettext("None of the sixteen federal states, so a group of its own: %(names)s.")
    return sentence % {"names": "; ".join(names)} if names else ""


def cup_people_list(
    report: CupReport, rows: Iterable[CupPlayerRow], *, public: bool = True
) -> List:
    """Return the players over all stages: points of each stage, total, average per round."""
    name = "person.public_list_name" if public else "person.list_name"

    def heading(found: StageReport) -> str:
        name, counting = found.stage.name, found.stage.counting
        return name if report.counting.table_points else marked_words(name, counting)

    def stage(at: int, row: CupPlayerRow) -> Value:
        result = row.standing.evenings[at].result
        return result.total if result else None

    columns = (
        Column("rank", gettext("Rank"), lambda row: row.standing.rank, Kind.NUMBER, "rank"),
        Column("name", gettext("Name"), attrgetter(name), Kind.NAME, "name"),
        Column("team", gettext("Team"), attrgetter("team"), classes="minor"),
        Column("club", gettext("Club"), attrgetter("person.club_short"), classes="club minor"),
        *(
            points_column(
                f"s{each.stage.number}", heading(each), partial(stage, at), "round", NONE_YET
            )
            for at, each in enumerate(report.stages)
        ),
        points_column(
            *("total", total_name(report.counting)),
            *(lambda row: row.standing.total, "total main"),
        ),
        average_column(attrgetter("standing.average"), counting=report.counting),
    )
    listed = tuple(rows)
    return List(
        columns, listed, idle_columns(columns, listed, "team", "club"), lambda row: row.person.pk
    )
