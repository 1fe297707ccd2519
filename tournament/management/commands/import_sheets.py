"""`import_sheets SLUG FILE.json [--round R] [--replace --reason TEXT]`."""

from collections.abc import Collection

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from scoring.findings import Severity
from scoring.terms import figures
from tournament.errors import Refused
from tournament.imports.sheets import Record, SheetRecord, UnreadableRecord, read_sheets
from tournament.labels.findings import finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import OUTCOMES, SOLO_WAY_OUT
from tournament.management.base import REFUSED, Options, TournamentCommand
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.sheets.reads.sheets import SheetFinding, game_table, only_lacks_a_solo
from tournament.sheets.writes.sheets import Outcome, SheetConflict, SheetRefused, submit_sheet


class Command(TournamentCommand):
    help = "Enter score sheets; each is taken whole or refused. Exit code 1 if any was refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", help="score sheets, .json")
        parser.add_argument("--round", type=int, metavar="R", help="only the sheets of this round")
        parser.add_argument("--replace", action="store_true", help="correct results that are there")
        parser.add_argument("--reason", default="", help="why they are corrected")

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        reason = options["reason"].strip()
        if options["replace"] != bool(reason):
            self.wrong_call(gettext("--replace and --reason belong together."))
        records = read_sheets(self.read_input(options["file"]))
        # An entry that names no round might belong to this one, so it is reported.
        rounds = {options["round"], None}
        wanted = [each for each in records if options["round"] is None or each.round in rounds]
        outcomes = [self._import(tournament, record, reason) for record in wanted]
        self.stdout.write(
            gettext(
                "%(accepted)s entered, %(unchanged)s unchanged, %(confirmed)s confirmed, "
                "%(refused)s refused."
            )
            % {
                **{outcome.value: outcomes.count(outcome) for outcome in Outcome},
                "refused": outcomes.count(None),
            }
        )
        if None in outcomes:
            raise SystemExit(REFUSED)

    def _import(self, tournament: Tournament, record: Record, reason: str) -> Outcome | None:
        """Enter one sheet and return what became of it; None if it was refused."""
        if isinstance(record, UnreadableRecord):
            self.stderr.write(refusal_sentence(Refused(record.code, number=record.number)))
            return None
        try:
            # The current sheet is what the new one is compared with and replaces.
            table = game_table(tournament, record.round, record.table)
            seen = table.current_version.number if table.current_version else None
            submission = submit_sheet(
                COMMAND_LINE, table, record.kind, record.content, based_on=seen, reason=reason
            )
        except SheetRefused as refused:
            self._say_refused(record, gettext("refused"), refused.findings)
        except SheetConflict:
            self._say_refused(record, gettext("refused, somebody else has just saved this sheet"))
        except Refused as refusal:
            self._say_refused(
                record, gettext("refused. %(why)s") % {"why": refusal_sentence(refusal)}
            )
        else:
            totals = figures(tuple(submission.version.totals))
            outcome = f"{_place(record)}: {OUTCOMES[submission.outcome]}, {totals}"
            doubts = " ".join(finding_sentence(doubt) for doubt in submission.warnings)
            self.stdout.write("; ".join(filter(None, (outcome, doubts))))
            return submission.outcome
        return None

    def _say_refused(
        self, record: SheetRecord, what: str, findings: Collection[SheetFinding] = ()
    ) -> None:
        self.stderr.write(f"{_place(record)}: {what}")
        for finding in findings:
            self.stderr.write(f"    {finding_sentence(finding)}")
        errors = [found for found in findings if found.severity is Severity.ERROR]
        if only_lacks_a_solo(errors):
            self.stderr.write(f"    {SOLO_WAY_OUT}")


def _place(record: SheetRecord) -> str:
    return gettext("Round %(round)s, table %(table)s") % {
        "round": record.round,
        "table": record.table,
    }
