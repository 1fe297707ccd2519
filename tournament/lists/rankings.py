"""The ranking of clubs, federal states, teams or pairs as a list."""

from django.utils.translation import gettext, ngettext

from tournament.core.rankings import RankedGroup
from tournament.labels.points import NONE_YET, signed
from tournament.labels.rankings import GROUPS, too_few_note
from tournament.lists.columns import Column, Kind, List, Value
from tournament.lists.standings import (
    decision_column,
    idle_columns,
    points_column,
    round_columns,
)
from tournament.selectors.rankings import GroupReport


def ranking_list(report: GroupReport) -> List:
    """The groups with their members and what each of them brings."""

    def rank(group: RankedGroup) -> Value:
        return None if report.standings.nothing_played else group.rank

    def members(group: RankedGroup) -> Value:
        return _members(report, group)

    def note(group: RankedGroup) -> Value:
        return too_few_note(group.ranked, report.rules.best) if group.rank is None else ""

    columns = (
        Column("rank", gettext("Rank"), rank, Kind.NUMBER, "rank", NONE_YET),
        Column("name", str(GROUPS[report.kind]), lambda group: group.name, Kind.NAME, "name"),
        Column("members", gettext("Who counts"), members, classes="members minor"),
        *round_columns(report.standings.rounds, lambda group, number: group.rounds[number - 1]),
        points_column("adjustment", gettext("Deduction"), lambda group: group.adjustment or None),
        points_column("total", gettext("Total"), lambda group: group.total, "total main"),
        decision_column(report.chain),
        Column("note", gettext("Note"), note),
    )
    idle = idle_columns(columns, report.groups, "adjustment", "decided", "note")
    return List(columns, report.groups, idle)


def _members(report: GroupReport, group: RankedGroup) -> str:
    """Who counts and with how much; of the others how many they are."""
    counted = [member for member in group.members if any(member.counted)]
    counted.sort(key=lambda member: member.points, reverse=True)
    named = [
        f"{report.rows[member.result.entry_id].name} {signed(member.points)}" for member in counted
    ]
    if others := len(group.members) - len(counted):
        named.append(ngettext("%(count)s other", "%(count)s others", others) % {"count": others})
    return ", ".join(named)
