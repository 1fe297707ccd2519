"""`checksum SLUG [--after-round R | --round R]`: the checksum of standings or of a round's result.

docs/checksum.md says how anybody computes it without this program.
"""

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.management.base import Options, TournamentCommand
from tournament.models import JournalEntry
from tournament.standings.reads.standings import (
    round_result,
    standings_after,
    text_of_round,
    text_of_standings,
)
from tournament.standings.rules.checksum import text_checksum


class Command(TournamentCommand):
    help = (
        "Prints the checksum of the standings, by default of the last ones, of the result of one "
        "round, or the seal of a journal entry; see docs/checksum.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--after-round", type=int, help="the standings after this round")
        what.add_argument("--round", type=int, help="the result of this round alone")
        what.add_argument("--seal", type=int, help="the seal of this entry of the journal, from 1")
        parser.add_argument("--category", default="", help="only the standings of this category")
        parser.add_argument(
            "--text", action="store_true", help="the text itself that the checksum is computed over"
        )
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        if options["seal"] is not None:
            place = options["seal"]
            entries = JournalEntry.objects.filter(tournament=tournament).order_by("pk")
            if not 1 <= place <= entries.count():
                words = {"place": place, "entries": entries.count()}
                sentence = gettext("Entry %(place)s: the journal has %(entries)s entries.")
                self.refuse(sentence % words)
            answer = entries[place - 1].seal + "\n"
        else:
            if options["round"] is not None:
                text = text_of_round(round_result(self.round(tournament, options["round"])))
            else:
                after, category = options["after_round"], options["category"]
                text = text_of_standings(standings_after(tournament, after, category))
            answer = text if options["text"] else text_checksum(text) + "\n"
        self.write_output(options["output"], answer)
