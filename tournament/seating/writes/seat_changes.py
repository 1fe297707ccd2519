"""Changes of seats after the draw, without lots: repair, swap, substitution, by hand.

Each has a preview in seating.reads.seat_changes; its fingerprint shows that the user has seen this
very change. Every change is recorded in the proof of the draws with its reason.
"""

from dataclasses import asdict

from django.db import transaction

from tournament.draw import Round as SeatedRound
from tournament.draw import measure
from tournament.errors import Refused
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import needed_reason, open_for, record
from tournament.models import Bye, Draw, Entry, Round, Tournament
from tournament.permissions import Actor, may_move_players
from tournament.seating.mapping import entrants_of
from tournament.seating.reads.draws import drawn_rounds, players_to_draw
from tournament.seating.reads.proofs import BY_HAND
from tournament.seating.reads.seat_changes import (
    SeatChange,
    by_hand_preview,
    repair_preview,
    substitution_preview,
    swap_preview,
    tables_in_the_way,
)
from tournament.seating.writes.lots import seal_change
from tournament.seating.writes.seating import (
    begin,
    by_id,
    codes_in_use,
    note_byes,
    reseat_tables,
    rows_of_seats,
    seat_rounds,
)


@transaction.atomic
def repair_seats(
    actor: Actor, tournament: Tournament, reason: str, *, fingerprint: str | None = None
) -> SeatChange:
    """Seat exactly the present players in every round not begun, by the smallest change.

    Refused: `tournament_finished`, `reason_needed`, `nothing_to_repair`, `repair_with_byes`,
    `seats_changed_meanwhile` (not the change of that fingerprint), `seat_change_has_results`.
    Raises CannotSeat.
    """
    tournament, reason = _ready(actor, tournament, reason)
    repair = repair_preview(tournament)
    if repair is None:
        raise Refused("nothing_to_repair")
    change = repair.change
    _require_seen(change, fingerprint)
    touched = _apply(actor, tournament, change, reason)
    words = {"first": change.first, "last": change.first + len(change.before) - 1}
    words |= {"gone": len(repair.leaving), "come": len(repair.joining)}
    words |= {"walks": change.change.walks}
    record(actor, tournament, "seats_repaired", touched=touched, **words, reason=reason)
    return change


@transaction.atomic
def swap_seats(
    actor: Actor,
    tournament: Tournament,
    number: int,
    one: str,
    other: str,
    reason: str,
    *,
    fingerprint: str | None = None,
) -> SeatChange:
    """Exchange the seats of two players, by start number, in one round.

    Refused: `tournament_finished`, `reason_needed`, `seat_change_has_results`,
    `seats_changed_meanwhile`, and what swap_preview refuses.
    """
    tournament, reason = _ready(actor, tournament, reason)
    change = swap_preview(tournament, number, one, other)
    _require_seen(change, fingerprint)
    touched = _apply(actor, tournament, change, reason)
    words = {"round": number, "one": int(one), "other": int(other), "reason": reason}
    record(actor, tournament, "seats_swapped", touched=touched, **words)
    return change


@transaction.atomic
def substitute_player(
    actor: Actor,
    tournament: Tournament,
    number: int,
    leaving: str,
    coming: str,
    reason: str,
    *,
    ranked: bool = False,
    fingerprint: str | None = None,
) -> SeatChange:
    """Give all seats of one player from a round on to another (rules.md 7.4).

    The leaving player is withdrawn; the new one is ranked or unranked. Refused as swap_seats, and
    what substitution_preview refuses.
    """
    tournament, reason = _ready(actor, tournament, reason)
    change = substitution_preview(tournament, number, leaving, coming)
    _require_seen(change, fingerprint)
    gone, come = change.entries[leaving], change.entries[coming]
    touched = _apply(actor, tournament, change, reason)
    byes = Bye.objects.filter(round__tournament=tournament, round__number__gte=number)
    own = byes.filter(entry=come)
    touched += rows_named(own)
    own.delete()
    byes.filter(entry=gone).update(entry=come)
    if gone.plays:
        gone.status = Entry.Status.WITHDRAWN
    come.status = Entry.Status.ACTIVE if ranked else Entry.Status.UNRANKED
    come.checked_in = come.checked_in or gone.checked_in
    Entry.objects.bulk_update([gone, come], ["status", "checked_in"])
    touched += [gone, come, own]
    words = {"round": number, "entry": come.pk, "number": come.number, "gone": gone.number}
    of_status = {"status": str(come.status), "reason": reason}
    record(actor, tournament, "player_substituted", touched=touched, **words, **of_status)
    return change


@transaction.atomic
def seat_by_hand(
    actor: Actor,
    tournament: Tournament,
    number: int,
    tables: SeatedRound,
    reason: str,
    *,
    fingerprint: str | None = None,
) -> Round:
    """Set the seats of a drawn round, or of the next one, by hand.

    `tables` have passed draw.quality.check_plan. Refused as swap_seats, `round_not_next`, and
    `desk_is_open` (numbers of round 1 are drawn).
    """
    tournament, reason = _ready(actor, tournament, reason)
    change = by_hand_preview(tournament, number, tables)
    _require_seen(change, fingerprint)
    round = Round.objects.filter(tournament=tournament, number=number).first()
    touched: list[Touched]
    if round is None:
        if tournament.desk_draw is not None:
            raise Refused("desk_is_open")
        rounds = (*drawn_rounds(tournament), tables)
        draw = Draw.objects.create(
            tournament=tournament,
            number=tournament.draws.count() + 1,
            method=BY_HAND,
            reason=reason,
            quality=asdict(
                measure(entrants_of(change.entries.values()), rounds, tournament.team_groups)
            ),
            user=actor.user,
        )
        round = Round.objects.create(tournament=tournament, draw=draw, number=number)
        codes = codes_in_use(tournament)
        seat_rounds([round], [tables], change.entries, f"by hand {draw.number}", codes)
        entries = list(change.entries.values())
        step = seal_change(tournament, entries, [tables], number, reason)
        begin(tournament)
        touched = [tournament, draw, step, *rows_of_seats([round])]
    else:
        byes = Bye.objects.filter(round=round)
        touched = [*rows_named(byes), *_apply(actor, tournament, change, reason), byes]
    note_byes([round], [tables], by_id(players_to_draw(tournament).drawn))
    words = {"round": number, "reason": reason}
    record(actor, tournament, "seated_by_hand", touched=touched, **words)
    return round


def _ready(actor: Actor, tournament: Tournament, reason: str) -> tuple[Tournament, str]:
    tournament = open_for(may_move_players, actor, tournament)
    reason = needed_reason(reason)
    return tournament, reason


def _require_seen(change: SeatChange, fingerprint: str | None) -> None:
    if fingerprint is not None and fingerprint != change.fingerprint:
        raise Refused("seats_changed_meanwhile")


def _apply(actor: Actor, tournament: Tournament, change: SeatChange, reason: str) -> list[Touched]:
    """Write the new seats and seal the step; unaffected tables stay as they are.

    Returns the touched rows for the journal.
    """
    in_the_way = tables_in_the_way(tournament, change.touched)
    if in_the_way:
        raise Refused("seat_change_has_results", places=in_the_way)
    seated = change.change.rounds
    touched = reseat_tables(actor, tournament, change.first, seated, change.entries)
    entries = list(change.entries.values())
    return [*touched, seal_change(tournament, entries, seated, change.first, reason)]
