"""`association_list SLUG [--series] --format csv|xlsx -o F`: who has played how much."""

from django.core.management.base import CommandParser

from tournament.exports.series import association_file
from tournament.management.base import Options, TournamentCommand
from tournament.series.reads import played_rows, played_rows_of


class Command(TournamentCommand):
    help = "Lists name, club, state, rounds, games, total and average of everybody who has played."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="short name of a tournament, with --series of a series")
        parser.add_argument("--series", action="store_true", help="all evenings of a series")
        parser.add_argument("--format", choices=("csv", "xlsx"), default="csv")
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        as_workbook = options["format"] == "xlsx"
        if options["series"]:
            series = self.series(options["slug"])
            made = association_file(series, played_rows(series), as_workbook=as_workbook)
        else:
            tournament = self.tournament(options["slug"])
            rows = played_rows_of(tournament)
            made = association_file(tournament, rows, as_workbook=as_workbook)
        self.write_output(options["output"], made.content)
