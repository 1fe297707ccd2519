"""`generate_tournament SLUG --players N --rounds R --seed S`: made up, by any rule set."""

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.management.base import Options, TournamentCommand, add_rules
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament


class Command(TournamentCommand):
    help = "Make up a tournament with all its sheets, for rehearsal, tests and benchmarks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--seed", required=True, metavar="S", help="the same seed, the same")
        add_rules(parser)

    def run(self, options: Options) -> None:
        tournament = generate_tournament(
            COMMAND_LINE,
            slug=options["slug"],
            players=options["players"],
            rounds=options["rounds"],
            seed=options["seed"],
            rules=options["rules"],
            rule_options=options["options"],
        )
        self.stdout.write(
            gettext("Tournament “%(slug)s”: %(players)s players, %(rounds)s rounds, all sheets in.")
            % {"slug": tournament.slug, "players": options["players"], "rounds": options["rounds"]}
        )
