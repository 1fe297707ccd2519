"""Services of rehearsals: a whole tournament from a seed, or a day that a judge directs."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from scoring.json_format import sheet_to_json
from scoring.rulesets import DDV, NO_OPTIONS, rule_set
from scoring.terms import FIVE_TABLE
from tournament.check_in.writes import check_in_player, set_fee
from tournament.draw.randomness import seeded
from tournament.draw.table_sizes import table_sizes
from tournament.errors import Refused
from tournament.models import GameTable, Rehearsal, RoundState, SheetKind, Tournament
from tournament.people.rules.made_up_people import MOST_PEOPLE, made_up_people
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.players import import_players
from tournament.permissions import Actor, may_edit_tournament, require, require_owner
from tournament.rehearsal.reads import asked_key, due, list_content
from tournament.rehearsal.rules import AT_ONCE, LISTS, SPEED, Event, Happening, random_sheet
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.seating.writes.lots import LONGEST_SEED
from tournament.shared.writes.new_tournaments import rules_chosen
from tournament.sheets.writes.progress import receive_sheet
from tournament.sheets.writes.sheets import submit_sheet
from tournament.tournaments.reads import Step, next_step
from tournament.tournaments.writes.tournaments import create_tournament, edit_tournament

SLUG = "probe"


def generate_tournament(
    actor: Actor,
    *,
    slug: str,
    players: int,
    rounds: int,
    seed: str,
    rules: str = DDV.name,
    rule_options: Mapping[str, object] = NO_OPTIONS,
) -> Tournament:
    """Generate a tournament with all its sheets from a seed; the last round is still open.

    Each step has its own transaction, so that others can work meanwhile. Refused, leaving nothing:
    `too_many_made_up`, `seed_invalid`, and as `create_tournament`. Raises CannotSeat.
    """
    sizes = rule_set(rules, rules_chosen(rules, rule_options)).table_sizes
    table_sizes(players, larger=max(sizes) > FIVE_TABLE)
    if not seed.strip() or len(seed) > LONGEST_SEED:
        raise Refused("seed_invalid", longest=LONGEST_SEED)
    if players > MOST_PEOPLE:
        raise Refused("too_many_made_up", players=players, most=MOST_PEOPLE)
    name = f"Probe {slug}"
    tournament = create_tournament(
        actor, slug=slug, name=name, rounds=rounds, rules=rules, rule_options=rule_options
    )
    rows = _made_up_rows(players, seed)
    import_players(actor, tournament, rows, are_made_up=True)
    random = seeded(f"{seed} sheets")
    for number in range(1, rounds + 1):
        round = draw_next_round(actor, tournament, seed if number == 1 else None)
        start_clock(actor, round)
        for table in GameTable.objects.filter(round=round).order_by("number"):
            games, by = tournament.games(table.size), tournament.rule_set
            content = sheet_to_json(random_sheet(table.size, games, random, by))
            submit_sheet(actor, table, SheetKind.ROWS, content, based_on=None)
        round = end_clock(actor, round, early=True)
        if number < rounds:
            close_round(actor, round)
    tournament.refresh_from_db()
    return tournament


@transaction.atomic
def start_rehearsal(
    actor: Actor, *, name: str, players: int, rounds: int, now: datetime | None = None
) -> Tournament:
    """Create a tournament of made-up people, one of whom will not come; its clock runs faster.

    Refused: what `create_tournament` refuses. Raises CannotSeat.
    """
    require_owner(actor)
    table_sizes(players)
    taken = set(Tournament.objects.filter(slug__startswith=SLUG).values_list("slug", flat=True))
    slugs = (SLUG, *(f"{SLUG}-{number}" for number in range(2, len(taken) + 3)))
    slug, day = next(slug for slug in slugs if slug not in taken), timezone.localdate(now)
    tournament = create_tournament(
        actor, slug=slug, name=name, rounds=rounds, date=day, is_rehearsal=True
    )
    minutes = {
        field: max(1, getattr(tournament, field) // SPEED)
        for field in ("minutes_four", "minutes_five")
    }
    edit_tournament(actor, tournament, {**minutes, "warning_minutes": [1]})
    import_players(actor, tournament, _made_up_rows(players + 1, slug))
    Rehearsal.objects.create(tournament=tournament)
    tournament.refresh_from_db()
    return tournament


@transaction.atomic
def let_happen(
    actor: Actor, tournament: Tournament, *, at_once: bool = False, now: datetime | None = None
) -> bool:
    """Trigger events due by the clock, or the next one `at_once`; return whether any happened.

    Before the draw people arrive, some at a time, and pay their fee; the last one never comes.
    """
    require(may_edit_tournament, actor, tournament)
    rehearsal = Rehearsal.objects.select_for_update().get(tournament=tournament)
    if tournament.is_over:
        return False
    if not tournament.rounds.exists():
        entries = list(tournament.entries.order_by("number").select_related("tournament", "person"))
        waiting = [entry for entry in entries[:-1] if not entry.checked_in]
        for entry in waiting[:AT_ONCE]:
            check_in_player(actor, entry, True)
            set_fee(actor, entry, True)
        if len(waiting) <= AT_ONCE:
            return _note(rehearsal, Event(Happening.NO_SHOW).key) or bool(waiting)
        return True
    happened = len(rehearsal.happened)
    while True:
        coming, is_due = due(tournament, rehearsal, now or timezone.now())
        if not coming or not (is_due or at_once):
            return len(rehearsal.happened) > happened
        at_once = False
        _note(rehearsal, coming[0].key)
        if coming[0].what in LISTS:
            table = _table(tournament, coming[0])
            if table.current_version_id is None:
                receive_sheet(actor, table)


@transaction.atomic
def ask_at_table(actor: Actor, tournament: Tournament, event: Event) -> None:
    """Ask the table of a list what is right: from now on the paper is correct."""
    require(may_edit_tournament, actor, tournament)
    _note(Rehearsal.objects.select_for_update().get(tournament=tournament), asked_key(event))


@transaction.atomic
def type_list(actor: Actor, tournament: Tournament, event: Event) -> None:
    """Submit a list from the desk with its correct content; refused as `submit_sheet`."""
    table = _table(tournament, event)
    submit_sheet(actor, table, SheetKind.ROWS, list_content(table), based_on=None)


@transaction.atomic
def take_over(actor: Actor, tournament: Tournament, *, now: datetime | None = None) -> None:
    """Do the judge's next step: draw, start, end or close a round, refused as these; or nothing."""
    now = now or timezone.now()
    step = next_step(tournament, now)
    round = tournament.rounds.filter(number=step.round).first()
    if step.step in (Step.DRAW, Step.DRAW_NEXT, Step.PUBLISH_NEXT):
        draw_next_round(actor, tournament)
    elif round is None:
        return
    elif step.step is Step.START_CLOCK:
        start_clock(actor, round, now=now)
    elif step.step is Step.CLOSE_ROUND:
        close_round(actor, round, now=now)
    elif round.state == RoundState.RUNNING:
        end_clock(actor, round, early=True, now=now)


def _note(rehearsal: Rehearsal, key: str) -> bool:
    """Record an event; False if it was recorded before."""
    if key in rehearsal.happened:
        return False
    rehearsal.happened = [*rehearsal.happened, key]
    rehearsal.save(update_fields=["happened"])
    return True


def _table(tournament: Tournament, event: Event) -> GameTable:
    return GameTable.objects.get(
        round__tournament=tournament, round__number=event.round, number=event.table
    )


def _made_up_rows(players: int, seed: str) -> list[PlayerRow]:
    people = made_up_people(players, seeded(f"{seed} people"))
    return [PlayerRow(line, person.last_name, person) for line, person in enumerate(people, 1)]
