"""Generate a whole tournament from a seed, with the usual services."""

from collections.abc import Mapping
from random import Random

from scoring.json_format import sheet_to_json
from scoring.rulesets import DDV, NO_OPTIONS, rule_set
from scoring.terms import FIVE_TABLE
from tournament.draw.randomness import seeded
from tournament.draw.table_sizes import table_sizes
from tournament.errors import Refused
from tournament.models import GameTable, Round, SheetKind, Tournament
from tournament.people.rules.made_up_people import MOST_PEOPLE, made_up_people
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.players import import_players
from tournament.permissions import Actor
from tournament.rehearsal.rules.rehearsal import random_sheet
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.seating.writes.lots import LONGEST_SEED
from tournament.shared.writes.new_tournaments import rules_known
from tournament.sheets.writes.sheets import submit_sheet
from tournament.tournaments.writes.tournaments import create_tournament


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
    """Generate a tournament with all its sheets; the last round is still open for corrections.

    Everything follows from the seed. Each step has its own transaction, so that others can work in
    their tournaments meanwhile.

    Refused: `too_many_made_up`, `seed_invalid`, and what `create_tournament` refuses. Raises
    CannotSeat. Then nothing is left behind.
    """
    sizes = rule_set(rules, rules_known(rules, rule_options)).table_sizes
    table_sizes(players, larger=max(sizes) > FIVE_TABLE)
    if not seed.strip() or len(seed) > LONGEST_SEED:
        raise Refused("seed_invalid", longest=LONGEST_SEED)
    if players > MOST_PEOPLE:
        raise Refused("too_many_made_up", players=players, most=MOST_PEOPLE)
    tournament = create_tournament(
        actor,
        slug=slug,
        name=f"Probe {slug}",
        rounds=rounds,
        rules=rules,
        rule_options=rule_options,
    )
    people = made_up_people(players, seeded(f"{seed} people"))
    rows = [PlayerRow(line, person.last_name, person) for line, person in enumerate(people, 1)]
    import_players(actor, tournament, rows, are_made_up=True)
    random = seeded(f"{seed} sheets")
    for number in range(1, rounds + 1):
        round = draw_next_round(actor, tournament, seed if number == 1 else None)
        start_clock(actor, round)
        _play(actor, round, random)
        round = end_clock(actor, round, early=True)
        if number < rounds:
            close_round(actor, round)
    tournament.refresh_from_db()
    return tournament


def _play(actor: Actor, round: Round, random: Random) -> None:
    tournament = round.tournament
    for table in GameTable.objects.filter(round=round).order_by("number"):
        games = tournament.games(table.size)
        sheet = random_sheet(table.size, games, random, tournament.rule_set)
        content = sheet_to_json(sheet)
        submit_sheet(actor, table, SheetKind.ROWS, content, based_on=None)
