"""`manage.py import_players SLUG FILE.xlsx|ods|csv [--accept-doubtful]`."""

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.imports.letters import CODECS
from tournament.imports.players import player_rows, read_players
from tournament.imports.tables import remembered
from tournament.labels.people import LIST_COLUMNS, remembered_words, row_sentence, years_left_out
from tournament.management.base import REFUSED, Options, TournamentCommand
from tournament.people.reads.players import known_headings
from tournament.people.writes.players import import_players
from tournament.permissions import COMMAND_LINE


class Command(TournamentCommand):
    help = "Enter the players of a list, workbook or CSV; exit code 1 if any row stayed out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", help="a list of players, .xlsx, .ods or .csv")
        parser.add_argument(
            "--accept-doubtful", action="store_true", help="enter doubtful rows, too"
        )

        parser.add_argument("--letters", choices=CODECS, help="of the file, where nobody can tell")

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        data = self.read_input(options["file"])
        rows_read, table = read_players(data, learned := known_headings(), options["letters"] or "")
        if not tournament.age_categories:
            rows_read = player_rows(table := table.without_years())
        if told := remembered_words(remembered(table.explained, learned), LIST_COLUMNS):
            self.stderr.write(told)
        self.tell_of_list(table)
        for title in () if tournament.age_categories else table.years:
            self.stderr.write(years_left_out(title))
        accepted = {row.line for row in rows_read} if options["accept_doubtful"] else set()
        report = import_players(COMMAND_LINE, tournament, rows_read, accepted)
        # Doubtful rows are listed even when they were accepted.
        remarkable = (*report.accepted, *report.left_out, *report.noted)
        for row in sorted(remarkable, key=lambda row: row.line):
            self.stderr.write(row_sentence(row))
        self.stdout.write(
            gettext("%(added)s added, %(known)s known, %(left_out)s left out.")
            % {"added": report.added, "known": report.known, "left_out": len(report.left_out)}
        )
        if report.left_out:
            raise SystemExit(REFUSED)
