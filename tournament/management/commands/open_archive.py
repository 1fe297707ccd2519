"""`open_archive FILE [--slug SLUG]`: a tournament out of the file that `archive` has written."""

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.archives.writes import open_archive
from tournament.imports.archives import read_archive
from tournament.labels.backup import finding_words
from tournament.management.base import Options, TournamentCommand
from tournament.permissions import COMMAND_LINE
from tournament.standings.rules.checksum import short_checksum


class Command(TournamentCommand):
    help = "Opens an archived tournament. Who may be somebody known is a new person."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--slug", default="", help="another short name than it had")

    def run(self, options: Options) -> None:
        archive = read_archive(self.read_input(options["file"]))
        for finding in archive.findings:
            self.stderr.write(finding_words(finding))
        opened = open_archive(COMMAND_LINE, archive, options["slug"])
        words = {"slug": opened.tournament.slug, "signer": short_checksum(archive.signer)}
        self.stdout.write(
            gettext("Tournament “%(slug)s” opened. Signed by installation %(signer)s.") % words
        )
        if not opened.same_standings:
            self.stderr.write(gettext("The standings here differ from those in the archive."))
