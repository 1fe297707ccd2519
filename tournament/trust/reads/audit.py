"""All checks of a tournament, with their findings as sentences.

Every figure is recounted, the chains of both journals are checked, the database is compared with
them, its triggers are verified, and final standings are compared with their checksum.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext

from tournament.archives.reads import opened_journal_agrees
from tournament.journal.reads import chain_report, journal_facts, stored_facts
from tournament.journal.rules import ChainReport, differences
from tournament.labels.audit import FactWords, chain_sentence, difference_sentence
from tournament.labels.standings import removed_sentence, unknown_tie_breaks
from tournament.models import Tournament, User
from tournament.models.triggers import triggers
from tournament.sheets.reads.table_totals import DamagedResult
from tournament.standings.reads.standings import removed_names, standings_after, text_of_standings
from tournament.standings.rules.checksum import short_checksum, text_checksum
from tournament.trust.reads.recount import TournamentRecount, tournament_recount

ON_SQLITE = "SELECT name, sql, '' FROM sqlite_master WHERE type = 'trigger'"
ON_POSTGRESQL = (
    "SELECT tgname, pg_get_triggerdef(trigger.oid, true), prosrc FROM pg_trigger AS trigger "
    "JOIN pg_proc AS function ON function.oid = tgfoid "
    "JOIN pg_class AS relation ON relation.oid = tgrelid "
    "WHERE NOT tgisinternal AND tgenabled = 'O' AND relname LIKE 'tournament_%'"
)


@dataclass(frozen=True, slots=True)
class FrozenCheck:
    """Final standings: checksum then and now, None where they cannot be counted.

    removed_at: when names were last removed, if that is the only difference.
    """

    then: str
    now: str | None
    removed_at: datetime | None

    @property
    def is_same(self) -> bool:
        """Whether they are as declared final, except for removed names."""
        return self.now == self.then or self.removed_at is not None


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of all checks. figures: differing figures; told: differences to the journals."""

    counted: TournamentRecount
    journal: ChainReport
    figures: tuple[str, ...]
    told: tuple[str, ...]
    frozen: FrozenCheck | None

    @property
    def agrees(self) -> bool:
        """Whether there are no findings."""
        return self.journal.is_whole and not self.findings

    @property
    def findings(self) -> tuple[str, ...]:
        """All findings except the chain's, which has its own sentence."""
        frozen = (frozen_sentence(self.frozen),) if self.frozen and not self.frozen.is_same else ()
        return (*self.figures, *self.told, *frozen)


def audit(tournament: Tournament, beside: Iterable[str] = ()) -> Audit:
    """Run all checks; an invalid setting is a finding and does not stop the others.

    beside: sentences about figures of what the tournament is a part of, such as a league.
    """
    counted = tournament_recount(tournament)
    unknown = unknown_tie_breaks(tournament.tie_breaks)
    unreadable = [
        gettext("Round %(round)s, table %(table)s: what is stored is no score sheet.")
        % {"round": round, "table": table}
        for round, table in counted.unreadable
    ]
    differing = [difference_sentence(each, counted.numbers) for each in counted.differences]
    return Audit(
        counted=counted,
        journal=chain_report(tournament),
        figures=(*([unknown] if unknown else []), *unreadable, *differing, *beside),
        told=_told(tournament),
        frozen=_frozen_check(tournament),
    )


def contradictions(tournament: Tournament) -> tuple[str, ...]:
    """Return all contradictions to the journals, including broken chains."""
    return (*_broken_chain(tournament), *_told(tournament))


def installation_findings() -> tuple[str, ...]:
    """Return the contradictions of the installation: accounts, tournaments, chain, triggers."""
    sentence = gettext("The trigger “%(name)s” of the database is missing or changed.")
    journal = gettext("Journal of the installation")
    return (
        *(f"{journal}: {broken}" for broken in _broken_chain(None)),
        *_facts_that_differ(None),
        *(sentence % {"name": name} for name in other_triggers()),
    )


def other_triggers() -> list[str]:
    """Return the triggers that are missing, changed, or foreign; one query."""
    installed = triggers(connection.vendor)
    expected = {each.name: (each.statement, each.function) for each in installed}
    with connection.cursor() as cursor:
        cursor.execute(ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL)
        found = {name: (statement, function) for name, statement, function in cursor.fetchall()}
    names = expected.keys() | found.keys()
    return sorted(name for name in names if expected.get(name) != found.get(name))


def _told(tournament: Tournament) -> tuple[str, ...]:
    sentence = gettext("The journal is no longer the one that came with the archive.")
    opened = () if opened_journal_agrees(tournament) else (sentence,)
    return (*opened, *_facts_that_differ(tournament.pk), *installation_findings())


def _facts_that_differ(tournament: int | None) -> tuple[str, ...]:
    stored, told = stored_facts(tournament), journal_facts(tournament)
    found = tuple(differences(stored, told))
    if not found:
        return ()
    accounts = {account.pk: account.username for account in User.objects.all()}
    words = FactWords({**told, **stored}, accounts)
    return tuple(map(words.sentence, found))


def _broken_chain(tournament: Tournament | None) -> tuple[str, ...]:
    chain = chain_report(tournament)
    return () if chain.is_whole else (chain_sentence(chain),)


def frozen_sentence(check: FrozenCheck) -> str:
    """Return a sentence on whether the standings are as declared final."""
    now = "–" if check.now is None else short_checksum(check.now)
    words = {"now": now, "frozen": short_checksum(check.then)}
    if check.removed_at is not None:
        return removed_sentence(check.removed_at, words["frozen"], timezone.now())
    if check.is_same:
        sentence = gettext("The standings are as they were declared final: checksum %(now)s.")
    else:
        sentence = gettext(
            "The standings are not as they were declared final: checksum %(now)s instead "
            "of %(frozen)s."
        )
    return sentence % words


def _frozen_check(tournament: Tournament) -> FrozenCheck | None:
    if tournament.frozen_at is None:
        return None
    try:
        now = text_checksum(text_of_standings(standings_after(tournament)))
    except DamagedResult:
        return FrozenCheck(tournament.frozen_checksum, None, None)
    removed = removed_names(tournament, now)
    return FrozenCheck(tournament.frozen_checksum, now, removed.at if removed else None)
