"""Everything the program can check of a tournament afterwards, in sentences.

Every figure counted again, the chain of the journal, what is stored held against the journal, and
final standings against their checksum.
"""

from copy import copy
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.core.checksum import short_checksum, text_checksum
from tournament.core.journal_chain import ChainReport
from tournament.core.tie_breaks import TIE_BREAKS
from tournament.labels.journal import setting_name
from tournament.labels.journal_audit import Names, contradiction_sentence
from tournament.labels.recount import difference_sentence
from tournament.models import Entry, Tournament, User
from tournament.selectors.checksums import text_of_standings
from tournament.selectors.journal_audit import journal_contradictions
from tournament.selectors.journal_chain import chain_report
from tournament.selectors.recount import TournamentRecount, tournament_recount
from tournament.selectors.standings import DamagedResult, standings_after


@dataclass(frozen=True, slots=True)
class FrozenCheck:
    """Final standings: their checksum then and now, None where they cannot be counted."""

    then: str
    now: str | None

    @property
    def is_same(self) -> bool:
        """Whether they are as they were declared final."""
        return self.now == self.then


@dataclass(frozen=True, slots=True)
class Audit:
    """What was checked. figures, told: what differs in the figures, and from the journal."""

    counted: TournamentRecount
    journal: ChainReport
    figures: tuple[str, ...]
    told: tuple[str, ...]
    frozen: FrozenCheck | None

    @property
    def agrees(self) -> bool:
        """Whether there is nothing to say."""
        return self.journal.is_whole and not self.findings

    @property
    def findings(self) -> tuple[str, ...]:
        """Everything but the chain, which has a sentence of its own."""
        frozen = (frozen_sentence(self.frozen),) if self.frozen and not self.frozen.is_same else ()
        return (*self.figures, *self.told, *frozen)


def audit(tournament: Tournament) -> Audit:
    """Check everything; a setting that cannot be is a finding, and the rest goes on without it."""
    countable = _countable(tournament)
    counted = tournament_recount(countable)
    return Audit(
        counted=counted,
        journal=chain_report(tournament),
        figures=(*_unknown_settings(tournament), *_figures(counted)),
        told=journal_findings(tournament),
        frozen=_frozen(countable),
    )


def journal_findings(tournament: Tournament) -> tuple[str, ...]:
    """What is stored otherwise than the journal says."""
    found = journal_contradictions(tournament)
    if not found:
        return ()
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    names = Names(numbers, {account.pk: str(account) for account in User.objects.all()})
    return tuple(contradiction_sentence(finding, names) for finding in found)


def frozen_sentence(check: FrozenCheck) -> str:
    """Whether the standings are as they were declared final."""
    now = "–" if check.now is None else short_checksum(check.now)
    words = {"now": now, "frozen": short_checksum(check.then)}
    if check.is_same:
        sentence = gettext("The standings are as they were declared final: checksum %(now)s.")
    else:
        sentence = gettext(
            "The standings are not as they were declared final: checksum %(now)s instead "
            "of %(frozen)s."
        )
    return sentence % words


def _figures(counted: TournamentRecount) -> list[str]:
    unreadable = [
        gettext("Round %(round)s, table %(table)s: what is stored is no score sheet.")
        % {"round": round, "table": table}
        for round, table in counted.unreadable
    ]
    differences = [difference_sentence(each, counted.numbers) for each in counted.differences]
    return unreadable + differences


def _known_tie_breaks(tournament: Tournament) -> list[str]:
    stored = tournament.tie_breaks
    if not isinstance(stored, list):
        return []
    return [code for code in stored if isinstance(code, str) and code in TIE_BREAKS]


def _unknown_settings(tournament: Tournament) -> list[str]:
    if tournament.tie_breaks == _known_tie_breaks(tournament):
        return []
    sentence = gettext("Setting “%(field)s”: the program does not know what is stored: %(found)s.")
    return [sentence % {"field": setting_name("tie_breaks"), "found": tournament.tie_breaks}]


def _countable(tournament: Tournament) -> Tournament:
    """The tournament with settings that can be counted with."""
    countable = copy(tournament)
    countable.tie_breaks = _known_tie_breaks(tournament)
    return countable


def _frozen(tournament: Tournament) -> FrozenCheck | None:
    if tournament.frozen_at is None:
        return None
    try:
        now = text_checksum(text_of_standings(standings_after(tournament)))
    except DamagedResult:
        now = None
    return FrozenCheck(tournament.frozen_checksum, now)
