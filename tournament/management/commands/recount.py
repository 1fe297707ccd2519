"""`recount SLUG`: compute every figure again from the sheets, by a second path, and compare.

The journal's chain is verified as well, what the tables of the database say is held against what
the journal says, and final standings against their checksum.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext, ngettext

from tournament.core.checksum import short_checksum, text_checksum
from tournament.core.journal_chain import ChainReport
from tournament.labels.journal_audit import Names, contradiction_sentence
from tournament.labels.journal_chain import chain_sentence
from tournament.labels.points import signed
from tournament.labels.recount import difference_sentence
from tournament.management.base import REFUSED, TournamentCommand
from tournament.models import Tournament
from tournament.selectors.accounts import accounts
from tournament.selectors.checksums import text_of_standings
from tournament.selectors.journal_audit import journal_contradictions
from tournament.selectors.journal_chain import chain_report
from tournament.selectors.recount import TournamentRecount, tournament_recount
from tournament.selectors.standings import DamagedResult, standings_after


class Command(TournamentCommand):
    help = (
        "Count every sheet and the standings again, check the journal's chain, and hold what is "
        "stored against the journal; exit code 1 if anything differs."
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
        as_told = self._is_as_the_journal_tells(tournament, counted.numbers)
        as_frozen = self._are_as_frozen(tournament)
        if not (counted.agrees and journal.is_whole and as_told and as_frozen):
            raise SystemExit(REFUSED)

    def _say_whether_the_journal_is_whole(self, journal: ChainReport) -> None:
        say = self.stdout if journal.is_whole else self.stderr
        say.write(chain_sentence(journal))

    def _is_as_the_journal_tells(self, tournament: Tournament, numbers: dict[int, int]) -> bool:
        """Whether results, seats, penalties and the like are those of the journal."""
        findings = journal_contradictions(tournament)
        names = Names(numbers, {account.pk: str(account) for account in accounts()})
        for finding in findings:
            self.stderr.write(contradiction_sentence(finding, names))
        self.stdout.write(
            ngettext(
                "%(count)s contradiction to the journal.",
                "%(count)s contradictions to the journal.",
                len(findings),
            )
            % {"count": len(findings)}
            if findings
            else gettext("What is stored is what the journal says.")
        )
        return not findings

    def _are_as_frozen(self, tournament: Tournament) -> bool:
        """Whether final standings still have the checksum they were declared final with."""
        if tournament.frozen_at is None:
            return True
        try:
            checksum = text_checksum(text_of_standings(standings_after(tournament)))
        except DamagedResult:
            return False  # it is named as unreadable
        is_same = checksum == tournament.frozen_checksum
        words = {
            "frozen": short_checksum(tournament.frozen_checksum),
            "now": short_checksum(checksum),
        }
        if is_same:
            self.stdout.write(
                gettext("The standings are as they were declared final: checksum %(now)s.") % words
            )
        else:
            self.stderr.write(
                gettext(
                    "The standings are not as they were declared final: checksum %(now)s instead "
                    "of %(frozen)s."
                )
                % words
            )
        return is_same

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
