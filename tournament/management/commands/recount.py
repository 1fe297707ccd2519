"""`recount SLUG`: compute every figure again by a second path; check journal and checksum."""

from collections.abc import Iterable

from django.core.management.base import CommandParser
from django.utils.translation import gettext, ngettext

from tournament.cup.reads import cut_differences
from tournament.labels.audit import chain_sentence
from tournament.labels.points import signed
from tournament.league.reads import season_differences
from tournament.management.base import REFUSED, Options, TournamentCommand
from tournament.trust.reads.audit import audit, frozen_sentence


class Command(TournamentCommand):
    help = (
        "Count every sheet and the standings again, check the journal's chain, and hold what is "
        "stored against the journal; of a match day with the table of its division, of a stage "
        "with its cup. Exit code 1 if anything differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        found = audit(tournament, [*season_differences(tournament), *cut_differences(tournament)])
        self._name(found.figures)
        counted = found.counted
        sheets = ngettext(
            "%(sheets)s sheet counted again, %(as_typed)s of it taken as typed (totals only).",
            "%(sheets)s sheets counted again, %(as_typed)s of them taken as typed (totals only).",
            counted.sheets,
        )
        self.stdout.write(sheets % {"sheets": counted.sheets, "as_typed": counted.as_typed})
        if counted.ruled:
            words = gettext("Tables set by the direction, not in the control sum: %(ruled)s.")
            self.stdout.write(words % {"ruled": counted.ruled})
        self.stdout.write(gettext("Control sum %(sum)s.") % {"sum": signed(counted.control_sum)})
        differences = len(found.figures)
        words = ngettext("%(count)s difference.", "%(count)s differences.", differences)
        if not differences:
            words = gettext("Every figure agrees.")
        self.stdout.write(words % {"count": differences})
        say = self.stdout if found.journal.is_whole else self.stderr
        say.write(chain_sentence(found.journal))
        self._name(found.told)
        contradictions = len(found.told)  # of results, seats, penalties and the like
        words = ngettext(
            "%(count)s contradiction to the journal.",
            "%(count)s contradictions to the journal.",
            contradictions,
        )
        if not contradictions:
            words = gettext("What is stored is what the journal says.")
        self.stdout.write(words % {"count": contradictions})
        if found.frozen is not None:
            say = self.stdout if found.frozen.is_same else self.stderr
            say.write(frozen_sentence(found.frozen))
        if not found.agrees:
            raise SystemExit(REFUSED)

    def _name(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.stderr.write(sentence)
