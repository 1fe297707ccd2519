"""The score sheets of a round as PDF, names filled in."""

from django.core.management.base import CommandParser

from tournament.exports.pdf.score_sheets import score_sheets
from tournament.management.base import Options, TournamentCommand


class Command(TournamentCommand):
    help = "Write the blank score sheets of a round, one page per table, names filled in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True, metavar="R")
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        round = self.round(self.tournament(options["slug"]), options["round"])
        self.write_output(options["output"], score_sheets(round).content)
