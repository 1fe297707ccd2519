"""The moments of a tournament day, each created from scratch: first player to final standings."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Round, Tournament, VerificationRule
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, extend_time, pause_clock, start_clock
from tournament.seating.writes.draws import draw_rounds
from tournament.sheets.writes.progress import receive_sheet


def nobody_entered() -> Tournament:
    """No players yet."""
    return make_tournament()


def registration_open() -> Tournament:
    """Eight players, none checked in."""
    tournament = make_tournament()
    make_entries(tournament, 8)
    return tournament


def everybody_there() -> Tournament:
    """Eight players, all checked in."""
    tournament = make_tournament()
    make_entries(tournament, 8, checked_in=True)
    return tournament


def seven_there() -> Tournament:
    """Seven players, who cannot be seated."""
    tournament = make_tournament()
    make_entries(tournament, 7, checked_in=True)
    return tournament


def drawn() -> Tournament:
    """Round 1 has seats visible only to the direction."""
    tournament = registration_open()
    draw_rounds(COMMAND_LINE, tournament)
    return tournament


def published(**fields: object) -> Tournament:
    """Four tables know where they sit."""
    return make_drawn_tournament(**fields)


def running(minutes: int = 30, **fields: object) -> Tournament:
    """The clock runs, nothing is due."""
    tournament = published(**fields)
    begin = timezone.now() - timedelta(minutes=minutes)
    start_clock(COMMAND_LINE, round_number(tournament, 1), now=begin)
    return tournament


def paused() -> Tournament:
    """The clock stands still."""
    tournament = running()
    pause_clock(COMMAND_LINE, round_number(tournament, 1))
    return tournament


def some_due() -> Tournament:
    """Table 4 has extra time, the sheet of table 2 is at the desk, two are due."""
    tournament = running(110)
    tables = round_number(tournament, 1).tables
    extend_time(COMMAND_LINE, tables.get(number=4), 30, "Arzt", "KS")
    receive_sheet(COMMAND_LINE, tables.get(number=2))
    return tournament


def time_over() -> Tournament:
    """Time is up for all; table 1 has its sheet in, table 2 at the desk."""
    tournament = running(110)
    tables = round_number(tournament, 1).tables
    enter_totals(tables.get(number=1), [4, 0, 0, -4])
    receive_sheet(COMMAND_LINE, tables.get(number=2))
    return tournament


def ended() -> Tournament:
    """The same, and the referee has ended the round."""
    tournament = time_over()
    end_clock(COMMAND_LINE, round_number(tournament, 1))
    return tournament


def one_missing() -> Tournament:
    """The round has ended; the sheet of table 3 is missing."""
    tournament = ended()
    for table in round_number(tournament, 1).tables.filter(number__in=[2, 4]):
        enter_totals(table, [4, 0, 0, -4])
    return tournament


def all_in_while_running() -> Tournament:
    """All sheets are in before the time is up."""
    tournament = running()
    enter_round(round_number(tournament, 1))
    return tournament


def all_in(**fields: object) -> Tournament:
    """All sheets are in, the round has ended."""
    tournament = running(110, **fields)
    end_clock(COMMAND_LINE, round_number(tournament, 1))
    enter_round(round_number(tournament, 1))
    return tournament


def all_in_to_be_verified() -> Tournament:
    """The same, and the results are typed a second time."""
    return all_in(verification=VerificationRule.BLIND)


def round_closed(**fields: object) -> Tournament:
    """Round 1 is over, round 2 is drawn."""
    tournament = all_in(**fields)
    close_round(COMMAND_LINE, round_number(tournament, 1))
    return tournament


def next_not_drawn() -> Tournament:
    """Round 1 is over; a round was added to the plan."""
    tournament = round_closed(rounds_planned=1)
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=2)
    return tournament


def somebody_gone() -> Tournament:
    """Round 1 is over; a player seated in round 2 has left."""
    tournament = round_closed()
    tournament.entries.filter(number=3).update(status="withdrawn")
    return tournament


def all_rounds_closed() -> Tournament:
    """The last round is over."""
    return round_closed(rounds_planned=1)


def finished() -> Tournament:
    """The standings are final."""
    tournament = all_rounds_closed()
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.FINISHED)
    return tournament


MOMENTS: tuple[Callable[[], Tournament], ...] = (
    *(nobody_entered, registration_open, everybody_there, seven_there, drawn, published),
    *(running, paused, some_due, time_over, ended, one_missing, all_in_while_running, all_in),
    *(all_in_to_be_verified, round_closed, next_not_drawn, somebody_gone, all_rounds_closed),
    finished,
)
"""All of them in the order of the day."""


def is_played(tournament: Tournament) -> bool:
    """Whether a round is published and not closed."""
    rounds = Round.objects.filter(tournament=tournament, published_at__isnull=False)
    return rounds.filter(closed_at=None).exists()
