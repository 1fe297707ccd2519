"""The example tournament of the first start: 72 players, the third round half entered."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from tournament.check_in.writes import check_in_player, set_fee
from tournament.journal.writes import record
from tournament.models import GameTable, Round, Tournament
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.players import import_players
from tournament.permissions import Actor, require_owner
from tournament.referee.writes.calls import log_call
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.writes import close_round, end_clock, extend_time, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.sheets.writes.sheets import submit_sheet
from tournament.tournaments.writes.tournaments import create_tournament

SLUG = "beispiel"
NAME = "Beispielturnier um die Kreuzdame"
SEED = "Kreuzdame"
ROUNDS = 3
ENTERED_IN_THE_LAST_ROUND = 9
# A round takes 100 minutes; the next one starts two and a half hours after it.
BETWEEN_ROUNDS = timedelta(minutes=150)
# Time the last round has been running at the first start of the program.
RUNNING = timedelta(minutes=88)
ROUND_OF_THE_PENALTY = 2
TABLE_OF_THE_PENALTY = 4
TABLE_WITH_EXTRA_TIME = 14


class ListedSheet(NamedTuple):
    """A score sheet with its place; kind and content as `submit_sheet` takes them."""

    round: int
    table: int
    kind: str
    content: Mapping[str, Any]


@transaction.atomic
def load_example(
    actor: Actor, players: Iterable[PlayerRow], sheets: Iterable[ListedSheet]
) -> Tournament:
    """Play the example tournament up to the middle of its third round, with the usual services.

    The entry in the installation's journal is permanent: it is loaded only once.
    """
    require_owner(actor)
    now = timezone.now()
    tournament = create_tournament(
        actor,
        slug=SLUG,
        name=NAME,
        rounds=ROUNDS,
        date=timezone.localdate(now),
        place="Gasthof zum Fuchs",
        is_example=True,
    )
    import_players(actor, tournament, players)
    for entry in tournament.entries.all():
        check_in_player(actor, entry, True)
        set_fee(actor, entry, True)
    sheets = list(sheets)
    for number in range(1, ROUNDS + 1):
        begin = now - RUNNING - (ROUNDS - number) * BETWEEN_ROUNDS
        round = draw_next_round(actor, tournament, SEED if number == 1 else None)
        start_clock(actor, round, now=begin)
        mine = [sheet for sheet in sheets if sheet.round == number]
        if number < ROUNDS:
            end_clock(actor, round, now=begin + timedelta(minutes=tournament.minutes_four))
            _enter_sheets(actor, round, mine)
            if number == ROUND_OF_THE_PENALTY:
                _record_incidents(actor, round)
            close_round(actor, round, now=begin + timedelta(minutes=125))
        else:
            extend_time(
                actor, _table(round, TABLE_WITH_EXTRA_TIME), 5, "Karte fehlte, neues Blatt", "KD"
            )
            _enter_sheets(actor, round, mine[:ENTERED_IN_THE_LAST_ROUND])
    record(actor, None, "example_loaded")
    tournament.refresh_from_db()
    return tournament


def _enter_sheets(actor: Actor, round: Round, sheets: Iterable[ListedSheet]) -> None:
    for sheet in sheets:
        table = _table(round, sheet.table)
        submit_sheet(actor, table, sheet.kind, sheet.content, based_on=None)


def _record_incidents(actor: Actor, round: Round) -> None:
    """Add one penalty and one deduction, to show where they appear."""
    table = _table(round, TABLE_OF_THE_PENALTY)
    log_call(
        actor,
        table,
        paragraph="9.3.2",
        offender=2,
        caller=1,
        initials="KD",
        note="Karte vorschnell gezeigt",
    )
    noisy = table.seats.get(position=3).entry
    deduct_points(actor, noisy, 6, "Unsportliches Verhalten nach Verwarnung", round)


def _table(round: Round, number: int) -> GameTable:
    return GameTable.objects.get(round=round, number=number)
