"""The places of teams in their groups, from the individual standings."""

from tournament.sheets.rules.results import Result
from tournament.standings.reads.standings import StandingsReport
from tournament.standings.rules.rankings import ALL_PLAYED_COUNTS, ranking
from tournament.standings.rules.team_groups import TeamPlace, places_in_groups


def team_groups_of(report: StandingsReport) -> tuple[tuple[TeamPlace, ...], ...]:
    """Return the teams of each group, best first; empty where the tournament has no groups.

    All points count for the team of the entry who made them, whether that entry has a rank of its
    own or not: of somebody who had to leave, and of the substitute on that seat. No query.
    """
    members: dict[str, list[Result]] = {team: [] for group in report.team_groups for team in group}
    for row in report.rows:
        if row.team in members:
            members[row.team].append(Result(row.entry_id, row.number, row.rounds, row.adjustment))
    playing = {team: results for team, results in members.items() if results}
    return places_in_groups(report.team_groups, ranking(playing, ALL_PLAYED_COUNTS, report.chain))
