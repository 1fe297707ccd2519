"""Services that draw seats, draw them again, and publish rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from tournament.check_in.reads import open_desk
from tournament.errors import Refused
from tournament.journal.reads import Touched, rows_named
from tournament.journal.writes import fitting_reason, open_for, open_tournament, record
from tournament.models import Adjustment, Bye, Draw, GameTable, Round, SealedStep, Tournament
from tournament.permissions import Actor, may_draw_round, may_redraw_round
from tournament.rounds.reads.rounds import next_unpublished
from tournament.seating.reads.draws import (
    RedrawOutlook,
    fingerprint_of_redraw,
    losses_of_redraw,
    players_to_draw,
    redraw_outlook,
    redraw_unseen,
)
from tournament.seating.reads.seat_changes import published_not_begun
from tournament.seating.writes.desk import make_round
from tournament.seating.writes.lots import Drawn, Lots, Plans, draw_lots, seal_draw
from tournament.seating.writes.seating import (
    begin,
    by_id,
    codes_in_use,
    discard_tables,
    note_byes,
    rows_of_seats,
    seat_rounds,
)


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The result of a redraw: the new draw, its rounds, and what was lost."""

    draw: Draw
    rounds: tuple[Round, ...]
    outlook: RedrawOutlook


@transaction.atomic
def draw_rounds(
    actor: Actor,
    tournament: Tournament,
    lots: Lots | None = None,
    *,
    expected: int | None = None,
    closed: bool = False,
    players: int | None = None,
    plans: Plans | None = None,
) -> Round:
    """Draw the next round, or or all remaining rounds, if the method does so.

    Where numbers are drawn at the registration desk, round 1 is made of these.

    Returns the first round drawn; nothing is published yet. Of what the page has shown: `expected`
    is the number of the round, so that a double click does not draw again, `closed`: those before
    it are closed, `players`: how many are drawn. `plans`: as `draw_lots`.

    Refused: `tournament_finished`, `all_rounds_drawn`, `round_already_drawn`,
    `earlier_round_open_again`, `other_players_to_draw`, and what draw_lots refuses. Raises
    CannotSeat for a number of players that fits no tables (TSR 8.3.1, chapter 10), and CannotDraw
    for contradictory fixed tables.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    first = tournament.rounds.count() + 1
    upcoming = next_unpublished(tournament)
    if upcoming is not None or (expected is not None and expected != first):
        raise Refused("round_already_drawn", round=upcoming.number if upcoming else expected)
    if first > tournament.rounds_planned:
        raise Refused("all_rounds_drawn", rounds=first - 1)
    if closed:
        _require_closed(tournament, first)
    to_draw = players_to_draw(tournament)
    if players and players != len(to_draw.drawn):
        raise Refused("other_players_to_draw", seen=players, players=len(to_draw.drawn))
    if first == 1 and (desk := open_desk(tournament)):
        return make_round(actor, tournament, desk, to_draw)
    drawn = draw_lots(actor, tournament, to_draw, first, lots or Lots(), plans=plans)
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, draw=drawn.draw, number=number)
        for number in range(first, first + len(drawn.plan.rounds))
    )
    codes = codes_in_use(tournament)
    people = by_id(to_draw.drawn)
    seat_rounds(rounds, drawn.plan.rounds, people, drawn.plan.seed, codes)
    note_byes(rounds, drawn.plan.rounds, people)
    begin(tournament)
    touched = [tournament, *_rows_of_draw(drawn, rounds, seal_draw(tournament, drawn))]
    _record_draw(actor, tournament, "rounds_drawn", drawn, touched)
    return rounds[0]


@transaction.atomic
def redraw_rounds(
    actor: Actor,
    tournament: Tournament,
    reason: str,
    lots: Lots | None = None,
    *,
    confirmed: int | None = None,
    fingerprint: str | None = None,
    plans: Plans | None = None,
) -> Redrawn:
    """Redraw the current round (the next one if it is closed) and all later ones.

    A published round stays published, with its new seats. Drafts and extra times are lost;
    results, penalties and the clock only if `confirmed` is the round number, typed by a user who
    has seen the losses (`fingerprint`). `plans`: as `draw_lots`.

    Refused: `tournament_finished`, `redraw_reason_needed`, `nothing_to_redraw`,
    `redrawn_meanwhile`, `redraw_changed_meanwhile` (not the redraw of that fingerprint),
    `redraw_number_wrong`, `redraw_has_results`, `redraw_has_penalties` (naming the tables),
    `redraw_started`, and what draw_lots refuses. Raises as draw_rounds does.
    """
    tournament = open_for(may_redraw_round, actor, tournament)
    reason = fitting_reason(reason)
    if not reason:
        raise Refused("redraw_reason_needed")
    outlook = redraw_outlook(tournament)
    if outlook is None:
        raise Refused("nothing_to_redraw")
    to_draw = players_to_draw(tournament)
    number = outlook.first.number
    if fingerprint is not None:  # of the losses on the page
        now = fingerprint_of_redraw(outlook, losses_of_redraw(tournament, number), to_draw)
        if refusal := redraw_unseen(fingerprint, now, outlook):
            raise refusal
    if not outlook.is_harmless and confirmed != number:
        if confirmed is not None:
            raise Refused("redraw_number_wrong", round=number)
        if outlook.results:
            raise Refused("redraw_has_results", round=number, places=outlook.results)
        if outlook.penalties:
            raise Refused("redraw_has_penalties", places=outlook.penalties)
        raise Refused("redraw_started", round=number)
    drawn = draw_lots(actor, tournament, to_draw, number, lots or Lots(), reason, plans=plans)
    rounds, gone = _replaced_rounds(actor, tournament, drawn)
    # Deductions for a deleted round have lost their round.
    deductions = Adjustment.objects.filter(entry__tournament=tournament)
    touched = [*gone, *_rows_of_draw(drawn, rounds, seal_draw(tournament, drawn)), deductions]
    words = {"reason": reason, "drafts_lost": len(outlook.drafts)}
    _record_draw(actor, tournament, "rounds_redrawn", drawn, touched, **words)
    return Redrawn(drawn.draw, rounds, outlook)


@transaction.atomic
def publish_next_round(
    actor: Actor,
    tournament: Tournament,
    *,
    expected: int | None = None,
    early: bool = False,
    closed: bool = False,
) -> Round:
    """Publish the first drawn, unpublished round and return it.

    If the round before it has not begun, `early` must confirm it: on the page the button for the
    next round replaces the one just used. `closed`: the page said that those before it are closed.
    Refused: `tournament_finished`, `nothing_to_publish`, `round_already_published` (the next one is
    not the expected one), `earlier_round_open_again`, `earlier_round_not_begun`.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    upcoming = next_unpublished(tournament)
    if expected is not None and (upcoming is None or upcoming.number != expected):
        raise Refused("round_already_published", round=expected)
    if upcoming is None:
        raise Refused("nothing_to_publish")
    if closed:
        _require_closed(tournament, upcoming.number)
    waiting = published_not_begun(tournament)
    if waiting is not None and not early:
        raise Refused("earlier_round_not_begun", round=upcoming.number, earlier=waiting)
    upcoming.published_at = timezone.now()
    upcoming.save(update_fields=["published_at"])
    words = {"round": upcoming.number}
    record(actor, tournament, "round_published", touched=[upcoming], **words)
    return upcoming


@transaction.atomic
def draw_next_round(actor: Actor, tournament: Tournament, seed: str | None = None) -> Round:
    """Publish the next round and return it, drawing it first if necessary.

    Refused: `all_rounds_published`, `seed_without_draw`, and what draw_rounds refuses.
    """
    tournament = open_tournament(tournament)
    drawn = tournament.rounds.count()
    draws_now = next_unpublished(tournament) is None and drawn < tournament.rounds_planned
    if seed is not None and not draws_now:
        raise Refused("seed_without_draw")
    if draws_now:
        draw_rounds(actor, tournament, Lots(seed=seed))
    elif next_unpublished(tournament) is None:
        raise Refused("all_rounds_published")
    return publish_next_round(actor, tournament, early=True)


def _require_closed(tournament: Tournament, number: int) -> None:
    """Raise Refused unless the rounds before this one are closed, as a page has said."""
    earlier = tournament.rounds.filter(number__lt=number, closed_at=None).first()
    if earlier is not None:
        raise Refused("earlier_round_open_again", round=number, earlier=earlier.number)


def _rows_of_draw(drawn: Drawn, rounds: Sequence[Round], step: SealedStep) -> list[Touched]:
    commitment = [drawn.draw.commitment] if drawn.draw.commitment else []
    return [drawn.draw, *commitment, step, *rows_of_seats(rounds)]


def _record_draw(
    actor: Actor,
    tournament: Tournament,
    action: str,
    drawn: Drawn,
    touched: Sequence[Touched],
    **words: object,
) -> None:
    """Write a journal entry for a draw, and one for the players who sit out each round."""
    first, last, sit_out = drawn.first, drawn.last, drawn.lots.sit_out
    words |= {"draw": drawn.draw.number, "seed": drawn.draw.seed, "first": first, "last": last}
    words["players"] = len(drawn.to_draw.drawn)
    record(actor, tournament, action, touched=touched, **words)
    if sit_out:
        record(actor, tournament, "byes_drawn", sit_out=sit_out, first=first, last=last)


def _replaced_rounds(
    actor: Actor, tournament: Tournament, drawn: Drawn
) -> tuple[tuple[Round, ...], list[str]]:
    """Give the rounds new tables; return them, and the journal names of the deleted rows."""
    # A sheet printed for the old draw must not pass for one of the new draw.
    codes = codes_in_use(tournament)
    later = Round.objects.filter(tournament=tournament, number__gte=drawn.first)
    byes, unwanted = Bye.objects.filter(round__in=later), later.filter(number__gt=drawn.last)
    gone = rows_named(byes, unwanted)
    gone += discard_tables(actor, tournament, GameTable.objects.filter(round__in=later))
    byes.delete()
    unwanted.delete()
    numbers = range(drawn.first, drawn.last + 1)
    existing = {round.number: round for round in later}
    rounds = tuple(
        existing.get(number) or Round(tournament=tournament, number=number) for number in numbers
    )
    for round in rounds:
        round.draw = drawn.draw
        round.published_at = round.published_at and drawn.draw.created_at
        round.started_at = round.ended_at = None
        round.pauses = []
        round.save()
    people = by_id(drawn.to_draw.drawn)
    seat_rounds(rounds, drawn.plan.rounds, people, drawn.plan.seed, codes)
    note_byes(rounds, drawn.plan.rounds, people)
    return rounds, gone
