"""Queries of the group rankings, computed from the individual standings."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter

from tournament.models import Entry, GroupRanking, Tournament
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.names import tidy
from tournament.shared.rules.states import state_key
from tournament.sheets.rules.results import Result
from tournament.standings.reads.standings import StandingRow, StandingsReport
from tournament.standings.rules.rankings import (
    ALL_PLAYED_COUNTS,
    PAIR,
    GroupKind,
    GroupRules,
    Member,
    RankedGroup,
    group_chain,
    ranking,
)
from tournament.standings.rules.team_groups import TeamPlace, places_in_groups
from tournament.standings.rules.tie_breaks import known_codes


@dataclass(frozen=True, slots=True)
class GroupReport:
    """The ranking of all groups of a kind, and the standings behind it.

    `rows` are the players by entry id, `without` how many of them belong to no group; `chain` are
    the tie-breaks. `in_groups`: the teams group by group, where they play in groups; then all that
    is played for a team counts.
    """

    kind: GroupKind
    rules: GroupRules
    groups: tuple[RankedGroup, ...]
    standings: StandingsReport
    rows: Mapping[int, StandingRow]
    without: int
    chain: tuple[str, ...]
    in_groups: tuple[tuple[TeamPlace, ...], ...] = ()

    def points_played(self, group: RankedGroup) -> int:
        """Return the points played in the rounds that count for a group."""
        return sum(map(self.played_by, group.members))

    def played_by(self, member: Member) -> int:
        """Return the points that a member has played in the rounds that count."""
        both = zip(self.rows[member.result.entry_id].played, member.counted, strict=True)
        return sum(points or 0 for points, is_counted in both if is_counted)


_WANTED = Prepared(
    lambda tournament: GroupRanking.objects.filter(tournament=tournament).values_list(
        "kind", "best", "by_round"
    )
)


def group_rules(tournament: Tournament) -> dict[GroupKind, GroupRules]:
    """Return the rules of the wanted group rankings, in the order of the kinds; one query."""
    found = {kind: GroupRules(best, each) for kind, best, each in _WANTED(tournament.pk)}
    return {kind: found[kind] for kind in GroupKind if kind in found}


def counting_rules(tournament: Tournament, report: StandingsReport) -> dict[GroupKind, GroupRules]:
    """Return the rules by which the wanted rankings count in these standings; one query.

    Where teams play in groups, all that is played for a team counts, whatever is set.
    """
    wanted = group_rules(tournament)
    if report.team_groups and GroupKind.TEAM in wanted:
        wanted[GroupKind.TEAM] = ALL_PLAYED_COUNTS
    return wanted


def group_rankings(tournament: Tournament, report: StandingsReport) -> tuple[GroupReport, ...]:
    """Return every wanted ranking; one query, two where pairs are ranked."""
    wanted = counting_rules(tournament, report)
    pairs = pairs_of(tournament, wanted)
    rows = {row.entry_id: row for row in report.rows}
    chain = group_chain(known_codes(tournament.tie_breaks))
    found = []
    for kind, rules in wanted.items():
        groups: dict[str, list[Result]] = {}
        named = names_of_groups(report.rows, kind, pairs)
        for row in report.rows:
            is_ranked = row.rank is not None
            result = Result(row.entry_id, row.number, row.rounds, row.adjustment, is_ranked)
            if name := named.get(row.entry_id):
                groups.setdefault(name, []).append(result)
        ranked, without = ranking(groups, rules, chain), len(rows) - len(named)
        in_groups = places_in_groups(report.team_groups, ranked) if rules.everybody else ()
        found.append(GroupReport(kind, rules, ranked, report, rows, without, chain, in_groups))
    return tuple(found)


def group_ranking(tournament: Tournament, report: StandingsReport, kind: str) -> GroupReport | None:
    """Return the ranking of one kind; None where that kind is not ranked."""
    return next((each for each in group_rankings(tournament, report) if each.kind == kind), None)


def pairs_of(tournament: Tournament, rules: Container[GroupKind]) -> frozenset[str]:
    """Return the teams that are pairs; one query where `rules` rank pairs."""
    if GroupKind.PAIR not in rules:
        return frozenset()
    # People in each team, playing or not.
    entries = Entry.objects.filter(tournament=tournament).exclude(team="")
    sizes = Counter(entries.values_list("team", flat=True))
    return frozenset(name for name, size in sizes.items() if size == PAIR)


def names_of_groups(
    rows: Iterable[StandingRow], kind: GroupKind, pairs: Container[str]
) -> dict[int, str]:
    """Return the group of each entry in one; a team of two is a pair where pairs are ranked.

    A federal state is one however it is written, and called as the lowest number writes it.
    """
    named: dict[int, str] = {}
    called: dict[str, str] = {}
    for row in sorted(rows, key=attrgetter("number")):
        if kind is GroupKind.CLUB:
            name = row.club_name
        elif kind is GroupKind.STATE:
            name = called.setdefault(state_key(row.state), tidy(row.state))
        else:
            name = row.team if (row.team in pairs) == (kind is GroupKind.PAIR) else ""
        if name:
            named[row.entry_id] = name
    return named
