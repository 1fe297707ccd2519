"""Preview of freezing the standings, with obstacles and warnings."""

from dataclasses import dataclass
from datetime import datetime
from itertools import starmap

from tournament.models import JournalEntry, Round, Tournament
from tournament.referee.reads import undecided_protests
from tournament.rounds.reads.rounds import last_played, missing_places
from tournament.shared.rules.places import Place
from tournament.sheets.reads.verifications import unconfirmed_places
from tournament.standings.reads.standings import (
    StandingRow,
    StandingsReport,
    standings_after,
    text_of_standings,
)
from tournament.standings.rules.checksum import text_checksum


@dataclass(frozen=True, slots=True)
class FreezeOutlook:
    """The standings as they would be frozen, with their checksum.

    Rounds without any result do not count. Obstacles: open rounds with results, `missing` sheets
    there. Overridable with a reason: unverified tables where verification is required, an open
    window for objections (`open_until`), planned rounds not played, undecided `protests`.
    """

    report: StandingsReport
    checksum: str
    open_rounds: tuple[int, ...]
    missing: tuple[Place, ...]
    unconfirmed: tuple[Place, ...]
    open_until: datetime | None
    protests: tuple[Place, ...]

    @property
    def played_rounds(self) -> int:
        """The number of rounds that count."""
        return 0 if self.report.nothing_played else self.report.rounds

    @property
    def first_ten(self) -> list[StandingRow]:
        """Ranks 1 to 10: more than ten rows where the tenth is shared."""
        return [row for row in self.report.rows if row.rank and row.rank <= 10]

    @property
    def unplayed_rounds(self) -> int:
        """The number of planned rounds not played."""
        return max(0, self.report.rounds_planned - self.played_rounds)

    @property
    def is_possible(self) -> bool:
        """Whether there are no obstacles."""
        return not (self.open_rounds or self.missing)

    @property
    def needs_reason(self) -> bool:
        """Whether a reason is needed."""
        return bool(self.unconfirmed or self.open_until or self.unplayed_rounds or self.protests)


@dataclass(frozen=True, slots=True)
class Override:
    """Who declared standings final in spite of open issues, the reason, and the issues.

    `account` is empty for the command line; `places` are those not verified; `protests` those
    with an undecided one; `open_until`: the window for objections was open; `unplayed`: planned
    rounds not played; `contradictions`: number of differences to the journal.
    """

    account: str
    reason: str
    places: tuple[Place, ...]
    protests: tuple[Place, ...]
    open_until: datetime | None
    unplayed: int
    contradictions: int

    @property
    def is_needed(self) -> bool:
        """Whether there were any open issues."""
        open_places = self.places or self.protests
        return bool(open_places or self.open_until or self.unplayed or self.contradictions)


def override_of(tournament: Tournament) -> Override | None:
    """Return the override of frozen standings, if any; one query while frozen."""
    if tournament.frozen_at is None:
        return None
    entries = JournalEntry.objects.filter(tournament=tournament, action="standings_frozen")
    entry = entries.select_related("user").order_by("pk").last()
    if entry is None:
        return None
    override = Override(
        account=str(entry.user) if entry.user else "",
        reason=entry.data["reason"],
        places=tuple(starmap(Place, entry.data["unconfirmed"])),
        # Noted since they are to be decided or overridden; also in archives of before.
        protests=tuple(starmap(Place, entry.data.get("protests", ()))),
        open_until=tournament.objections_until if entry.data["objections_open"] else None,
        unplayed=entry.data["rounds_unplayed"],
        contradictions=entry.data.get("contradictions", 0),
    )
    return override if override.is_needed else None


def freeze_outlook(tournament: Tournament, now: datetime) -> FreezeOutlook:
    """Return the preview of freezing now; at most ten queries. Raises DamagedResult."""
    last = last_played(tournament)
    report = standings_after(tournament, last or None, is_end=True)
    until = tournament.objections_until
    rounds = Round.objects.filter(tournament=tournament, number__lte=last, closed_at__isnull=True)
    return FreezeOutlook(
        report=report,
        checksum=text_checksum(text_of_standings(report)),
        open_rounds=tuple(rounds.order_by("number").values_list("number", flat=True)),
        missing=missing_places(tournament, last),
        unconfirmed=unconfirmed_places(tournament),
        open_until=until if until and now < until else None,
        protests=tuple(undecided_protests(tournament)),
    )
