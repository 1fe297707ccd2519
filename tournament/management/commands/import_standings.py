"""`import_standings SERIES FILE [--name NAME] [--date D]`: an evening that was not played here."""

from dataclasses import astuple
from pathlib import Path

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.imports.letters import CODECS
from tournament.imports.standings import read_result_table, read_results
from tournament.imports.tables import remembered
from tournament.labels.people import LETTERS, known_words, remembered_words, unused_column
from tournament.labels.series import RESULT_COLUMNS, TOTALS_ALONE, problem_sentence
from tournament.management.base import Options, TournamentCommand, iso_date
from tournament.people.reads.players import known_headings
from tournament.permissions import COMMAND_LINE
from tournament.series.reads import recognised_lines, usual_state
from tournament.series.rules import common_state
from tournament.series.writes import import_evening


class Command(TournamentCommand):
    help = "Bring the results of an evening into a series, from a file as `standings` writes it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("series", help="short name of the series, as in its address")
        parser.add_argument("file", help="standings, .xlsx or .csv")
        parser.add_argument("--name", default="", help="of the evening; else that of the file")
        parser.add_argument("--date", type=iso_date, help="YYYY-MM-DD")
        parser.add_argument(
            "--state", help="federal state where it was played; else that of the series' last one"
        )
        parser.add_argument(
            "--table-points",
            action="store_true",
            help="the list is in table points; else as its heading says",
        )
        parser.add_argument("--letters", choices=CODECS, help="of the file, where nobody can tell")
        parser.add_argument(
            "--again", action="store_true", help="another evening has the same results, rightly"
        )

    def run(self, options: Options) -> None:
        series = self.competition("series", options["series"])
        data, letters = self.read_input(options["file"]), options["letters"] or ""
        table = read_result_table(data, learned := known_headings(), letters)
        if table.letters:
            self.stderr.write(str(LETTERS[table.letters]))
        if told := remembered_words(remembered(table.explained, learned), RESULT_COLUMNS):
            self.stderr.write(told)
        if table.ignored_sheets:
            self.stderr.write(f"{gettext('Sheets not used:')} {', '.join(table.ignored_sheets)}")
        if table.is_understood and table.unused:
            columns = [unused_column(*astuple(each)) for each in table.unused]
            self.stderr.write(f"{gettext('Columns not used:')} {', '.join(columns)}")
        if not table.is_understood:
            raise Refused("no_result_list")
        lines, notes = read_results(table)
        for note in notes:
            self.stderr.write(problem_sentence(note))
        if not table.rounds:
            self.stderr.write(str(TOTALS_ALONE))
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
        about = {"name": name, "day": options["date"], "again": options["again"]}
        about["state"] = options["state"] or usual_state(series) or common_state(lines)
        about["table_points"] = options["table_points"] or table.in_table_points
        try:
            evening = import_evening(COMMAND_LINE, series, lines, **about)
        except Refused as refusal:
            if refusal.code == "evening_same_results":
                self.stderr.write(gettext("If both were played: --again"))
            raise
        words = {"name": evening.name, "lines": len(lines)}
        self.stdout.write(gettext("Evening “%(name)s”: %(lines)s results.") % words)
        if evening.table_points:
            self.stdout.write(gettext("The list is in table points"))
        if evening.state:
            self.stdout.write(f"{gettext('Federal state')}: {evening.state}")
