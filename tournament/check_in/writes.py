"""The check-in desk: presence and fees, and undoing either; refused "tournament_finished".

Acts return their journal entry, None if nothing was to do. It has the submission id of the page:
sent again, the first one's entry is returned.
"""

from collections.abc import Collection
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max

from tournament.check_in.reads import (
    FEE,
    PRESENCE,
    desk_act,
    last_desk_act,
    open_desk,
    seats_at_desk,
)
from tournament.errors import Refused
from tournament.journal.reads import act_of_submission, id_words, rows_in
from tournament.journal.writes import open_for, record
from tournament.models import Entry, JournalEntry, PayBy, Payment, Person, Tournament
from tournament.models.fields import fitting
from tournament.money.reads import fees_of
from tournament.money.writes import (
    FOLLOWED,
    drop_told,
    fee_counter_payments,
    follow_payments,
    new_fee_payments,
)
from tournament.people.reads.players import player_list, players_shown, registration
from tournament.people.writes.players import add_player
from tournament.permissions import Actor, may_check_in_players, may_edit_players
from tournament.shared.rules.fields import PlayerData


@transaction.atomic
def check_in_player(
    actor: Actor, entry: Entry, present: bool, submission_id: UUID | None = None
) -> JournalEntry | None:
    """Set whether a player is present. Refused for a player who does not play.

    Where numbers are drawn at the desk, everybody present has drawn one; it is kept for good.
    """
    tournament = open_for(may_check_in_players, actor, entry.tournament)
    entry.refresh_from_db(fields=["checked_in", "status", "arrival"])
    if present and not entry.plays:
        raise Refused("player_does_not_play", number=entry.number, name=entry.person.name)
    act = _switch(actor, entry, "checked_in", present, PRESENCE, submission_id)
    if entry.checked_in:
        _draw_numbers(actor, tournament, [entry])
    return act


@transaction.atomic
def enter_walk_in(
    actor: Actor,
    tournament: Tournament,
    player: PlayerData,
    person: Person | None = None,
    *,
    besides: Collection[int] = (),
    is_unknown: bool = False,
) -> Entry:
    """Enter a known `person` or a new one as `add_player`, and check him in."""
    entry = add_player(
        actor,
        tournament,
        player,
        besides=besides,
        person=person,
        is_unknown=is_unknown,
    )
    check_in_player(actor, entry, present=True)
    return entry


@transaction.atomic
def set_fee(
    actor: Actor,
    entry: Entry,
    paid: bool,
    submission_id: UUID | None = None,
    undone: JournalEntry | None = None,
) -> JournalEntry | None:
    """Set whether a player has paid the fee. Refused: `fee_not_in_cash`.

    Where fees are set, the open amount is taken in cash, or cash payments are refunded; where an
    act is `undone`, its own alone, and what a list had said counts again.
    """
    open_for(may_check_in_players, actor, entry.tournament)
    entry.refresh_from_db(fields=FOLLOWED)
    payments: list[Payment] = []
    only = rows_in(undone, "payment") if undone else None
    told = str(undone.data.get("fee_told", "")) if undone else ""
    if entry.fee_paid != paid and fees_of(entry.tournament):
        if not paid:
            payments = fee_counter_payments(actor, entry, only)
        elif only is None or only:
            payments = new_fee_payments(actor, entry.tournament, [entry], PayBy.CASH)
    return _switch(actor, entry, "fee_paid", paid, FEE, submission_id, payments, told)


@transaction.atomic
def check_in_with_fee(actor: Actor, entry: Entry, submission_id: UUID) -> JournalEntry | None:
    """Check in a player who pays, in one act; None if present. Refused: as both are."""
    done = check_in_player(actor, entry, True, submission_id)
    set_fee(actor, entry, True, fee_submission_id(submission_id))
    return done


def fee_submission_id(submission_id: UUID) -> UUID:
    """Return the submission id of the fee taken with an act of the desk."""
    return uuid5(submission_id, "fee")


@transaction.atomic
def check_in_all(actor: Actor, tournament: Tournament, without: Collection[int], seen: int) -> int:
    """Check in all but these numbers, if as many as `seen`. Refused as `set_fee_of_all`."""
    tournament = open_for(may_check_in_players, actor, tournament)
    entries = _everybody_but(tournament, "missing", without, seen)
    for entry in entries:
        entry.checked_in = True
    Entry.objects.bulk_update(entries, ["checked_in"])
    words = {"count": len(entries), "without": sorted(without)}
    record(actor, tournament, "players_checked_in", touched=entries, **words)
    _draw_numbers(actor, tournament, sorted(entries, key=lambda entry: entry.number))
    return len(entries)


@transaction.atomic
def set_fee_of_all(
    actor: Actor,
    tournament: Tournament,
    without: Collection[int],
    seen: int,
    how: PayBy = PayBy.CASH,
    submission_id: UUID | None = None,
) -> int:
    """Set all fees as paid, taking what is open. Refused: `numbers_unknown`, `others_meanwhile`."""
    open_for(may_check_in_players, actor, tournament)
    if done := act_of_submission(tournament, submission_id, ["fees_paid"]):
        return int(done.data["count"])
    entries = _everybody_but(tournament, "unpaid", without, seen)
    payments = Payment.objects.bulk_create(new_fee_payments(actor, tournament, entries, how))
    for entry in entries:
        entry.fee_paid = True
    Entry.objects.bulk_update(entries, ["fee_paid"])
    words = {"count": len(entries), "without": sorted(without)}
    words |= {"amount": sum(payment.amount for payment in payments), "pay_by": str(how)}
    record(
        actor,
        tournament,
        "fees_paid",
        touched=[*entries, *payments],
        **words,
        **id_words(submission_id),
    )
    return len(entries)


@transaction.atomic
def withdraw_missing(
    actor: Actor, tournament: Tournament, without: Collection[int], seen: int
) -> int:
    """Withdraw all not present; seats stay. Refused: `nobody_is_there`, as `set_fee_of_all`."""
    open_for(may_edit_players, actor, tournament)
    if not registration(tournament).checked_in:
        raise Refused("nobody_is_there")
    entries = _everybody_but(tournament, "missing", without, seen)
    for entry in entries:
        entry.status = Entry.Status.WITHDRAWN
    Entry.objects.bulk_update(entries, ["status"])
    words = {"count": len(entries), "numbers": [entry.number for entry in entries]}
    record(actor, tournament, "players_withdrawn", touched=entries, **words)
    return len(entries)


@transaction.atomic
def undo_at_desk(
    actor: Actor, tournament: Tournament, undone: UUID, submission_id: UUID
) -> JournalEntry | None:
    """Undo the act `undone` with its fee; None if superseded, or nothing had changed."""
    open_for(may_check_in_players, actor, tournament)
    fee = _undo(actor, tournament, fee_submission_id(undone), fee_submission_id(submission_id))
    return _undo(actor, tournament, undone, submission_id) or fee


def _undo(
    actor: Actor, tournament: Tournament, undone: UUID, submission_id: UUID
) -> JournalEntry | None:
    act = desk_act(tournament, undone)
    entry = player_list(tournament).filter(pk=act.data["entry"]).first() if act else None
    if act is None or entry is None:
        return None
    actions = PRESENCE if act.action in PRESENCE else FEE
    if last_desk_act(entry, actions) != act:
        return None
    on = act.action != actions[0]
    if actions is PRESENCE:
        return check_in_player(actor, entry, on, submission_id)
    return set_fee(actor, entry, on, submission_id, undone=act)


def _draw_numbers(actor: Actor, tournament: Tournament, entries: Collection[Entry]) -> None:
    """Let those without a number draw the next ones, as long as the desk has any."""
    desk = open_desk(tournament)
    if desk is None or desk.expected is None:
        return
    last = tournament.entries.aggregate(last=Max("arrival"))["last"] or 0
    coming = [entry for entry in entries if entry.arrival is None]
    drawing = list(zip(range(last + 1, desk.expected + 1), coming, strict=False))
    for arrival, entry in drawing:
        entry.arrival = arrival
    drawn = [entry for _arrival, entry in drawing]
    if not drawn:
        return
    Entry.objects.bulk_update(drawn, ["arrival"])
    seats = seats_at_desk(desk)
    pairs = (f"{entry.number}: {seats[arrival - 1].number}" for arrival, entry in drawing)
    record(actor, tournament, "drawn_at_desk", touched=drawn, drawn=", ".join(pairs))


def _everybody_but(
    tournament: Tournament, show: str, without: Collection[int], seen: int
) -> list[Entry]:
    """Return those "missing" or "unpaid" except for these numbers, if as many as in the preview."""
    known = Entry.objects.filter(tournament=tournament).values_list("number", flat=True)
    if unknown := sorted(set(without) - set(known)):
        raise Refused("numbers_unknown", numbers=", ".join(map(str, unknown)))
    wanted = [entry for entry in players_shown(tournament, show) if entry.number not in without]
    if len(wanted) != seen:
        raise Refused("others_meanwhile", seen=seen, now=len(wanted))
    return wanted


def _switch(
    actor: Actor,
    entry: Entry,
    field: str,
    on: bool,
    actions: tuple[str, str],
    submission_id: UUID | None,
    payments: Collection[Payment] = (),
    fee_told: str = "",
) -> JournalEntry | None:
    """Set a desk field of an entry, unless this id was handled or nothing changes."""
    if submission_id and (done := desk_act(entry.tournament, submission_id)):
        return done
    if getattr(entry, field) == on:
        return None
    setattr(entry, field, on)
    entry.save(update_fields=[field])
    if on and fee_told and not entry.fee_told:
        entry.fee_told = fitting(Entry, "fee_told", fee_told)
        entry.save(update_fields=["fee_told"])
    action = actions[0] if on else actions[1]
    words: dict[str, object] = {"entry": entry.pk, "number": entry.number}
    words |= id_words(submission_id)
    if payments:
        words["amount"] = sum(abs(payment.amount) for payment in payments)
    for payment in payments:
        payment.save()
    if field == "fee_paid" and not on:
        if not payments and (dropped := drop_told(entry)):
            words["fee_told"] = dropped
        follow_payments(entry)  # payments not refunded may still cover the fee
    touched = [entry, *payments]
    return record(actor, entry.tournament, action, touched=touched, **words)
