"""`archive SLUG FILE`: a tournament as one signed file, opened by `open_archive`."""

from pathlib import Path

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.exports.archive import archive_file
from tournament.management.base import STANDARD_OUTPUT, Options, TournamentCommand
from tournament.shared.writes.signing import public_key
from tournament.standings.rules.checksum import short_checksum


class Command(TournamentCommand):
    help = "Writes a tournament into one file: data, journal, proofs and papers, signed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "file", metavar="FILE", help="a file that does not exist yet, such as herbst.zip"
        )
        parser.add_argument(
            "--contacts", action="store_true", help="with e-mail and telephone of the people"
        )

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        if options["file"] != STANDARD_OUTPUT and Path(options["file"]).exists():
            raise Refused("target_exists", path=options["file"])
        content = archive_file(tournament, contacts=options["contacts"]).content
        self.write_output(options["file"], content)
        words = {"path": options["file"], "signer": short_checksum(public_key())}
        self.stdout.write(gettext("Written: %(path)s. Signed by installation %(signer)s.") % words)
