"""`backup`: a checked copy of the database, also while the program runs."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.backup.copies import copy_to, free_name, make_copy
from tournament.errors import Refused
from tournament.management.base import TournamentCommand


class Command(TournamentCommand):
    help = "Writes a checked copy of the database, also while the program runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            metavar="TARGET",
            help="a file that does not exist yet, or a directory; without it var/backups/",
        )

    def run(self, options: dict[str, Any]) -> None:
        told = options["file"] or ""
        target = Path(told) if told else None
        is_folder = target is None or target.is_dir()
        if target is not None and not is_folder:
            folder = target if told.endswith(("/", os.sep)) else target.parent
            if not folder.is_dir():
                raise Refused("place_absent", path=folder)
        path = self._copied(target)
        sentence = (
            gettext("Copied and checked, into the folder %(folder)s: %(name)s")
            if is_folder
            else gettext("Copied and checked, into the file %(path)s.")
        )
        words = {"folder": path.parent, "name": path.name, "path": path}
        self.stdout.write(sentence % words)

    def _copied(self, target: Path | None) -> Path:
        if target is None:
            return make_copy("button").path
        if target.is_dir():
            target /= free_name("button")[0].name
        copy_to(target)
        return target
