"""`restore`: a copy becomes the database in use; the present one is set aside."""

from pathlib import Path

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.backup.files import BEFORE, take_keys_from
from tournament.backup.restoring import is_empty_place, losses
from tournament.labels.backup import loss_sentence
from tournament.management.base import Options, TournamentCommand
from tournament.permissions import COMMAND_LINE
from tournament.standby.writes import restore_copy


class Command(TournamentCommand):
    help = "Makes a copy the database in use. The present one is set aside, never overwritten."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="what `backup` has written")
        parser.add_argument(
            "--keys",
            action="store_true",
            help="take the keys that lie beside it as well, as into an empty database",
        )

    def run(self, options: Options) -> None:
        copy = Path(options["file"])
        is_first = is_empty_place()
        lost = (
            gettext("There was no database here yet.") if is_first else loss_sentence(losses(copy))
        )
        restored = restore_copy(COMMAND_LINE, copy)
        self.stdout.write(lost)
        self.stdout.write(gettext("%(path)s is the database now.") % {"path": options["file"]})
        if restored.aside:
            self.stdout.write(
                gettext("What was there before is kept as %(path)s.") % {"path": restored.aside}
            )
        taken = take_keys_from(copy.parent) if is_first or options["keys"] else []
        if taken:
            self.stdout.write(
                gettext(
                    "Keys beside it are now those of this installation, from its next start on: "
                    "%(names)s. Others that were there are kept as …%(ending)s."
                )
                % {"names": ", ".join(taken), "ending": BEFORE}
            )
