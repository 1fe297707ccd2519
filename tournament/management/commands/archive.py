"""`archive SLUG FILE`: a tournament, or a competition with its tournaments, as one signed file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.competitions.mapping import KINDS
from tournament.errors import Refused
from tournament.exports.archive import archive_file
from tournament.exports.base import Document
from tournament.exports.competition import competition_file
from tournament.management.base import STANDARD_OUTPUT, Options, TournamentCommand
from tournament.shared.writes.signing import public_key
from tournament.standings.rules.checksum import short_checksum


class Command(TournamentCommand):
    help = (
        "Writes a tournament into one file: data, journal, proofs and papers, signed; or a series, "
        "league or cup with its tournaments."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "file", metavar="FILE", help="a file that does not exist yet, such as herbst.zip"
        )
        parser.add_argument(
            "--of",
            choices=KINDS,
            help="SLUG is that of a series, league or cup; with the archives of its tournaments",
        )
        parser.add_argument(
            "--contacts",
            action="store_true",
            help="with e-mail, telephone and year of birth of the people, and the desk's remarks",
        )

    def run(self, options: Options) -> None:
        of, slug, contacts = options["of"], options["slug"], options["contacts"]
        one: Any = self.competition(of, slug) if of else self.tournament(slug)
        if options["file"] != STANDARD_OUTPUT and Path(options["file"]).exists():
            raise Refused("target_exists", path=options["file"])
        write: Callable[..., Document] = competition_file if of else archive_file
        self.write_output(options["file"], write(one, contacts=contacts).content)
        words = {"path": options["file"], "signer": short_checksum(public_key())}
        self.stdout.write(gettext("Written: %(path)s. Signed by installation %(signer)s.") % words)
