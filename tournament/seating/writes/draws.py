"""Services that draw seats and publish rounds."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.journal.reads import Touched
from tournament.journal.writes import open_for, open_tournament, record
from tournament.models import Round, SealedStep, Tournament
from tournament.permissions import Actor, may_draw_round
from tournament.rounds.reads.rounds import next_unpublished
from tournament.seating.reads.draws import players_to_draw
from tournament.seating.reads.seat_changes import published_not_begun
from tournament.seating.writes.lots import Drawn, Lots, Plans, draw_lots, seal_draw
from tournament.seating.writes.seating import (
    by_id,
    codes_in_use,
    note_byes,
    rows_of_seats,
    seat_rounds,
)


@transaction.atomic
def draw_rounds(
    actor: Actor,
    tournament: Tournament,
    lots: Lots | None = None,
    *,
    expected: int | None = None,
    plans: Plans | None = None,
) -> Round:
    """Draw the next round, or by the method "plan" all remaining rounds.

    Returns the first round drawn; nothing is published yet. `expected` is the round number shown on
    the page, so that a double click does not draw again. `plans`: as `draw_lots`.

    Refused: `tournament_finished`, `all_rounds_drawn`, `round_already_drawn`, and what draw_lots
    refuses. Raises CannotSeat for a number of players that fits no tables (TSR 8.3.1, chapter 10),
    and CannotDraw for contradictory fixed tables.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    first = tournament.rounds.count() + 1
    upcoming = next_unpublished(tournament)
    if upcoming is not None or (expected is not None and expected != first):
        raise Refused("round_already_drawn", round=upcoming.number if upcoming else expected)
    if first > tournament.rounds_planned:
        raise Refused("all_rounds_drawn", rounds=first - 1)
    to_draw = players_to_draw(tournament)
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
    touched = [tournament, *rows_of_draw(drawn, rounds, seal_draw(tournament, drawn))]
    record(actor, tournament, "rounds_drawn", touched=touched, **draw_words(drawn))
    record_byes(actor, tournament, drawn)
    return rounds[0]


@transaction.atomic
def publish_next_round(
    actor: Actor, tournament: Tournament, *, expected: int | None = None, early: bool = False
) -> Round:
    """Publish the first drawn, unpublished round and return it.

    If the round before it has not begun, `early` must confirm it: on the page the button for the
    next round replaces the one just used. Refused: `tournament_finished`, `nothing_to_publish`,
    `round_already_published` (the next one is not the expected one), `earlier_round_not_begun`.
    """
    tournament = open_for(may_draw_round, actor, tournament)
    upcoming = next_unpublished(tournament)
    if expected is not None and (upcoming is None or upcoming.number != expected):
        raise Refused("round_already_published", round=expected)
    if upcoming is None:
        raise Refused("nothing_to_publish")
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


def begin(tournament: Tournament) -> None:
    """Set a tournament in preparation to running; called when the first seats are written."""
    if tournament.status == Tournament.Status.PREPARATION:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])


def rows_of_draw(drawn: Drawn, rounds: Sequence[Round], step: SealedStep) -> list[Touched]:
    """Return the rows written by a draw, for the journal."""
    commitment = [drawn.draw.commitment] if drawn.draw.commitment else []
    return [drawn.draw, *commitment, step, *rows_of_seats(rounds)]


def draw_words(drawn: Drawn) -> dict[str, object]:
    """Return the journal data of a draw."""
    return {
        "draw": drawn.draw.number,
        "seed": drawn.draw.seed,
        "first": drawn.first,
        "last": drawn.last,
        "players": len(drawn.to_draw.drawn),
    }


def record_byes(actor: Actor, tournament: Tournament, drawn: Drawn) -> None:
    """Write a journal entry for the number of players sitting out each round."""
    if drawn.lots.sit_out:
        first, last, sit_out = drawn.first, drawn.last, drawn.lots.sit_out
        record(actor, tournament, "byes_drawn", sit_out=sit_out, first=first, last=last)
