"""The computer's clock is moved: the time left stays, the journal says so, nothing twice."""

from datetime import datetime, timedelta
from math import ceil
from unittest.mock import patch

import pytest
from django.urls import reverse

from tests.factories.journal import acts
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import round_number
from tests.factories.times import MINUTE, NINE, begun_at_nine
from tests.factories.words import text
from tournament.models import ClockReference, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.reads.clock import clock_faces
from tournament.rounds.writes import (
    end_clock,
    pause_clock,
    reset_clock,
    resume_clock,
    start_clock,
    start_table,
)
from tournament.sheets.writes.progress import report_games
from tournament.standby.writes import (
    ClockReading,
    ClockWatch,
    clock_reading,
    follow_clock,
)
from tournament.trust.reads.audit import contradictions

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """Four tables; begun at nine, one of them at five past, with a pause and a report."""
    tournament = begun_at_nine(16, rounds_planned=2)
    round = round_number(tournament, 1)
    follow_clock(ClockReading("boot", 1000.0))
    table = round.tables.get(number=2)
    start_table(COMMAND_LINE, table, NINE + 5 * MINUTE, "Vorrunde", now=NINE + 6 * MINUTE)
    pause_clock(COMMAND_LINE, round, now=NINE + 10 * MINUTE)
    resume_clock(COMMAND_LINE, round, now=NINE + 12 * MINUTE)
    report_games(COMMAND_LINE, table, 4, now=NINE + 20 * MINUTE)
    return tournament


def left(tournament: Tournament, now: datetime) -> int:
    (face,) = clock_faces(tournament, round_number(tournament, 1), now)
    return face.state.remaining_seconds


@pytest.mark.parametrize("seconds", [3600, -3600, 86400, -17, 2.5])
@pytest.mark.database
def test_moved_clock_leaves_the_time_left_unchanged(tournament: Tournament, seconds: float) -> None:
    now, by = NINE + 30 * MINUTE, timedelta(seconds=seconds)
    before = left(tournament, now)
    assert before == 72 * 60
    follow_clock(ClockReading("boot", 1000.0 + seconds))
    assert left(tournament, now + by) == before
    table = round_number(tournament, 1).tables.get(number=2)
    assert (table.started_at, table.report.at) == (
        NINE + 5 * MINUTE + by,
        NINE + 20 * MINUTE + by,
    )
    assert [entry.action for entry in acts()][-1] == "clock_followed"
    assert contradictions(tournament) == ()
    follow_clock(ClockReading("boot", 1000.0 + seconds))  # another process has seen it, too
    assert left(tournament, now + by) == before


def test_small_steps_are_followed_from_half_a_second(tournament: Tournament) -> None:
    for offset in (1000.2, 1000.4):
        follow_clock(ClockReading("boot", offset))
    assert "clock_followed" not in [entry.action for entry in acts()]
    follow_clock(ClockReading("boot", 1000.6))
    assert round_number(tournament, 1).started_at == NINE + timedelta(seconds=0.6)


def test_time_of_day_is_trusted_after_a_start_of_the_computer(
    tournament: Tournament,
) -> None:
    follow_clock(ClockReading("another", 5000.0))
    assert round_number(tournament, 1).started_at == NINE
    follow_clock(ClockReading("another", 5060.0))
    assert round_number(tournament, 1).started_at == NINE + MINUTE
    assert ClockReference.objects.get().boot == "another"


@pytest.mark.parametrize(
    ("late", "moved"), [(87 * 60, 87 * 60), (1, 1), (0.4, 0), (0, 0), (-60, 0)]
)
@pytest.mark.database
def test_clock_behind_the_journal_continues_from_its_last_entry(
    tournament: Tournament, late: float, moved: int
) -> None:
    last = acts().last().at
    Round.objects.update(started_at=last - 50 * MINUTE, pauses=[])
    now = last - timedelta(seconds=late)
    follow_clock(ClockReading("another", 5000.0), now)
    assert left(tournament, now) == (50 * 60 if moved else 50 * 60 + ceil(late))
    entry = acts().last()
    told = (entry.action, entry.data.get("seconds"))
    assert (told == ("clock_behind", f"{-moved:+d}")) == bool(moved)


def test_clock_set_right_after_that_changes_nothing(tournament: Tournament) -> None:
    last = acts().last().at
    Round.objects.update(started_at=last - 50 * MINUTE, pauses=[])
    follow_clock(ClockReading("another", 5000.0), last - 87 * MINUTE)
    follow_clock(ClockReading("another", 5000.0 + 90 * 60))
    assert left(tournament, last + 3 * MINUTE) == 50 * 60


def test_round_says_that_the_clock_was_moved(tournament: Tournament) -> None:
    client, address = signed_in(), reverse("round", args=[tournament.slug, 1])
    follow_clock(ClockReading("boot", 1003.0))  # by the system itself
    said = text(
        "The round goes on with the time it had left. If the time is wrong now, set it right; that "
        "changes nothing of the time left."
    )
    assert said not in text_of(client.get(address))
    follow_clock(ClockReading("boot", 1003.0 - 3600))
    page = client.get(address)
    assert not page.context["clock_move"].is_behind
    assert said in text_of(page)
    follow_clock(ClockReading("another", 0.0), acts().last().at - 87 * MINUTE)
    page = client.get(address)
    assert page.context["clock_move"].is_behind
    assert said in text_of(page)
    reset_clock(COMMAND_LINE, round_number(tournament, 1), "Probe")
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    assert said not in text_of(client.get(address))


def test_stopped_clocks_stay(tournament: Tournament) -> None:
    end_clock(COMMAND_LINE, round_number(tournament, 1), early=True, now=NINE + 30 * MINUTE)
    follow_clock(ClockReading("boot", 4600.0))
    assert round_number(tournament, 1).started_at == NINE
    Round.objects.update(ended_at=None)
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    follow_clock(ClockReading("boot", 9000.0))
    assert round_number(tournament, 1).started_at == NINE


def test_database_is_asked_only_when_the_clock_was_moved(
    tournament: Tournament, django_assert_num_queries
) -> None:
    watch, here = ClockWatch(), clock_reading()
    watch.look()
    with django_assert_num_queries(0):
        watch.look()
    moved = ClockReading(here.boot, here.offset + 60)
    with patch("tournament.standby.writes.clock_reading", return_value=moved):
        watch.look()
        with django_assert_num_queries(0):
            watch.look()
    began = round_number(tournament, 1).started_at
    assert abs(began - NINE - MINUTE) < timedelta(seconds=0.1)
