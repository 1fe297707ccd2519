"""`standings SLUG [--after-round R] [--category TAG | --ranking KIND] --format F -o F`."""

from collections.abc import Iterable

from django.core.management.base import CommandParser

from tournament.errors import Refused
from tournament.exports.list_files import counted_as, csv_of, standings_csv
from tournament.labels.standings import (
    GROUP_RANKINGS,
    ranking_title,
    standings_title,
)
from tournament.lists.columns import List
from tournament.lists.notes import (
    RULED,
    Listed,
    caution_of,
    notes_below,
    ranking_footnotes,
    standings_footnotes,
)
from tournament.lists.standings import ranking_list, standings_list
from tournament.management.base import Options, TournamentCommand, as_json, as_text
from tournament.models import Tournament
from tournament.standings.reads.rankings import group_ranking
from tournament.standings.reads.standings import StandingsReport, standings_after
from tournament.standings.rules.counting import AS_PLAYED
from tournament.standings.rules.rankings import GroupKind

FORMATS = ("text", "json", "csv", "xlsx", "pdf")


class Command(TournamentCommand):
    help = "Lists the standings after a round, by default the last one with seats or results."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--after-round", type=int)
        parser.add_argument("--format", choices=FORMATS, default="text")
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--category", default="", metavar="TAG")
        which.add_argument("--ranking", choices=[kind.value for kind in GroupKind])
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        after, file_format = options["after_round"], options["format"]
        # Refuses a round that is not drawn, whatever the format.
        report = standings_after(tournament, after, options["category"])
        content: str | bytes
        if options["ranking"] and file_format != "xlsx":
            content = _ranking(tournament, report, options["ranking"], file_format)
        elif file_format == "xlsx":
            from tournament.exports.excel.results import results

            content = results(tournament, after).content
        elif file_format == "pdf":
            from tournament.exports.pdf.results import standings

            content = standings(tournament, after, report.tag).content
        elif file_format == "json":
            marks, rows = standings_footnotes(tournament, report).marks, []
            for row in report.rows:
                entry: dict[str, object] = {
                    "rank": row.rank,
                    "number": row.number,
                    "name": row.name,
                    "club": row.club,
                    "rounds": list(row.rounds),
                    "adjustment": row.adjustment,
                    "total": row.total,
                }
                if report.counting != AS_PLAYED:
                    entry |= {"points": list(row.played), **counted_as(report.counting)}
                if row.rank is None:
                    entry["note"] = row.note
                cells = {each: (row.entry_id, each) for each in range(1, len(row.rounds) + 1)}
                ruled = [each for each, cell in cells.items() if RULED in marks.get(cell, "")]
                rows.append(entry | {"ruled": ruled} if ruled else entry)  # by the direction
            content = as_json(rows)
        elif file_format == "csv":
            content = standings_csv(report)
        else:
            content = _text(tournament, report)
        self.write_output(options["output"], content)


def _ranking(
    tournament: Tournament, report: StandingsReport, kind: str, file_format: str
) -> str | bytes:
    ranked = group_ranking(tournament, report, kind)
    if ranked is None:
        raise Refused("group_not_ranked", ranking=GROUP_RANKINGS[kind])
    if file_format == "pdf":
        from tournament.exports.pdf.results import ranking

        return ranking(tournament, ranked).content
    if file_format == "json":
        reckons = report.counting.reckons
        in_group = {
            each.team: {"group": number, "place": each.place}
            for number, teams in enumerate(ranked.in_groups, start=1)
            for each in teams
        }
        return as_json(
            [
                {
                    **in_group.get(group.name, {}),
                    "rank": group.rank,
                    "name": group.name,
                    "rounds": list(group.rounds),
                    "adjustment": group.adjustment,
                    "total": group.total,
                    **({"points": ranked.points_played(group)} if reckons else {}),
                    **counted_as(report.counting),
                    "members": [
                        {
                            "number": each.result.number,
                            "points": each.points,
                            "counted": list(each.counted),
                        }
                        for each in group.members
                    ],
                }
                for group in ranked.groups
            ]
        )
    if file_format == "csv":
        return csv_of(ranking_list(ranked), report.counting)
    title = ranking_title(kind, report.rounds, final=report.final)
    notes = ranking_footnotes(tournament, ranked)
    return _with_notes(title, ranked, ranking_list(ranked).without(), notes)


def _text(tournament: Tournament, report: StandingsReport) -> str:
    footnotes = standings_footnotes(tournament, report)
    shown = standings_list(report, footnotes.marks, more=False).without("tags")
    title = standings_title(rounds=report.rounds, final=report.final)
    return _with_notes(title, report, shown, notes_below(tournament, report, footnotes))


def _with_notes(title: str, listed: Listed, shown: List, notes: Iterable[str]) -> str:
    if caution := caution_of(listed):
        title = f"{title} ({caution})"
    lines = "".join(f"{note}\n" for note in notes)
    return f"{title}\n\n{as_text(shown)}\n{lines}"
