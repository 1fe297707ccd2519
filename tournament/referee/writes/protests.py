"""Protests against the referee, and the jury's decisions (TSR 8.2.1, 8.5.1, 9.6.7)."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.writes import needed_reason, record
from tournament.models import Call, Entry, GameTable, Protest
from tournament.permissions import Actor, may_award_penalty, may_rule_table, require
from tournament.referee.writes.calls import withdraw_call
from tournament.rounds.writes import extend_time
from tournament.shared.rules.names import is_whole_name, tidy
from tournament.sheets.writes.sheets import require_published, table_for


@transaction.atomic
def lodge_protest(
    actor: Actor, table: GameTable, protester: int, note: str = "", call: Call | None = None
) -> Protest:
    """Record a protest of the position `protester` against a decision, of `call` if recorded.

    Refused: `call_without_person`, `call_gone` for a withdrawn decision, `protest_is_there`.
    """
    table = table_for(may_award_penalty, actor, table)
    require_published(actor, table)
    seat = table.seats.filter(position=protester).first()
    if seat is None:
        raise Refused("call_without_person", table=table.number, position=protester)
    if call is not None:
        call = table.calls.get(pk=call.pk)
        if call.withdrawn_at:
            raise Refused("call_gone")
        if Protest.objects.filter(call=call):
            raise Refused("protest_is_there")
    protest = Protest.objects.create(
        table=table,
        call=call,
        protester_id=seat.entry_id,
        note=note.strip(),
        user=actor.user,
    )
    _record(actor, protest, "protest_lodged")
    return protest


@transaction.atomic
def decide_protest(
    actor: Actor,
    protest: Protest,
    *,
    jury: Sequence[Entry] = (),
    others: str = "",
    heard: str = "",
    votes_for: int = 0,
    votes_against: int = 0,
    by_direction: bool | None = None,
    reason: str,
    minutes: int = 0,
    initials: str = "",
) -> Protest:
    """Record the jury's majority decision, which is final (TSR 8.2.1).

    A successful protest withdraws the decision. The `minutes` it took are added to the table
    concerned and to those of the jury's members (TSR 8.5.1). `by_direction` is the direction's
    casting decision for equal votes. `others` are comma-separated names of members who do not play
    here.

    Refused: `reason_needed`, `protest_is_final`, `jury_missing`, `jury_concerned` for the protester
    and the offender, `jury_plays` for a player among the `others`, `protest_votes`, `protest_tied`,
    `protest_votes_contradict` (the direction's decision), and what `withdraw_call` and
    `extend_time` refuse.
    """
    table = table_for(may_award_penalty, actor, protest.table)
    protest = Protest.objects.select_related("call__table__round", "table__round").get(
        pk=protest.pk
    )
    if protest.decided_at:
        raise Refused("protest_is_final")
    protest.table = table
    names = list({name.casefold(): name for name in map(tidy, others.split(",")) if name}.values())
    _check_jury(protest, jury, names)
    members = len(jury) + len(names)
    if votes_for + votes_against > members:
        raise Refused("protest_votes", votes=votes_for + votes_against, members=members)
    if votes_for == votes_against:
        if by_direction is None:
            raise Refused("protest_tied", votes=votes_for)
        require(may_rule_table, actor, table.round.tournament)
        protest.changed = by_direction
    else:
        protest.changed = votes_for > votes_against
        if by_direction not in (None, protest.changed):
            raise Refused("protest_votes_contradict", votes=f"{votes_for}:{votes_against}")
    protest.jury, protest.others = [entry.pk for entry in jury], ", ".join(names)
    protest.votes_for, protest.votes_against = votes_for, votes_against
    protest.heard, protest.reason = heard.strip(), needed_reason(reason)
    protest.minutes, protest.decided_at = minutes, timezone.now()
    protest.decided_by = actor.user
    protest.save()
    if protest.changed and protest.call and not protest.call.withdrawn_at:
        withdraw_call(actor, protest.call, protest.reason)
    action = "protest_upheld" if protest.changed else "protest_rejected"
    votes = f"{votes_for}:{votes_against}"
    _record(actor, protest, action, votes=votes, reason=protest.reason)
    if minutes:
        for each in tables_waiting(protest):
            told = "; ".join(filter(None, (each.extra_reason, protest.reason)))
            extend_time(actor, each, each.extra_minutes + minutes, told, initials)
    return protest


def tables_waiting(protest: Protest) -> list[GameTable]:
    """Return the table concerned and those of the jury's members in that round, by number."""
    round = protest.table.round
    seats = round.seats.filter(entry__in=protest.jury).values("table")
    tables = round.tables.filter(pk__in=[protest.table_id, *seats.values_list("table", flat=True)])
    return list(tables.select_related("round__tournament").order_by("number"))


def _check_jury(protest: Protest, jury: Sequence[Entry], others: Collection[str]) -> None:
    """Refuse an empty jury, a party, or a player named among the `others` (no extra time)."""
    entries = protest.table.round.tournament.entries.select_related("person").order_by("number")
    players = [
        entry
        for entry in (entries if others else ())
        if any(is_whole_name(name, entry.person.name) for name in others)
    ]
    parties = {protest.protester_id, protest.call.offender_id if protest.call else None}
    if concerned := [each.person.name for each in (*jury, *players) if each.pk in parties]:
        raise Refused("jury_concerned", names=", ".join(concerned))
    if players:
        raise Refused("jury_plays", names=", ".join(entry.person.name for entry in players))
    if not (jury or others):
        raise Refused("jury_missing")


def _record(actor: Actor, protest: Protest, action: str, **data: object) -> None:
    words = {**protest.table.place, "entry": protest.protester_id, **data}
    record(actor, protest.table.round.tournament, action, touched=[protest], **words)
