"""Drawn rounds and entered results for tests."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from unittest.mock import patch

from tests.factories.draws import plan_once
from tests.factories.journal import note
from tests.factories.sheets import totals_content
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import GameTable, Round, Seat, SheetKind, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty, deduct_points
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round

SECRET, LOT = "5e" * 16, 4711


def make_drawn_tournament(players: int = 16, *, published: int = 1, **fields: object) -> Tournament:
    """Create a tournament with drawn rounds, so many of them published.

    The first of a test always has the same secret and the same lot, so that its seats need not be
    drawn again for every test. One with its own slug makes them up, as in the hall.
    """
    tournament = make_tournament(**fields)
    make_entries(tournament, players)
    with nullcontext() if "slug" in fields else known_lots():
        for _ in range(published):
            draw_next_round(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    return tournament


@contextmanager
def known_lots() -> Iterator[None]:
    """Draw the same seats each time."""
    with (
        patch("secrets.token_hex", return_value=SECRET),
        patch("secrets.randbelow", return_value=LOT),
        patch("tournament.seating.writes.lots.draw_plan", plan_once),
    ):
        yield


def round_number(tournament: Tournament, number: int) -> Round:
    """A round of the tournament."""
    return Round.objects.get(tournament=tournament, number=number)


def plan_of(tournament: Tournament) -> list[tuple[int, int, int, int]]:
    """Return round, table, position and start number of every seat."""
    seats = Seat.objects.filter(round__tournament=tournament)
    return sorted(seats.values_list("round__number", "table__number", "position", "entry__number"))


def enter_totals(table: GameTable, totals: Sequence[int]) -> SheetVersion:
    """Store a result for a table directly, without any service or check."""
    number = table.versions.count() + 1
    version = SheetVersion.objects.create(
        table=table,
        number=number,
        kind=SheetKind.TOTALS,
        content=totals_content(totals),
        totals=list(totals),
        based_on=number - 1 or None,
    )
    table.current_version = version
    table.save(update_fields=["current_version"])
    note(table.round.tournament, version, table)
    return version


def enter_round(round: Round) -> None:
    """Store the same result at every table of a round: +6 +2 −2 −6 (0 at the fifth seat)."""
    for table in round.tables.all():
        enter_totals(table, [6, 2, -2, -6, 0][: table.size])


def make_played_tournament() -> Tournament:
    """Create one round of two tables, played and closed, with a penalty and a deduction."""
    tournament = make_drawn_tournament(8, rounds_planned=1)
    round = round_number(tournament, 1)
    enter_round(round)
    award_penalty(
        COMMAND_LINE,
        round.tables.get(number=1),
        rule="9.3.2",
        offender=1,
        initials="KS",
        contained=False,
    )
    deduct_points(COMMAND_LINE, tournament.entries.get(number=1), 3, "Lärm")
    close_round(COMMAND_LINE, round)
    return tournament
