"""Services for a drawn round: clock, extra time, closing and reopening."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from tournament.backup.copies import copy_wanted
from tournament.errors import Refused
from tournament.journal.reads import Touched
from tournament.journal.writes import needed_reason, open_for, record
from tournament.models import Call, GameTable, Round, RoundState
from tournament.models.fields import fitting
from tournament.permissions import (
    Actor,
    Permission,
    may_close_round,
    may_correct_closed_round,
    may_extend_time,
    may_run_clock,
)
from tournament.rounds.reads.clock import end_of_time
from tournament.sheets.reads.sheets import missing_tables
from tournament.sheets.reads.verifications import contradicted_tables

MOST_EXTRA_MINUTES = 240
NOT_OPEN: Mapping[str, str] = {
    RoundState.DRAWN: "round_not_published",
    RoundState.CLOSED: "round_is_closed",
}
NOT_RUNNING: Mapping[str, str] = {
    state: "clock_not_running" for state in RoundState if state != RoundState.RUNNING
}


@transaction.atomic
def start_clock(actor: Actor, round: Round, *, now: datetime | None = None) -> Round:
    """Start the round for all tables at the same moment (TSR 8.5.1).

    Refused: `round_not_published`, `clock_already_started`, `round_is_closed`,
    `earlier_round_open`.
    """
    round = _opened(may_run_clock, actor, round, NOT_OPEN)
    if round.started_at:
        raise Refused("clock_already_started", round=round.number)
    earlier = Round.objects.filter(
        tournament=round.tournament,
        number__lt=round.number,
        ended_at__isnull=True,
        closed_at__isnull=True,
    ).first()
    if earlier:
        raise Refused("earlier_round_open", round=round.number, earlier=earlier.number)
    round.started_at = now or timezone.now()
    return _save(actor, round, "clock_started", "started_at")


@transaction.atomic
def end_clock(
    actor: Actor,
    round: Round,
    *,
    early: bool = False,
    all_in: bool = False,
    now: datetime | None = None,
) -> Round:
    """Record the end of the round's time (TSR 8.5.1).

    all_in: early as well, since every sheet is in, as the actor has seen.

    Refused: `clock_not_running`, `sheet_missing_again` with `all_in`; unless `early`:
    `clock_is_paused`, `time_not_up` at any table.
    """
    round = _opened(may_run_clock, actor, round, NOT_RUNNING)
    if all_in and (missing := ", ".join(map(str, missing_tables(round)))):
        raise Refused("sheet_missing_again", round=round.number, tables=missing)
    early = early or all_in
    now = _latest_of_now_and_start(round, now)
    if round.paused_at:
        if not early:
            raise Refused("clock_is_paused", round=round.number)
        _end_pause(round, now)
    time_up = end_of_time(round.tournament, round, now)
    if time_up and now < time_up and not early:
        raise Refused("time_not_up", round=round.number)
    round.ended_at = now
    return _save(actor, round, "clock_ended", "ended_at", "pauses")


@transaction.atomic
def pause_clock(actor: Actor, round: Round, *, now: datetime | None = None) -> Round:
    """Stop the clock for every table: a fire alarm, no light.

    Refused: `clock_not_running`, `clock_is_paused`, `no_time_left` at any table, or no time set.
    """
    round = _opened(may_run_clock, actor, round, NOT_RUNNING)
    if round.paused_at:
        raise Refused("clock_is_paused", round=round.number)
    now = _latest_of_now_and_start(round, now)
    time_up = end_of_time(round.tournament, round, now)
    if time_up is None or now >= time_up:
        raise Refused("no_time_left", round=round.number)
    round.pauses = [*round.pauses, [now.isoformat(), None]]
    return _save(actor, round, "clock_paused", "pauses")


@transaction.atomic
def resume_clock(actor: Actor, round: Round, *, now: datetime | None = None) -> Round:
    """Resume the clock with the time left. Refused: `clock_not_running`, `clock_not_paused`."""
    round = _opened(may_run_clock, actor, round, NOT_RUNNING)
    if not round.paused_at:
        raise Refused("clock_not_paused", round=round.number)
    _end_pause(round, now or timezone.now())
    return _save(actor, round, "clock_resumed", "pauses")


@transaction.atomic
def reset_clock(actor: Actor, round: Round, reason: str) -> Round:
    """Undo a wrong end, else a wrong start together with pauses and later starts of tables.

    Refused: `reason_needed`, `clock_not_started`, `round_is_closed`, `later_round_started`.
    """
    round = _opened(may_run_clock, actor, round, {RoundState.CLOSED: "round_is_closed"})
    if round.started_at is None:
        raise Refused("clock_not_started", round=round.number)
    later = Round.objects.filter(
        tournament=round.tournament, number__gt=round.number, started_at__isnull=False
    ).first()
    if later:
        raise Refused("later_round_started", round=round.number, later=later.number)
    reason = needed_reason(reason)
    touched: list[Touched] = []
    if round.ended_at:
        round.ended_at = None
        action = "clock_end_undone"
    else:
        round.started_at = None
        round.pauses = []
        touched = list(round.tables.exclude(started_at=None, start_reason=""))
        round.tables.update(started_at=None, start_reason="")
        action = "clock_start_undone"
    fields = ("started_at", "ended_at", "pauses")
    return _save(actor, round, action, *fields, touched=touched, reason=reason)


@transaction.atomic
def extend_time(
    actor: Actor, table: GameTable, minutes: int, reason: str, initials: str
) -> GameTable:
    """Set the total extra time of a table; 0 removes it (TSR 8.5.1).

    The referee documents it with a reason and initials, also its removal. Earlier initials are kept
    before the new ones.

    Refused: `round_not_published`, `round_is_closed`, `extra_time_out_of_range`,
    `extra_time_undocumented`, `text_longer_than`.
    """
    round = _opened(may_extend_time, actor, table.round, NOT_OPEN)
    table = GameTable.objects.get(pk=table.pk)
    if not 0 <= minutes <= MOST_EXTRA_MINUTES:
        raise Refused("extra_time_out_of_range", most=MOST_EXTRA_MINUTES)
    reason, initials = reason.strip(), fitting(Call, "initials", initials.strip())
    if not reason or not initials:
        raise Refused("extra_time_undocumented", table=table.number)
    before = table.extra_initials.split(", ") if minutes and table.extra_minutes else []
    table.extra_initials = ", ".join(dict.fromkeys([*before, initials]))
    table.extra_minutes, table.extra_reason = minutes, reason
    table.save(update_fields=["extra_minutes", "extra_reason", "extra_initials"])
    action = "time_extended" if minutes else "extra_time_removed"
    words = {"minutes": minutes, "reason": reason, "initials": initials}
    record(actor, round.tournament, action, touched=[table], **table.place, **words)
    return table


@transaction.atomic
def start_table(
    actor: Actor,
    table: GameTable,
    started_at: datetime | None,
    reason: str,
    *,
    now: datetime | None = None,
) -> GameTable:
    """Record that a table began later than the others; None: with them after all (TSR 8.5.1).

    Refused: `clock_not_running`, `table_start_out_of_range` before the start of the round or in the
    future, `reason_needed`.
    """
    round = _opened(may_extend_time, actor, table.round, NOT_RUNNING)
    now = _latest_of_now_and_start(round, now)
    if started_at and not (round.started_at and round.started_at <= started_at <= now):
        raise Refused("table_start_out_of_range", begin=round.started_at, now=now)
    table = GameTable.objects.get(pk=table.pk)
    reason = needed_reason(reason)
    table.started_at, table.start_reason = started_at, reason
    table.save(update_fields=["started_at", "start_reason"])
    action, words = "time_started_with_all", {"reason": reason}
    if started_at:
        action, words["at"] = "time_started_later", started_at.isoformat()
    record(actor, round.tournament, action, touched=[table], **table.place, **words)
    return table


@transaction.atomic
def finish_round(
    actor: Actor, round: Round, *, contradicted: Collection[int] = (), now: datetime | None = None
) -> Round:
    """End a running round and close it in one transaction; refused as `close_round`."""
    ended = end_clock(actor, _opened(may_run_clock, actor, round), early=True, now=now)
    return close_round(actor, ended, contradicted=contradicted, now=ended.ended_at)


@transaction.atomic
def close_round(
    actor: Actor, round: Round, *, contradicted: Collection[int] = (), now: datetime | None = None
) -> Round:
    """Close a round whose sheets are all in; from now on only the direction corrects it.

    `contradicted`: tables whose result counts in spite of an undecided differing verification, as
    confirmed by the actor.

    Refused: `round_not_published`, `round_is_closed`, `round_still_running`, `sheets_missing`,
    `results_contradicted` (both naming the tables).
    """
    refused = {**NOT_OPEN, RoundState.RUNNING: "round_still_running"}
    round = _opened(may_close_round, actor, round, refused)
    if missing := ", ".join(map(str, missing_tables(round))):
        raise Refused("sheets_missing", round=round.number, tables=missing)
    undecided = sorted(contradicted_tables(round))
    tables = ", ".join(map(str, undecided))
    if not set(undecided) <= set(contradicted):
        raise Refused("results_contradicted", round=round.number, tables=tables)
    round.closed_at = now or timezone.now()
    round.first_closed_at = round.first_closed_at or round.closed_at
    _save(actor, round, "round_closed", "closed_at", "first_closed_at")
    transaction.on_commit(copy_wanted.set)
    if undecided:
        action = "round_closed_contradicted"
        record(actor, round.tournament, action, round=round.number, tables=tables)
    return round


@transaction.atomic
def reopen_round(actor: Actor, round: Round, reason: str) -> Round:
    """Reopen a closed round. Refused: `round_not_closed`, `reason_needed`."""
    round = _opened(may_correct_closed_round, actor, round)
    if round.state != RoundState.CLOSED:
        raise Refused("round_not_closed", round=round.number)
    reason = needed_reason(reason)
    round.closed_at = None
    return _save(actor, round, "round_reopened", "closed_at", reason=reason)


def _latest_of_now_and_start(round: Round, now: datetime | None) -> datetime:
    """Return the time, not before the start even if the computer's clock was put back."""
    now = now or timezone.now()
    return max(now, round.started_at or now)


def _end_pause(round: Round, now: datetime) -> None:
    """End the open pause at `now`; not saved."""
    *before, (begin, _open) = round.pauses
    round.pauses = [*before, [begin, now.isoformat()]]


def _opened(
    permission: Permission, actor: Actor, round: Round, refused: Mapping[str, str] | None = None
) -> Round:
    """Return the current round, locked with its tournament until the end of the transaction.

    Checks the permission. Refused: `tournament_finished`, and rounds in the states of `refused`, by
    the code given there.
    """
    open_for(permission, actor, round.tournament)
    round = Round.objects.select_for_update().select_related("tournament").get(pk=round.pk)
    if refused and round.state in refused:
        raise Refused(refused[round.state], round=round.number)
    return round


def _save(
    actor: Actor,
    round: Round,
    action: str,
    *fields: str,
    touched: Iterable[Touched] = (),
    **words: object,
) -> Round:
    """Save these fields of the round, and write the journal entry."""
    round.save(update_fields=fields)
    touched = [round, *touched]
    record(actor, round.tournament, action, touched=touched, round=round.number, **words)
    return round
