"""`backup`: a checked copy of the database, also while the program runs."""

import os
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.backup.copies import copy_to, free_name
from tournament.backup.second_place import copy_to_both_places
from tournament.errors import Refused
from tournament.management.base import Options, TournamentCommand
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import purge_contacts
from tournament.standby.standing import refresh, standing


class Command(TournamentCommand):
    help = "Writes a checked copy of the database, also while the program runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            metavar="TARGET",
            help="a file that does not exist yet, or a directory; without it var/backups/ and the "
            "second place",
        )
        parser.add_argument(
            "--timer",
            action="store_true",
            help="as a server's timer does every hour: deletes contact data past its time, then "
            "copies if something was written since the last copy",
        )

    def run(self, options: Options) -> None:
        given = options["file"] or ""
        if options["timer"]:
            refresh()
            if standing.takes_entries:
                purge_contacts(COMMAND_LINE, settings.CONTACT_MONTHS)
        target = Path(given) if given else None
        is_folder = target is None or target.is_dir()
        if target is None:
            occasion = "" if options["timer"] else "button"
            path = copy_to_both_places(occasion, only_if_written=options["timer"]).path
        else:
            folder = target if given.endswith(("/", os.sep)) else target.parent
            if not is_folder and not folder.is_dir():
                raise Refused("place_absent", path=folder)
            path = target / free_name("button")[0].name if is_folder else target
            copy_to(path)
        sentence = gettext("Copied and checked, into the file %(path)s.")
        self.stdout.write(sentence % {"path": path})
