"""`recount SLUG`: compute every figure again from the sheets, by a second path, and compare.

The journal's chain is verified as well.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext, ngettext

from tournament.core.journal_chain import ChainReport
from tournament.labels.journal_chain import chain_sentence
from tournament.labels.points import signed
from tournament.labels.recount import difference_sentence
from tournament.management.base import REFUSED, TournamentCommand
from tournament.selectors.journal_chain import chain_report
from tournament.selectors.recount import TournamentRecount, tournament_recount


class Command(TournamentCommand):
    help = (
        "Count every sheet and the standings again, and check the journal's chain; exit code 1 if "
        "anything differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run(self, options: dict[str, Any]) -> None:
        tournament = self.tournament(options["slug"])
        counted, journal = tournament_recount(tournament), chain_report(tournament)
        for round, table in counted.unreadable:
            self.stderr.write(
                gettext("Round %(round)s, table %(table)s: what is stored is no score sheet.")
                % {"round": round, "table": table}
            )
        for difference in counted.differences:
            self.stderr.write(difference_sentence(difference, counted.numbers))
        self._say_what_was_counted(counted)
        self._say_whether_the_journal_is_whole(journal)
        if not (counted.agrees and journal.is_whole):
            raise SystemExit(REFUSED)

    def _say_whether_the_journal_is_whole(self, journal: ChainReport) -> None:
        say = self.stdout if journal.is_whole else self.stderr
        say.write(chain_sentence(journal))

    def _say_what_was_counted(self, counted: TournamentRecount) -> None:
        self.stdout.write(
            ngettext(
                "%(sheets)s sheet counted again, %(as_typed)s of it taken as typed (totals alone).",
                "%(sheets)s sheets counted again, %(as_typed)s of them taken as typed "
                "(totals alone).",
                counted.sheets,
            )
            % {"sheets": counted.sheets, "as_typed": counted.as_typed}
        )
        self.stdout.write(
            gettext("Control sum of all points: %(sum)s") % {"sum": signed(counted.control_sum)}
        )
        if counted.agrees:
            self.stdout.write(gettext("Every figure agrees."))
        else:
            count = len(counted.differences) + len(counted.unreadable)
            self.stdout.write(
                ngettext("%(count)s difference.", "%(count)s differences.", count)
                % {"count": count}
            )
