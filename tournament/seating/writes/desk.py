"""Seats drawn one by one at the registration desk: open it, make round 1 of it, give it up.

The numbers themselves are drawn by checking in (check_in.writes). Commitment, number of people
expected and number from the hall come before, in this order, so the proof is that of any draw.
"""

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext

from tournament.check_in.reads import open_desk
from tournament.draw.desk import fill_round, seat_arrivals
from tournament.draw.proof import LARGEST_NUMBER, PlayerList, drawn_step
from tournament.draw.table_sizes import table_sizes
from tournament.errors import Refused
from tournament.journal.writes import needed_reason, open_for, record
from tournament.models import Draw, Entry, Round, Tournament
from tournament.permissions import Actor, may_draw_round
from tournament.seating.mapping import commitment_of, entrants_of, naming_people, players_of
from tournament.seating.reads.draws import PlayersToDraw
from tournament.seating.reads.proofs import BY_HAND, last_list, method_from, open_commitment
from tournament.seating.writes.lots import (
    Lots,
    new_commitment,
    seal_change,
    seal_step,
    this_program,
)
from tournament.seating.writes.seating import (
    begin,
    by_id,
    codes_in_use,
    note_byes,
    rows_of_seats,
    seat_rounds,
)
from tournament.shared.rules.codes import MOST_TABLES


@transaction.atomic
def open_desk_draw(
    actor: Actor, tournament: Tournament, expected: int, lots: Lots | None = None
) -> Draw:
    """Let everybody who is checked in from now on draw one of `expected` numbers.

    Of `lots` the number counts. Refused: `tournament_finished`, `draw_is_by_hand`,
    `desk_with_groups`, `round_already_drawn`, `desk_is_open`, `desk_after_check_in`,
    `number_invalid`, `too_many_tables`, `desk_people_not_sealed`, `desk_people_changed` (another
    one is sealed). Raises CannotSeat.
    """
    tournament, lots = open_for(may_draw_round, actor, tournament), lots or Lots()
    _require_possible(tournament)
    tables = table_sizes(expected, tournament.has_larger_tables).tables
    if tables > MOST_TABLES:
        raise Refused("too_many_tables", tables=tables, most=MOST_TABLES)
    number = lots.made_up_number if lots.number is None else lots.number
    if not 0 <= number <= LARGEST_NUMBER:
        raise Refused("number_invalid", largest=LARGEST_NUMBER)
    commitment = open_commitment(tournament, 1, this_program())
    if commitment is None:
        commitment = new_commitment(tournament, 1, lots.secret)
    else:
        closed = last_list(commitment)
        if closed is None and lots.number is not None:
            raise Refused("desk_people_not_sealed")
        if closed is not None and closed.step.get("expected") != expected:
            raise Refused("desk_people_changed")
    draw = Draw.objects.create(
        tournament=tournament,
        number=tournament.draws.count() + 1,
        commitment=commitment,
        lot_number=number,
        by_audience=lots.number is not None,
        seed=commitment_of(commitment).seed(number),
        method=commitment.method,
        expected=expected,
        user=actor.user,
    )
    tournament.desk_draw = draw.number
    tournament.save(update_fields=["desk_draw"])
    touched = [tournament, commitment, draw]
    record(actor, tournament, "drawn_desk_opened", touched=touched, expected=expected)
    return draw


@transaction.atomic
def give_up_desk(actor: Actor, tournament: Tournament, reason: str) -> None:
    """Take all numbers back: round 1 is drawn as ever. The commitment is used up.

    Refused: `tournament_finished`, `reason_needed`, `desk_not_open`.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    reason = needed_reason(reason)
    desk = open_desk(tournament)
    if desk is None:
        raise Refused("desk_not_open")
    words = {"expected": desk.expected, "reason": reason}
    entries = list(tournament.entries.exclude(arrival=None))
    for entry in entries:
        entry.arrival = None
    Entry.objects.bulk_update(entries, ["arrival"])
    tournament.desk_draw = None
    tournament.save(update_fields=["desk_draw"])
    touched: list[Model] = [tournament, *entries]
    if desk.commitment and last_list(desk.commitment):
        given_up = gettext("Drawing at the registration desk given up: %(reason)s") % words
        touched.append(seal_change(tournament, (), (), 1, given_up))
    record(actor, tournament, "drawn_desk_given_up", touched=touched, **words)


def make_round(actor: Actor, tournament: Tournament, desk: Draw, to_draw: PlayersToDraw) -> Round:
    """Make round 1 of the numbers drawn; whoever is there without one is seated by a repair.

    Refused: `desk_nobody_there`. Raises CannotSeat, and CannotDraw for contradictory fixed tables.
    """
    if not to_draw.anybody_checked_in:
        raise Refused("desk_nobody_there")
    if desk.commitment is None or desk.lot_number is None:
        raise ValueError("numbers are drawn at the desk by a commitment")
    promised = commitment_of(desk.commitment)
    entries = tournament.entries.select_related("person", "club")
    arrived = list(entries.exclude(arrival=None).order_by("arrival"))
    numbers = [str(entry.number) for entry in arrived]
    # As the settings were when the desk was opened; how the rest is seated is up to those of now.
    larger = promised.settings.larger_tables
    tables = seat_arrivals(desk.seed, desk.expected or 0, numbers, larger)
    entrants = entrants_of(to_draw.drawn)
    with naming_people(to_draw.drawn):
        seated = fill_round(entrants, tables, tournament.has_larger_tables)
    tournament.desk_draw = None
    tournament.save(update_fields=["desk_draw"])
    round = Round.objects.create(tournament=tournament, draw=desk, number=1)
    people = by_id(to_draw.drawn)
    seat_rounds([round], [seated], people, desk.seed, codes_in_use(tournament))
    note_byes([round], [seated], people)
    begin(tournament)
    queue = promised.settings.neighbours_apart
    listed = PlayerList(players_of(arrived, queue=queue), expected=desk.expected or 0)
    number, by_audience = desk.lot_number, desk.by_audience
    step = drawn_step(promised, number, listed, [tables], by_audience=by_audience)
    steps = [seal_step(tournament, step)]
    if seated != tables:
        reason = gettext("Empty places closed, people without a number seated.")
        steps.append(seal_change(tournament, to_draw.drawn, [seated], 1, reason))
    words = {"draw": desk.number, "numbers": len(arrived), "players": len(to_draw.drawn)}
    touched = [tournament, desk, *steps, *rows_of_seats([round])]
    record(actor, tournament, "rounds_made_of_numbers", touched=touched, **words)
    return round


def _require_possible(tournament: Tournament) -> None:
    method = method_from(tournament, 1)
    if method == BY_HAND:
        raise Refused("draw_is_by_hand")
    if method == "groups":
        raise Refused("desk_with_groups")
    if tournament.rounds.exists():
        raise Refused("round_already_drawn", round=1)
    if open_desk(tournament):
        raise Refused("desk_is_open")
    if tournament.entries.filter(checked_in=True).exists():
        raise Refused("desk_after_check_in")
