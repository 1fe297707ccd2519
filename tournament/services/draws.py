"""Drawing seats and publishing rounds."""

from django.db import transaction
from django.utils import timezone

from tournament.errors import Refused
from tournament.models import Round, Tournament
from tournament.permissions import Actor, may_draw_round, require
from tournament.selectors.draws import drawing_field
from tournament.selectors.proofs import last_seal
from tournament.selectors.rounds import next_unpublished
from tournament.services.journal import record
from tournament.services.lots import Drawn, Lots, draw_lots, seal_draw
from tournament.services.open_tournaments import open_tournament
from tournament.services.seating import by_id, codes_in_use, note_byes, seat_rounds


@transaction.atomic
def draw_rounds(
    actor: Actor, tournament: Tournament, lots: Lots | None = None, *, expected: int | None = None
) -> Round:
    """Draw the seats of the next round, by the method "plan" of all rounds that are left.

    Nothing is published yet; returns the first round drawn. `expected` is its number as somebody
    saw it on a screen: a second press of the button must not draw again.

    Refused: `tournament_finished`, `all_rounds_drawn`, `round_already_drawn`, and what draw_lots
    refuses. Raises CannotSeat for a number of players that fits no tables (TSR 8.3.1, chapter
    10), and CannotDraw for fixed tables that contradict each other.
    """
    require(may_draw_round, actor, tournament)
    tournament = open_tournament(tournament)
    first = tournament.rounds.count() + 1
    upcoming = next_unpublished(tournament)
    if upcoming is not None or (expected is not None and expected != first):
        raise Refused("round_already_drawn", round=upcoming.number if upcoming else expected)
    if first > tournament.rounds_planned:
        raise Refused("all_rounds_drawn", rounds=first - 1)
    field = drawing_field(tournament)
    drawn = draw_lots(actor, tournament, field, first, lots or Lots())
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, draw=drawn.draw, number=number)
        for number in range(first, first + len(drawn.plan.rounds))
    )
    codes = codes_in_use(tournament)
    people = by_id(field.drawn)
    seat_rounds(rounds, drawn.plan.rounds, people, drawn.plan.seed, codes)
    note_byes(rounds, drawn.plan.rounds, people)
    seal_draw(tournament, drawn)
    begin(tournament)
    record(actor, tournament, "rounds_drawn", **draw_facts(drawn))
    record_byes(actor, tournament, drawn)
    return rounds[0]


@transaction.atomic
def publish_next_round(
    actor: Actor, tournament: Tournament, *, expected: int | None = None
) -> Round:
    """Publish the first round that is drawn and not published; returns it.

    Refused: `tournament_finished`, `nothing_to_publish`, `round_already_published` (another one
    than expected is next).
    """
    require(may_draw_round, actor, tournament)
    tournament = open_tournament(tournament)
    upcoming = next_unpublished(tournament)
    if expected is not None and (upcoming is None or upcoming.number != expected):
        raise Refused("round_already_published", round=expected)
    if upcoming is None:
        raise Refused("nothing_to_publish")
    upcoming.published_at = timezone.now()
    upcoming.save(update_fields=["published_at"])
    record(actor, tournament, "round_published", round=upcoming.number)
    return upcoming


@transaction.atomic
def draw_next_round(actor: Actor, tournament: Tournament, seed: str | None = None) -> Round:
    """Publish the next round, drawing it first where it is not drawn yet; returns that round.

    Refused: `all_rounds_published`, `seed_without_draw`, and what draw_rounds refuses.
    """
    require(may_draw_round, actor, tournament)
    tournament = open_tournament(tournament)
    drawn = tournament.rounds.count()
    draws_now = next_unpublished(tournament) is None and drawn < tournament.rounds_planned
    if seed is not None and not draws_now:
        raise Refused("seed_without_draw")
    if draws_now:
        draw_rounds(actor, tournament, Lots(seed=seed))
    elif next_unpublished(tournament) is None:
        raise Refused("all_rounds_published", rounds=drawn)
    return publish_next_round(actor, tournament)


def begin(tournament: Tournament) -> None:
    """The first seats begin the tournament."""
    if tournament.status == Tournament.Status.PREPARATION:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])


def draw_facts(drawn: Drawn) -> dict[str, object]:
    """What the journal keeps of a draw whose step is sealed."""
    return {
        "draw": drawn.draw.number,
        "seed": drawn.draw.seed,
        "first": drawn.first,
        "last": drawn.first + len(drawn.plan.rounds) - 1,
        "players": len(drawn.field.drawn),
        "proof": last_seal(drawn.draw.tournament),
    }


def record_byes(actor: Actor, tournament: Tournament, drawn: Drawn) -> None:
    """That somebody sits out each round is a fact of its own in the journal."""
    if drawn.lots.sit_out:
        facts = draw_facts(drawn)
        words = {name: facts[name] for name in ("first", "last")}
        record(actor, tournament, "byes_drawn", sit_out=drawn.lots.sit_out, **words)
