"""`seats SLUG --round R --format text|json|csv|pdf -o F`: who sits where in a round."""

from django.core.management.base import CommandParser

from tournament.exports.list_files import as_csv
from tournament.lists.people import seats_list
from tournament.management.base import Options, TournamentCommand, as_json, as_text
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import note_printed_address
from tournament.rounds.reads.rounds import seat_list

HEADINGS = ("table", "seat", "number", "name", "club")


class Command(TournamentCommand):
    help = "Lists the seats of a round by table and position."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True)
        parser.add_argument("--format", choices=["text", "json", "csv", "pdf"], default="text")
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        round = self.round(self.tournament(options["slug"]), options["round"])
        content: str | bytes
        if options["format"] == "pdf":
            from tournament.exports.pdf.seat_lists import seat_list as seat_list_document

            note_printed_address(COMMAND_LINE, round.tournament)
            content = seat_list_document(round, by="table").content
        elif options["format"] == "text":
            seats = seats_list(round.tournament, {round.number: seat_list(round)})
            content = as_text(seats.without("round"))
        else:
            is_json = options["format"] == "json"
            rows = [
                {key: getattr(seat, key) for key in HEADINGS}
                | {"name": seat.public_name if is_json else seat.public_list_name}
                for seat in seat_list(round)
            ]
            content = as_json(rows) if is_json else as_csv(HEADINGS, rows)
        self.write_output(options["output"], content)
