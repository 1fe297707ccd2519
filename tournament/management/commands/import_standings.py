"""`import_standings SERIES FILE [--name NAME] [--date D]`: an evening that was not played here."""

from pathlib import Path

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.imports.standings import read_result_list
from tournament.labels.people import known_words
from tournament.management.base import Options, TournamentCommand, iso_date
from tournament.permissions import COMMAND_LINE
from tournament.series.reads import recognised_lines
from tournament.series.writes import import_evening


class Command(TournamentCommand):
    help = "Bring the results of an evening into a series, from a file as `standings` writes it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("series", help="short name of the series, as in its address")
        parser.add_argument("file", help="standings, .xlsx or .csv")
        parser.add_argument("--name", default="", help="of the evening; else that of the file")
        parser.add_argument("--date", type=iso_date, help="YYYY-MM-DD")

    def run(self, options: Options) -> None:
        series = self.series(options["series"])
        lines = read_result_list(self.read_input(options["file"]))
        for known in recognised_lines(lines):
            if known.asked:
                words = {
                    "line": known.row.line,
                    "name": known.row.text,
                    "others": "; ".join(known_words(each, None) for each in known.asked),
                }
                sentence = gettext("Line %(line)s: %(name)s is taken as new, not as %(others)s.")
                self.stderr.write(sentence % words)
        name = options["name"] or Path(options["file"]).stem
        evening = import_evening(COMMAND_LINE, series, lines, name=name, day=options["date"])
        words = {"name": evening.name, "lines": len(lines)}
        self.stdout.write(gettext("Evening “%(name)s”: %(lines)s results.") % words)
