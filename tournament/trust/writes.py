"""Services that freeze the standings after the window for objections, and unfreeze them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.writes import (
    fitting_reason,
    needed_reason,
    open_for,
    open_tournament,
    record,
)
from tournament.models import Tournament
from tournament.people.writes.ages import follow_categories
from tournament.permissions import Actor, may_freeze_standings, require
from tournament.trust.reads.audit import contradictions
from tournament.trust.reads.freezing import freeze_outlook


@transaction.atomic
def freeze_standings(
    actor: Actor,
    tournament: Tournament,
    *,
    seen: str | None,
    reason: str = "",
    now: datetime | None = None,
) -> Tournament:
    """Declare the standings final: until they are unfrozen nothing changes them.

    `seen` is the checksum of the standings shown to the user; None if they were not shown. A
    `reason` overrides unconfirmed tables, undecided protests, an open window for objections,
    rounds not played, and contradictions to the journal.

    Refused: `tournament_finished`, `nothing_played`, `rounds_open`, `freeze_sheets_missing`,
    `reason_needed`, `contradicts_journal` (without a reason, naming the first findings),
    `standings_changed`.
    """
    tournament = open_for(may_freeze_standings, actor, tournament)
    now, reason = now or timezone.now(), fitting_reason(reason)
    outlook = freeze_outlook(tournament, now)
    if outlook.report.nothing_played:
        raise Refused("nothing_played")
    if outlook.open_rounds:
        raise Refused("rounds_open", rounds=", ".join(map(str, outlook.open_rounds)))
    if outlook.missing:
        raise Refused("freeze_sheets_missing", places=outlook.missing)
    if outlook.needs_reason and not reason:
        raise Refused("reason_needed")
    if seen not in (None, outlook.checksum):
        raise Refused("standings_changed")
    found = contradictions(tournament)
    if found and not reason:
        raise Refused("contradicts_journal", count=len(found), first=" ".join(found[:3]))
    tournament.frozen_at, tournament.frozen_checksum = now, outlook.checksum
    tournament.save(update_fields=["frozen_at", "frozen_checksum"])
    record(
        actor,
        tournament,
        "standings_frozen",
        touched=[tournament],
        rounds_played=outlook.report.rounds,
        checksum=outlook.checksum,
        unconfirmed=[list(place) for place in outlook.unconfirmed],
        protests=[list(place) for place in outlook.protests],
        objections_open=outlook.open_until is not None,
        rounds_unplayed=outlook.unplayed_rounds,
        contradictions=len(found),
        reason=reason,
    )
    return tournament


@transaction.atomic
def unfreeze_standings(actor: Actor, tournament: Tournament, reason: str) -> Tournament:
    """Unfreeze the standings; the journal keeps their checksum. Refused: `reason_needed`."""
    require(may_freeze_standings, actor, tournament)
    tournament = open_tournament(tournament, though_frozen=True)
    reason = needed_reason(reason)
    checksum = tournament.frozen_checksum
    tournament.frozen_at, tournament.frozen_checksum = None, ""
    tournament.save(update_fields=["frozen_at", "frozen_checksum"])
    words = {"checksum": checksum, "reason": reason}
    touched = [tournament, *follow_categories(tournament)]
    record(actor, tournament, "standings_unfrozen", touched=touched, **words)
    return tournament
