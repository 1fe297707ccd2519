"""The ranking of clubs, federal states, teams or pairs as a list."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournament.labels.points import NONE_YET, signed
from tournament.lists.columns import Column, Kind, List, Value
from tournament.lists.standings import decision_column, idle_columns, points_column, round_columns
from tournament.standings.reads.rankings import GroupReport
from tournament.standings.reads.standings import StandingRow
from tournament.standings.rules.rankings import GROUPS, Member, RankedGroup


def ranking_list(report: GroupReport) -> List:
    """Return the groups with their members and what each of them contributes."""

    def rank(group: RankedGroup) -> Value:
        return None if report.standings.nothing_played else group.rank

    def members(group: RankedGroup) -> Value:
        """Return who counts and with how much, and the number of the others."""
        counted = [member for member in group.members if any(member.counted)]
        counted.sort(key=lambda member: member.points, reverse=True)
        named = [
            f"{report.rows[each.result.entry_id].name} {signed(each.points)}" for each in counted
        ]
        if others := len(group.members) - len(counted):
            words = ngettext("%(count)s other", "%(count)s others", others)
            named.append(words % {"count": others})
        return ", ".join(named)

    def note(group: RankedGroup) -> Value:
        words = {"ranked": group.ranked, "best": report.rules.best or 1}
        return "" if group.rank else gettext("only %(ranked)s of %(best)s") % words

    columns = (
        Column("rank", gettext("Rank"), rank, Kind.NUMBER, "rank", NONE_YET),
        Column(
            "name", gettext(GROUPS[report.kind].name), lambda group: group.name, Kind.NAME, "name"
        ),
        Column("members", gettext("Who counts"), members, classes="members minor"),
        *round_columns(report.standings.rounds, lambda group, number: group.rounds[number - 1]),
        points_column("adjustment", gettext("Deduction"), lambda group: group.adjustment or None),
        points_column("total", gettext("Total"), lambda group: group.total, "total main"),
        decision_column(report.chain),
        Column("note", gettext("Note"), note, sorts=False),
    )
    idle = idle_columns(columns, report.groups, "adjustment", "decided", "note")
    return List(columns, report.groups, idle)


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member of a group in a ranking; `group` numbers the groups of all rankings."""

    report: GroupReport
    group: int
    name: str
    member: Member

    @property
    def row(self) -> StandingRow:
        """The member's line in the standings."""
        return self.report.rows[self.member.result.entry_id]

    def counted(self, number: int) -> int | None:
        """Return the points of a round as far as they count."""
        is_counted = self.member.counted[number - 1]
        return self.member.result.rounds[number - 1] if is_counted else None

    @property
    def adjustment(self) -> int:
        """The deductions as far as they count."""
        rounds = range(1, len(self.member.counted) + 1)
        return self.member.points - sum(self.counted(number) or 0 for number in rounds)


def members_list(reports: Iterable[GroupReport], rounds: int) -> List:
    """Return who counts for which group, and with what; groups are numbered throughout, from 1."""
    groups = [(report, group) for report in reports for group in report.groups]
    lines = [
        MemberLine(report, number, group.name, member)
        for number, (report, group) in enumerate(groups, start=1)
        for member in group.members
    ]
    columns = (
        Column("group", gettext("Group no."), lambda line: line.group, Kind.NUMBER),
        Column("kind", gettext("Ranking"), lambda line: gettext(GROUPS[line.report.kind].name)),
        Column("name", gettext("Group"), lambda line: line.name),
        Column("number", gettext("No."), lambda line: line.row.number, Kind.NUMBER),
        Column("person", gettext("Name"), lambda line: line.row.public_list_name, Kind.NAME),
        *round_columns(rounds, MemberLine.counted),
        points_column("adjustment", gettext("Deduction"), lambda line: line.adjustment or None),
        points_column("total", gettext("Total"), lambda line: line.member.points, "total main"),
    )
    return List(columns, lines)
