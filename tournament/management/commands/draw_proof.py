"""`draw_proof SLUG [-o F.json]`: the proof of the draws, for scripts/replay_draw.py."""

from django.core.management.base import CommandParser

from tournament.exports.proofs import proof_file
from tournament.management.base import Options, TournamentCommand


class Command(TournamentCommand):
    help = "Writes the proof of the draws; scripts/replay_draw.py checks it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        self.write_output(options["output"], proof_file(tournament).content)
