"""Redraws: counted, with a reason, and with every loss named."""

from dataclasses import dataclass

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.reads import rows_named
from tournament.journal.writes import fitting_reason, open_for, record
from tournament.models import Adjustment, Bye, Draw, GameTable, Round, Tournament
from tournament.permissions import Actor, may_redraw_round
from tournament.seating.reads.draws import (
    PlayersToDraw,
    RedrawOutlook,
    players_to_draw,
    redraw_outlook,
)
from tournament.seating.reads.redraw_losses import (
    fingerprint_of_redraw,
    losses_of_redraw,
    redraw_unseen,
)
from tournament.seating.writes.draws import draw_words, record_byes, rows_of_draw
from tournament.seating.writes.lots import Drawn, Lots, Plans, draw_lots, seal_draw
from tournament.seating.writes.seating import (
    by_id,
    codes_in_use,
    discard_tables,
    note_byes,
    seat_rounds,
)


@dataclass(frozen=True, slots=True)
class Redrawn:
    """The result of a redraw: the new draw, its rounds, and what was lost."""

    draw: Draw
    rounds: tuple[Round, ...]
    outlook: RedrawOutlook


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

    Earlier rounds count as history. A published round stays published, with its new seats. Drafts
    and extra times of these rounds are lost. Results, penalties and the clock are lost only if
    `confirmed` is the round number, typed by a user who has seen the losses; `fingerprint`
    identifies those. `plans`: as `draw_lots`.

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
    _require_seen(tournament, outlook, to_draw, fingerprint)
    _require_confirmed(outlook, confirmed)
    lots = lots or Lots()
    number = outlook.first.number
    drawn = draw_lots(actor, tournament, to_draw, number, lots, reason, plans=plans)
    rounds, gone = _replaced_rounds(actor, tournament, drawn)
    step = seal_draw(tournament, drawn)
    # Deductions for a deleted round have lost their round.
    deductions = Adjustment.objects.filter(entry__tournament=tournament)
    record(
        actor,
        tournament,
        "rounds_redrawn",
        touched=[*gone, *rows_of_draw(drawn, rounds, step), deductions],
        **draw_words(drawn),
        reason=reason,
        drafts_lost=len(outlook.drafts),
    )
    record_byes(actor, tournament, drawn)
    return Redrawn(drawn.draw, rounds, outlook)


def _require_seen(
    tournament: Tournament, outlook: RedrawOutlook, to_draw: PlayersToDraw, fingerprint: str | None
) -> None:
    """Refuse if the losses have changed since the page was opened."""
    if fingerprint is None:
        return
    losses = losses_of_redraw(tournament, outlook.first.number)
    refusal = redraw_unseen(fingerprint, fingerprint_of_redraw(outlook, losses, to_draw), outlook)
    if refusal is not None:
        raise refusal


def _require_confirmed(outlook: RedrawOutlook, confirmed: int | None) -> None:
    number = outlook.first.number
    if outlook.is_harmless or confirmed == number:
        return
    if confirmed is not None:
        raise Refused("redraw_number_wrong", round=number)
    if outlook.results:
        raise Refused("redraw_has_results", round=number, places=outlook.results)
    if outlook.penalties:
        raise Refused("redraw_has_penalties", places=outlook.penalties)
    raise Refused("redraw_started", round=number)


def _replaced_rounds(
    actor: Actor, tournament: Tournament, drawn: Drawn
) -> tuple[tuple[Round, ...], list[str]]:
    """Give the rounds new tables; the rounds themselves and their other data stay.

    Returns the rounds, and the journal names of the deleted rows.
    """
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
