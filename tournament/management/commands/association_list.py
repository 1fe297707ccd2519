"""`association_list SLUG [--series] --format csv|xlsx -o F`: who has played how much."""

from django.core.management.base import CommandParser

from tournament.exports.list_files import csv_of
from tournament.exports.series import association_file
from tournament.lists.series import association_list
from tournament.management.base import Options, TournamentCommand
from tournament.models import Series, Tournament
from tournament.series.reads import played_rows, played_rows_of


class Command(TournamentCommand):
    help = "Lists name, club, state, rounds, games, total and average of everybody who has played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="short name of a tournament, with --series of a series")
        parser.add_argument("--series", action="store_true", help="all evenings of a series")
        parser.add_argument("--format", choices=("csv", "xlsx"), default="csv")
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        of: Tournament | Series
        if options["series"]:
            series: Series = self.competition("series", options["slug"])
            of, (rows, counting) = series, played_rows(series)
        else:
            of = self.tournament(options["slug"])
            rows, counting = played_rows_of(of), of.counting
        if options["format"] == "csv":
            self.write_output(options["output"], csv_of(association_list(rows, counting), counting))
        else:
            made = association_file(of, rows, counting, as_workbook=True)
            self.write_output(options["output"], made.content)
