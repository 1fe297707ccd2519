"""`loaddata beispiel`: the example tournament as a Django fixture, into an empty database alone."""

from django.core.management import call_command
from django.core.management.base import CommandParser
from django.core.management.commands.loaddata import Command as LoadFixtures

from tournament.errors import Refused
from tournament.management.base import Options, TournamentCommand
from tournament.models import JournalEntry, Person, Tournament, User

EXAMPLE = "beispiel"


class Command(TournamentCommand):
    help = f"Loads Django fixtures; “{EXAMPLE}” is the example, for an empty database alone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("fixtures", nargs="+", metavar="fixture")

    def run(self, options: Options) -> None:
        kept = (Person, Tournament, User, JournalEntry)
        is_untouched = not any(model.objects.exists() for model in kept)
        if EXAMPLE in options["fixtures"] and not is_untouched:
            raise Refused("example_needs_empty_database")
        call_command(LoadFixtures(), *options["fixtures"], verbosity=options["verbosity"])
