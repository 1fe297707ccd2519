"""`open_archive FILE [--slug SLUG]`: what `archive` has written, a tournament or a competition."""

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.archives.rules.archive import Archive
from tournament.archives.writes import open_archive
from tournament.competitions.writes import open_competition
from tournament.imports.archives import read_any
from tournament.labels.backup import differing_words, finding_words
from tournament.management.base import Options, TournamentCommand
from tournament.permissions import COMMAND_LINE
from tournament.standings.rules.checksum import short_checksum


class Command(TournamentCommand):
    help = (
        "Opens an archive: a tournament, or a series, league or cup with its tournaments. Who may "
        "be somebody known is a new person."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--slug", default="", help="another short name than it had")

    def run(self, options: Options) -> None:
        found = read_any(self.read_input(options["file"]))
        for finding in found.findings:
            self.stderr.write(finding_words(finding))
        words: dict[str, object] = {"signer": short_checksum(found.signer)}
        if isinstance(found, Archive):
            opened = open_archive(COMMAND_LINE, found, options["slug"])
            words["slug"] = opened.tournament.slug
            sentence = gettext("Tournament “%(slug)s” opened. Signed by installation %(signer)s.")
            differing = [] if opened.same_standings else [opened.tournament]
        else:
            made = open_competition(COMMAND_LINE, found, options["slug"])
            words |= {"slug": made.one.slug, "count": len(found.tournaments), "known": made.known}
            sentence = gettext(
                "“%(slug)s” opened with its tournaments: %(count)s, %(known)s of them were here "
                "already. Signed by installation %(signer)s."
            )
            differing = [*made.different]
        self.stdout.write(sentence % words)
        for tournament in differing:
            self.stderr.write(differing_words(tournament.name))
