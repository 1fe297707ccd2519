"""`recount SLUG`: compute every figure again from the sheets, by a second path, and compare.

The journal's chain is verified as well, what the tables of the database say is held against what
the journal says, and final standings against their checksum.
"""

from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext, ngettext

from tournament.labels.audit import chain_sentence
from tournament.labels.points import signed
from tournament.management.base import REFUSED, TournamentCommand
from tournament.selectors.audit import Audit, audit, frozen_sentence


class Command(TournamentCommand):
    help = (
        "Count every sheet and the standings again, check the journal's chain, and hold what is "
        "stored against the journal; exit code 1 if anything differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def run(self, options: dict[str, Any]) -> None:
        found = audit(self.tournament(options["slug"]))
        self._name(found.figures)
        self._say_what_was_counted(found)
        say = self.stdout if found.journal.is_whole else self.stderr
        say.write(chain_sentence(found.journal))
        self._name(found.told)
        self._say_whether_it_is_as_told(len(found.told))
        if found.frozen is not None:
            say = self.stdout if found.frozen.is_same else self.stderr
            say.write(frozen_sentence(found.frozen))
        if not found.agrees:
            raise SystemExit(REFUSED)

    def _name(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.stderr.write(sentence)

    def _say_whether_it_is_as_told(self, contradictions: int) -> None:
        """Whether results, seats, penalties and the like are those of the journal."""
        self.stdout.write(
            ngettext(
                "%(count)s contradiction to the journal.",
                "%(count)s contradictions to the journal.",
                contradictions,
            )
            % {"count": contradictions}
            if contradictions
            else gettext("What is stored is what the journal says.")
        )

    def _say_what_was_counted(self, found: Audit) -> None:
        counted = found.counted
        self.stdout.write(
            ngettext(
                "%(sheets)s sheet counted again, %(as_typed)s of it taken as typed (totals only).",
                "%(sheets)s sheets counted again, %(as_typed)s of them taken as typed "
                "(totals only).",
                counted.sheets,
            )
            % {"sheets": counted.sheets, "as_typed": counted.as_typed}
        )
        if counted.ruled:
            self.stdout.write(
                gettext("Tables set by the direction, not in the control sum: %(ruled)s.")
                % {"ruled": counted.ruled}
            )
        self.stdout.write(gettext("Control sum %(sum)s.") % {"sum": signed(counted.control_sum)})
        if not found.figures:
            self.stdout.write(gettext("Every figure agrees."))
        else:
            self.stdout.write(
                ngettext("%(count)s difference.", "%(count)s differences.", len(found.figures))
                % {"count": len(found.figures)}
            )
