"""`laboratory SLUG [--solos S] [--tie-breaks CODES]`: the standings by other rules."""

from argparse import BooleanOptionalAction

from django.core.management.base import CommandParser

from tournament.lists.laboratory import trial_list, trial_sentences
from tournament.management.base import Options, TournamentCommand, as_text
from tournament.standings.reads.laboratory import try_rules
from tournament.standings.rules.laboratory import Solos
from tournament.standings.rules.tie_breaks import CRITERIA


class Command(TournamentCommand):
    help = (
        "Counts a tournament again by other rules, beside its standings: who would have won, and "
        "what moved. Nothing is stored; without options the list is the real one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--solos",
            choices=[each.value for each in Solos],
            default=Solos.AS_PLAYED.value,
            help="how games played alone count",
        )
        parser.add_argument(
            "--tie-breaks",
            nargs="*",
            choices=list(CRITERIA),
            help="what decides between equal totals, in this order; none: they share a rank",
        )
        parser.add_argument(
            "--table-points",
            action=BooleanOptionalAction,
            default=None,
            help="whether table points are ranked; as set without this option",
        )
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        ranked = options["table_points"]
        counting = {} if ranked is None else {"table_points": ranked}
        trial = try_rules(tournament, Solos(options["solos"]), options["tie_breaks"], **counting)
        said = "".join(f"{sentence}\n" for sentence in trial_sentences(trial))
        self.write_output(options["output"], f"{said}\n{as_text(trial_list(trial))}")
