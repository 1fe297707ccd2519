"""`create_tournament SLUG --name NAME --rounds R ...`, by the rules of docs/rule-sets.md."""

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.management.base import Options, TournamentCommand, add_rules, iso_date
from tournament.permissions import COMMAND_LINE
from tournament.standings.rules.tie_breaks import CRITERIA
from tournament.tournaments.writes.tournaments import create_tournament


class Command(TournamentCommand):
    help = "Create a tournament, by the DDV's rules unless others are named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="short name, used in addresses and commands")
        parser.add_argument("--name", required=True)
        parser.add_argument("--rounds", required=True, type=int)
        parser.add_argument("--date", type=iso_date, help="YYYY-MM-DD")
        parser.add_argument("--place", default="")
        parser.add_argument(
            "--tie-break",
            dest="tie_breaks",
            action="append",
            choices=sorted(CRITERIA),
            default=[],
            help="what decides between equal totals; several times: in this order",
        )
        add_rules(parser)

    def run(self, options: Options) -> None:
        tournament = create_tournament(
            COMMAND_LINE,
            slug=options["slug"],
            name=options["name"],
            rounds=options["rounds"],
            date=options["date"],
            place=options["place"],
            tie_breaks=options["tie_breaks"],
            rules=options["rules"],
            rule_options=options["options"],
        )
        self.stdout.write(gettext("Tournament “%(slug)s” created.") % {"slug": tournament.slug})
